// Users are created, refused, deleted, brought back, and looked up.
import fc from "fast-check";
import { chosen, command } from "../command.ts";
import { gracePeriodMs, type Model, type ModelUser } from "../model.ts";
import { bodyOf, expectFits } from "../world.ts";

/** Few, so that they meet again. */
export const names = fc.constantFrom("ada", "ben", "cyd", "dan", "eve");

const zones = fc.constantFrom("UTC", "Asia/Tokyo");
const starts = fc.constantFrom(null, null, "2026-03-05");

export interface NewUser {
  readonly name: string;
  readonly zone: string;
  readonly ingestionStart: string | null;
}

export const newUsers: fc.Arbitrary<NewUser> = fc.record({ name: names, zone: zones, ingestionStart: starts });

/** The body of a creation. */
export function creationOf({ name, zone, ingestionStart }: NewUser): object {
  return { client_user_id: name, fallback_time_zone: zone, ingestion_start: ingestionStart };
}

/** A creation was answered: with a new user, or with the one that is there. */
export function answeredCreation(
  model: Model,
  { name, zone, ingestionStart }: NewUser,
  answer: Parameters<typeof bodyOf>[0],
) {
  const existing = model.present(name);
  if (existing !== undefined) {
    const { userId, createdOn } = existing;
    expectFits(bodyOf(answer, 400), { user_id: userId, created_on: createdOn }, `The conflict of ${name}`);
    return;
  }
  const { user_id } = bodyOf(answer, 200);
  model.addUser({ name, zone, ingestionStart, userId: String(user_id), createdOn: model.now });
}

export const createUser = newUsers.map((user) =>
  command("createUser", user, async (model, real, input) => {
    answeredCreation(model, input, await real.api("POST", "/v2/user/", creationOf(input)));
  }),
);

export const deleteUser = names.map((name) =>
  command("deleteUser", { name }, async (model, real) => {
    const user = model.present(name);
    const userId = user?.userId ?? "4b7e1d52-93a8-4f60-b1c4-7d2e8f905a36";
    bodyOf(await real.simulate("userDeleted", { user_id: userId }), user === undefined ? 404 : 200);
    if (user === undefined) return;
    user.deletedAtMs = model.nowMs;
    user.connections.clear();
  }),
);

const deletedUsers = ({ users }: Readonly<Model>) => users.filter(({ deletedAtMs }) => deletedAtMs !== undefined);

export const undoDeletion = fc.record({ by: fc.constantFrom("name", "id"), number: fc.nat(9) }).map((wanted) =>
  command(
    "undoDeletion",
    wanted,
    async (model, real, { by, number }) => {
      const named = chosen(deletedUsers(model), number);
      if (named === undefined) throw new Error("The command needs a deleted user.");
      const { name, userId } = named;
      const query: Record<string, string> = by === "id" ? { user_id: userId } : { client_user_id: name };
      const answer = await real.api("POST", `/v2/user/undo_delete?${new URLSearchParams(query)}`);
      // Of several with one name the one who was deleted last
      const user = by === "id" ? named : lastDeleted(model, name);
      const isBack =
        user?.deletedAtMs !== undefined &&
        // No new user has taken the name since, not even one who was deleted again
        model.users.findLast((one) => one.name === name) === user &&
        model.nowMs - user.deletedAtMs < gracePeriodMs;
      bodyOf(answer, isBack ? 200 : 400);
      if (isBack) user.deletedAtMs = undefined;
    },
    (model) => deletedUsers(model).length > 0,
  ),
);

function lastDeleted(model: Model, name: string): ModelUser | undefined {
  return deletedUsers(model)
    .filter((user) => user.name === name)
    .sort((a, b) => Number(a.deletedAtMs) - Number(b.deletedAtMs))
    .at(-1);
}

export const resolveUser = names.map((name) =>
  command("resolveUser", { name }, async (model, real) => {
    const user = model.present(name);
    const answer = await real.api("GET", `/v2/user/resolve/${name}`);
    if (user === undefined) return void bodyOf(answer, 404);
    const connected_sources = [...user.connections.keys()].map((slug) => ({ source: { slug } }));
    expectFits(bodyOf(answer, 200), { user_id: user.userId, connected_sources }, `The user ${name}`);
  }),
);
