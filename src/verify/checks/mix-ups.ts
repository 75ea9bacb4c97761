// Checks that nobody is given what belongs to another user, order or job: one call for two or more of them, in turn and all at once.
import { isDeepStrictEqual } from "node:util";
import { field } from "../../shared/contract/index.ts";
import { shortJson } from "../../shared/findings/index.ts";
import { makeFreshId, type Sent } from "../calls.ts";
import type { UserIds } from "../data.ts";
import { makePdf } from "../input/sample-files.ts";
import type { Given } from "../input/valid-input.ts";
import { idempotencyKey, readId, uploading } from "../operations.ts";
import { OutOfReach } from "../out-of-reach.ts";
import { type Check, type CheckContext, isUnmistakable, list, listItems } from "./check.ts";
import { addNotes, creations } from "./orders.ts";

/** One call, and fields with values that show in its answer that the right thing was found. */
interface Lookup {
  readonly given: Given;
  readonly shows?: Readonly<Record<string, unknown>>;
}

/** A row: two or more things of which each call shows its own. */
interface MixUp extends Omit<Check, "run"> {
  /** The operation that is called, if it is another. */
  readonly called?: string;
  /** The calls, of which one has to be accepted. One that stands there twice asks for the same thing again. */
  asks(context: CheckContext): Promise<readonly Lookup[]>;
  /** The place of values that no two things share, and the values of an answer there. */
  readonly apart?: Apart;
  /** The place that states that the same thing is given again, and the part of an answer that shows it. */
  readonly alike?: readonly [place: string, read: (reply: Sent) => unknown];
}

type Apart = readonly [place: string, read: (reply: Sent) => readonly unknown[]];

/** The most things of a row: a few show a mix-up. */
const mostAsked = 10;

/** The values at a field, such as `LinkCode.code`. */
function readApart(place: string): Apart {
  return [place, (reply) => [field(reply.body, ...place.split(".").slice(1))].filter((value) => value !== undefined)];
}

/** One call for each value of a parameter; the answer shows the value. */
function askBy(name: string, place: string, values: readonly unknown[]): Lookup[] {
  return [...new Set(values)].map((value) => ({ given: { [name]: value }, shows: { [place]: value } }));
}

/** A field of each item of a list. */
const readAll = (reply: Sent, name: string) => list(reply).map((item) => field(item, name));

/** One call for each of these users. */
const askFor = (users: readonly Pick<UserIds, "user_id">[], more: Given = {}): Lookup[] =>
  users.map(({ user_id }) => ({ given: { user_id, ...more } }));

const askTwice = (given: Given): Lookup[] => [{ given }, { given }];

/** Places at the ends of the country. */
const farZipCodes = ["04101", "33101", "98101"];

const listSummaries = ({ body }: Sent) => listItems(body).filter(isUnmistakable);

const clientId = "User.client_user_id";

/** Client ids that a careless search confuses with the first: other letter case, a space more, its beginning, wildcards. */
function makeSimilarIds(): [string, ...string[]] {
  const id = makeFreshId("Other-User");
  const shorter = id.slice(0, -1);
  const swapCase = (one: string) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase());
  return [id, [...id].map(swapCase).join(""), `${id} `, shorter, `${shorter}_`, `${shorter}%`, `${shorter}*`];
}

const similarUsers = {
  id: "users-not-confused",
  holds: "No user is found by the client id of another, however similar it is.",
  states: "2.1-06",
  on: "createUser",
};

