// The store by itself: transactions, also many at once, records in order and by their keys, worlds apart, due work, and the queues of deliveries against a model.
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqlite } from "../../src/sandbox/store/sqlite.ts";
import type { Store } from "../../src/sandbox/store/store.ts";
import type { Deliveries, DeliveryState, WorldTables } from "../../src/sandbox/store/tables.ts";
import { depth } from "../run/depth.ts";
import { entryOf } from "./world-entry.ts";

let store: Store;

beforeEach(async () => {
  store = openSqlite(":memory:");
});
afterEach(() => store.close());

/** Works on a world in one transaction. */
function write<T>(work: (tables: WorldTables) => Promise<T>, world = "here"): Promise<T> {
  return store.transaction([world], (inside) => work(inside.world(world)));
}

interface Note {
  readonly text: string;
  readonly owner?: string;
  readonly name?: string;
}

const notesOf = (tables: WorldTables) =>
  tables.collection<Note>("notes", ({ owner, name }) => ({
    ...(owner === undefined ? {} : { owner }),
    ...(name === undefined ? {} : { name }),
  }));

const texts = (notes: readonly Note[]) => notes.map(({ text }) => text);

const worldIds = async () =>
  (await store.reading(({ worlds }) => worlds.page({ limit: 9 }, 0))).map(({ row }) => (row as { of: string }).of);

test("records are found by id, owner and name, in the order in which they were added", () =>
  write(async (tables) => {
    const notes = notesOf(tables);
    await notes.put("b", { text: "first", owner: "o1", name: "n" });
    await notes.put("a", { text: "second", owner: "o2", name: "n" });
    await notes.put("c", { text: "third", owner: "o1" });
    expect(texts(await notes.all())).toEqual(["first", "second", "third"]);
    expect(texts(await notes.ofOwner("o1"))).toEqual(["first", "third"]);
    expect(texts(await notes.named("n"))).toEqual(["first", "second"]);
    expect(await notes.get("a")).toEqual({ text: "second", owner: "o2", name: "n" });
    expect(await notes.get("d")).toBeUndefined();

    // A replaced one keeps its place, and is found by its new keys only
    await notes.put("b", { text: "changed", owner: "o2" });
    expect(texts(await notes.all())).toEqual(["changed", "second", "third"]);
    expect(texts(await notes.ofOwner("o1"))).toEqual(["third"]);
    expect(texts(await notes.ofOwner("o2"))).toEqual(["changed", "second"]);
    expect(texts(await notes.named("n"))).toEqual(["second"]);

    await notes.delete("a");
    expect([await notes.count(), texts(await notes.all())]).toEqual([2, ["changed", "third"]]);
    const [first] = await notes.page({ limit: 1 });
    expect(first?.record.text).toBe("changed");
    expect((await notes.page({ after: first?.place ?? 0, limit: 5 })).map(({ record }) => record.text)).toEqual([
      "third",
    ]);
  }));

test("a transaction keeps everything or nothing", async () => {
  const failing = write(async (tables) => {
    await notesOf(tables).put("a", { text: "lost" });
    await tables.events.append([{ id: "e", type: "t", user_id: "", at_ms: 0, payload: "{}" }]);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(
    await write(async (tables) => [await notesOf(tables).count(), await tables.events.page({ limit: 9 })]),
  ).toEqual([0, []]);
  expect(await write(async (tables) => (await notesOf(tables).put("a", { text: "kept" })) ?? "done")).toBe("done");
  expect(texts(await write((tables) => notesOf(tables).all()))).toEqual(["kept"]);
});

test("what only reads cannot write, nor can what outlives its transaction", async () => {
  const put = (tables: WorldTables) => notesOf(tables).put("a", { text: "stray" });
  await expect(store.reading((inside) => put(inside.world("here")))).rejects.toThrow("outside of a transaction");
  const outlived = await write(async (tables) => tables);
  await expect(put(outlived)).rejects.toThrow("outside of a transaction");
});

/** What happens at once: money is moved between two accounts, or fails to be, or the accounts are read. */
const action = fc.record({
  kind: fc.constantFrom("move" as const, "fail" as const, "read" as const),
  amount: fc.integer({ min: 1, max: 9 }),
  /** How often it waits between its steps. */
  pauses: fc.nat(5),
});

test("transactions at once do not see each other half way, and none is lost", () => {
  let world = 0;
  const property = fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 20 }), async (actions) => {
    world += 1;
    const id = `world-${world}`;
    const accounts = (tables: WorldTables) => tables.collection<{ readonly sum: number }>("accounts", () => ({}));
    const sumOf = async (tables: WorldTables, account: string) => (await accounts(tables).get(account))?.sum ?? 0;
    const done = actions.map(async ({ kind, amount, pauses }) => {
      const pause = async () => {
        for (let left = pauses; left > 0; left -= 1) await undefined;
      };
      const work = async (tables: WorldTables) => {
        const from = await sumOf(tables, "from");
        await pause();
        if (kind !== "read") await accounts(tables).put("from", { sum: from - amount });
        await pause();
        const to = await sumOf(tables, "to");
        if (kind === "read") return from + to;
        await accounts(tables).put("to", { sum: to + amount });
        await pause();
        if (kind === "fail") throw new Error("no");
        return 0;
      };
      if (kind === "read") return store.reading((inside) => work(inside.world(id)));
      return write(work, id).catch(() => 0);
    });
    expect(new Set(await Promise.all(done))).toEqual(new Set([0]));
    const moved = actions.filter(({ kind }) => kind === "move").reduce((sum, { amount }) => sum + amount, 0);
    expect(await store.reading((inside) => sumOf(inside.world(id), "to"))).toBe(moved);
  });
  return fc.assert(property, { numRuns: depth(50, 500) });
});

