// The contents of a world as rows: read in pages, added in numbers, and copied to another world by the database itself.
import { type ContentRow, type Contents, type ContentTable, contents, type Replaced } from "../world/contents.ts";
import { keyOf, type Row, rowsAfter, type Statements, type Value } from "./statements.ts";

/** How many rows are read at a time: an event may have a quarter of a megabyte. */
const pageSize = 200;

/** How many rows one statement adds. Each number is a statement of its own to prepare. */
const rowsAtOnce = [100, 10, 1] as const;

/** What a row has besides the columns that a copy has. */
const moreColumns: Readonly<Record<ContentTable, readonly string[]>> = {
  records: ["owner", "name"],
  events: [],
  deliveries: [],
  attempts: ["delivery", "number"],
  due_work: [],
};

/** The contents of one world. */
export function contentsOf(database: Statements, world: string): Contents {
  return {
    async kinds() {
      const counted = await database.read("SELECT kind FROM counts WHERE world = ? AND kind <> '' AND n > 0", world);
      // Not by the database: each has an order of its own
      return counted.map(({ kind }) => String(kind)).sort();
    },
    async *pages(table, kind) {
      for (let after = 0; ; ) {
        const rows = await rowsAfter(database, table, { world, kind }, after, pageSize);
        const last = rows.at(-1);
        if (last === undefined) return;
        yield rows.map((row) => keptRow(table, row, "place"));
        after = Number(last["place"]);
      }
    },
    async attempts(page) {
      const rows = await database.read(
        `SELECT delivery, number, at_ms, exchange FROM deliveries JOIN attempts ON delivery = place
         WHERE world = ? AND place >= ? AND place <= ? ORDER BY place, number`,
        world,
        page[0]?.["place"] ?? 0,
        page.at(-1)?.["place"] ?? 0,
      );
      return rows.map((row) => keptRow("attempts", row, "delivery"));
    },
    async add(table, rows) {
      database.reads.forget(world);
      const places: number[] = [];
      for (let at = 0; at < rows.length; ) {
        const left = rows.length - at;
        const size = rowsAtOnce.find((one) => one <= left) ?? 1;
        places.push(...(await addSome(database, world, table, rows.slice(at, at + size))));
        at += size;
      }
      return places;
    },
    async known(eventIds) {
      const known = new Set<string>();
      for (let at = 0; at < eventIds.length; at += pageSize) {
        const some = eventIds.slice(at, at + pageSize);
        // Always as many, so that it is one statement
        const asked = Array.from({ length: pageSize }, (_, index) => some[index] ?? null);
        const text = `SELECT id FROM events WHERE world = ? AND id IN (${asked.map(() => "?").join(", ")})`;
        for (const { id } of await database.read(text, world, ...asked)) known.add(String(id));
      }
      return known;
    },
    async deliveryPlaces() {
      const rows = await database.read("SELECT place FROM deliveries WHERE world = ? ORDER BY place", world);
      return rows.map(({ place }) => Number(place));
    },
    async copy(from, kinds, replaced) {
      database.reads.forget(world);
      const copied = async (table: "records" | "events" | "deliveries", condition = "", ...kind: readonly string[]) => {
        const columns = columnsOf(table);
        const { texts, values } = replacedIn(table, columns, replaced);
        await database.write(
          `INSERT INTO ${table} (world, ${columns.join(", ")})
           SELECT ?, ${texts.join(", ")} FROM ${table} WHERE world = ? ${condition}ORDER BY place`,
          world,
          ...values,
          from,
          ...kind,
        );
      };
      for (const kind of kinds) await copied("records", "AND kind = ? ", kind);
      await copied("events");
      await copied("deliveries");
      const { texts, values } = replacedIn("attempts", Object.keys(contents.attempts), replaced);
      const numbered = "SELECT place, row_number() OVER (ORDER BY place) AS nth FROM deliveries WHERE world = ?";
      await database.write(
        `INSERT INTO attempts (delivery, number, ${Object.keys(contents.attempts).join(", ")})
         SELECT made.place, number, ${texts.join(", ")}
         FROM (${numbered}) AS made JOIN (${numbered}) AS old ON old.nth = made.nth JOIN attempts ON delivery = old.place`,
        ...values,
        world,
        from,
      );
    },
  };
}

/** PostgreSQL writes large integers as text. */
function keptRow(table: ContentTable, row: Row, place: string): ContentRow {
  const columns = Object.entries(contents[table]).map(([name, form]) => {
    const value = row[name];
    return [name, value === null ? null : form.startsWith("integer") ? Number(value) : String(value)] as const;
  });
  return { ...Object.fromEntries(columns), [place]: Number(row[place]) };
}

function columnsOf(table: ContentTable): string[] {
  return [...Object.keys(contents[table]), ...moreColumns[table]];
}

async function addSome(
  database: Statements,
  world: string,
  table: ContentTable,
  rows: readonly ContentRow[],
): Promise<number[]> {
  const columns = columnsOf(table);
  const hasWorld = table !== "attempts";
  const values = rows.flatMap((row): Value[] => [
    ...(hasWorld ? [world] : []),
    ...columns.map((name) => {
      const value = row[name] ?? null;
      return moreColumns.records.includes(name) && typeof value === "string" ? keyOf(value) : value;
    }),
  ]);
  const row = `(${[...(hasWorld ? [""] : []), ...columns].map(() => "?").join(", ")})`;
  const added = await database.write(
    `INSERT INTO ${table} (${[...(hasWorld ? ["world"] : []), ...columns].join(", ")}) VALUES ${rows.map(() => row).join(", ")}
     ON CONFLICT DO NOTHING${hasWorld ? " RETURNING place" : ""}`,
    ...values,
  );
  // They are numbered in their order, but may be returned in another
  return added.map(({ place }) => Number(place)).sort((one, other) => one - other);
}

/** The columns of a table with texts replaced, and the values that stand for its question marks. */
function replacedIn(table: ContentTable, columns: readonly string[], replaced: Replaced) {
  const forms: Readonly<Record<string, string>> = contents[table];
  const isText = (name: string) => forms[name]?.startsWith("integer") !== true;
  return {
    texts: columns.map((name) => (isText(name) ? replaced.reduce((text) => `replace(${text}, ?, ?)`, name) : name)),
    values: columns.filter(isText).flatMap(() => replaced.flat()),
  };
}