const mixUps: readonly MixUp[] = [
  {
    ...similarUsers,
    called: "resolveUser",
    async asks({ createUser, call, attempt, equal }) {
      const [id, ...others] = makeSimilarIds();
      const { user_id } = await createUser(id);
      // All users here belong to one team
      const team_id = field((await call({ client_user_id: id }, "resolveUser")).body, "team_id");
      const users = [{ client_user_id: id, user_id }];
      for (const client_user_id of others) {
        // Nobody has this id yet
        const found = await attempt({ client_user_id }, "resolveUser");
        if (found.succeeded) equal(found, clientId, client_user_id);
        const created = await attempt({ client_user_id });
        if (created.succeeded) users.push({ client_user_id, user_id: String(field(created.body, "user_id")) });
      }
      return users.map(({ client_user_id, user_id }) => ({
        given: { client_user_id },
        shows: { [clientId]: client_user_id, "User.user_id": user_id, "User.team_id": team_id },
      }));
    },
    apart: readApart("User.user_id"),
  },
  {
    id: "resolved-user-is-asked-one",
    holds: "The resolved user is the one whose client id was asked for.",
    states: "4.2-03",
    on: "resolveUser",
    async asks({ named, data }) {
      const { user_id, client_user_id } = named("user");
      const shows = { [clientId]: client_user_id, "User.user_id": user_id };
      // A deleted user is found or not, but nobody else instead
      const ids = Object.values(data).flatMap((one) => field(one, "client_user_id") ?? []);
      return [{ given: { client_user_id }, shows }, ...askBy("client_user_id", clientId, ids)];
    },
  },
  {
    id: "link-provider-is-asked-one",
    holds: "The link provider is the one that was asked for.",
    on: "getLinkProvider",
    // Which of the others have an OAuth flow is not shown
    asks: async ({ named, call }) =>
      askBy("oauth_provider", "LinkProvider.slug", [
        named("oauth_provider"),
        ...readAll(await call({}, "listProviders"), "slug"),
      ]),
  },
  {
    id: "refresh-names-user",
    holds: "A refresh names the user that was asked for.",
    on: "refreshUserData",
    // A user who has nothing to refresh may be refused
    asks: async ({ valid, createUser }) =>
      askBy("user_id", "RefreshResult.user_id", [valid.input.path["user_id"], (await createUser()).user_id]),
    // A new user has no sources
    apart: ["200", ({ body }) => listItems(body)],
  },
  {
    id: "center-lookup-names-lab",
    holds: "The lookup of centers names the lab that was asked for, and no two labs have one slug.",
    on: "getPscInfo",
    asks: async ({ named, call }) =>
      askBy("lab_id", "PscLookup.lab_id", [named("lab_id"), ...readAll(await call({}, "listLabs"), "id")]),
    apart: readApart("PscLookup.slug"),
  },
  {
    id: "area-names-zip-code",
    holds: "The area is the one that was asked for.",
    states: "1-09",
    on: "getAreaInfo",
    asks: async ({ named }) => askBy("zip_code", "AreaInfo.zip_code", [named("zip_code"), ...farZipCodes]),
  },
  {
    id: "centers-around-zip-code",
    holds: "Distant places have different centers within 10 miles.",
    states: "1-09",
    on: "getPscInfo",
    asks: async () => farZipCodes.map((zip_code) => ({ given: { zip_code, radius: 10 } })),
    apart: ["query zip_code", (reply) => list(reply, "patient_service_centers")],
  },
  {
    id: "link-code-is-one-users",
    holds: "Two users never get the same link code.",
    on: "createLinkCode",
    // A third user meets a code of the first two where a few are handed out in turn
    asks: async ({ createUser }) => askFor([await createUser(), await createUser(), await createUser()]),
    apart: readApart("LinkCode.code"),
  },
  {
    id: "portal-url-for-order",
    holds: "A portal URL for an order is another than one without.",
    states: "4.3-12",
    on: "createPortalUrl",
    asks: async ({ named }) =>
      [{}, { order_id: named("order_id") }].flatMap((more) => askFor([named("user")], { context: "launch", ...more })),
    apart: readApart("PortalUrl.url"),
  },
  {
    id: "portal-url-is-the-users",
    holds: "No two users, and no two contexts, have the same portal URL.",
    on: "createPortalUrl",
    async asks({ named, data: { other_user }, skip }) {
      if (other_user === undefined) skip("there is no `other_user` with demographics; name one in --data FILE");
      const users = [named("user"), ...(other_user === undefined ? [] : [other_user])];
      return ["launch", "communications"].flatMap((context) => askFor(users, { context }));
    },
    apart: readApart("PortalUrl.url"),
  },
  {
    id: "summaries-are-the-users",
    holds: "A new user has none of another's summaries and connections.",
    on: [
      ...["Activity", "Body", "Meal", "Profile", "Sleep", "Workout"].map((one) => `list${one}Summaries`),
      "listUserConnections",
    ],
    async asks({ named, call, createUser }) {
      const { user_id } = named("user");
      if (listSummaries(await call({ user_id })).length === 0) {
        throw new OutOfReach("the user has nothing listed that can be distinguished from another user's");
      }
      return askFor([{ user_id }, await createUser()]);
    },
    apart: ["200", listSummaries],
  },
  {
    id: "markers-are-the-tests",
    holds: "Two lab tests have different markers.",
    on: "listLabTestMarkers",
    async asks({ data: { lab_test_id, other_lab_test_id } }) {
      const ids = [lab_test_id, other_lab_test_id].filter((id) => id !== undefined);
      if (ids.length < 2) throw new OutOfReach("there is no `other_lab_test_id`; name one in --data FILE");
      return ids.map((id) => ({ given: { lab_test_id: id } }));
    },
    apart: ["200", (reply) => [list(reply, "markers").map((marker) => field(marker, "id"))]],
  },
  {
    id: "job-is-asked-one",
    holds: "A lookup shows the job that was asked for.",
    on: "getLabReportParsingJob",
    async asks({ call }) {
      const made = [await call({ file: makePdf(1000) }, uploading), await call({ file: makePdf(2000) }, uploading)];
      const ids = made.map(({ body }) => readId(body, "job_id"));
      if (ids.includes(undefined)) throw new OutOfReach("an upload shows no `id`");
      return askBy("job_id", "LabReportParsingJob.id", ids);
    },
    // A job that is not completed has no results yet; those of completed jobs may be alike
    apart: [
      "LabReportParsingJob.results",
      (reply) =>
        [list(reply, "results")].filter(({ length }) => length > 0 && field(reply.body, "status") !== "completed"),
    ],
  },
  {
    id: "created-thing-is-new",
    holds: "Two uploads, and the imports of two users, are not answered with one id.",
    on: [uploading, "importOrder"],
    async asks({ plan, named, data, createUser }) {
      // A server may answer the same file with the same job, and the same order with the same import
      if (plan.id === uploading) return [1000, 2000].map((size) => ({ given: { file: makePdf(size) } }));
      return askFor([named("user"), data.other_user ?? (await createUser())]);
    },
    apart: ["200", ({ body }) => [readId(body, "job_id") ?? readId(body, "order_id")].filter((id) => id !== undefined)],
  },
  {
    id: "order-not-duplicated",
    holds: "The same idempotency key gives the same order, and another key another one.",
    states: "4.16-07",
    on: creations,
    async asks(context) {
      const make = (notes: string) => ({
        ...addNotes(context, makeFreshId(notes)),
        [idempotencyKey]: makeFreshId("order"),
      });
      return [...askTwice(make("One order")), { given: make("Another order") }];
    },
    apart: readApart("Order.id"),
    alike: [`header ${idempotencyKey}`, ({ body }) => body],
  },
  {
    id: "booking-not-duplicated",
    holds: "The same idempotency key gives the same appointment at a service center.",
    states: "4.16-19",
    on: "bookPscAppointment",
    // The call that was accepted before: an order may allow one booking only
    asks: async ({ valid: { input } }) => askTwice({ ...input.header, ...Object(input.body) }),
    alike: [`header ${idempotencyKey}`, ({ body }) => body],
  },
  {
    ...similarUsers,
    asks: async () => askTwice({ client_user_id: makeFreshId("at-once") }),
    alike: [clientId, ({ body }) => field(body, "user_id")],
  },
];

