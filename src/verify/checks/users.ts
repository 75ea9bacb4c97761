// Checks of users and their connections, codes and URLs: found once created, restored once deleted, and never another's.
import { dateTimeMs, field } from "../../shared/contract/index.ts";
import { shortJson } from "../../shared/findings/index.ts";
import { freshId, type Sent } from "../calls.ts";
import { OutOfReach } from "../out-of-reach.ts";
import { type Check, type CheckContext, list, read, readDate } from "./check.ts";

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
  // That an end before its start is taken is not stated
  { ingestion_start: "2026-02-02", ingestion_end: "2026-01-01" },
];

/** Where a user shows what it was created with, when not under the same name. */
const shownAt: Readonly<Record<string, readonly string[]>> = {
  fallback_time_zone: ["fallback_time_zone", "id"],
  fallback_birth_date: ["fallback_birth_date", "value"],
};

/** How much a server's clock and ours may differ, and how long two calls may take. */
const slackMs = 120_000;

const hourMs = 3_600_000;

/** A user of the data who has to be deleted still: an earlier run may have restored it. */
async function deletedUser(context: CheckContext, name: "deleted_user" | "other_deleted_user") {
  const user = context.named(name);
  const before = await context.attempt({ client_user_id: user.client_user_id }, "resolveUser");
  if (before.succeeded && field(before.body, "client_user_id") === user.client_user_id) {
    throw new OutOfReach(`\`${name}\` is not deleted any more`);
  }
  return user;
}

/** Ids that a search may take for this one: by the letters' case, by spaces, by its beginning, by a wildcard. */
function listLikenesses(id: string): string[] {
  const shorter = id.slice(0, -1);
  const swapCase = (one: string) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase());
  return [[...id].map(swapCase).join(""), `${id} `, shorter, `${shorter}_`, `${shorter}%`, `${shorter}*`];
}

/** Asks for a user by an id: whoever is found has it. */
async function expectNoOther(context: CheckContext, client_user_id: string): Promise<Sent> {
  const found = await context.attempt({ client_user_id }, "resolveUser");
  if (found.succeeded) context.equal(found, "User.client_user_id", client_user_id);
  return found;
}

/** Every text in a JSON value, however deep. */
function textsIn(value: unknown): string[] {
  return typeof value === "string" ? [value] : Object.values(Object(value)).flatMap(textsIn);
}

/** The same instant, to the last digit that both have; the last one may be rounded where one has more. */
function isSameInstant(one: string, other: string): boolean {
  const [few = 0, many = 0] = [one, other].map((text) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0).sort((a, b) => a - b);
  return Math.abs(dateTimeMs(one) - dateTimeMs(other)) <= (few === many ? 0 : 10 ** (3 - few));
}

