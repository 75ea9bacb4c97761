-- The tables of a sandbox, as in schema.ts: what is found by a key there is found by it here.
CREATE TABLE worlds (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  value text NOT NULL,
  api_key text NOT NULL UNIQUE,
  management_key text NOT NULL UNIQUE,
  created_at_ms bigint NOT NULL,
  used_at_ms bigint NOT NULL,
  ttl_ms bigint,
  expires_at_ms bigint,
  wake_at_ms bigint
);
CREATE INDEX worlds_by_expiry ON worlds (expires_at_ms) WHERE expires_at_ms IS NOT NULL;
CREATE INDEX worlds_by_waking ON worlds (wake_at_ms) WHERE wake_at_ms IS NOT NULL;

CREATE TABLE records (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  world text NOT NULL,
  kind text NOT NULL,
  id text NOT NULL,
  owner text,
  name text,
  body text NOT NULL,
  UNIQUE (world, kind, id)
);
CREATE INDEX records_in_order ON records (world, kind, place);
CREATE INDEX records_by_owner ON records (world, kind, owner, place) WHERE owner IS NOT NULL;
CREATE INDEX records_by_name ON records (world, kind, name, place) WHERE name IS NOT NULL;

CREATE TABLE events (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  world text NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  user_id text NOT NULL,
  at_ms bigint NOT NULL,
  payload text NOT NULL,
  UNIQUE (world, id)
);
CREATE INDEX events_in_order ON events (world, place);
CREATE INDEX events_of_user ON events (world, user_id, place);

CREATE TABLE due_work (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  world text NOT NULL,
  at_ms bigint NOT NULL,
  kind text NOT NULL,
  payload text NOT NULL
);
CREATE INDEX due_work_in_order ON due_work (world, at_ms, place);
CREATE INDEX due_work_by_place ON due_work (world, place);

CREATE TABLE deliveries (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  world text NOT NULL,
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  user_id text NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at_ms bigint,
  leased_until_ms bigint,
  decided text
);
CREATE INDEX deliveries_in_order ON deliveries (world, place);
CREATE INDEX deliveries_due ON deliveries (world, endpoint_id, due_at_ms, place) WHERE state = 'due';
CREATE INDEX deliveries_due_next ON deliveries (world, due_at_ms) WHERE state = 'due';
CREATE INDEX deliveries_due_of_queue ON deliveries (world, endpoint_id, user_id, place) WHERE state = 'due';
CREATE INDEX deliveries_waiting ON deliveries (world, endpoint_id, user_id, place) WHERE state = 'waiting';
CREATE INDEX deliveries_leased ON deliveries (world, endpoint_id, user_id, leased_until_ms) WHERE leased_until_ms IS NOT NULL;
CREATE INDEX deliveries_of_state ON deliveries (world, state, place);

CREATE TABLE attempts (
  delivery bigint NOT NULL,
  number integer NOT NULL,
  at_ms bigint NOT NULL,
  exchange text NOT NULL,
  PRIMARY KEY (delivery, number)
);

-- Of each kind of record, and of events where the kind is empty, with the size of their JSON. Counted by statement: a row
-- that one transaction updates many times is slower to update each time.
CREATE TABLE counts (
  world text NOT NULL,
  kind text NOT NULL,
  n bigint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (world, kind)
);

CREATE FUNCTION count_added_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counts SELECT world, kind, count(*), sum(octet_length(body)) FROM added GROUP BY world, kind
    ON CONFLICT (world, kind) DO UPDATE SET n = counts.n + excluded.n, bytes = counts.bytes + excluded.bytes;
  RETURN NULL;
END $$;
CREATE TRIGGER records_added AFTER INSERT ON records
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_records();

CREATE FUNCTION count_changed_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE counts SET bytes = bytes + octet_length(NEW.body) - octet_length(OLD.body)
    WHERE world = NEW.world AND kind = NEW.kind;
  RETURN NULL;
END $$;
CREATE TRIGGER record_changed AFTER UPDATE ON records FOR EACH ROW
  WHEN (octet_length(NEW.body) <> octet_length(OLD.body)) EXECUTE FUNCTION count_changed_record();

CREATE FUNCTION count_removed_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE counts SET n = counts.n - gone.n, bytes = counts.bytes - gone.bytes
    FROM (SELECT world, kind, count(*) AS n, sum(octet_length(body)) AS bytes FROM removed GROUP BY world, kind) AS gone
    WHERE counts.world = gone.world AND counts.kind = gone.kind;
  RETURN NULL;
END $$;
CREATE TRIGGER records_removed AFTER DELETE ON records
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_records();

CREATE FUNCTION count_added_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counts SELECT world, '', count(*), sum(octet_length(payload)) FROM added GROUP BY world
    ON CONFLICT (world, kind) DO UPDATE SET n = counts.n + excluded.n, bytes = counts.bytes + excluded.bytes;
  RETURN NULL;
END $$;
CREATE TRIGGER events_added AFTER INSERT ON events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_events();

CREATE FUNCTION count_removed_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE counts SET n = counts.n - gone.n, bytes = counts.bytes - gone.bytes
    FROM (SELECT world, count(*) AS n, sum(octet_length(payload)) AS bytes FROM removed GROUP BY world) AS gone
    WHERE counts.world = gone.world AND counts.kind = '';
  RETURN NULL;
END $$;
CREATE TRIGGER events_removed AFTER DELETE ON events
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_events();

-- The latest calls of each world, for its page. They go with their world.
CREATE TABLE calls (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  world text NOT NULL REFERENCES worlds (id) ON DELETE CASCADE,
  value text NOT NULL
);
CREATE INDEX calls_in_order ON calls (world, number);
