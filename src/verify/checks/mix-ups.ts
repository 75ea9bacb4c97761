// Mix-ups: two or more things are asked for, one after the other and at once, and none is given what is another's.
import { isDeepStrictEqual } from "node:util";
import { field } from "../../shared/contract/index.ts";
import { shortJson } from "../../shared/findings/index.ts";
import { freshId, type Sent } from "../calls.ts";
import type { UserIds } from "../data.ts";
import { pdf } from "../input/sample-files.ts";
import { idempotencyKey, readId, uploading } from "../operations.ts";
import { OutOfReach } from "../out-of-reach.ts";
import { behaviour } from "../verdicts/open-words.ts";
import { type Check, type CheckContext, type Given, isUnmistakable, list } from "./check.ts";
import { creations, withNotes } from "./orders.ts";

/** One thing that is asked for, and the fields of the answer that show it. */
interface Lookup {
  readonly given: Given;
  readonly shows?: Readonly<Record<string, unknown>>;
}

/** Things that are not to be mixed up. */
interface MixUp extends Omit<Check, "run"> {
  /** The first is known to be there; of the others nothing is known. */
  asks(context: CheckContext): Promise<readonly Lookup[]>;
  /** Where the answer has what no two of them share, and its values there. */
  readonly apart?: Apart;
}

type Apart = readonly [place: string, read: (reply: Sent) => readonly unknown[]];

/** How many things are looked up: one that is mixed up with another is seen by few. */
const mostAsked = 10;

/** The values at a field, such as `LinkCode.code`. */
function apartAt(place: string): Apart {
  return [place, (reply) => [field(reply.body, ...place.split(".").slice(1))].filter((value) => value !== undefined)];
}

/** Asks by values of a parameter, each of which the answer shows. */
function askBy(name: string, place: string, values: readonly unknown[]): Lookup[] {
  return [...new Set(values)].map((value) => ({ given: { [name]: value }, shows: { [place]: value } }));
}

/** A field of each item of a list. */
const readAll = (reply: Sent, name: string) => list(reply).map((item) => field(item, name));

/** Asks for each of these users, with more that is given. */
const askFor = (users: readonly Pick<UserIds, "user_id">[], more: Given = {}): Lookup[] =>
  users.map(({ user_id }) => ({ given: { user_id, ...more } }));

/** Places at the ends of the country. */
const farZipCodes = ["04101", "33101", "98101"];

/** The items of every list in a body. */
function listItems(body: unknown): unknown[] {
  return Object.values(Object(body)).flatMap((value) => (Array.isArray(value) ? value : []));
}

const listSummaries = ({ body }: Sent) => listItems(body).filter(isUnmistakable);

const readSources = (reply: Sent) =>
  ["refreshed_sources", "in_progress_sources", "failed_sources"].flatMap((name) => list(reply, name));

const mixUps: readonly MixUp[] = [
  {
    id: "resolved-user-is-asked-one",
    holds: "The resolved user is the one whose client id was asked for.",
    states: "4.2-03",
    on: "resolveUser",
    async asks({ named, data }) {
      const { other_user, deleted_user, other_deleted_user, expired_user, replaced_user } = data;
      const { user_id, client_user_id } = named("user");
      // A deleted user may be there or not, but is nobody else
      const others = [other_user, deleted_user, other_deleted_user, expired_user, replaced_user];
      const ids = others.flatMap((user) => user?.client_user_id ?? []);
      const shows = { "User.client_user_id": client_user_id, "User.user_id": user_id };
      return [{ given: { client_user_id }, shows }, ...askBy("client_user_id", "User.client_user_id", ids)];
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
    apart: ["200", readSources],
  },
  {
    id: "center-lookup-names-lab",
    holds: "The lookup of centers names the lab that was asked for, and no two labs have one slug.",
    on: "getPscInfo",
    asks: async ({ named, call }) =>
      askBy("lab_id", "PscLookup.lab_id", [named("lab_id"), ...readAll(await call({}, "listLabs"), "id")]),
    apart: apartAt("PscLookup.slug"),
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
    asks: async ({ createUser }) => askFor([await createUser(), await createUser()]),
    apart: apartAt("LinkCode.code"),
  },
  {
    id: "portal-url-for-order",
    holds: "A portal URL for an order is another than one without.",
    states: "4.3-12",
    on: "createPortalUrl",
    asks: async ({ named }) =>
      [{}, { order_id: named("order_id") }].flatMap((more) => askFor([named("user")], { context: "launch", ...more })),
    apart: apartAt("PortalUrl.url"),
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
    apart: apartAt("PortalUrl.url"),
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
      const made = [await call({ file: pdf(1000) }, uploading), await call({ file: pdf(2000) }, uploading)];
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
      // One file may be one job, and one order one import
      if (plan.id === uploading) return [1000, 2000].map((size) => ({ given: { file: pdf(size) } }));
      return askFor([named("user"), data.other_user ?? (await createUser())]);
    },
    apart: ["200", ({ body }) => [readId(body, "job_id") ?? readId(body, "order_id")].filter((id) => id !== undefined)],
  },
  {
    id: "order-not-duplicated",
    holds: "The same idempotency key gives the same order, and another key another one.",
    states: "4.16-07",
    on: creations,
    asks: async (context) =>
      ["One order", "Another order"].map((notes) => ({
        given: { ...withNotes(context, freshId(notes)), [idempotencyKey]: freshId("order") },
      })),
    apart: apartAt("Order.id"),
  },
];

