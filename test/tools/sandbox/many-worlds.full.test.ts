// A sandbox with 5,000 worlds starts without opening them: it reads as many rows as one with a single world.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { needs } from "../../run/needs.ts";
import { databaseForTest, runSql } from "./postgres.ts";
import { statementsOf } from "./store-statements.ts";

const count = 5000;

/** Copies the row of the first world under other ids and keys. */
const addWorlds = `
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
  INSERT INTO worlds (id, value, api_key, management_key, created_at_ms, used_at_ms)
  SELECT 'w-' || n,
    replace(replace(replace(value, '"demo"', '"w-' || n || '"'), 'sk_demo_team', 'sk_' || n), 'mk_demo_org', 'mk_' || n),
    'sk_' || n, 'mk_' || n, created_at_ms, used_at_ms
  FROM worlds, numbers WHERE id = 'demo'`;

/** Starts a sandbox, and uses one world of many where there are many. */
async function started(db: string, key: string): Promise<void> {
  const sandbox = await startSandbox({ db });
  const answer = await sandbox.fetch("http://sandbox/v2/providers/", { headers: { "x-service-api-key": key } });
  expect(answer.status).toBe(200);
  await sandbox.close();
}

test(`a start with ${count} worlds reads no more of a file than one with a single world`, async () => {
  const directory = mkdtempSync(join(tmpdir(), "worlds-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const db = join(directory, "sandbox.db");
  const rowsOf = async (key: string) => {
    const { ran } = await statementsOf(() => started(db, key));
    return ran.reduce((sum, { rows }) => sum + rows, 0);
  };
  await started(db, "sk_demo_team");
  const ofOne = await rowsOf("sk_demo_team");
  const file = new DatabaseSync(db);
  file.exec(addWorlds);
  file.close();
  // The world that is used is found
  expect(await rowsOf("sk_4321")).toBeLessThanOrEqual(ofOne + 10);
});

test.runIf(needs("PostgreSQL"))(
  `a start with ${count} worlds reads no more of PostgreSQL than one with a single world`,
  async () => {
    const db = await databaseForTest();
    const rowsOf = async (key: string) => {
      let rows = 0;
      const { query } = Client.prototype;
      Client.prototype.query = function (this: Client, ...args: unknown[]) {
        const answer: unknown = Reflect.apply(query, this, args);
        const count = ({ rowCount }: { readonly rowCount: number | null }) => {
          rows += rowCount ?? 0;
        };
        if (answer instanceof Promise) answer.then(count, () => {});
        return answer;
      } as typeof query;
      await started(db, key).finally(() => {
        Client.prototype.query = query;
      });
      return rows;
    };
    await started(db, "sk_demo_team");
    const ofOne = await rowsOf("sk_demo_team");
    expect(ofOne).toBeGreaterThan(0);
    await runSql(db, addWorlds);
    expect(await rowsOf("sk_4321")).toBeLessThanOrEqual(ofOne + 10);
  },
);
