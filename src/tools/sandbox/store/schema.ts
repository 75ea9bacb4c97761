// The tables of a sandbox's database.

/** Says in the file's header that it is a sandbox's: "WHAS". */
export const applicationId = 0x57484153;

/** What holds JSON in a file of this layout and of the one before, as table and column. */
export const jsonColumns = [
  ["worlds", "value"],
  ["records", "body"],
  ["events", "payload"],
  ["due_work", "payload"],
  ["attempts", "exchange"],
] as const;

/** Counts the layouts of the tables and of what is kept in them: `upgrade.ts` knows the one before, any other is refused. */
export const layout = 4;

/**
 * Strict tables; every index serves a question that the store is asked. SQLite uses a partial one only for its very condition.
 * What a file of the layout before has already stays as it is.
 */
export const schema = `
CREATE TABLE IF NOT EXISTS worlds (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  value TEXT NOT NULL,
  api_key TEXT NOT NULL UNIQUE,
  management_key TEXT NOT NULL UNIQUE,
  created_at_ms INTEGER NOT NULL,
  used_at_ms INTEGER NOT NULL,
  ttl_ms INTEGER,
  expires_at_ms INTEGER,
  wake_at_ms INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS worlds_by_expiry ON worlds (expires_at_ms) WHERE expires_at_ms IS NOT NULL;
CREATE INDEX IF NOT EXISTS worlds_by_waking ON worlds (wake_at_ms) WHERE wake_at_ms IS NOT NULL;

CREATE TABLE IF NOT EXISTS records (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  world TEXT NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  owner TEXT,
  name TEXT,
  body TEXT NOT NULL,
  UNIQUE (world, kind, id)
) STRICT;
CREATE INDEX IF NOT EXISTS records_in_order ON records (world, kind, place);
CREATE INDEX IF NOT EXISTS records_by_owner ON records (world, kind, owner, place) WHERE owner IS NOT NULL;
CREATE INDEX IF NOT EXISTS records_by_name ON records (world, kind, name, place) WHERE name IS NOT NULL;

CREATE TABLE IF NOT EXISTS events (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  world TEXT NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  user_id TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  payload TEXT NOT NULL,
  UNIQUE (world, id)
) STRICT;
CREATE INDEX IF NOT EXISTS events_in_order ON events (world, place);
CREATE INDEX IF NOT EXISTS events_of_user ON events (world, user_id, place);

CREATE TABLE IF NOT EXISTS due_work (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  world TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS due_work_in_order ON due_work (world, at_ms, place);
CREATE INDEX IF NOT EXISTS due_work_by_place ON due_work (world, place);

CREATE TABLE IF NOT EXISTS deliveries (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  world TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at_ms INTEGER,
  leased_until_ms INTEGER,
  decided TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS deliveries_in_order ON deliveries (world, place);
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (world, endpoint_id, due_at_ms, place) WHERE state = 'due';
CREATE INDEX IF NOT EXISTS deliveries_due_next ON deliveries (world, due_at_ms) WHERE state = 'due';
CREATE INDEX IF NOT EXISTS deliveries_due_of_queue ON deliveries (world, endpoint_id, user_id, place) WHERE state = 'due';
CREATE INDEX IF NOT EXISTS deliveries_waiting ON deliveries (world, endpoint_id, user_id, place) WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS deliveries_leased ON deliveries (world, endpoint_id, user_id, leased_until_ms) WHERE leased_until_ms IS NOT NULL;
CREATE INDEX IF NOT EXISTS deliveries_of_state ON deliveries (world, state, place);

CREATE TABLE IF NOT EXISTS attempts (
  delivery INTEGER NOT NULL,
  number INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  exchange TEXT NOT NULL,
  PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;

-- Of each kind of record, and of events where the kind is empty, with the size of their JSON: to count the rows themselves takes the longer the more there are
CREATE TABLE IF NOT EXISTS counts (
  world TEXT NOT NULL,
  kind TEXT NOT NULL,
  n INTEGER NOT NULL,
  bytes INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (world, kind)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS record_added AFTER INSERT ON records BEGIN
  INSERT INTO counts VALUES (NEW.world, NEW.kind, 1, octet_length(NEW.body))
    ON CONFLICT (world, kind) DO UPDATE SET n = n + 1, bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER IF NOT EXISTS record_changed AFTER UPDATE ON records WHEN octet_length(NEW.body) <> octet_length(OLD.body) BEGIN
  UPDATE counts SET bytes = bytes + octet_length(NEW.body) - octet_length(OLD.body)
    WHERE world = NEW.world AND kind = NEW.kind;
END;
CREATE TRIGGER IF NOT EXISTS record_removed AFTER DELETE ON records BEGIN
  UPDATE counts SET n = n - 1, bytes = bytes - octet_length(OLD.body) WHERE world = OLD.world AND kind = OLD.kind;
END;
CREATE TRIGGER IF NOT EXISTS event_added AFTER INSERT ON events BEGIN
  INSERT INTO counts VALUES (NEW.world, '', 1, octet_length(NEW.payload))
    ON CONFLICT (world, kind) DO UPDATE SET n = n + 1, bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER IF NOT EXISTS event_removed AFTER DELETE ON events BEGIN
  UPDATE counts SET n = n - 1, bytes = bytes - octet_length(OLD.payload) WHERE world = OLD.world AND kind = '';
END;

PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${layout};
`;
