// Arranges a report for people: one block for each changed part, the one that breaks most operations first.
import { counted } from "../../shared/terminal/index.ts";
import type { ReportedChange } from "../compare.ts";
import type { Affected } from "../judge.ts";

/** The changes of one operation, or of what several share. */
export interface Block {
  readonly part: string;
  readonly changes: readonly ReportedChange[];
  /** The operations and events that notice any of them. */
  readonly affected: readonly Affected[];
  /** How many notice the worst ones. */
  readonly reach: number;
}

/** The blocks of changes; those that break come first, and among them those that break most operations. */
export function makeBlocks(changes: readonly ReportedChange[]): Block[] {
  const severity = ["breaking", "warning", "compatible"];
  return [...Map.groupBy(changes, ({ part }) => part)]
    .map(([part, group]) => {
      const worst = group.filter(({ level }) => level === group[0]?.level);
      return { part, changes: group, affected: union(group), reach: union(worst).length };
    })
    .sort(
      (a, b) =>
        severity.indexOf(a.changes[0]?.level ?? "") - severity.indexOf(b.changes[0]?.level ?? "") || b.reach - a.reach,
    );
}

function union(changes: readonly ReportedChange[]): Affected[] {
  const all = changes.flatMap(({ affected }) => affected);
  return [...new Map(all.map((one) => [`${one.direction} ${one.operation}`, one])).values()];
}

/** How many operations are named before the rest is counted. */
const named = 3;

const messages = { request: "requests of", response: "responses of", event: "" } as const;

/** The affected operations, by direction: "requests of createUser, updateUser and 11 more operations; responses of getUser". */
export function formatAffected(affected: readonly Affected[]): string {
  return [...Map.groupBy(affected, ({ direction }) => direction)]
    .map(([direction, group]) => {
      const names = group.slice(0, group.length === named + 1 ? undefined : named).map(({ operation }) => operation);
      const more = group.length - names.length;
      const rest = more === 0 ? "" : ` and ${counted(more, direction === "event" ? "more event" : "more operation")}`;
      return `${messages[direction]} ${names.join(", ")}${rest}`.trim();
    })
    .join("; ");
}
