// Copies the contents of a world into another one that has nothing yet, by the database itself.
import type { Database } from "./database.ts";

/** The columns of each table that a copy has, its texts apart from the numbers. The world and the places are its own. */
const columns = {
  records: { texts: ["kind", "id", "owner", "name", "body"], numbers: [] },
  events: { texts: ["id", "type", "user_id", "payload"], numbers: ["at_ms"] },
  deliveries: { texts: ["endpoint_id", "event_id", "user_id", "state", "faults"], numbers: ["attempts", "due_at_ms"] },
  due_work: { texts: ["kind", "payload"], numbers: ["at_ms"] },
} as const;

/** Where JSON has the place of a delivery, which is another one in the copy. */
const referring = [
  { table: "records", column: "body", kind: "heldEvents" },
  { table: "due_work", column: "payload", kind: "redelivery" },
] as const;

/**
 * Copies everything from one world to another: rows in their order.
 *
 * @param replaced Texts, such as the id of a team, and what is written in their place wherever they are.
 */
export async function copyContents(
  database: Database,
  from: string,
  to: string,
  replaced: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  const asReplaced = (text: string) => replaced.reduce((inner) => `replace(${inner}, ?, ?)`, text);
  const replacements = replaced.flat();
  for (const [table, { texts, numbers }] of Object.entries(columns)) {
    await database.writeAll(
      `INSERT INTO ${table} (world, ${[...texts, ...numbers].join(", ")})
       SELECT ?, ${[...texts.map(asReplaced), ...numbers].join(", ")} FROM ${table} WHERE world = ? ORDER BY place`,
      ...[to, ...texts.flatMap(() => replacements), from],
    );
  }
  const nth = "SELECT place, row_number() OVER (ORDER BY place) AS nth FROM deliveries WHERE world = ?";
  const pairs = `FROM (${nth}) AS made JOIN (${nth}) AS old ON old.nth = made.nth`;
  await database.writeAll(
    `INSERT INTO attempts (delivery, number, at_ms, exchange)
     SELECT made.place, number, at_ms, ${asReplaced("exchange")} ${pairs} JOIN attempts ON delivery = old.place`,
    ...[...replacements, to, from],
  );
  let places: ReadonlyMap<unknown, number> | undefined;
  for (const { table, column, kind } of referring) {
    const rows = await database.read<{ place: number; json: string }>(
      `SELECT place, ${column} AS json FROM ${table} WHERE world = ? AND kind = ?`,
      ...[to, kind],
    );
    for (const { place, json } of rows) {
      // Read only when something refers to one
      places ??= new Map(
        (
          await database.read<{ old: number; made: number }>(
            `SELECT old.place AS old, made.place AS made ${pairs}`,
            to,
            from,
          )
        ).map(({ old, made }) => [old, made]),
      );
      const known = places;
      const changed: unknown = JSON.parse(json, (key, value: unknown) =>
        key === "place" ? (known.get(value) ?? 0) : value,
      );
      await database.write(`UPDATE ${table} SET ${column} = ? WHERE place = ?`, JSON.stringify(changed), place);
    }
  }
}
