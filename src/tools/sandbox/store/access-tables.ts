// The tables of who may use the control plane, in the SQL that SQLite and PostgreSQL have in common.
import type { AccessTables } from "../world/store.ts";
import type { Statements } from "./statements.ts";

/** The tables that belong to no world. */
export function accessTablesOf({ read, write }: Pick<Statements, "read" | "write">): AccessTables {
  return {
    async tokens() {
      const rows = await read("SELECT * FROM tokens ORDER BY created_at_ms, name");
      return rows.map((row) => ({
        name: String(row["name"]),
        hash: String(row["hash"]),
        prefix: String(row["prefix"]),
        createdAtMs: Number(row["created_at_ms"]),
      }));
    },
    async addToken({ name, hash, prefix, createdAtMs }) {
      const added = await write(
        `INSERT INTO tokens (name, hash, prefix, created_at_ms) VALUES (?, ?, ?, ?)
         ON CONFLICT (name) DO NOTHING RETURNING name`,
        name,
        hash,
        prefix,
        createdAtMs,
      );
      return added.length === 1;
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
