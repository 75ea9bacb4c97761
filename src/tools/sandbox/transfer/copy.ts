// Copies the contents of a world into another one that has nothing yet, in the same database.
import type { ContentRow, Contents, Replaced } from "../world/contents.ts";
import { isOfContents } from "../world/records/index.ts";
import type { WorldTables } from "../world/store.ts";
import { isReferring, numberOf, withReferences } from "./delivery-references.ts";
import { withKeys } from "./import.ts";

/** The database copies what refers to no delivery. What does is read and written: a copied delivery has another place. */
export async function copyContents(
  from: { readonly id: string; readonly contents: Contents },
  { contents: to }: WorldTables,
  replaced: Replaced,
): Promise<void> {
  const kinds = Object.groupBy((await from.contents.kinds()).filter(isOfContents), (kind) =>
    isReferring(kind) ? "read" : "copied",
  );
  await to.copy(from.id, kinds.copied ?? [], replaced);
  const [old, made] = [await from.contents.deliveryPlaces(), await to.deliveryPlaces()];
  const placeOf = (place: number) => made[numberOf(old, place) - 1] ?? 0;
  const changed = (table: "records" | "due_work", row: ContentRow) =>
    withReferences(table, withTexts(row, replaced), placeOf);
  for (const kind of kinds.read ?? []) {
    for await (const page of from.contents.pages("records", kind)) {
      await to.add(
        "records",
        page.map((row) => withKeys(changed("records", row))),
      );
    }
  }
  for await (const page of from.contents.pages("due_work")) {
    await to.add(
      "due_work",
      page.map((row) => changed("due_work", row)),
    );
  }
}

function withTexts(row: ContentRow, replaced: Replaced): ContentRow {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === "string" ? replaced.reduce((text, [from, to]) => text.replaceAll(from, to), value) : value,
  ]);
  return Object.fromEntries(entries) as ContentRow;
}
