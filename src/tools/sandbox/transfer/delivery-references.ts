// Where a world refers to a delivery by its place: in another database, or another world, the delivery has another one.
import type { ContentRow, ContentTable } from "../world/contents.ts";
import type { DueKinds } from "../world/due-kinds.ts";
import type { RecordTypes } from "../world/records/index.ts";

/** The kinds whose data has the `place` of a delivery. */
type KindsWithPlace<Kinds> = {
  [Kind in keyof Kinds]: Kinds[Kind] extends { place: number } ? Kind : never;
}[keyof Kinds];

/** By table. A kind that is missing does not compile. */
const referring = {
  due_work: { redelivery: "payload" },
  records: { heldEvents: "body" },
} as const satisfies {
  readonly due_work: Readonly<Record<KindsWithPlace<DueKinds>, "payload">>;
  readonly records: Readonly<Record<KindsWithPlace<RecordTypes>, "body">>;
};

/** Do records of this kind refer to a delivery? */
export function isReferring(kind: string): boolean {
  return Object.hasOwn(referring.records, kind);
}

/**
 * The row with its references changed.
 *
 * @param changed Returns what stands for a reference.
 */
export function withReferences(table: ContentTable, row: ContentRow, changed: (place: number) => number): ContentRow {
  const columns: Readonly<Record<string, string>> = table === "due_work" || table === "records" ? referring[table] : {};
  const kind = String(row["kind"]);
  const column = Object.hasOwn(columns, kind) ? columns[kind] : undefined;
  if (column === undefined) return row;
  const data = JSON.parse(String(row[column])) as { readonly place: number };
  return { ...row, [column]: JSON.stringify({ ...data, place: changed(data.place) }) };
}

/** Which delivery has a place, counted from 1; 0 when there is none. */
export function numberOf(places: readonly number[], place: number): number {
  let [first, end] = [0, places.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((places[middle] ?? 0) < place) first = middle + 1;
    else end = middle;
  }
  return places[first] === place ? first + 1 : 0;
}
