// Worlds do not wait for each other: long work of one is done in slices, between which calls of others are answered.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, unwrap } from "../../src/client/index.ts";
import { type Sandbox, type SandboxWorld, startSandbox } from "../../src/sandbox/start-sandbox.ts";

/** A turn of the event loop answers a call at most; a burst has more slices than this. */
const leastAnswers = 10;

describe.each([":memory:", "a file"])("in %s", (kind) => {
  let sandbox: Sandbox;
  let busy: SandboxWorld;
  let user_id: string;
  let directory: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "apart-"));
    const db = kind === ":memory:" ? kind : join(directory, "sandbox");
    sandbox = await startSandbox({ db });
    busy = await sandbox.createWorld({ seed: "empty" });
    const client = createClient({ apiKey: busy.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch });
    user_id = (await unwrap(client.POST("/v2/user/", { body: { client_user_id: "busy" } }))).user_id;
    await busy.simulate.connectionMade({ user_id, provider: "demo_ring" });
  });
  afterAll(async () => {
    await sandbox.close();
    rmSync(directory, { recursive: true });
  });

  /** How many calls of others are answered before the work is done. */
  async function countAnswers(work: Promise<unknown>): Promise<number> {
    let isOver = false;
    const over = work.finally(() => {
      isOver = true;
    });
    let answers = 0;
    while (!isOver) {
      const [path, headers] =
        answers % 2 === 0 ? ["/health", {}] : ["/v2/providers/", { "x-service-api-key": sandbox.apiKey }];
      expect((await sandbox.fetch(`http://sandbox${path}`, { headers })).status).toBe(200);
      answers += 1;
    }
    await over;
    return answers;
  }

  test("bursts of a world at once are done one after the other, and a call of it sees each whole", async () => {
    const data = { user_id, provider: "demo_ring", days: 300 };
    const before = (await busy.events.all()).length;
    const resources = ["activity", "body", "sleep"];
    const bursts = resources.map((resource) => busy.simulate.backfillArrived({ ...data, resource }));
    const [seen] = await Promise.all([busy.events.all(), ...bursts]);
    expect((seen.length - before) % 300).toBe(0);
    expect((await busy.events.all()).length - before).toBe(900);
  });

  test("calls are answered while another world has a burst, and while it is copied", async () => {
    const data = { user_id, provider: "demo_ring", resource: "sleep" };
    expect(await countAnswers(busy.simulate.backfillArrived(data))).toBeGreaterThan(leastAnswers);
    expect(await countAnswers(busy.copy())).toBeGreaterThan(leastAnswers);
  });
});
