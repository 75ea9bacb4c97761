// The tables of a world's database, and of the index of worlds. A change here is a new layout.

/** Says in the header of a file that it is a sandbox's: "WHAS". */
export const applicationId = 0x57484153;

/** Counts the layouts of the tables and of what is kept in them. A database of any other than these is refused. */
export const layout = 10;

/** The layout that is taken, too, and marked as the one above: its event faults are not read. */
export const layoutBefore = 9;

const marks = `
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${layout};
`;

/** Every index serves a question that a table is asked. SQLite uses a partial one only for its very condition. */
export const worldSchema = `${marks}
CREATE TABLE world (
  value TEXT NOT NULL
) STRICT;

CREATE TABLE records (
  place INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  owner TEXT,
  name TEXT,
  body TEXT NOT NULL,
  UNIQUE (kind, id)
) STRICT;
CREATE INDEX records_in_order ON records (kind, place);
CREATE INDEX records_by_owner ON records (kind, owner, place) WHERE owner IS NOT NULL;
CREATE INDEX records_by_name ON records (kind, name, place) WHERE name IS NOT NULL;

CREATE TABLE events (
  place INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  user_id TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  payload TEXT NOT NULL
) STRICT;
CREATE INDEX events_of_user ON events (user_id, place);

CREATE TABLE deliveries (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  not_before_ms INTEGER,
  due_at_ms INTEGER,
  faults TEXT
) STRICT;
CREATE INDEX deliveries_due ON deliveries (endpoint_id, user_id, place) WHERE state = 'due';
CREATE INDEX deliveries_in_time ON deliveries (endpoint_id, due_at_ms, place) WHERE state = 'due';
CREATE INDEX deliveries_next ON deliveries (due_at_ms) WHERE state = 'due';
CREATE INDEX deliveries_waiting ON deliveries (endpoint_id, user_id, place) WHERE state = 'waiting';
CREATE INDEX deliveries_of_state ON deliveries (state, place);

CREATE TABLE attempts (
  delivery INTEGER NOT NULL,
  number INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  exchange TEXT NOT NULL,
  PRIMARY KEY (delivery, number)
) STRICT;

CREATE TABLE due (
  place INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL
) STRICT;
CREATE INDEX due_in_order ON due (at_ms, place);
`;

/** The index by which the worlds of a sandbox are found. */
export const indexSchema = `${marks}
CREATE TABLE worlds (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  identity TEXT NOT NULL,
  api_key TEXT NOT NULL UNIQUE,
  management_key TEXT NOT NULL UNIQUE,
  created_at_ms INTEGER NOT NULL,
  used_at_ms INTEGER NOT NULL,
  ttl_ms INTEGER,
  expires_at_ms INTEGER
) STRICT;
CREATE INDEX worlds_by_expiry ON worlds (expires_at_ms) WHERE expires_at_ms IS NOT NULL;
`;
