// What is stated of users: found once created, conflicts that name them, and deletions that can be undone for a while.
import { dateTimeMs, excuse, field } from "../../contract/index.ts";
import { OutOfReach } from "../input/known-values.ts";
import { type Behaviour, changing, list, readField, reading, type Scene, succeeded } from "./scene.ts";

/** Where a user shows what it was created with. */
const shownAt: Readonly<Record<string, readonly string[]>> = {
  fallback_time_zone: ["fallback_time_zone", "id"],
  fallback_birth_date: ["fallback_birth_date", "value"],
  ingestion_start: ["ingestion_start"],
  ingestion_end: ["ingestion_end"],
};

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
];

const createdUserIsFound = changing("created-user-is-found", "createUser", async (scene) => {
  for (const [index, fields] of fieldsOfUsers.entries()) {
    const client_user_id = scene.freshId("user");
    const called = await scene.attempt("createUser", { body: { client_user_id, ...fields } });
    if (!succeeded(called)) {
      // Which time zones are taken is not shown; the first one is taken by all
      if (index === 0) throw new OutOfReach("createUser did not accept the call that this needs");
      continue;
    }
    await expectAsCreated(scene, client_user_id, fields, readField(called, "user_id"));
    if (scene.wrong) return;
  }
});

async function expectAsCreated(
  scene: Scene,
  client_user_id: string,
  fields: Readonly<Record<string, string>>,
  user_id: unknown,
): Promise<void> {
  const text = "A user who was just created is found by the client id.";
  const found = await scene.demand("resolveUser", { path: { client_user_id } }, "accepted", text);
  if (!found.asDemanded) return;
  const at = (name: string) => ({
    text: `\`${name}\` is as created.`,
    pointer: `#/components/schemas/User/properties/${name}`,
  });
  scene.expectEqual(field(found.body, "user_id"), user_id, found, "`user_id`", at("user_id"));
  for (const [name, wanted] of Object.entries(fields)) {
    const value = field(found.body, ...(shownAt[name] ?? [name]));
    // A field that may be missing says nothing by missing
    if (value === undefined && name !== "fallback_time_zone") continue;
    scene.expectEqual(value, wanted, found, `\`${name}\``, at(name));
  }
}

const conflictNamesExistingUser = changing("conflict-names-existing-user", "createUser", async (scene) => {
  const { user_id, client_user_id } = await scene.createUser();
  // The existing user is not the newest one
  await scene.createUser();
  const text = "Creating a user whose client id is taken is refused with 400.";
  const refused = await scene.demand("createUser", { body: { client_user_id } }, "400", text);
  if (!refused.asDemanded || refused.exchange.answer?.status !== 400) return;
  const at = (name: string) => ({
    text: `\`${name}\` is that of the existing user.`,
    pointer: `#/components/schemas/ClientUserIdConflict/properties/${name}`,
  });
  // That the body has them is stated, where it has them is not
  const carried = textsIn(refused.body);
  const shown = carried.find((text) => text.toLowerCase() === user_id.toLowerCase()) ?? field(refused.body, "user_id");
  scene.expectEqual(shown, user_id, refused, "`user_id`", at("user_id"));
  const existing = await scene.call("resolveUser", { path: { client_user_id } });
  const created = field(existing.body, "created_on");
  const found = JSON.stringify(field(refused.body, "created_on"));
  const message = `\`created_on\` is ${found}, while the existing user has ${JSON.stringify(created)}.`;
  const isSame = carried.some((text) => isSameInstant(text, String(created)));
  scene.expect(isSame, refused, message, at("created_on"));
});

/** Every text in a JSON value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The same instant, to the last digit that both have; the last one may be rounded where one has more. */
function isSameInstant(a: string, b: string): boolean {
  const digitsOf = (text: string) => /\.(\d+)/.exec(text)?.[1] ?? "";
  const shared = Math.min(digitsOf(a).length, digitsOf(b).length);
  const [first, second] = [a, b].map((text) => {
    const seconds = dateTimeMs(text.replace(/\.\d+/, "")) / 1000;
    return Number.isNaN(seconds) ? undefined : BigInt(`${seconds}${digitsOf(text).slice(0, shared)}`);
  });
  if (first === undefined || second === undefined) return false;
  const difference = first > second ? first - second : second - first;
  return digitsOf(a).length === digitsOf(b).length ? difference === 0n : difference <= 1n;
}

/** How much a server's clock and ours may differ, and how long two calls may take. */
const slackMs = 120_000;

const createdOnIsNow = changing("created-on-is-now", "createUser", async (scene) => {
  const { client_user_id, called } = await scene.createUser();
  const now = Date.parse(called.exchange.answer?.headers.get("date") ?? new Date().toISOString());
  const found = await scene.call("resolveUser", { path: { client_user_id } });
  const created = field(found.body, "created_on");
  const expected = {
    text: "`created_on` of a user who was just created is now.",
    pointer: "#/components/schemas/User/properties/created_on",
  };
  const isNear = Math.abs(Date.parse(String(created)) - now) <= slackMs;
  scene.expect(isNear, found, `It is ${JSON.stringify(created)}, at ${new Date(now).toISOString()}.`, expected);
});

