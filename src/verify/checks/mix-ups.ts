// Mix-ups: two or more things are asked for, one after the other and at once, and none is given what is another's.
import { isDeepStrictEqual } from "node:util";
import { dateTimeMs, field } from "../../shared/contract/index.ts";
import { shortJson } from "../../shared/findings/index.ts";
import { freshId, type Sent } from "../calls.ts";
import { isUuid } from "../data.ts";
import { idempotencyKey, readId, uploading } from "../operations.ts";
import { OutOfReach } from "../out-of-reach.ts";
import { behaviour } from "../verdicts/open-words.ts";
import { type Check, type CheckContext, type Given, list } from "./check.ts";
import { creations, pdf, withNotes } from "./orders.ts";

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

/** A field of the items that another operation lists. */
async function listValues(context: CheckContext, id: string, name: string): Promise<unknown[]> {
  return list(await context.call({}, id)).map((item) => field(item, name));
}

async function askForNewUsers(context: CheckContext): Promise<Lookup[]> {
  const users = [await context.createUser(), await context.createUser()];
  return users.map(({ user_id }) => ({ given: { user_id } }));
}

/** Places at the ends of the country. */
const farZipCodes = ["04101", "33101", "98101"];

/** The items of every list in a body. */
function listItems(body: unknown): unknown[] {
  return Object.values(Object(body)).flatMap((value) => (Array.isArray(value) ? value : []));
}

