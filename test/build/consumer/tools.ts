// A program of a team that tests with the sandbox. It is only compiled, against the packed tools: their types must fit.
import { createClient, unwrap } from "wearable-health-api";
import { HappeningRefused, type Sandbox, startSandbox } from "wearable-health-api-tools";
import { type ControlClient, type ControlMessage, createControlClient } from "wearable-health-api-tools/control";

export async function tried(): Promise<ControlMessage | undefined> {
  const sandbox: Sandbox = await startSandbox({ seed: "empty", port: 0 });
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch });
  const made = await client.POST("/v2/user/", { body: { client_user_id: "mine-01" } });
  if (made.ok) await sandbox.simulate.connectionMade({ user_id: made.data.user_id, provider: "demo_ring" });
  const control: ControlClient = createControlClient({ baseUrl: sandbox.url ?? "" });
  const params = { path: { world_id: "demo" } };
  const { ok } = await control.PATCH("/_sandbox/worlds/{world_id}/clock", { params, body: { advance: { days: 8 } } });
  const { clock } = await unwrap(control.GET("/_sandbox/worlds/{world_id}", { params }));
  // @ts-expect-error the path needs its parameter
  await control.PATCH("/_sandbox/worlds/{world_id}/clock", { body: { advance: { days: 8 } } });
  // @ts-expect-error a misspelt unit
  await control.PATCH("/_sandbox/worlds/{world_id}/clock", { params, body: { advance: { day: 8 } } });
  // @ts-expect-error a misspelt field of a happening
  void sandbox.simulate.connectionMade({ userId: "a", provider: "demo_ring" });
  const refused = await sandbox.simulate.userDeleted({ user_id: clock.now }).catch((error: unknown) => error);
  if (!ok && refused instanceof HappeningRefused) throw refused;
  for await (const message of await control.watch("demo")) return message;
  return undefined;
}
