// A database in a transaction: statements, and the questions that all tables have in common.
export type Value = string | number | null;

/** A row, with the names of its columns. */
export type Row = Readonly<Record<string, Value>>;

/**
 * Checks a record that another process may have written, or an older version.
 *
 * @throws when it breaks the schema of its kind.
 */
export type RecordCheck = (kind: string, record: unknown) => void;

/** Each question mark of a statement stands for a value. */
export interface Database {
  /** Checks what is read; undefined where only this process writes. */
  readonly check?: RecordCheck | undefined;
  read<R = Row>(text: string, ...values: readonly Value[]): Promise<readonly R[]>;
  /**
   * Runs a statement that changes something.
   *
   * @returns The rows that it returns by `RETURNING`.
   * @throws outside of a transaction that writes: it would be one of its own.
   */
  write<R = Row>(text: string, ...values: readonly Value[]): Promise<readonly R[]>;
  /** The same for a statement over everything of a world, which may take long. */
  writeAll(text: string, ...values: readonly Value[]): Promise<readonly Row[]>;
}

/** So many rows are inserted by one statement: SQLite takes 32,766 values. */
const rowsPerStatement = 500;

/** Inserts rows that have the same columns. @param ending What follows the values, such as `RETURNING place`. */
export async function insert(database: Database, table: string, rows: readonly Row[], ending = ""): Promise<Row[]> {
  const returned: Row[] = [];
  const columns = Object.keys(rows[0] ?? {});
  const places = `(${columns.map(() => "?").join(", ")})`;
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const some = rows.slice(from, from + rowsPerStatement);
    const text = `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${some.map(() => places).join(", ")} ${ending}`;
    returned.push(...(await database.write(text, ...some.flatMap((row) => Object.values(row)))));
  }
  return returned;
}

/** Values by the names of their columns; what is undefined may be anything. */
type Wanted = Readonly<Record<string, Value | undefined>>;

/** Where a list of rows continues, in the order in which they were written. */
export interface PageRequest {
  readonly after?: number | undefined;
  /** Then the latest comes first. */
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
}

/** Selects the rows that have some values. */
export function select<R = Row>(
  database: Pick<Database, "read">,
  table: string,
  wanted: Wanted,
  { after, before, limit }: PageRequest = {},
): Promise<readonly R[]> {
  const given = Object.entries(wanted).filter((entry): entry is [string, Value] => entry[1] !== undefined);
  const conditions = given.map(([name]) => `${name} = ?`);
  const values = given.map(([, value]) => value);
  for (const [sign, place] of [
    [">", after],
    ["<", before],
  ] as const) {
    if (place === undefined) continue;
    conditions.push(`place ${sign} ?`);
    values.push(place);
  }
  const order = before === undefined ? "place" : "place DESC";
  const text = `SELECT * FROM ${table} WHERE ${conditions.join(" AND ")} ORDER BY ${order}`;
  return limit === undefined
    ? database.read<R>(text, ...values)
    : database.read<R>(`${text} LIMIT ?`, ...values, limit);
}
