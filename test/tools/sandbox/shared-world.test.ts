// Two sandboxes on one PostgreSQL are one: faults of calls, event faults and the log of calls belong to the world, whichever sandbox is asked.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { components } from "../../../generated/control-types.ts";
import type { NewEventFault } from "../../../src/tools/sandbox/public/events.ts";
import { needs } from "../../run/needs.ts";
import { climber, connected, numbered, numbersOf, runner, walker } from "./cast.ts";
import { type ControlledSandbox, demo, startControlled } from "./control/controlled.ts";
import { databaseForTest, runSql } from "./postgres.ts";
import { Receiver } from "./receiver.ts";

describe.runIf(needs("PostgreSQL"))("on one PostgreSQL", () => {
  let db: string;
  let one: ControlledSandbox;
  let other: ControlledSandbox;
  let receiver: Receiver;
  const running = new Set<ControlledSandbox>();

  beforeEach(async () => {
    db = await databaseForTest();
    receiver = await Receiver.start();
    one = await startControlled({ db });
    other = await startControlled({ db });
    running.add(one).add(other);
  });
  afterEach(async () => {
    for (const sandbox of running) await stop(sandbox);
    await receiver.close();
  });

  async function stop(stopped: ControlledSandbox): Promise<void> {
    running.delete(stopped);
    await stopped.sandbox.close();
    expect(stopped.complaints).toEqual([]);
  }

  const headers = { "x-service-api-key": "sk_demo_team", "content-type": "application/json" };

  async function struck({ control }: ControlledSandbox, body: components["schemas"]["NewFault"]): Promise<string> {
    const added = await control.POST("/_sandbox/worlds/{world_id}/faults", { params: demo, body });
    if (!added.ok) throw new Error(added.error.error.message);
    return added.data.id;
  }

  async function faultsIn({ control }: ControlledSandbox) {
    const listed = await control.GET("/_sandbox/worlds/{world_id}/faults", { params: demo });
    return listed.ok ? listed.data.faults : [];
  }

  /** The calls on the page of a sandbox, the latest first. */
  async function callsOn({ url }: ControlledSandbox): Promise<string[]> {
    const page = (await (await fetch(`${url}/_sandbox/calls/`)).text()).replaceAll("<wbr>", "");
    return Array.from(page.matchAll(/<\/span> <code>(\/[^<]*)<\/code>/g), ([, path = ""]) => path);
  }

  const created = ({ sandbox }: ControlledSandbox, client_user_id: string) =>
    sandbox.fetch("http://sandbox/v2/user/", { method: "POST", headers, body: JSON.stringify({ client_user_id }) });

  test("a fault that is added through one strikes calls on the other at once, until one of them removes it", async () => {
    const asked = async () => (await other.sandbox.fetch("http://sandbox/v2/providers/", { headers })).status;
    expect(await asked()).toBe(200);
    const fault_id = await struck(one, { operation_id: "listProviders", effect: "status", status: 503 });
    expect(await asked()).toBe(503);
    expect(await faultsIn(one)).toMatchObject([{ id: fault_id, seen: 1, struck: 1 }]);
    const params = { path: { world_id: "demo", fault_id } };
    await other.control.DELETE("/_sandbox/worlds/{world_id}/faults/{fault_id}", { params });
    expect(await faultsIn(one)).toEqual([]);
    expect(await asked()).toBe(200);
  });

  test("of fifty calls at once over both, as many are struck as the fault counts, and those change nothing", async () => {
    await struck(one, { operation_id: "createUser", effect: "status", status: 503, count: 3 });
    await struck(other, { operation_id: "createUser", effect: "status", status: 502, probability: 0.5, seed: 7 });
    const calls = Array.from({ length: 50 }, (_, number) => created(number % 2 === 0 ? one : other, `user-${number}`));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    const times = (status: number) => statuses.filter((found) => found === status).length;
    expect(times(503)).toBe(3);
    expect(times(200) + times(502)).toBe(47);
    expect(await faultsIn(other)).toMatchObject([
      { seen: 3, struck: 3, is_over: true },
      { seen: 47, struck: times(502), is_over: false },
    ]);
    const resolved = await Promise.all(
      statuses.map((_, number) => one.sandbox.fetch(`http://sandbox/v2/user/resolve/user-${number}`, { headers })),
    );
    expect(resolved.map(({ status }) => status)).toEqual(statuses.map((status) => (status === 200 ? 200 : 404)));
  });

  test("the page of one lists the calls of both, each under a number of its own, until the world is reset", async () => {
    const providers = "/v2/providers/";
    for (const { sandbox } of [one, other, one]) await sandbox.fetch(`http://sandbox${providers}`, { headers });
    await created(other, "listed");
    // A page writes what its own sandbox was asked; the other one does so a moment later
    await expect.poll(() => callsOn(one)).toHaveLength(4);
    await expect
      .poll(() => callsOn(other))
      .toEqual(expect.arrayContaining([providers, providers, providers, "/v2/user/"]));
    const { url } = one;
    const list = await (await fetch(`${url}/_sandbox/calls/`)).text();
    expect(list).toContain("keeps the latest 100 calls of each world.");
    const links = Array.from(list.matchAll(/href="\/_sandbox\/(calls\/\d+)"/g), ([, link]) => link);
    expect(new Set(links).size).toBe(4);
    const pages = await Promise.all(links.map(async (link) => (await fetch(`${url}/_sandbox/${link}`)).text()));
    expect(pages.filter((page) => page.includes("&quot;listed&quot;"))).toHaveLength(1);
    await one.sandbox.reset();
    expect(await callsOn(other)).toEqual([]);
  });

  test("a live stream of one shows the calls of the service that the other answers, but none that no key opened", async () => {
    const leaving = new AbortController();
    const stream = await fetch(`${other.url}/_sandbox/worlds/demo/stream`, {
      headers: { "x-sandbox-control": "1" },
      signal: leaving.signal,
    });
    const shown: string[] = [];
    const read = async () => {
      for await (const bytes of stream.body ?? []) shown.push(Buffer.from(bytes).toString());
    };
    const ended = read().catch(() => {});
    await expect.poll(() => shown).toContainEqual(expect.stringContaining("watching"));
    await one.sandbox.fetch("http://sandbox/v2/providers/", { headers: { "x-service-api-key": "sk_unknown" } });
    await expect
      .poll(async () => {
        await created(one, "seen");
        return shown.join("");
      })
      .toContain('"path":"/v2/user/"');
    expect(shown.join("")).not.toContain("/v2/providers/");
    leaving.abort();
    await ended;
  });

  test("of many calls of one world the latest hundred are kept, and a world that is dropped takes its calls with it", async () => {
    const world = await one.sandbox.createWorld({ seed: "empty" });
    const { worlds } = (await (
      await fetch(`${one.url}/_sandbox/worlds`, { headers: { "x-sandbox-control": "1" } })
    ).json()) as { worlds: { id: string }[] };
    const world_id = worlds.map(({ id }) => id).find((id) => id !== "demo") ?? "";
    const asked = { "x-service-api-key": world.apiKey };
    for (let times = 0; times < 2; times += 1) {
      for (let calls = 0; calls < 65; calls += 1) await one.sandbox.fetch("http://sandbox/v2/nowhere", { headers });
      // Which writes them
      await callsOn(one);
    }
    for (let calls = 0; calls < 3; calls += 1)
      await one.sandbox.fetch("http://sandbox/v2/providers/", { headers: asked });
    await callsOn(one);
    const counted = () => runSql(db, "SELECT world, count(*)::int AS n FROM calls GROUP BY world ORDER BY n");
    expect(await counted()).toEqual([
      { world: world_id, n: 3 },
      { world: "demo", n: 100 },
    ]);
    await one.control.DELETE("/_sandbox/worlds/{world_id}", { params: { path: { world_id } } });
    expect(await counted()).toEqual([{ world: "demo", n: 100 }]);
  });

  /** The numbers of the events of a user as they arrive from one sandbox, of which the other wrote the events under these faults. */
  async function sentByTheOther(faults: readonly Omit<NewEventFault, "endpoint_id">[], write: () => Promise<void>) {
    for (const user of [walker, climber]) await connected(one.sandbox, user);
    await one.sandbox.endpoints.register({ url: receiver.url });
    await other.sandbox.settled();
    for (const fault of faults) await other.sandbox.eventFaults.add({ endpoint_id: "*", ...fault });
    await write();
    await stop(one);
    await other.sandbox.clock.advance({ hours: 2 });
    expect((await other.sandbox.deliveries.list()).filter(({ state }) => state !== "delivered")).toEqual([]);
  }

  test("what a silence holds back and a duplicate sends twice is decided by one, and sent by the other", async () => {
    await sentByTheOther(
      [
        { effect: "silence", lasts: { hours: 1 } },
        { effect: "duplicate", count: 1 },
      ],
      async () => {
        for (const number of [1, 2]) await numbered(one.sandbox, runner, number);
        await one.sandbox.settled();
        expect(receiver.received).toEqual([]);
      },
    );
    expect(numbersOf(receiver.received, runner)).toEqual([1, 1, 2]);
    expect(await other.sandbox.eventFaults.list()).toMatchObject([
      { seen: 2, struck: 2 },
      { seen: 1, struck: 1, is_over: true },
    ]);
  });

  test("an event that one holds back goes after the next one of its user, which the other writes", async () => {
    await sentByTheOther([{ effect: "reorder_within_user", count: 1 }], async () => {
      await numbered(one.sandbox, runner, 1);
      await one.sandbox.settled();
      expect(receiver.received).toEqual([]);
      await numbered(other.sandbox, runner, 2);
      await other.sandbox.settled();
    });
    expect(numbersOf(receiver.received, runner)).toEqual([2, 1]);
  });
});
