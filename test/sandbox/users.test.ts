// A client_user_id is one user's, who is found again with all that was sent, and whose deletion is undone within seven days.
import { expect, test } from "vitest";
import { call, createUser, useWorlds, world } from "./fresh-world.ts";

useWorlds();

const resolved = (name: string) => call(`GET /v2/user/resolve/${name}`);
const undone = (name: string) => call(`POST /v2/user/undo_delete?client_user_id=${name}`);
const now = "2026-03-02T09:00:00.000Z";

test("a created user is found again, with bounds, and fallbacks of the source manual at the time of creation", async () => {
  const bounds = { ingestion_start: "2026-01-01", ingestion_end: "2026-12-31" };
  const fallbacks = { fallback_time_zone: "Asia/Tokyo", fallback_birth_date: "1980-01-31" };
  const user_id = await createUser("new-01", { ...bounds, ...fallbacks });
  const fallback = { source_slug: "manual", updated_at: now };
  expect(await resolved("new-01")).toMatchObject({
    status: 200,
    body: {
      user_id,
      team_id: world.teamId,
      created_on: now,
      connected_sources: [],
      fallback_time_zone: { id: "Asia/Tokyo", ...fallback },
      fallback_birth_date: { value: "1980-01-31", ...fallback },
      ...bounds,
    },
  });
});

test.each(["Asia/Calcutta", "Europe/Kyiv", "Etc/GMT+5", "EST", "utc"])(
  "a time zone of the IANA database is taken as it is written: %s",
  async (id) => {
    await createUser("zone", { fallback_time_zone: id });
    expect((await resolved("zone")).body).toMatchObject({ fallback_time_zone: { id } });
  },
);

test.each(["taken", "__proto__", "constructor", "\u0000", "é".repeat(100_000), ""])(
  "a client_user_id that exists is refused with the existing user",
  async (client_user_id) => {
    const user_id = await createUser(client_user_id);
    expect(user_id).toMatch(/^[\da-f-]{36}$/);
    const conflict = { user_id, created_on: now };
    expect(await call("POST /v2/user/", { client_user_id })).toMatchObject({ status: 400, body: conflict });
    expect(await createUser(`${client_user_id}!`)).not.toBe(user_id);
  },
);

test("a deletion is undone within seven days, not at the seventh", async () => {
  const user_id = await createUser("leaver");
  await world.simulate.userDeleted({ user_id });
  expect((await resolved("leaver")).status).toBe(404);
  await world.clock.advance({ days: 6, hours: 23 });
  expect(await undone("leaver")).toEqual({ status: 200, body: { success: true } });
  expect(await resolved("leaver")).toMatchObject({ status: 200, body: { user_id } });
  await world.simulate.userDeleted({ user_id });
  await world.clock.advance({ days: 7 });
  expect((await undone("leaver")).status).toBe(400);
});

test("a new user with the client_user_id blocks the undo", async () => {
  const first = await createUser("twice");
  await world.simulate.userDeleted({ user_id: first });
  const second = await createUser("twice");
  expect(second).not.toBe(first);
  const blocked = { status: 400, body: { detail: expect.stringContaining("new user") } };
  expect(await undone("twice")).toMatchObject(blocked);
  // For good, even when that one is deleted, too
  await world.simulate.userDeleted({ user_id: second });
  expect(await call(`POST /v2/user/undo_delete?user_id=${first}`)).toMatchObject(blocked);
  expect((await undone("twice")).status).toBe(200);
  expect((await resolved("twice")).body).toMatchObject({ user_id: second });
});
