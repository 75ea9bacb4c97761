// The tables of a sandbox's database.

/** Says in the header of a file that it is a sandbox's: "WHAS". */
export const applicationId = 0x57484153;

/** Counts the layouts of the tables and of what is kept in them. A database of any other is refused. */
export const layout = 7;

/** Where the SQL of the two databases differs: a place that counts up, the type of integers, and what follows a table. */
interface Dialect {
  readonly place: string;
  readonly integer: string;
  readonly end: string;
}

/** Every index serves a question that the store is asked. SQLite uses a partial one only for its very condition. */
const tables = ({ place, integer, end }: Dialect) => `
CREATE TABLE worlds (
  place ${place},
  id text NOT NULL UNIQUE,
  value text NOT NULL,
  api_key text NOT NULL UNIQUE,
  management_key text NOT NULL UNIQUE,
  created_at_ms ${integer} NOT NULL,
  used_at_ms ${integer} NOT NULL,
  ttl_ms ${integer},
  expires_at_ms ${integer},
  wake_at_ms ${integer}
)${end};
CREATE INDEX worlds_by_expiry ON worlds (expires_at_ms) WHERE expires_at_ms IS NOT NULL;
CREATE INDEX worlds_by_waking ON worlds (wake_at_ms) WHERE wake_at_ms IS NOT NULL;

CREATE TABLE records (
  place ${place},
  world text NOT NULL,
  kind text NOT NULL,
  id text NOT NULL,
  owner text,
  name text,
  body text NOT NULL,
  UNIQUE (world, kind, id)
)${end};
CREATE INDEX records_in_order ON records (world, kind, place);
CREATE INDEX records_by_owner ON records (world, kind, owner, place) WHERE owner IS NOT NULL;
CREATE INDEX records_by_name ON records (world, kind, name, place) WHERE name IS NOT NULL;

CREATE TABLE events (
  place ${place},
  world text NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  user_id text NOT NULL,
  at_ms ${integer} NOT NULL,
  payload text NOT NULL,
  UNIQUE (world, id)
)${end};
CREATE INDEX events_in_order ON events (world, place);
CREATE INDEX events_of_user ON events (world, user_id, place);

CREATE TABLE due_work (
  place ${place},
  world text NOT NULL,
  at_ms ${integer} NOT NULL,
  kind text NOT NULL,
  payload text NOT NULL
)${end};
CREATE INDEX due_work_in_order ON due_work (world, at_ms, place);
CREATE INDEX due_work_by_place ON due_work (world, place);

CREATE TABLE deliveries (
  place ${place},
  world text NOT NULL,
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  user_id text NOT NULL,
  state text NOT NULL,
  attempts ${integer} NOT NULL DEFAULT 0,
  due_at_ms ${integer},
  faults text
)${end};
CREATE INDEX deliveries_in_order ON deliveries (world, place);
CREATE INDEX deliveries_due ON deliveries (world, endpoint_id, due_at_ms, place) WHERE state = 'due';
CREATE INDEX deliveries_due_next ON deliveries (world, due_at_ms) WHERE state = 'due';
CREATE INDEX deliveries_due_of_queue ON deliveries (world, endpoint_id, user_id, place) WHERE state = 'due';
CREATE INDEX deliveries_waiting ON deliveries (world, endpoint_id, user_id, place) WHERE state = 'waiting';
CREATE INDEX deliveries_of_state ON deliveries (world, state, place);

CREATE TABLE attempts (
  delivery ${integer} NOT NULL,
  number ${integer} NOT NULL,
  at_ms ${integer} NOT NULL,
  exchange text NOT NULL,
  PRIMARY KEY (delivery, number)
)${end};
`;

/** For an empty SQLite file, whose header says what it is. */
export const sqliteSchema = `${tables({ place: "INTEGER PRIMARY KEY AUTOINCREMENT", integer: "INTEGER", end: " STRICT" })}
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${layout};
`;

/** For an empty schema of PostgreSQL, where a table says which layout it has. */
export const postgresSchema = `${tables({ place: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY", integer: "bigint", end: "" })}
CREATE TABLE sandbox_layout (number integer NOT NULL);
INSERT INTO sandbox_layout VALUES (${layout});
`;