test("nothing of a world is found through another, and a cleared or dropped one takes only its own", async () => {
  for (const world of ["here", "there"]) {
    await write(async (tables) => {
      await tables.create({ of: world }, entryOf(world));
      await notesOf(tables).put("a", { text: world, owner: "o", name: "n" });
      await tables.events.append([{ id: `e-${world}`, type: "t", user_id: "u", at_ms: 1, payload: "{}" }]);
      await tables.dueWork.add(1, "kind", "{}");
      const queue = { endpoint_id: "endpoint", user_id: "u" };
      const [place = 0] = await tables.deliveries.add(queue, [`e-${world}`], 1);
      await tables.deliveries.settle(place, { atMs: 1, exchanges: ["{}"] }, { retryAtMs: 2 });
    }, world);
  }
  const other = await write(async ({ deliveries }) => (await deliveries.page({ limit: 9 }))[0]?.place ?? 0);
  await write(async (there) => {
    expect(JSON.parse((await there.row()) ?? "")).toEqual({ of: "there" });
    expect(await there.deliveries.get(other)).toBeUndefined();
    expect(texts(await notesOf(there).named("n"))).toEqual(["there"]);
    expect(await there.events.get("e-here")).toBeUndefined();
  }, "there");

  await write((here) => here.clear());
  expect(await worldIds()).toEqual(["here", "there"]);
  await write(async (here) => {
    expect([await notesOf(here).count(), await here.events.page({ limit: 9 })]).toEqual([0, []]);
    expect([await here.dueWork.first(), await here.deliveries.nextDueMs(0)]).toEqual([undefined, undefined]);
  });
  await write(async (there) => {
    const kept = await there.deliveries.page({ limit: 9 });
    expect(kept).toMatchObject([{ state: "due", attempts: 1, due_at_ms: 2 }]);
    expect(await there.deliveries.attempts(kept[0]?.place ?? 0)).toHaveLength(1);
    await there.drop();
  }, "there");
  expect(await worldIds()).toEqual(["here"]);
  expect(await write((there) => notesOf(there).count(), "there")).toBe(0);
  expect(await write((there) => there.row(), "there")).toBeUndefined();
});

