// Stories over the control plane: played by one call, and refused.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ControlledSandbox, startControlled } from "./controlled.ts";

let controlled: ControlledSandbox;
beforeAll(async () => {
  controlled = await startControlled();
});
afterAll(async () => {
  await controlled.sandbox.close();
  expect(controlled.complaints).toEqual([]);
});

const path = "/_sandbox/worlds/{world_id}/stories/{story_id}";

test("one call plays a story, and answers with what happened", async () => {
  const { control, sandbox } = controlled;
  const played = await control.POST(path, {
    params: { path: { world_id: "demo", story_id: "late_correction_of_a_day" } },
    body: { data: [{ minutes: 400 }, { minutes: 415 }] },
  });
  if (!played.ok) throw new Error("It was refused.");
  const { user_id, event_ids } = played.data;
  expect(event_ids).toEqual((await sandbox.events.ofUser(user_id)).map(({ id }) => id));
  expect(await sandbox.inspect.healthData({ user_id })).toMatchObject([{ data: { minutes: 415 } }]);
  const bodiless = { params: { path: { world_id: "demo", story_id: "provider_in_error" as const } } };
  expect(await control.POST(path, bodiless)).toMatchObject({ status: 200, data: { order_id: null } });
});

test.each<[string, string, object, number, string]>([
  ["an unknown story", "late_corection", {}, 422, "late_correction_of_a_day"],
  ["a missing payload", "late_correction_of_a_day", {}, 422, "Expected data with 2 payloads"],
  ["an unknown user", "provider_in_error", { user_id: "nobody" }, 404, '"nobody"'],
  ["an unknown field", "provider_in_error", { days: 3 }, 422, "days"],
])("%s is refused", async (_, story_id, body, status, message) => {
  const params = { path: { world_id: "demo", story_id: story_id as "provider_in_error" } };
  expect(await controlled.control.POST(path, { params, body })).toMatchObject({
    status,
    error: { error: { message: expect.stringContaining(message) } },
  });
});
