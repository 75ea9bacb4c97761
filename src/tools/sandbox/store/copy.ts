// Copies the contents of a world into another one that has nothing yet, by the database itself.
import type { CopyChange } from "../world/store.ts";
import type { Row, Statements } from "./statements.ts";

/** The columns of each table that a copy has, its texts apart from the numbers. The world and the places are its own. */
const columns = {
  records: { texts: ["kind", "id", "owner", "name", "body"], numbers: [] },
  events: { texts: ["id", "type", "user_id", "payload"], numbers: ["at_ms"] },
  deliveries: {
    texts: ["endpoint_id", "event_id", "user_id", "state", "decided"],
    numbers: ["attempts", "due_at_ms"],
  },
  due_work: { texts: ["kind", "payload"], numbers: ["at_ms"] },
} as const;

/** Where JSON says the place of a delivery, which is another one in the copy. */
const referring = [
  { table: "records", column: "body", condition: "kind = 'heldEvents'" },
  { table: "due_work", column: "payload", condition: "kind = 'redelivery'" },
] as const;

/** Copies everything from one world to another: rows in their order, and in their texts what is replaced. */
export async function copyContents(
  database: Statements,
  from: string,
  to: string,
  { replaced, leftOut }: CopyChange,
): Promise<void> {
  const asReplaced = (text: string) => replaced.reduce((inner) => `replace(${inner}, ?, ?)`, text);
  const replacements = replaced.flat();
  for (const [table, { texts, numbers }] of Object.entries(columns)) {
    const isLeftOut = table === "records" ? `AND kind NOT IN (${leftOut.map(() => "?").join(", ")}) ` : "";
    await database.writeAll(
      `INSERT INTO ${table} (world, ${[...texts, ...numbers].join(", ")})
       SELECT ?, ${[...texts.map(asReplaced), ...numbers].join(", ")} FROM ${table} WHERE world = ? ${isLeftOut}ORDER BY place`,
      to,
      ...texts.flatMap(() => replacements),
      from,
      ...(table === "records" ? leftOut : []),
    );
  }
  const nth = "SELECT place, row_number() OVER (ORDER BY place) AS nth FROM deliveries WHERE world = ?";
  const pairs = `FROM (${nth}) AS made JOIN (${nth}) AS old ON old.nth = made.nth`;
  await database.writeAll(
    `INSERT INTO attempts (delivery, number, at_ms, exchange)
     SELECT made.place, number, at_ms, ${asReplaced("exchange")} ${pairs} JOIN attempts ON delivery = old.place`,
    ...replacements,
    to,
    from,
  );
  await changeReferences(database, to, async () => {
    const rows = await database.read(`SELECT old.place AS old, made.place AS made ${pairs}`, to, from);
    return new Map(rows.map(({ old, made }) => [Number(old), Number(made)]));
  });
}

/** Changes the places of deliveries to those of the copy. They are read only when something refers to one. */
async function changeReferences(
  database: Statements,
  world: string,
  readPlaces: () => Promise<ReadonlyMap<number, number>>,
): Promise<void> {
  let places: ReadonlyMap<number, number> | undefined;
  for (const { table, column, condition } of referring) {
    const rows: readonly Row[] = await database.read(
      `SELECT place, ${column} AS json FROM ${table} WHERE world = ? AND ${condition}`,
      world,
    );
    for (const { place, json } of rows) {
      places ??= await readPlaces();
      const known = places;
      const changed: unknown = JSON.parse(String(json), (key, value: unknown) =>
        key === "place" ? (known.get(Number(value)) ?? 0) : value,
      );
      await database.write(`UPDATE ${table} SET ${column} = ? WHERE place = ?`, JSON.stringify(changed), Number(place));
    }
  }
}
