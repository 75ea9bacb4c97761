// Users in the sandbox, through the real client: create, conflict, resolve, deletion and its undo.
import { expect, test } from "vitest";
import { frozenSandbox } from "./frozen-sandbox.ts";

const { sandbox, client } = await frozenSandbox();

async function created(client_user_id: string): Promise<string> {
  const result = await client.POST("/v2/user/", { body: { client_user_id } });
  if (!result.ok) throw new Error(`The user was not created: ${result.status}`);
  return result.data.user_id;
}

const resolved = (client_user_id: string) =>
  client.GET("/v2/user/resolve/{client_user_id}", { params: { path: { client_user_id } } });

/** Deletions move the clock, and a reset leaves it where it is. */
const now = async () => (await sandbox.clock.now()).toISOString();

const undone = (client_user_id: string) =>
  client.POST("/v2/user/undo_delete", { params: { query: { client_user_id } } });

test("a created user is found again, with bounds, and fallbacks of the source manual at the time of creation", async () => {
  const user_id = await (async () => {
    const result = await client.POST("/v2/user/", {
      body: {
        client_user_id: "new-01",
        fallback_time_zone: "Asia/Tokyo",
        fallback_birth_date: "1980-01-31",
        ingestion_start: "2026-01-01",
        ingestion_end: "2026-12-31",
      },
    });
    expect(result).toMatchObject({ ok: true, data: { client_user_id: "new-01" } });
    return result.ok ? result.data.user_id : "";
  })();
  const fallback = { source_slug: "manual", updated_at: await now() };
  expect(await resolved("new-01")).toMatchObject({
    ok: true,
    data: {
      user_id,
      team_id: sandbox.teamId,
      created_on: await now(),
      connected_sources: [],
      fallback_time_zone: { id: "Asia/Tokyo", ...fallback },
      fallback_birth_date: { value: "1980-01-31", ...fallback },
      ingestion_start: "2026-01-01",
      ingestion_end: "2026-12-31",
    },
  });
});

test.each(["Mars/Olympus_Mons", "+01:00", "UTC+3", "PST", "Europe/berlin ", "", "localtime"])(
  "a time zone that the IANA database does not have is refused: %j",
  async (fallback_time_zone) => {
    const result = await client.POST("/v2/user/", { body: { client_user_id: "zone-01", fallback_time_zone } });
    expect(result).toMatchObject({ status: 422, error: { detail: expect.stringContaining("IANA") } });
    expect(await resolved("zone-01")).toMatchObject({ status: 404 });
  },
);

test.each(["Asia/Calcutta", "Europe/Kyiv", "Etc/GMT+5", "EST", "utc"])(
  "a time zone of the IANA database is taken as it is written: %s",
  async (fallback_time_zone) => {
    await client.POST("/v2/user/", { body: { client_user_id: "zone-02", fallback_time_zone } });
    expect(await resolved("zone-02")).toMatchObject({ data: { fallback_time_zone: { id: fallback_time_zone } } });
  },
);

test("a client_user_id that exists is refused with the existing user", async () => {
  const user_id = await created("taken");
  const again = await client.POST("/v2/user/", { body: { client_user_id: "taken" } });
  expect(again).toMatchObject({ ok: false, status: 400, error: { user_id, created_on: await now() } });
});

test("a deletion is undone within seven days, not at the seventh", async () => {
  const user_id = await created("leaver");
  await sandbox.simulate.userDeleted({ user_id });
  expect(await resolved("leaver")).toMatchObject({ status: 404 });
  await sandbox.clock.advance({ days: 6, hours: 23 });
  expect(await undone("leaver")).toMatchObject({ ok: true, data: { success: true } });
  expect(await resolved("leaver")).toMatchObject({ ok: true, data: { user_id } });
  await sandbox.simulate.userDeleted({ user_id });
  await sandbox.clock.advance({ days: 7 });
  expect(await undone("leaver")).toMatchObject({ status: 400 });
});

test("a new user with the client_user_id blocks the undo", async () => {
  const user_id = await created("twice");
  await sandbox.simulate.userDeleted({ user_id });
  expect(await created("twice")).not.toBe(user_id);
  expect(await undone("twice")).toMatchObject({ status: 400, error: { detail: expect.stringContaining("new user") } });
});

test("a new user with the client_user_id blocks the undo for good, even when deleted again", async () => {
  const first = await created("thrice");
  await sandbox.simulate.userDeleted({ user_id: first });
  const second = await created("thrice");
  await sandbox.simulate.userDeleted({ user_id: second });
  const ofFirst = await client.POST("/v2/user/undo_delete", { params: { query: { user_id: first } } });
  expect(ofFirst).toMatchObject({ status: 400, error: { detail: expect.stringContaining("new user") } });
  expect(await undone("thrice")).toMatchObject({ ok: true });
  expect(await resolved("thrice")).toMatchObject({ ok: true, data: { user_id: second } });
});

test("an undo names one user, in one way", async () => {
  const none = await client.POST("/v2/user/undo_delete", {});
  const two = await client.POST("/v2/user/undo_delete", {
    params: { query: { client_user_id: "demo-swimmer-03" } },
    body: { client_user_id: "demo-swimmer-03" },
  });
  expect([none.status, two.status]).toEqual([422, 422]);
});

test("a newer service has fallbacks of sources that the contract does not know", async () => {
  await sandbox.simulate.settingsChanged({ newer_values: true });
  expect(await resolved("demo-runner-01")).toMatchObject({
    ok: true,
    data: {
      fallback_time_zone: { id: "Europe/Berlin", source_slug: "newer_source" },
      fallback_birth_date: { value: "1990-04-12", source_slug: "newer_source" },
    },
  });
  await sandbox.simulate.settingsChanged({ newer_values: false });
  expect(await resolved("demo-runner-01")).toMatchObject({ data: { fallback_time_zone: { source_slug: "manual" } } });
});