test("records are found by any text", () =>
  write(async (tables) => {
    const notes = notesOf(tables);
    const keys = ["\0", "\0\0", "#", "é".repeat(100_000), `${"é".repeat(100_000)}!`];
    for (const key of keys) await notes.put(key, { text: key, owner: key, name: key });
    for (const key of keys) {
      expect((await notes.get(key))?.text === key).toBe(true);
      expect((await notes.ofOwner(key)).map(({ text }) => text === key)).toEqual([true]);
      expect((await notes.named(key)).map(({ text }) => text === key)).toEqual([true]);
    }
    expect(await tables.events.get("\0")).toBeUndefined();
    expect(await tables.events.page({ limit: 9 }, "\0")).toEqual([]);
  }));

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
async function checked(rows: Deliveries, steps: readonly Step[]): Promise<void> {
  let model: Expected[] = [];
  let now = 0;
  for (const one of steps) {
    now += 10;
    if (one.kind === "add") {
      const endpoint = `endpoint-${one.endpoint}`;
      await rows.add({ endpoint_id: endpoint, user_id: `user-${one.user}` }, ["event"], now);
      const place = (await rows.page({ limit: 1000 })).at(-1)?.place ?? 0;
      model.push({ place, endpoint, user: `user-${one.user}`, state: "queued", attempts: 0, noted: 0 });
    } else if (one.kind === "remove") {
      await rows.removeEndpoint(`endpoint-${one.endpoint}`);
      model = model.filter(({ endpoint, state }) => endpoint !== `endpoint-${one.endpoint}` || state !== "queued");
    } else {
      const row = model[one.pick % Math.max(model.length, 1)];
      if (row === undefined) continue;
      if (one.kind === "resend") {
        if ((await rows.get(row.place))?.state !== "waiting") Object.assign(row, { state: "queued", attempts: 0 });
        await rows.resend(row.place, now);
      } else {
        const next = one.outcome === "retry" ? { retryAtMs: now + 5 } : one.outcome;
        await rows.settle(row.place, { atMs: now, exchanges: ["{}"] }, next);
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
    const found = await rows.page({ limit: 1000 });
    expect(found.map(({ place, state, attempts }) => ({ place, state, attempts }))).toEqual(
      model.map((row) => ({ place: row.place, state: stateOf(row), attempts: row.attempts })),
    );
    expect(found.filter(({ state, due_at_ms }) => state === "due" && due_at_ms === null)).toEqual([]);
    const due = found.filter(({ state }) => state === "due");
    const listed = [
      ...(await rows.due("endpoint-0", now + 100, 100)),
      ...(await rows.due("endpoint-1", now + 100, 100)),
    ];
    expect(new Set(listed.map(({ place }) => place))).toEqual(new Set(due.map(({ place }) => place)));
    const times = due.map(({ due_at_ms }) => Number(due_at_ms)).filter((time) => time > now);
    expect(await rows.nextDueMs(now)).toBe(times.length === 0 ? undefined : Math.min(...times));
    for (const { place, noted } of model) expect(await rows.attempts(place)).toHaveLength(noted);
  }
}

test("of each queue the first one is due and the others wait, whatever happens", () => {
  let world = 0;
  const property = fc.asyncProperty(fc.array(step, { maxLength: 60, size: "max" }), (steps) => {
    world += 1;
    return write(({ deliveries }) => checked(deliveries, steps), `world-${world}`);
  });
  return fc.assert(property, { numRuns: depth(30, 150) });
});

test("what is due is listed by its time, at most so many", () =>
  write(async ({ deliveries: rows }) => {
    for (const [user, atMs] of [
      ["late", 30],
      ["early", 10],
      ["middle", 20],
    ] as const) {
      await rows.add({ endpoint_id: "endpoint", user_id: user }, ["event"], atMs);
    }
    const usersBy = async (atMs: number, limit: number) =>
      (await rows.due("endpoint", atMs, limit)).map(({ user_id }) => user_id);
    expect(await usersBy(30, 9)).toEqual(["early", "middle", "late"]);
    expect(await usersBy(29, 9)).toEqual(["early", "middle"]);
    expect(await usersBy(30, 1)).toEqual(["early"]);
    expect([await rows.nextDueMs(0), await rows.nextDueMs(10), await rows.nextDueMs(30)]).toEqual([10, 20, undefined]);
  }));

test("when each world has something to do is kept: of a new one at once, and of one without anything not", async () => {
  for (const [id, wakeAtMs] of [
    ["late", 30],
    ["early", 10],
    ["none", undefined],
  ] as const) {
    await write(async (tables) => {
      await tables.create({ of: id }, entryOf(id));
      await tables.wakeAt(wakeAtMs);
    }, id);
  }
  await write((tables) => tables.create({ of: "new" }, entryOf("new")), "new");
  const wakes = await store.reading(({ worlds }) => worlds.wakes());
  expect(new Map(wakes.map(({ id, wake_at_ms }) => [id, wake_at_ms]))).toEqual(
    new Map([
      ["late", 30],
      ["early", 10],
      ["new", 0],
    ]),
  );
});
