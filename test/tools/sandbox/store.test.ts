// The store by itself: transactions, records in order and by their keys, worlds apart, due work, and the queues of deliveries against a model.
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore } from "../../../src/tools/sandbox/store/sqlite.ts";
import type { DeliveryState, Store } from "../../../src/tools/sandbox/world/store.ts";
import { depth } from "../../run/depth.ts";

let store: Store;

beforeEach(() => {
  store = openStore(":memory:");
});
afterEach(() => store.close());

interface Note {
  readonly text: string;
  readonly owner?: string;
  readonly name?: string;
}

const notesOf = (world = "here") =>
  store.collection<Note>(world, "notes", ({ owner, name }) => ({
    ...(owner === undefined ? {} : { owner }),
    ...(name === undefined ? {} : { name }),
  }));

const texts = (notes: readonly Note[]) => notes.map(({ text }) => text);

test("records are found by id, owner and name, in the order in which they were added", () => {
  const notes = notesOf();
  notes.put("b", { text: "first", owner: "o1", name: "n" });
  notes.put("a", { text: "second", owner: "o2", name: "n" });
  notes.put("c", { text: "third", owner: "o1" });
  expect(texts(notes.all())).toEqual(["first", "second", "third"]);
  expect(texts(notes.ofOwner("o1"))).toEqual(["first", "third"]);
  expect(texts(notes.named("n"))).toEqual(["first", "second"]);
  expect(notes.get("a")).toEqual({ text: "second", owner: "o2", name: "n" });
  expect(notes.get("d")).toBeUndefined();

  // A replaced one keeps its place, and is found by its new keys only
  notes.put("b", { text: "changed", owner: "o2" });
  expect(texts(notes.all())).toEqual(["changed", "second", "third"]);
  expect(texts(notes.ofOwner("o1"))).toEqual(["third"]);
  expect(texts(notes.ofOwner("o2"))).toEqual(["changed", "second"]);
  expect(texts(notes.named("n"))).toEqual(["second"]);

  notes.delete("a");
  expect([notes.count(), texts(notes.all())]).toEqual([2, ["changed", "third"]]);
  const [first] = notes.page(0, 1);
  expect(first?.record.text).toBe("changed");
  expect(notes.page(first?.place ?? 0, 5).map(({ record }) => record.text)).toEqual(["third"]);
});

test("any JSON is kept as it is", () => {
  const values = store.collection<unknown>("here", "values", () => ({}));
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.jsonValue(), (id, value) => {
      // What JSON itself does not keep, such as -0
      const kept = JSON.parse(JSON.stringify(value)) as unknown;
      if (!id.isWellFormed()) return;
      values.put(id, value);
      expect(values.get(id)).toEqual(kept);
    }),
    { numRuns: depth(60, 300) },
  );
});

test("a transaction keeps everything or nothing, also inside of another one", () => {
  const notes = notesOf();
  const failing = () =>
    store.transaction(() => {
      notes.put("a", { text: "lost" });
      store.events("here").append({ id: "e", type: "t", userId: "", atMs: 0, payload: "{}" });
      store.transaction(() => notes.put("b", { text: "lost too" }));
      throw new Error("no");
    });
  expect(failing).toThrow("no");
  expect([notes.count(), store.events("here").count()]).toEqual([0, 0]);
  expect(store.transaction(() => store.transaction(() => notes.put("a", { text: "kept" }) ?? "done"))).toBe("done");
  expect(texts(notes.all())).toEqual(["kept"]);
});

test("what was read is not read again from before a change, nor from a change that was undone", () => {
  const notes = notesOf();
  const seen = () => [
    notes.get("a")?.text,
    ...texts(notes.ofOwner("o")),
    ...texts(notes.named("n")),
    ...texts(notes.all()),
  ];
  notes.put("a", { text: "first", owner: "o", name: "n" });
  expect(seen()).toEqual(["first", "first", "first", "first"]);
  const failing = () =>
    store.transaction(() => {
      // Through another handle of the same collection, too
      notesOf().put("a", { text: "lost", owner: "o", name: "n" });
      expect(seen()).toEqual(["lost", "lost", "lost", "lost"]);
      throw new Error("no");
    });
  expect(failing).toThrow("no");
  expect(seen()).toEqual(["first", "first", "first", "first"]);
  notes.delete("a");
  expect(seen()).toEqual([undefined]);
  notes.put("a", { text: "again", owner: "o" });
  expect(seen()).toEqual(["again", "again", "again"]);
  store.clearWorld("here");
  expect(seen()).toEqual([undefined]);
});

test("what was read cannot be changed", () => {
  const notes = store.collection<{ readonly list: string[] }>("here", "lists", () => ({}));
  notes.put("a", { list: ["kept"] });
  expect(() => notes.get("a")?.list.push("added")).toThrow(TypeError);
  expect(notes.get("a")).toEqual({ list: ["kept"] });
});

