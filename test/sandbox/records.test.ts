// A record is found by the index of its key, so that a call costs the same in a world of a million users.
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { Database } from "../../src/sandbox/store/database.ts";
import { worldSchema } from "../../src/sandbox/store/schema.ts";
import { Collection } from "../../src/sandbox/store/tables.ts";

test.each([
  ["get", "sqlite_autoindex_records"],
  ["ofOwner", "records_by_owner"],
  ["named", "records_by_name"],
] as const)("%s asks %s", (ask, index) => {
  const connection = new DatabaseSync(":memory:");
  connection.exec(worldSchema);
  const asked: string[] = [];
  const prepare = connection.prepare.bind(connection);
  connection.prepare = (text) => {
    asked.push(text);
    return prepare(text);
  };
  new Collection(new Database(() => connection), "users", () => ({}))[ask]("one");
  const plan = asked.flatMap((text) => prepare(`EXPLAIN QUERY PLAN ${text}`).all("users", "one"));
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining(index)]);
  connection.close();
});
