// The tables of who may use the control plane, in the SQL that SQLite and PostgreSQL have in common.
import type { Limits, Usage } from "../world/limits.ts";
import type { AccessTables } from "../world/store.ts";
import type { Row, Statements } from "./statements.ts";

/** The tables that belong to no world. */
export function accessTablesOf({ read, write }: Pick<Statements, "read" | "write">): AccessTables {
  return {
    async tokens() {
      const rows = await read("SELECT * FROM tokens ORDER BY created_at_ms, name");
      return rows.map((row) => ({
        name: String(row["name"]),
        hash: String(row["hash"]),
        prefix: String(row["prefix"]),
        limits: limitsIn(row),
        createdAtMs: Number(row["created_at_ms"]),
      }));
    },
    async addToken({ name, hash, prefix, limits, createdAtMs }) {
      const added = await write(
        `INSERT INTO tokens (name, hash, prefix, limits, created_at_ms) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (name) DO NOTHING RETURNING name`,
        name,
        hash,
        prefix,
        JSON.stringify(limits),
        createdAtMs,
      );
      return added.length === 1;
    },
    async limitsOf(name) {
      const [row] = await read("SELECT limits FROM tokens WHERE name = ?", name);
      return row === undefined ? {} : limitsIn(row);
    },
    async holdToken(name) {
      // Its row is locked by being written
      await write("UPDATE tokens SET limits = limits WHERE name = ?", name);
    },
    async usageOf(name) {
      const [row] = await read(
        `WITH own AS (SELECT id FROM worlds WHERE owner = ?)
         SELECT (SELECT count(*) FROM own) AS worlds,
           (SELECT count(*) FROM records WHERE kind = 'users' AND world IN (SELECT id FROM own)) AS users,
           (SELECT count(*) FROM events WHERE world IN (SELECT id FROM own)) AS events,
           coalesce((SELECT sum(octet_length(body)) FROM records WHERE world IN (SELECT id FROM own)), 0) +
           coalesce((SELECT sum(octet_length(payload)) FROM events WHERE world IN (SELECT id FROM own)), 0) AS bytes`,
        name,
      );
      const sum = (column: keyof Usage) => Number(row?.[column] ?? 0);
      return { worlds: sum("worlds"), users: sum("users"), events: sum("events"), bytes: sum("bytes") };
    },
    async addEntry({ atMs, token, address, operation, world, status }, beforeMs, most) {
      const [added] = await write(
        "INSERT INTO audit (at_ms, token, address, operation, world, status) VALUES (?, ?, ?, ?, ?, ?) RETURNING place",
        atMs,
        token,
        address,
        operation,
        world,
        status,
      );
      await write("DELETE FROM audit WHERE at_ms < ?", beforeMs);
      const place = Number(added?.["place"]);
      if (place % 100 === 0) await write("DELETE FROM audit WHERE place <= ?", place - most);
    },
    async entries(after, limit) {
      const rows = await read("SELECT * FROM audit WHERE place > ? ORDER BY place LIMIT ?", after, limit);
      return rows.map((row) => ({
        place: Number(row["place"]),
        atMs: Number(row["at_ms"]),
        token: String(row["token"]),
        address: String(row["address"]),
        operation: String(row["operation"]),
        world: row["world"] === null ? null : String(row["world"]),
        status: Number(row["status"]),
      }));
    },
    removeToken: async (name) => (await write("DELETE FROM tokens WHERE name = ? RETURNING name", name)).length === 1,
  };
}

function limitsIn(row: Row): Limits {
  return JSON.parse(String(row["limits"])) as Limits;
}
