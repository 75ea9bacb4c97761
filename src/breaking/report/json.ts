// Writes a report as JSON, as report.schema.json describes it.
import { jsonText } from "../../shared/findings/index.ts";
import type { Report, ReportedChange } from "../compare.ts";
import type { Affected } from "../judge.ts";
import type { Selection } from "./selection.ts";

/** The report as it is written: thousands of changes may affect the same operations, which are written once. */
export interface WrittenReport extends Omit<Report, "changes"> {
  /** Lists of operations and events. */
  readonly affected: readonly (readonly Affected[])[];
  /** `affected` of a change is the index of its list. */
  readonly changes: readonly (Omit<ReportedChange, "affected"> & { readonly affected: number })[];
}

export function asJson({ report, listed }: Selection): string {
  const indexes = new Map<string, number>();
  const lists: (readonly Affected[])[] = [];
  const changes = listed.map(({ affected, ...change }) => {
    const key = JSON.stringify(affected);
    const index = indexes.get(key) ?? lists.push(affected) - 1;
    indexes.set(key, index);
    return { ...change, affected: index };
  });
  const written: WrittenReport = { ...report, affected: lists, changes };
  return jsonText(written);
}
