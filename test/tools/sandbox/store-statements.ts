// Writes down every statement that the store runs for a call, and how many rows each brings.
import { AsyncLocalStorage } from "node:async_hooks";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { sqliteSchema } from "../../../src/tools/sandbox/store/schema.ts";

/** A statement was run, and brought so many rows. */
export interface Ran {
  readonly sql: string;
  readonly rows: number;
}

const recording = new AsyncLocalStorage<Ran[]>();

/**
 * Does something, and tells every statement that was run for it. What else is run meanwhile is of no interest: by a timer, or by a sandbox that other test files of
 * this process share.
 */
export async function statementsOf<T>(work: () => Promise<T>): Promise<{ result: T; ran: readonly Ran[] }> {
  const { all, get, run } = StatementSync.prototype;
  StatementSync.prototype.all = function (this: StatementSync, ...values: Parameters<typeof all>) {
    const rows = all.apply(this, values);
    recording.getStore()?.push({ sql: this.sourceSQL, rows: rows.length });
    return rows;
  } as typeof all;
  StatementSync.prototype.get = function (this: StatementSync, ...values: Parameters<typeof get>) {
    const row = get.apply(this, values);
    recording.getStore()?.push({ sql: this.sourceSQL, rows: row === undefined ? 0 : 1 });
    return row;
  } as typeof get;
  StatementSync.prototype.run = function (this: StatementSync, ...values: Parameters<typeof run>) {
    recording.getStore()?.push({ sql: this.sourceSQL, rows: 0 });
    return run.apply(this, values);
  } as typeof run;
  const ran: Ran[] = [];
  try {
    return { result: await recording.run(ran, work), ran };
  } finally {
    Object.assign(StatementSync.prototype, { all, get, run });
  }
}

/** The indexes that hold the deliveries of one state only: a condition on the state is met by their choice. */
const ofOneState = ["deliveries_due", "deliveries_due_next", "deliveries_due_of_queue", "deliveries_waiting"];

/**
 * Why a statement takes the longer the more there is in the store; undefined when it goes straight to its rows.
 *
 * Every condition must be met by an index: what is filtered afterwards has been read.
 */
export function reasonForSlowness(sql: string): string | undefined {
  const database = new DatabaseSync(":memory:");
  database.exec(sqliteSchema);
  const plan = database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => String(detail));
  database.close();
  const odd = plan.find((detail) => /\bSCAN (?!CONSTANT ROW|\d+-ROW VALUES)|TEMP B-TREE/.test(detail));
  if (odd !== undefined) return odd;
  const used = plan.flatMap((detail) => [...detail.matchAll(/(\w+)[<>=]+\?/g)].map(([, column]) => column));
  const index = plan.map((detail) => /INDEX (\w+)/.exec(detail)?.[1]).find((name) => name !== undefined);
  const met = [...used, ...(used.includes("rowid") ? ["place", "world"] : [])];
  // One world was found
  if (plan.some((detail) => /\bSEARCH worlds\b.*\(id=\?\)/.test(detail))) met.push("expires_at_ms");
  if (ofOneState.includes(index ?? "")) met.push("state");
  const [, conditions = ""] = /\bWHERE\b([\s\S]*)$/.exec(sql) ?? [];
  const asked = [...conditions.matchAll(/(\w+) (?:[<>]?=|[<>]|IN)/g)].map(([, column]) => column);
  const left = asked.filter((column) => column !== "excluded" && !met.includes(column));
  return left.length === 0 ? undefined : `${left.join(", ")} is filtered after ${plan.join(" | ")}`;
}