export const userChecks: readonly Check[] = [
  {
    id: "created-user-is-found",
    holds: "A created user is found at once, with what it was created with.",
    states: "4.2-03",
    on: "createUser",
    async run({ attempt, demand, equal, isWrong }) {
      for (const [index, fields] of fieldsOfUsers.entries()) {
        const client_user_id = freshId("user");
        const called = await attempt({ client_user_id, ...fields });
        // Which time zones are taken is not shown; the first one is taken by all
        if (!called.succeeded && index === 0)
          throw new OutOfReach("createUser did not accept the call that this needs");
        if (!called.succeeded) continue;
        const found = await demand("accepted", { client_user_id }, [""], "resolveUser");
        if (!found.asDemanded) return;
        equal(found, "User.user_id", read(called, "user_id"));
        for (const [name, value] of Object.entries(fields)) equal(found, `User.${name}`, value, shownAt[name]);
        if (isWrong()) return;
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
      const isNear = Math.abs(Date.parse(String(created)) - readDate(called)) <= slackMs;
      const message = `It is ${JSON.stringify(created)}, at ${new Date(readDate(called)).toISOString()}.`;
      expect(found, "User.created_on", isNear, message);
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
      // That the body has them is stated, where it has them is not
      const carried = textsIn(refused.body);
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
  ...(
    [
      ["undo-refused-after-grace-period", "Undoing a deletion is refused after 7 days.", "3-01", "expired_user"],
      [
        "undo-refused-when-taken",
        "Undoing a deletion is refused once a new user took the client id.",
        "3-02",
        "replaced_user",
      ],
    ] as const
  ).map(
    ([id, holds, states, name]): Check => ({
      id,
      holds,
      states,
      on: "undoUserDeletion",
      async run({ named, attempt, expect, demand }) {
        const { user_id } = named(name);
        // The reference has the ids in the query, its example in the body
        for (const place of ["query", "body"]) {
          const given = { [`${place} user_id`]: user_id };
          const asked = await attempt(given);
          // That it has to be refused is stated, with which answer is not
          const saysNo = field(asked.body, "success") === false;
          const message = saysNo ? "It is refused, by a success that says false." : "It is accepted.";
          if (asked.succeeded) expect(asked, "400", false, message, saysNo ? ["status"] : []);
          else await demand("400", given);
        }
      },
    }),
  ),
  {
    id: "exclusive-enforced",
    holds: "Input that the contract forbids in combination is refused.",
    states: "4.5-04",
    on: "undoUserDeletion",
    async run({ demand }) {
      const both = { user_id: crypto.randomUUID(), client_user_id: freshId("user") };
      await demand("422", both, ["query user_id", "refusal"]);
      await demand("422", {}, ["", "presence"]);
    },
  },
  {
    id: "undo-restores-user",
    holds: "Undoing a deletion within its grace period restores the user, and no connections.",
    states: "3-01",
    on: "undoUserDeletion",
    async run(context) {
      const { user_id, client_user_id } = await deletedUser(context, "deleted_user");
      // One of the two places is read: which one is assumed, that an undo is accepted is not
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
      // Once more it has nothing to undo, and the user stays
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
      const { client_user_id } = await deletedUser(context, "other_deleted_user");
      await context.demand("accepted", { "body client_user_id": client_user_id }, ["", "place"]);
    },
  },
  {
    id: "users-not-confused",
    holds: "No user is found by the client id of another, however similar it is.",
    states: "2.1-06",
    on: "createUser",
    async run(context) {
      const id = freshId("Other-User");
      const { user_id } = await context.createUser({ client_user_id: id, fallback_birth_date: "1971-02-03" });
      const first = await context.call({ client_user_id: id }, "resolveUser");
      const seen = new Set([user_id]);
      for (const [index, other] of listLikenesses(id).entries()) {
        // Nobody has this id yet
        await expectNoOther(context, other);
        const fallback_birth_date = `1980-01-0${index + 1}`;
        const created = await context.attempt({ client_user_id: other, fallback_birth_date });
        if (!created.succeeded) continue;
        const own = field(created.body, "user_id");
        const isNew = typeof own !== "string" || !seen.has(own);
        const message = `The user ${JSON.stringify(other)} has the \`user_id\` of another, ${JSON.stringify(own)}.`;
        context.expect(created, "CreatedUser.user_id", isNew, message);
        seen.add(String(own));
        const found = await expectNoOther(context, other);
        if (!found.succeeded) continue;
        context.equal(found, "User.user_id", own);
        // The users of a team are of one team
        context.equal(found, "User.team_id", field(first.body, "team_id"));
      }
      const again = await context.call({ client_user_id: id }, "resolveUser");
      for (const name of ["client_user_id", "user_id", "created_on", "fallback_birth_date"]) {
        if (field(first.body, name) !== undefined) context.equal(again, `User.${name}`, field(first.body, name));
      }
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
      // A connection that every user has would be one that nobody made
      const isOfItself = providers.every((connection) => field(connection, "slug") === "manual");
      const message = `The number of connections is ${providers.length}, not 0.`;
      expect(found, "UserConnectionList", providers.length === 0, message, isOfItself ? ["count"] : []);
    },
  },
  ...(
    [
      [
        "disconnected-provider-is-gone",
        "A disconnected cloud provider is no longer listed.",
        "4.12-06",
        "connected_provider",
      ],
      [
        "on-device-store-stays",
        "Disconnecting an on-device store in automatic connect mode has no effect.",
        "4.12-08",
        "on_device_provider",
      ],
    ] as const
  ).map(
    ([id, holds, states, name]): Check => ({
      id,
      holds,
      states,
      on: "disconnectProvider",
      async run({ named, call, attempt, expect }) {
        const { user_id } = named("user");
        const provider = named(name);
        const listSlugs = async () => {
          const listed = await call({ user_id }, "listUserConnections");
          return { listed, slugs: list(listed, "providers").map((connection) => field(connection, "slug")) };
        };
        const { slugs: before } = await listSlugs();
        if (!before.includes(provider)) throw new OutOfReach(`the user has no connection to ${provider}`);
        const isOnDevice = name === "on_device_provider";
        // An on-device store may be refused, or nothing is done: that is not shown
        if (isOnDevice) await attempt({ user_id, provider });
        else {
          await call({ user_id, provider });
          await attempt({ user_id, provider });
        }
        const { listed, slugs: after } = await listSlugs();
        const isRight = after.includes(provider) === isOnDevice;
        expect(listed, "200", isRight, `${provider} is ${isOnDevice ? "no longer" : "still"} listed.`);
        const lost = before.find((slug) => slug !== provider && !after.includes(slug));
        expect(listed, "200", lost === undefined, `${lost} is disconnected, too.`);
      },
    }),
  ),
  {
    id: "link-code-expires-in-an-hour",
    holds: "Without `expires_at` a link code expires an hour after the server's time.",
    states: "4.6-05",
    on: "createLinkCode",
    async run({ call, expect }) {
      const made = await call();
      const expires = read(made, "expires_at");
      const isNear = Math.abs(Date.parse(String(expires)) - readDate(made) - hourMs) <= slackMs;
      const message = `It expires at ${expires}, asked for at ${new Date(readDate(made)).toISOString()}.`;
      expect(made, "query expires_at", isNear, message);
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
    async run({ data, createUser, attempt, expect }) {
      // Which demographics are needed is not shown; a user created with nothing has none
      const { user_id } = data.user_without_demographics ?? (await createUser());
      const refused = await attempt({ user_id, context: "launch" });
      expect(refused, "422", refused.status === 422, `The answer is ${refused.status || "missing"}.`);
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
      // The unit is not shown, but it is the same for both: weeks are at least 20 times what anyone calls minutes
      const isSo = launch > 0 && launch * 20 <= long;
      const message = `\`expires_in\` is ${launch} for launch and ${long} for communications.`;
      expect(made[1], "PortalUrl.expires_in", isSo, message);
    },
  },
];
