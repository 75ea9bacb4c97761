// The tables of a world by themselves: records by any key, and the queues of deliveries against a model.
import fc from "fast-check";
import { expect, test } from "vitest";
import { makeInMemory } from "../../src/sandbox/store/store.ts";
import { type DeliveryState, WorldTables } from "../../src/sandbox/store/tables.ts";
import { depth } from "../run/depth.ts";

/** A change of the deliveries of a world; a number picks one of those that there are. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("add" as const), endpoint: fc.nat(1), user: fc.nat(2) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("settle" as const),
      pick: fc.nat(50),
      outcome: fc.constantFrom("delivered" as const, "parked" as const, "retry" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("resend" as const), pick: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), endpoint: fc.nat(1) }) },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface Expected {
  readonly place: number;
  readonly endpoint: string;
  readonly user: string;
  /** Is it in the queue: `waiting` or `due`? */
  state: "queued" | "delivered" | "parked";
  attempts: number;
  noted: number;
}

/** Takes the steps, and compares with the model after each. */
function check({ deliveries: rows, due: agenda }: WorldTables, steps: readonly Step[]): void {
  let model: Expected[] = [];
  let now = 0;
  for (const one of steps) {
    now += 10;
    if (one.kind === "add") {
      const endpoint = `endpoint-${one.endpoint}`;
      rows.add({ endpoint_id: endpoint, user_id: `user-${one.user}` }, "event", now);
      const place = rows.page({ limit: 1000 }).at(-1)?.place ?? 0;
      model.push({ place, endpoint, user: `user-${one.user}`, state: "queued", attempts: 0, noted: 0 });
    } else if (one.kind === "remove") {
      rows.removeEndpoint(`endpoint-${one.endpoint}`);
      model = model.filter(({ endpoint, state }) => endpoint !== `endpoint-${one.endpoint}` || state !== "queued");
    } else {
      const row = model[one.pick % Math.max(model.length, 1)];
      if (row === undefined) continue;
      if (one.kind === "resend") {
        if (rows.get(row.place)?.state !== "waiting") Object.assign(row, { state: "queued", attempts: 0 });
        rows.resend(row.place, now);
      } else {
        const next = one.outcome === "retry" ? { retryAtMs: now + 5 } : one.outcome;
        rows.settle(row.place, { atMs: now, exchanges: ["{}"] }, next);
        if (row.state !== "queued") continue;
        Object.assign(row, { attempts: row.attempts + 1, noted: row.noted + 1 });
        if (one.outcome !== "retry") row.state = one.outcome;
      }
    }
    const queues = new Map<string, number>();
    for (const { endpoint, user, place, state } of model) {
      const queue = `${endpoint} ${user}`;
      if (state === "queued") queues.set(queue, Math.min(place, queues.get(queue) ?? Number.POSITIVE_INFINITY));
    }
    const stateOf = ({ endpoint, user, place, state }: Expected): DeliveryState =>
      state !== "queued" ? state : queues.get(`${endpoint} ${user}`) === place ? "due" : "waiting";
    const found = rows.page({ limit: 1000 });
    expect(found.map(({ place, state, attempts }) => ({ place, state, attempts }))).toEqual(
      model.map((row) => ({ place: row.place, state: stateOf(row), attempts: row.attempts })),
    );
    expect(found.filter(({ state, due_at_ms }) => state === "due" && due_at_ms === null)).toEqual([]);
    const due = found.filter(({ state }) => state === "due");
    const listed = [...rows.dueTo("endpoint-0", now + 100, 100), ...rows.dueTo("endpoint-1", now + 100, 100)];
    expect(new Set(listed.map(({ place }) => place))).toEqual(new Set(due.map(({ place }) => place)));
    const times = due.map(({ due_at_ms }) => Number(due_at_ms)).filter((time) => time > now);
    expect(agenda.nextMs(now)).toBe(times.length === 0 ? undefined : Math.min(...times));
    for (const { place, noted } of model) expect(rows.attempts(place)).toHaveLength(noted);
  }
}

test("of each queue the first one is due and the others wait, whatever happens", () => {
  const property = fc.property(fc.array(step, { maxLength: 60, size: "max" }), (steps) => {
    const database = makeInMemory(() => {});
    check(new WorldTables(() => database), steps);
    database.close();
  });
  fc.assert(property, { numRuns: depth(30, 150) });
});

test("what is due is listed by its time, at most so many", () => {
  const database = makeInMemory(() => {});
  const { deliveries: rows, due } = new WorldTables(() => database);
  for (const [user, atMs] of [
    ["late", 30],
    ["early", 10],
    ["middle", 20],
  ] as const) {
    rows.add({ endpoint_id: "endpoint", user_id: user }, "event", atMs);
  }
  const usersBy = (atMs: number, limit: number) => rows.dueTo("endpoint", atMs, limit).map(({ user_id }) => user_id);
  expect(usersBy(30, 9)).toEqual(["early", "middle", "late"]);
  expect(usersBy(29, 9)).toEqual(["early", "middle"]);
  expect(usersBy(30, 1)).toEqual(["early"]);
  expect([due.nextMs(0), due.nextMs(10), due.nextMs(30)]).toEqual([10, 20, undefined]);
  database.close();
});
