// What is in a store, counted for metrics: each count is answered by an index that holds only what it counts.
import { machineNow } from "../world/clock.ts";
import type { StoreFigures } from "../world/store.ts";
import type { Row } from "./statements.ts";

export const figuresQuery = `SELECT
  (SELECT count(*) FROM worlds) AS worlds,
  (SELECT count(*) FROM events) AS events,
  (SELECT count(*) FROM due_work) AS due_work,
  (SELECT count(*) FROM deliveries WHERE state = 'due') AS due,
  (SELECT count(*) FROM deliveries WHERE state = 'waiting') AS waiting,
  (SELECT min(wake_at_ms) FROM worlds WHERE wake_at_ms IS NOT NULL) AS wake_at_ms`;

/** The figures in the one row that the query returns, at the machine's time. */
export function figuresOf([row]: readonly Row[], nowMs = machineNow()): Omit<StoreFigures, "pool"> {
  const number = (name: string) => Number(row?.[name] ?? 0);
  return {
    worlds: number("worlds"),
    events: number("events"),
    dueWork: number("due_work"),
    lateMs: Math.max(0, nowMs - Number(row?.["wake_at_ms"] ?? nowMs)),
    deliveries: { due: number("due"), waiting: number("waiting") },
  };
}
