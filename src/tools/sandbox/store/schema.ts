// The tables of a sandbox's database.

/** Says in the file's header that it is a sandbox's: "WHAS". */
export const applicationId = 0x57484153;

/** What holds JSON, as table and column. */
export const jsonColumns = [
  ["worlds", "value"],
  ["records", "body"],
  ["events", "payload"],
  ["due_work", "payload"],
  ["attempts", "exchange"],
] as const;

/** Counts the layouts of the tables and of what is kept in them: `upgrade.ts` knows the one before, any other is refused. */
export const layout = 3;

/** Strict tables; every index serves a question that the store is asked. SQLite uses a partial one only for its very condition. */
export const schema = `
CREATE TABLE worlds (
  id TEXT NOT NULL UNIQUE,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE records (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  world TEXT NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  owner TEXT,
  name TEXT,
  body TEXT NOT NULL,
  UNIQUE (world, kind, id)
) STRICT;
CREATE INDEX records_in_order ON records (world, kind, place);
CREATE INDEX records_by_owner ON records (world, kind, owner, place) WHERE owner IS NOT NULL;
CREATE INDEX records_by_name ON records (world, kind, name, place) WHERE name IS NOT NULL;

CREATE TABLE events (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  world TEXT NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  user_id TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  payload TEXT NOT NULL,
  UNIQUE (world, id)
) STRICT;
CREATE INDEX events_in_order ON events (world, place);
CREATE INDEX events_of_user ON events (world, user_id, place);

CREATE TABLE due_work (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  world TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL
) STRICT;
CREATE INDEX due_work_in_order ON due_work (world, at_ms, place);

CREATE TABLE deliveries (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  world TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at_ms INTEGER
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
  exchange TEXT NOT NULL,
  PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;

-- Of each kind of record, and of events where the kind is empty: to count the rows themselves takes the longer the more there are
CREATE TABLE counts (
  world TEXT NOT NULL,
  kind TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (world, kind)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER record_added AFTER INSERT ON records BEGIN
  INSERT INTO counts VALUES (NEW.world, NEW.kind, 1) ON CONFLICT (world, kind) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER record_removed AFTER DELETE ON records BEGIN
  UPDATE counts SET n = n - 1 WHERE world = OLD.world AND kind = OLD.kind;
END;
CREATE TRIGGER event_added AFTER INSERT ON events BEGIN
  INSERT INTO counts VALUES (NEW.world, '', 1) ON CONFLICT (world, kind) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER event_removed AFTER DELETE ON events BEGIN
  UPDATE counts SET n = n - 1 WHERE world = OLD.world AND kind = '';
END;

PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${layout};
`;