/** Sends calls one after the other, and then all of them at once. The first of all has to be accepted. */
async function sendBothWays({ call, attempt }: CheckContext, inTurn: readonly Given[], atOnce = inTurn) {
  const [first, ...others] = inTurn;
  const replies = [await call(first)];
  for (const given of others) replies.push(await attempt(given));
  return [replies, await Promise.all(atOnce.map((given) => attempt(given)))] as const;
}

async function checkMixUp(context: CheckContext, { asks, apart: [place, read] = ["", () => []] }: MixUp) {
  const asked = (await asks(context)).slice(0, mostAsked);
  const seen: { readonly value: unknown; readonly index: number }[] = [];
  for (const replies of await sendBothWays(
    context,
    asked.map(({ given }) => given),
  )) {
    for (const [index, reply] of replies.entries()) {
      if (!reply.succeeded) continue;
      for (const [shown, value] of Object.entries(asked[index]?.shows ?? {})) {
        const found = field(reply.body, ...shown.split(".").slice(1));
        // A zip code may be shown with the four digits that make it finer
        context.equal(reply, shown, typeof found === "string" && found.startsWith(`${value}-`) ? found : value);
      }
      const own = read(reply).map((value) => ({ value, index }));
      const shared = own.find(({ value }) =>
        seen.some((one) => one.index !== index && isDeepStrictEqual(one.value, value)),
      );
      const message = `Asked for different things, two answers have ${shortJson(shared?.value, 120)}.`;
      context.expect(reply, place, shared === undefined, message);
      seen.push(...own);
    }
  }
}

/** One call that is made twice, and has the effect of one. */
interface Repeat extends Omit<Check, "run"> {
  given(): Given;
  /** The place that states it, and the part that both answers share. */
  readonly alike: readonly [place: string, read: (reply: Sent) => unknown];
}

const repeats: readonly Repeat[] = [
  {
    id: "order-not-duplicated",
    holds: "The same idempotency key gives the same order, and another key another one.",
    states: "4.16-07",
    on: creations,
    given: () => ({ [idempotencyKey]: freshId("order") }),
    alike: [`header ${idempotencyKey}`, ({ body }) => body],
  },
  {
    id: "users-not-confused",
    holds: "No user is found by the client id of another, however similar it is.",
    states: "2.1-06",
    on: "createUser",
    given: () => ({ client_user_id: freshId("at-once") }),
    alike: ["User.client_user_id", ({ body }) => field(body, "user_id")],
  },
];

async function checkRepeat(context: CheckContext, { given, alike: [place, read] }: Repeat): Promise<void> {
  const [once, twice] = [given(), given()];
  const ways = await sendBothWays(context, [once, once], [twice, twice]);
  for (const [index, how] of ["again", "twice at once"].entries()) {
    const [one, other] = ways[index]?.filter(({ succeeded }) => succeeded) ?? [];
    if (one === undefined || other === undefined) continue;
    const message = `Asked ${how}, it makes two: ${shortJson(read(one), 120)} and ${shortJson(read(other), 120)}.`;
    context.expect(other, place, isDeepStrictEqual(read(one), read(other)), message, behaviour);
  }
}

export const mixUpChecks: readonly Check[] = [
  ...mixUps.map((row): Check => ({ ...row, run: (context) => checkMixUp(context, row) })),
  ...repeats.map((row): Check => ({ ...row, run: (context) => checkRepeat(context, row) })),
];
