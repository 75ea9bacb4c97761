// What is in a store, counted for metrics: each count is answered by an index that holds only what it counts.
import type { StoreFigures } from "../world/store.ts";
import type { Row } from "./tables.ts";

export const figuresQuery = `SELECT
  (SELECT count(*) FROM worlds) AS worlds,
  (SELECT coalesce(sum(n), 0) FROM counts WHERE kind = '') AS events,
  (SELECT count(*) FROM due_work) AS due_work,
  (SELECT count(*) FROM deliveries WHERE state = 'due') AS due,
  (SELECT count(*) FROM deliveries WHERE state = 'waiting') AS waiting`;

/** The figures in the one row that the query returns. */
export function figuresOf([row]: readonly Row[]): Omit<StoreFigures, "pool"> {
  const number = (name: string) => Number(row?.[name] ?? 0);
  return {
    worlds: number("worlds"),
    events: number("events"),
    dueWork: number("due_work"),
    deliveries: { due: number("due"), waiting: number("waiting") },
  };
}
