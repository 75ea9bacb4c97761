// The tables of who may use the control plane, in the SQL that SQLite and PostgreSQL have in common.
import type { AccessTables } from "../world/store.ts";
import type { Statements } from "./tables.ts";

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
    removeToken: async (name) => (await write("DELETE FROM tokens WHERE name = ? RETURNING name", name)).length === 1,
  };
}
