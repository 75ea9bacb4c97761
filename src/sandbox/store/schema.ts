// The tables of a sandbox's database.

/** Says in the header of a file that it is a sandbox's: "WHAS". */
export const applicationId = 0x57484153;

/** Counts the layouts of the tables and of what is kept in them. A database of any other is refused. */
export const layout = 7;

/** Every index serves a question that the store is asked. SQLite uses a partial one only for its very condition. */
export const sqliteSchema = `
CREATE TABLE worlds (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  id text NOT NULL UNIQUE,
  value text NOT NULL,
  api_key text NOT NULL UNIQUE,
  management_key text NOT NULL UNIQUE,
  created_at_ms INTEGER NOT NULL,
  used_at_ms INTEGER NOT NULL,
  ttl_ms INTEGER,
  expires_at_ms INTEGER,
  wake_at_ms INTEGER
) STRICT;
CREATE INDEX worlds_by_expiry ON worlds (expires_at_ms) WHERE expires_at_ms IS NOT NULL;
CREATE INDEX worlds_by_waking ON worlds (wake_at_ms) WHERE wake_at_ms IS NOT NULL;

CREATE TABLE records (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  world text NOT NULL,
  kind text NOT NULL,
  id text NOT NULL,
  owner text,
  name text,
  body text NOT NULL,
  UNIQUE (world, kind, id)
) STRICT;
CREATE INDEX records_in_order ON records (world, kind, place);
CREATE INDEX records_by_owner ON records (world, kind, owner, place) WHERE owner IS NOT NULL;
CREATE INDEX records_by_name ON records (world, kind, name, place) WHERE name IS NOT NULL;

CREATE TABLE events (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  world text NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  user_id text NOT NULL,
  at_ms INTEGER NOT NULL,
  payload text NOT NULL,
  UNIQUE (world, id)
) STRICT;
CREATE INDEX events_in_order ON events (world, place);
CREATE INDEX events_of_user ON events (world, user_id, place);

CREATE TABLE due_work (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  world text NOT NULL,
  at_ms INTEGER NOT NULL,
  kind text NOT NULL,
  payload text NOT NULL
) STRICT;
CREATE INDEX due_work_in_order ON due_work (world, at_ms, place);
CREATE INDEX due_work_by_place ON due_work (world, place);

CREATE TABLE deliveries (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  world text NOT NULL,
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  user_id text NOT NULL,
  state text NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at_ms INTEGER,
  faults text
) STRICT;
CREATE INDEX deliveries_in_order ON deliveries (world, place);
CREATE INDEX deliveries_due ON deliveries (world, endpoint_id, due_at_ms, place) WHERE state = 'due';
CREATE INDEX deliveries_due_next ON deliveries (world, due_at_ms) WHERE state = 'due';
CREATE INDEX deliveries_due_of_queue ON deliveries (world, endpoint_id, user_id, place) WHERE state = 'due';
CREATE INDEX deliveries_waiting ON deliveries (world, endpoint_id, user_id, place) WHERE state = 'waiting';
CREATE INDEX deliveries_of_state ON deliveries (world, state, place);

CREATE TABLE attempts (
  delivery INTEGER NOT NULL,
  number INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  exchange text NOT NULL,
  PRIMARY KEY (delivery, number)
) STRICT;

PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${layout};
`;