/** Has an item a time or an id, which two users do not have in common by chance? What everybody has by default may be alike. */
function isUnmistakable(item: unknown): boolean {
  const texts = (JSON.stringify(item).match(/"[^"]+"/g) ?? []).map((text) => text.slice(1, -1));
  return texts.some((text) => !Number.isNaN(dateTimeMs(text)) || isUuid(text));
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
    async asks(context) {
      const { other_user, deleted_user, other_deleted_user, expired_user, replaced_user } = context.data;
      const { user_id, client_user_id } = context.named("user");
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
    asks: async (context) =>
      askBy("oauth_provider", "LinkProvider.slug", [
        context.named("oauth_provider"),
        ...(await listValues(context, "listProviders", "slug")),
      ]),
  },
  {
    id: "refresh-names-user",
    holds: "A refresh names the user that was asked for.",
    on: "refreshUserData",
    // A user who has nothing to refresh may be refused
    asks: async (context) =>
      askBy("user_id", "RefreshResult.user_id", [
        context.valid.input.path["user_id"],
        (await context.createUser()).user_id,
      ]),
    // A new user has no sources
    apart: ["200", readSources],
  },
  {
    id: "center-lookup-names-lab",
    holds: "The lookup of centers names the lab that was asked for, and no two labs have one slug.",
    on: "getPscInfo",
    asks: async (context) =>
      askBy("lab_id", "PscLookup.lab_id", [context.named("lab_id"), ...(await listValues(context, "listLabs", "id"))]),
    apart: apartAt("PscLookup.slug"),
  },
  {
    id: "area-names-zip-code",
    holds: "The area is the one that was asked for.",
    states: "1-09",
    on: "getAreaInfo",
    asks: async (context) => askBy("zip_code", "AreaInfo.zip_code", [context.named("zip_code"), ...farZipCodes]),
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
    asks: askForNewUsers,
    apart: apartAt("LinkCode.code"),
  },
  {
    id: "portal-url-for-order",
    holds: "A portal URL for an order is another than one without.",
    states: "4.3-12",
    on: "createPortalUrl",
    async asks(context) {
      const given = { user_id: context.named("user").user_id, context: "launch" };
      return [{ given }, { given: { ...given, order_id: context.named("order_id") } }];
    },
    apart: apartAt("PortalUrl.url"),
  },
  {
    id: "portal-url-is-the-users",
    holds: "No two users, and no two contexts, have the same portal URL.",
    on: "createPortalUrl",
    async asks(context) {
      const { other_user } = context.data;
      if (other_user === undefined) context.skip("there is no `other_user` with demographics; name one in --data FILE");
      return [context.named("user"), other_user].flatMap((user) =>
        ["launch", "communications"].flatMap((purpose) => {
          return user === undefined ? [] : [{ given: { user_id: user.user_id, context: purpose } }];
        }),
      );
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
    async asks(context) {
      const { user_id } = context.named("user");
      if (listSummaries(await context.call({ user_id })).length === 0) {
        throw new OutOfReach("the user has nothing listed that can be distinguished from another user's");
      }
      return [{ given: { user_id } }, { given: { user_id: (await context.createUser()).user_id } }];
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
    async asks(context) {
      const made = [
        await context.call({ file: pdf(1000) }, uploading),
        await context.call({ file: pdf(2000) }, uploading),
      ];
      const ids = made.map(({ body }) => readId(body, "job_id"));
      if (ids.includes(undefined)) throw new OutOfReach("an upload shows no `id`");
      return askBy("job_id", "LabReportParsingJob.id", ids);
    },
  },
  {
    id: "created-thing-is-new",
    holds: "Two uploads, and the imports of two users, are not answered with one id.",
    on: [uploading, "importOrder"],
    async asks(context) {
      // One file may be one job, and one order one import
      if (context.plan.id === uploading) return [1000, 2000].map((size) => ({ given: { file: pdf(size) } }));
      const users = [context.named("user"), context.data.other_user ?? (await context.createUser())];
      return users.map(({ user_id }) => ({ given: { user_id } }));
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

async function checkMixUp(
  context: CheckContext,
  { asks, apart: [place, read] = ["", () => []] }: MixUp,
): Promise<void> {
  const asked = (await asks(context)).slice(0, mostAsked);
  const inTurn: Sent[] = [];
  for (const [index, { given }] of asked.entries()) {
    inTurn.push(index === 0 ? await context.call(given) : await context.attempt(given));
  }
  const atOnce = await Promise.all(asked.map(({ given }) => context.attempt(given)));
  for (const replies of [inTurn, atOnce]) {
    const seen: unknown[] = [];
    for (const [index, reply] of replies.entries()) {
      if (!reply.succeeded) continue;
      for (const [shown, value] of Object.entries(asked[index]?.shows ?? {})) {
        const found = field(reply.body, ...shown.split(".").slice(1));
        // A zip code may be shown with the four digits that make it finer
        context.equal(reply, shown, typeof found === "string" && found.startsWith(`${value}-`) ? found : value);
      }
      const own = read(reply);
      const shared = own.find((one) => seen.some((other) => isDeepStrictEqual(one, other)));
      const message = `Lookup for different things, two answers have ${shortJson(shared, 120)}.`;
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
    alike: ["User.client_user_id", (reply) => field(reply.body, "user_id")],
  },
];

async function checkRepeat(context: CheckContext, { given, alike: [place, read] }: Repeat): Promise<void> {
  const once = given();
  const inTurn = [await context.call(once), await context.attempt(once)];
  const twice = given();
  const atOnce = await Promise.all([context.attempt(twice), context.attempt(twice)]);
  for (const [how, replies] of [["again", inTurn] as const, ["twice at once", atOnce] as const]) {
    const [one, other] = replies.filter(({ succeeded }) => succeeded);
    if (one === undefined || other === undefined) continue;
    const message = `Lookup for ${how}, it makes two: ${shortJson(read(one), 120)} and ${shortJson(read(other), 120)}.`;
    context.expect(other, place, isDeepStrictEqual(read(one), read(other)), message, behaviour);
  }
}

export const mixUpChecks: readonly Check[] = [
  ...mixUps.map((row): Check => ({ ...row, run: (context) => checkMixUp(context, row) })),
  ...repeats.map((row): Check => ({ ...row, run: (context) => checkRepeat(context, row) })),
];
