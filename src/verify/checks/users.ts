// Checks of users, their connections to providers, link codes and portal URLs.
import { dateTimeMs, field } from "../../shared/contract/index.ts";
import { shortJson } from "../../shared/findings/index.ts";
import { makeFreshId, type Sent } from "../calls.ts";
import { oddTexts } from "../operations.ts";
import { OutOfReach } from "../out-of-reach.ts";
import { type Check, type CheckContext, list, listTexts, read, readDate } from "./check.ts";

/** Days and zones that are easily moved: by an offset to either side, by a leap day, before 1970, with a sign in the name. */
const fieldsOfUsers: readonly Readonly<Record<string, string>>[] = [
  {
    fallback_time_zone: "Europe/Berlin",
    fallback_birth_date: "1990-04-12",
    ingestion_start: "2026-01-01",
    ingestion_end: "2026-12-31",
  },
  { fallback_time_zone: "America/Argentina/Ushuaia", fallback_birth_date: "1952-02-29", ingestion_start: "2024-02-29" },
  { fallback_time_zone: "Etc/GMT+5", fallback_birth_date: "2000-12-31", ingestion_end: "2036-02-29" },
  // A server may refuse an end before its start
  { ingestion_start: "2026-02-02", ingestion_end: "2026-01-01" },
];

/** Where a user shows a field that it was created with, if not under the same name. */
const shownAt: Readonly<Record<string, readonly string[]>> = {
  fallback_time_zone: ["fallback_time_zone", "id"],
  fallback_birth_date: ["fallback_birth_date", "value"],
};

/** The difference of two clocks and the duration of two calls, at most. */
const slackMs = 120_000;

const hourMs = 3_600_000;

/** Is it this instant, as far as clocks can say? */
const isNear = (time: unknown, ms: number) => Math.abs(Date.parse(String(time)) - ms) <= slackMs;

/** A deleted user of the data. An earlier run may have restored it: the check is skipped then. */
async function findDeletedUser(context: CheckContext, name: "deleted_user" | "other_deleted_user") {
  const user = context.named(name);
  const before = await context.attempt({ client_user_id: user.client_user_id }, "resolveUser");
  if (before.succeeded && field(before.body, "client_user_id") === user.client_user_id) {
    throw new OutOfReach(`\`${name}\` is not deleted any more`);
  }
  return user;
}

/** The same instant, to the last digit that both have: one of them may be rounded. */
function isSameInstant(one: string, other: string): boolean {
  const digits = Math.min(...[one, other].map((text) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0));
  return Math.abs(dateTimeMs(one) - dateTimeMs(other)) < 10 ** (3 - digits);
}

/** Expects that the deletion of a user is not undone, wherever the id stands: the service's reference has it in the query, its example in the body. */
async function expectUndoRefused(
  { named, attempt, expect }: CheckContext,
  name: "expired_user" | "replaced_user",
): Promise<void> {
  const { user_id } = named(name);
  for (const place of ["query", "body"]) {
    const asked = await attempt({ [`${place} user_id`]: user_id });
    // The description states the refusal, and not its status
    const saysNo = field(asked.body, "success") === false;
    const isAccepted = asked.succeeded && !saysNo;
    const how = asked.succeeded ? "by a success that says false" : `with ${asked.status || "no answer"}, not 400`;
    const message = isAccepted ? "It is accepted." : `It is refused, ${how}.`;
    expect(asked, "400", asked.status === 400, message, isAccepted ? [] : ["status"]);
  }
}

/** Disconnects a provider, and expects that it is listed still, or no longer, and that all others are. */
async function disconnect(
  { call, attempt, named, expect }: CheckContext,
  name: "connected_provider" | "on_device_provider",
  staysListed: boolean,
): Promise<void> {
  const [{ user_id }, provider] = [named("user"), named(name)];
  const readSlugs = (reply: Sent) => list(reply, "providers").map((connection) => field(connection, "slug"));
  const before = readSlugs(await call({ user_id }, "listUserConnections"));
  if (!before.includes(provider)) throw new OutOfReach(`the user has no connection to ${provider}`);
  // The description does not say whether a call without an effect is refused or ignored
  if (!staysListed) await call({ user_id, provider });
  await attempt({ user_id, provider });
  const listed = await call({ user_id }, "listUserConnections");
  const after = readSlugs(listed);
  const isRight = after.includes(provider) === staysListed;
  expect(listed, "200", isRight, `${provider} is ${staysListed ? "no longer" : "still"} listed.`);
  const lost = before.find((slug) => slug !== provider && !after.includes(slug));
  expect(listed, "200", lost === undefined, `${lost} is disconnected, too.`);
}