const undoRestoresUser = changing("undo-restores-user", "undoUserDeletion", async (scene) => {
  const { user_id, client_user_id } = scene.named("deleted_user");
  const before = await scene.ask("resolveUser", { path: { client_user_id } }, "404");
  // An earlier run restored the user already
  if (before.exchange.answer?.status === 200) throw new OutOfReach("`deleted_user` is not deleted any more");
  // One of the two places is read: which one is assumed, that an undo is accepted is not
  const assumption = excuse(scene.operation.operation["x-assumption"], "place");
  const byQuery = "A deletion is undone by an id in the query.";
  const first = await scene.demand("undoUserDeletion", { query: { client_user_id } }, "accepted", byQuery, assumption);
  const undone = first.asDemanded ? first : await scene.call("undoUserDeletion", { body: { client_user_id } });
  const text = "A user whose deletion was undone is found.";
  const found = await scene.demand("resolveUser", { path: { client_user_id } }, "accepted", text);
  if (!found.asDemanded) return;
  const same = {
    text: "The restored user is the deleted one.",
    pointer: "#/components/schemas/User/properties/user_id",
  };
  scene.expectEqual(field(found.body, "user_id"), user_id, found, "`user_id`", same);
  const connections = await scene.call("listUserConnections", { path: { user_id } });
  const none = { text: "Connections are not restored.", pointer: scene.answer("200") };
  scene.expectEqual(list(connections.body, "providers").length, 0, connections, "The number of connections", none);
  const undoing = {
    text: "`success` is true once it was undone.",
    pointer: "#/components/schemas/SuccessResult/properties/success",
  };
  scene.expectEqual(readField(undone, "success"), true, undone, "`success`", undoing);
});

const undoTakesBody = changing("undo-takes-body", "undoUserDeletion", async (scene) => {
  const { client_user_id } = scene.named("other_deleted_user");
  const before = await scene.ask("resolveUser", { path: { client_user_id } }, "404");
  if (before.exchange.answer?.status === 200) throw new OutOfReach("`other_deleted_user` is not deleted any more");
  const assumption = excuse(scene.operation.operation["x-assumption"], "place");
  const text = "A deletion is undone by an id in the body.";
  await scene.demand("undoUserDeletion", { body: { client_user_id } }, "accepted", text, assumption);
});

/** Demands that an undo is refused, whether the query or the body names the user: the reference has the ids there, its example here. */
async function demandRefusal(scene: Scene, user_id: string, text: string): Promise<void> {
  const response = scene.operation.responses.find(({ status }) => status === "400")?.response;
  const assumption = excuse(response?.["x-assumption"], "status");
  const expected = { text, pointer: scene.answer("400") };
  for (const place of ["query", "body"]) {
    const asked = await scene.ask("undoUserDeletion", { [place]: { user_id } }, "400");
    const status = asked.exchange.answer?.status ?? 0;
    if (status < 200 || status >= 300) {
      scene.session.notes.keep(scene.operation, asked);
      continue;
    }
    // That it has to be refused is stated, with which answer is not
    const saysNo = field(asked.body, "success") === false;
    const message = saysNo ? "It is refused, by a success that says false." : "It is accepted.";
    scene.expect(false, asked, message, expected, saysNo ? assumption : undefined);
  }
}

const undoRefusedAfterGracePeriod = changing("undo-refused-after-grace-period", "undoUserDeletion", (scene) =>
  demandRefusal(scene, scene.named("expired_user").user_id, "Undoing is refused after 7 days."),
);

const undoRefusedWhenTaken = changing("undo-refused-when-taken", "undoUserDeletion", (scene) =>
  demandRefusal(scene, scene.named("replaced_user").user_id, "Undoing is refused once a new user took the client id."),
);

const undoTakesOneId = changing("exclusive-enforced", "undoUserDeletion", async (scene) => {
  const both = { user_id: crypto.randomUUID(), client_user_id: scene.freshId("user") };
  await scene.demand(
    "undoUserDeletion",
    { query: both },
    "422",
    "Both ids together are refused, since they exclude each other.",
    excuse(scene.operation.parameters[0]?.["x-assumption"], "refusal"),
  );
  const assumption = excuse(scene.operation.operation["x-assumption"], "presence");
  await scene.demand("undoUserDeletion", {}, "422", "A request with neither id is refused.", assumption);
});

const resolvedUserIsAskedOne = reading("resolved-user-is-asked-one", "resolveUser", async (scene) => {
  const { user_id, client_user_id } = scene.named("user");
  const found = await scene.call("resolveUser", { path: { client_user_id } });
  const at = (name: string) => ({
    text: "The user is the one that was asked for.",
    pointer: `#/components/schemas/User/properties/${name}`,
  });
  scene.expectEqual(
    field(found.body, "client_user_id"),
    client_user_id,
    found,
    "`client_user_id`",
    at("client_user_id"),
  );
  scene.expectEqual(field(found.body, "user_id"), user_id, found, "`user_id`", at("user_id"));
});

export const userBehaviours: readonly Behaviour[] = [
  createdUserIsFound,
  createdOnIsNow,
  conflictNamesExistingUser,
  undoRefusedAfterGracePeriod,
  undoRefusedWhenTaken,
  undoTakesOneId,
  undoRestoresUser,
  undoTakesBody,
  resolvedUserIsAskedOne,
];