test("nothing of a world is found through another, and a cleared or dropped one takes only its own", () => {
  for (const world of ["here", "there"]) {
    store.worlds.put(world, "{}");
    notesOf(world).put("a", { text: world, owner: "o", name: "n" });
    store.events(world).append({ id: `e-${world}`, type: "t", userId: "u", atMs: 1, payload: "{}" });
    store.dueWork(world).add(1, "kind", "{}");
    store.deliveries(world).add("endpoint", `e-${world}`, "u", 1);
    const [delivery] = store.deliveries(world).page(0, 1);
    store.deliveries(world).settle(delivery?.place ?? 0, { atMs: 1, exchanges: ["{}"] }, { retryAtMs: 2 });
  }
  const other = store.deliveries("here").page(0, 9)[0]?.place ?? 0;
  expect(store.deliveries("there").get(other)).toBeUndefined();
  expect(store.deliveries("there").attempts(other)).toEqual([]);
  expect(texts(notesOf("there").named("n"))).toEqual(["there"]);
  expect(store.events("there").get("e-here")).toBeUndefined();

  store.clearWorld("here");
  expect(store.worlds.all().map(({ id }) => id)).toEqual(["here", "there"]);
  expect([notesOf("here").count(), store.events("here").count()]).toEqual([0, 0]);
  expect([store.dueWork("here").first(), store.deliveries("here").nextDueMs(0)]).toEqual([undefined, undefined]);
  const kept = store.deliveries("there").page(0, 9);
  expect(kept).toMatchObject([{ state: "due", attempts: 1, dueAtMs: 2 }]);
  expect(store.deliveries("there").attempts(kept[0]?.place ?? 0)).toHaveLength(1);
  store.dropWorld("there");
  expect(store.worlds.all().map(({ id }) => id)).toEqual(["here"]);
  expect(notesOf("there").count()).toBe(0);
});

test("work is due by its time, of one time by its order", () => {
  const work = store.dueWork("here");
  work.add(20, "late", "{}");
  work.add(10, "first", "{}");
  work.add(10, "second", "{}");
  const done: string[] = [];
  for (let item = work.first(); item !== undefined; item = work.first()) {
    done.push(item.kind);
    work.remove(item.place);
  }
  expect(done).toEqual(["first", "second", "late"]);
});

test("the log of events is read page by page, of all or of one user", () => {
  const log = store.events("here");
  for (let index = 0; index < 5; index += 1) {
    log.append({ id: `e${index}`, type: "t", userId: index % 2 === 0 ? "even" : "odd", atMs: index, payload: "{}" });
  }
  const first = log.page(0, 2);
  expect(first.map(({ id }) => id)).toEqual(["e0", "e1"]);
  expect(log.page(first[1]?.place ?? 0, 9).map(({ id }) => id)).toEqual(["e2", "e3", "e4"]);
  expect(log.page(0, 9, "even").map(({ id }) => id)).toEqual(["e0", "e2", "e4"]);
  expect(() => log.append({ id: "e0", type: "t", userId: "", atMs: 0, payload: "{}" })).toThrow(/UNIQUE/);
});

/** What may happen to the deliveries of a world; a number picks one of those that there are. */
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

interface Expected {
  readonly place: number;
  readonly endpoint: string;
  readonly user: string;
  /** Is it in the queue: `waiting` or `due`? */
  state: "queued" | "delivered" | "parked";
  attempts: number;
  noted: number;
}

test("of each queue the first one is due and the others wait, whatever happens", () => {
  let world = 0;
  const property = fc.property(fc.array(step, { maxLength: 60, size: "max" }), (steps) => {
    world += 1;
    const rows = store.deliveries(`world-${world}`);
    let model: Expected[] = [];
    let now = 0;
    for (const one of steps) {
      now += 10;
      if (one.kind === "add") {
        const endpoint = `endpoint-${one.endpoint}`;
        rows.add(endpoint, "event", `user-${one.user}`, now);
        const place = rows.page(0, 1000).at(-1)?.place ?? 0;
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
      const found = rows.page(0, 1000);
      expect(found.map(({ place, state, attempts }) => ({ place, state, attempts }))).toEqual(
        model.map((row) => ({ place: row.place, state: stateOf(row), attempts: row.attempts })),
      );
      // What is due has a time, and nothing else has
      expect(found.filter(({ state, dueAtMs }) => (state === "due") !== (dueAtMs !== undefined))).toEqual([]);
      const due = found.filter(({ state }) => state === "due");
      const listed = ["endpoint-0", "endpoint-1"].flatMap((endpoint) => rows.dueBy(endpoint, now + 100, 100));
      expect(new Set(listed.map(({ place }) => place))).toEqual(new Set(due.map(({ place }) => place)));
      const times = due.map(({ dueAtMs }) => Number(dueAtMs)).filter((time) => time > now);
      expect(rows.nextDueMs(now)).toBe(times.length === 0 ? undefined : Math.min(...times));
      for (const { place, noted } of model) expect(rows.attempts(place)).toHaveLength(noted);
    }
  });
  fc.assert(property, { numRuns: depth(30, 150) });
});

test("what is due is listed by its time, at most so many", () => {
  const rows = store.deliveries("here");
  for (const [user, atMs] of [
    ["late", 30],
    ["early", 10],
    ["middle", 20],
  ] as const) {
    rows.add("endpoint", "event", user, atMs);
  }
  const usersBy = (atMs: number, limit: number) => rows.dueBy("endpoint", atMs, limit).map(({ userId }) => userId);
  expect(usersBy(30, 9)).toEqual(["early", "middle", "late"]);
  expect(usersBy(29, 9)).toEqual(["early", "middle"]);
  expect(usersBy(30, 1)).toEqual(["early"]);
  expect([rows.nextDueMs(0), rows.nextDueMs(10), rows.nextDueMs(30)]).toEqual([10, 20, undefined]);
});