export const userChecks: readonly Check[] = [
  {
    id: "created-user-is-found",
    holds: "A created user is found at once, with what it was created with.",
    states: "4.2-03",
    on: "createUser",
    async run({ attempt, demand, equal }) {
      const inputs = [
        ...fieldsOfUsers.map((fields) => ({ client_user_id: makeFreshId("user"), ...fields })),
        // The part that makes an id unique stands in its middle: odd characters count at either end
        ...Object.values(oddTexts).map((text) => ({
          client_user_id: text.slice(0, 2) + makeFreshId("") + text.slice(2),
        })),
      ];
      for (const [index, given] of inputs.entries()) {
        const called = await attempt(given);
        // The description does not say which time zones are allowed; the first one surely is
        if (!called.succeeded && index === 0)
          throw new OutOfReach("createUser did not accept the call that this needs");
        if (!called.succeeded) continue;
        const { client_user_id } = given;
        equal(called, "CreatedUser.client_user_id", client_user_id);
        const found = await demand("accepted", { client_user_id }, [""], "resolveUser");
        if (!found.asDemanded) return;
        equal(found, "User.user_id", read(called, "user_id"));
        for (const [name, value] of Object.entries(given)) equal(found, `User.${name}`, value, shownAt[name]);
      }
    },
  },
  {
    id: "created-on-is-now",
    holds: "A user who was just created says so: `created_on` is now.",
    on: "createUser",
    async run({ createUser, call, expect }) {
      const { client_user_id, called } = await createUser();
      const found = await call({ client_user_id }, "resolveUser");
      const created = field(found.body, "created_on");
      const message = `It is ${JSON.stringify(created)}, at ${new Date(readDate(called)).toISOString()}.`;
      expect(found, "User.created_on", isNear(created, readDate(called)), message);
    },
  },
  {
    id: "conflict-names-existing-user",
    holds: "Creating a user whose client id is taken is refused with 400, and names the existing user.",
    states: "4.4-10",
    on: "createUser",
    async run({ createUser, demand, expect, call }) {
      const { user_id, client_user_id } = await createUser();
      // The existing user is not the newest one
      await createUser();
      const refused = await demand("400", { client_user_id });
      if (!refused.asDemanded || refused.status !== 400) return;
      // The body has both values; under which names is not stated
      const carried = listTexts(refused.body);
      const names = carried.some((one) => one.toLowerCase() === user_id.toLowerCase());
      const message = `\`user_id\` is ${shortJson(field(refused.body, "user_id"), 120)}, not ${JSON.stringify(user_id)}.`;
      expect(refused, "ClientUserIdConflict.user_id", names, message, []);
      const existing = await call({ client_user_id }, "resolveUser");
      const created = field(existing.body, "created_on");
      const dates = carried.some((one) => isSameInstant(one, String(created)));
      const said = JSON.stringify(field(refused.body, "created_on"));
      const other = `\`created_on\` is ${said}, while the existing user has ${JSON.stringify(created)}.`;
      expect(refused, "ClientUserIdConflict.created_on", dates, other, []);
    },
  },
  {
    id: "undo-refused-after-grace-period",
    holds: "Undoing a deletion is refused after 7 days.",
    states: "3-01",
    on: "undoUserDeletion",
    run: (context) => expectUndoRefused(context, "expired_user"),
  },
  {
    id: "undo-refused-when-taken",
    holds: "Undoing a deletion is refused once a new user took the client id.",
    states: "3-02",
    on: "undoUserDeletion",
    run: (context) => expectUndoRefused(context, "replaced_user"),
  },
  {
    id: "exclusive-enforced",
    holds: "Input that the contract forbids in combination is refused.",
    states: "4.5-04",
    on: "undoUserDeletion",
    async run({ demand }) {
      for (const place of ["query", "body"]) {
        const both = {
          [`${place} user_id`]: crypto.randomUUID(),
          [`${place} client_user_id`]: makeFreshId("user"),
        };
        await demand("422", both, ["query user_id", "refusal"]);
      }
      await demand("422", {}, ["", "presence"]);
    },
  },
  {
    id: "undo-restores-user",
    holds: "Undoing a deletion within its grace period restores the user, and no connections.",
    states: "3-01",
    on: "undoUserDeletion",
    async run(context) {
      const { user_id, client_user_id } = await findDeletedUser(context, "deleted_user");
      // A server reads the id in the query or in the body, which is open; one of them has to work
      const first = await context.demand("accepted", { client_user_id }, ["", "place"]);
      const given = { [first.asDemanded ? "client_user_id" : "body client_user_id"]: client_user_id };
      const undone = first.asDemanded ? first : await context.call(given);
      const found = await context.demand("accepted", { client_user_id }, [""], "resolveUser");
      if (!found.asDemanded) return;
      context.equal(found, "User.user_id", user_id);
      const connections = await context.call({ user_id }, "listUserConnections");
      const count = list(connections, "providers").length;
      context.expect(connections, "200", count === 0, `The number of connections is ${count}, not 0.`);
      context.equal(undone, "SuccessResult.success", true);
      // A second undo has no effect: the user stays
      await context.attempt(given);
      context.equal(await context.call({ client_user_id }, "resolveUser"), "User.user_id", user_id);
    },
  },
  {
    id: "undo-takes-body",
    holds: "A deletion is undone by an id in the body, as in the example of the service.",
    states: "4.5-05",
    on: "undoUserDeletion",
    async run(context) {
      const { client_user_id } = await findDeletedUser(context, "other_deleted_user");
      await context.demand("accepted", { "body client_user_id": client_user_id }, ["", "place"]);
    },
  },
  {
    id: "new-user-has-no-connections",
    holds: "A user who connected nothing has no connections.",
    on: "listUserConnections",
    async run({ createUser, call, expect }) {
      const { user_id } = await createUser();
      const found = await call({ user_id });
      const providers = list(found, "providers");
      // A server may list manual entry as a connection of every user
      const isOfItself = providers.every((connection) => field(connection, "slug") === "manual");
      const message = `The number of connections is ${providers.length}, not 0.`;
      expect(found, "UserConnectionList", providers.length === 0, message, isOfItself ? ["count"] : []);
    },
  },
  {
    id: "disconnected-provider-is-gone",
    holds: "A disconnected cloud provider is no longer listed.",
    states: "4.12-06",
    on: "disconnectProvider",
    run: (context) => disconnect(context, "connected_provider", false),
  },
  {
    id: "on-device-store-stays",
    holds: "Disconnecting an on-device store in automatic connect mode has no effect.",
    states: "4.12-08",
    on: "disconnectProvider",
    run: (context) => disconnect(context, "on_device_provider", true),
  },
  {
    id: "link-code-expires-in-an-hour",
    holds: "Without `expires_at` a link code expires an hour after the server's time.",
    states: "4.6-05",
    on: "createLinkCode",
    async run({ call, expect }) {
      const made = await call();
      const expires = read(made, "expires_at");
      const message = `It expires at ${expires}, asked for at ${new Date(readDate(made)).toISOString()}.`;
      expect(made, "query expires_at", isNear(expires, readDate(made) + hourMs), message);
    },
  },
  {
    id: "link-code-keeps-expiry",
    holds: "A link code expires when it was asked to, whatever zone that was written in.",
    on: "createLinkCode",
    async run({ call, expect }) {
      const instant = Math.floor(Date.now() / 1000) * 1000 + 1.25 * hourMs;
      // One instant, as it is written in three zones
      for (const [minutes, zone] of [
        [0, "Z"],
        [330, "+05:30"],
        [-480, "-08:00"],
      ] as const) {
        const expires_at = new Date(instant + minutes * 60_000).toISOString().slice(0, 19) + zone;
        const made = await call({ expires_at });
        const expires = read(made, "expires_at");
        const isSame = Math.abs(Date.parse(String(expires)) - instant) < 1000;
        expect(made, "query expires_at", isSame, `It expires at ${expires}, not at ${expires_at}.`);
      }
    },
  },
  {
    id: "exchange-url-carries-code",
    holds: "The exchange URL of a link code has a scheme of an app, and ends in `?code=` and the code.",
    states: "2.5-04",
    on: "createLinkCode",
    async run({ call, expect }) {
      const made = await call();
      const [code, url] = [read(made, "code"), read(made, "exchange_url")];
      const message = `It is ${JSON.stringify(url)}, and the code "${code}".`;
      expect(made, "LinkCode.exchange_url", String(url).endsWith(`?code=${code}`), message, ["meaning"]);
      expect(made, "LinkCode.exchange_url", !/^https?:/i.test(String(url)), `It is the address of a page, ${url}.`, []);
    },
  },
  {
    id: "portal-needs-demographics",
    holds: "A portal URL for a user without demographics is refused with 422.",
    states: "4.3-14",
    on: "createPortalUrl",
    async run({ data, createUser, demand }) {
      // A user that was created without any fields lacks whatever demographics are needed
      const { user_id } = data.user_without_demographics ?? (await createUser());
      await demand("422", { user_id, context: "launch" });
    },
  },
  {
    id: "portal-lifetimes",
    holds: "A launch URL lives minutes, one for communications weeks.",
    states: "8-03",
    on: "createPortalUrl",
    async run({ named, call, expect }) {
      const { user_id } = named("user");
      const make = (purpose: string) => call({ user_id, context: purpose });
      const made = [await make("launch"), await make("communications")] as const;
      const [launch = 0, long = 0] = made.map((one) => Number(field(one.body, "expires_in")));
      // Both have the same unit, whichever it is: weeks are more than 20 times as long as minutes
      const isSo = launch > 0 && launch * 20 <= long;
      const message = `\`expires_in\` is ${launch} for launch and ${long} for communications.`;
      expect(made[1], "PortalUrl.expires_in", isSo, message);
    },
  },
];
