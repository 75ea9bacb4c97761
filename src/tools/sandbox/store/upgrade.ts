// Brings a file of layout 3 to layout 4, which finds worlds by their keys and knows how long each is kept.
import type { DatabaseSync } from "node:sqlite";
import { machineNow } from "../world/clock.ts";
import { schema } from "./schema.ts";
import { keyOf } from "./statements.ts";

/** The layout that can be brought up to today's. */
export const oldestLayout = 3;

/** Does so in one transaction, unless the file has today's layout already. */
export function upgrade(database: DatabaseSync): void {
  if (database.prepare("PRAGMA user_version").get()?.["user_version"] !== oldestLayout) return;
  const now = machineNow();
  database.function("key_of", (text) => keyOf(String(text)));
  try {
    database.exec(`BEGIN;
ALTER TABLE worlds RENAME TO worlds_before;
ALTER TABLE deliveries ADD COLUMN leased_until_ms INTEGER;
ALTER TABLE deliveries ADD COLUMN decided TEXT;
DROP TABLE counts;
DROP TRIGGER record_added;
DROP TRIGGER record_removed;
DROP TRIGGER event_added;
DROP TRIGGER event_removed;
${schema}
INSERT INTO worlds (id, value, api_key, management_key, created_at_ms, used_at_ms, wake_at_ms)
  SELECT id, value, value ->> '$.identity.apiKey', value ->> '$.identity.managementKey', ${now}, ${now}, ${now}
  FROM worlds_before ORDER BY rowid;
DROP TABLE worlds_before;
UPDATE records SET id = key_of(id) WHERE id <> key_of(id);
UPDATE records SET owner = key_of(owner) WHERE owner <> key_of(owner);
UPDATE records SET name = key_of(name) WHERE name <> key_of(name);
INSERT INTO counts SELECT world, kind, count(*), sum(octet_length(body)) FROM records GROUP BY world, kind;
INSERT INTO counts SELECT world, '', count(*), sum(octet_length(payload)) FROM events GROUP BY world;
COMMIT`);
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK");
  }
}