/** Sends all calls at once, and then one after the other. */
async function sendBothWays({ call, attempt }: CheckContext, given: readonly Given[], called?: string) {
  const atOnce = await Promise.all(given.map((one) => attempt(one, called)));
  // Where all are refused, the finding is that the first one is
  if (!atOnce.some(({ succeeded }) => succeeded)) await call(given[0], called);
  const inTurn: Sent[] = [];
  for (const one of given) inTurn.push(await attempt(one, called));
  return [...atOnce, ...inTurn];
}

async function checkMixUp(context: CheckContext, { called, asks, apart, alike }: MixUp): Promise<void> {
  const asked = (await asks(context)).slice(0, mostAsked);
  const given = asked.map((one) => one.given);
  // A value belongs to the thing that it was first shown for
  const seen: { readonly value: unknown; readonly thing: Given }[] = [];
  const first = new Map<unknown, unknown>();
  for (const [index, reply] of (await sendBothWays(context, given, called)).entries()) {
    const { given: thing, shows = {} } = asked[index % asked.length] ?? { given: {} };
    if (!reply.succeeded) continue;
    for (const [shown, value] of Object.entries(shows)) {
      const found = field(reply.body, ...shown.split(".").slice(1));
      // A zip code may be shown with the four digits that make it finer
      context.equal(reply, shown, typeof found === "string" && found.startsWith(`${value}-`) ? found : value);
    }
    if (apart !== undefined) {
      const [place, read] = apart;
      const own = read(reply).map((value) => ({ value, thing }));
      const [shared] = own.flatMap(({ value }) =>
        seen.filter((one) => one.thing !== thing && isDeepStrictEqual(one.value, value)),
      );
      const message = `${shortJson(shared?.value, 120)} was shown for ${shortJson(shared?.thing, 200)}, too.`;
      context.expect(reply, place, shared === undefined, message);
      seen.push(...own);
    }
    if (alike !== undefined) {
      const [place, read] = alike;
      const [one, other] = [first.get(thing) ?? read(reply), read(reply)];
      first.set(thing, one);
      const message = `Asked again, it makes two: ${shortJson(one, 120)} and ${shortJson(other, 120)}.`;
      context.expect(reply, place, isDeepStrictEqual(one, other), message);
    }
  }
}

export const mixUpChecks: readonly Check[] = mixUps.map((row) => ({
  ...row,
  run: (context) => checkMixUp(context, row),
}));
