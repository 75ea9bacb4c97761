// A sandbox under load that is killed again and again: what was acknowledged stays, in order.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type RunningCommand, startCommand } from "../commands.ts";
import { Receiver } from "./receiver.ts";

/** How long it is run: `SECONDS_OF_FAILURES=600` for ten minutes. */
const failuresMs = 1000 * Number(process.env["SECONDS_OF_FAILURES"] ?? 10);

/** How many acknowledged writes are waited for after each kill. */
const mostAwaited = 10;

/** How often it is killed at least. */
const leastKills = 15;

test("what was acknowledged survives a sandbox that is killed, in order", async () => {
  const directory = mkdtempSync(join(tmpdir(), "survival-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const receiver = await Receiver.start();
  const instance = new Instance(join(directory, "sandbox.db"));
  const load = new Load(instance);
  try {
    await instance.start();
    for (let count = 0; count < 4; count += 1) await load.addWorld(receiver.url);
    load.begin();
    await load.acknowledged();
    const endMs = performance.now() + failuresMs;
    for (let kills = 0; performance.now() < endMs || kills < leastKills; kills += 1) await load.strike();
    await load.end();
    const { events, repeated } = await load.compare(receiver);
    process.stdout.write(`survival: ${load.report()}; ${events} events, ${repeated} sent again\n`);
  } finally {
    await load.end();
    await instance.kill();
    await receiver.close();
  }
});

/** A sandbox in a process of its own. */
class Instance {
  readonly #db: string;
  #command: RunningCommand | undefined;
  #url = "";
  /** How many of them acknowledged a write. */
  acknowledged = 0;

  constructor(db: string) {
    this.#db = db;
  }

  async start(): Promise<void> {
    this.#command = startCommand("cli.ts", ["sandbox", "--port", "0", "--db", this.#db]);
    const [, url = ""] = await this.#command.printed(/^Sandbox ready at (\S+),/m);
    this.#url = url;
  }

  async kill(): Promise<void> {
    this.#command?.child.kill("SIGKILL");
    await this.#command?.ended;
  }

  /** @returns Undefined when there was no whole answer. */
  async call(path: string, body?: object, headers: Record<string, string> = {}, method = "POST") {
    const asked = { "x-sandbox-control": "1", "content-type": "application/json", ...headers };
    try {
      const response = await fetch(`${this.#url}${path}`, {
        headers: asked,
        ...(body === undefined ? {} : { method, body: JSON.stringify(body) }),
      });
      const found = { response, body: (await response.json()) as Record<string, unknown> };
      return found;
    } catch {
      return undefined;
    }
  }
}

/** What one writer did: data of its user, and users. */
interface Writer {
  readonly world: string;
  readonly key: string;
  readonly user: string;
  readonly acknowledged: number[];
  readonly users: string[];
  written: number;
}

class Load {
  readonly #instance: Instance;
  readonly #writers: Writer[] = [];
  readonly #running: Promise<void>[] = [];
  readonly #wrong: string[] = [];
  #kills = 0;
  #unanswered = 0;
  #isOver = false;

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  /** A world with two users, whose events go to a receiver. */
  async addWorld(url: string): Promise<void> {
    const done = async (path: string, body: object, headers?: Record<string, string>, method?: string) => {
      const answer = await this.#instance.call(path, body, headers, method);
      if (answer?.response.ok !== true) throw new Error(`${path}: ${JSON.stringify(answer?.body)}`);
      return answer.body;
    };
    const world = `/_sandbox/worlds/world-${this.#writers.length}`;
    const { api_key } = await done(world, { seed: "empty" }, {}, "PUT");
    await done(`${world}/endpoints`, { url });
    for (const client_user_id of ["first", "second"]) {
      const key = String(api_key);
      const { user_id } = await done("/v2/user/", { client_user_id }, { "x-service-api-key": key });
      await done(`${world}/happenings`, { name: "connectionMade", user_id, provider: "demo_ring" });
      this.#writers.push({ world, key, user: String(user_id), acknowledged: [], users: [], written: 0 });
    }
  }

  /** Each writer writes one after the other. */
  begin(): void {
    for (const writer of this.#writers) this.#running.push(this.#write(writer));
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  /** Waits until several writes were acknowledged. */
  async acknowledged(): Promise<void> {
    const least = this.#instance.acknowledged + mostAwaited;
    await expect.poll(() => this.#instance.acknowledged, { interval: 20 }).toBeGreaterThanOrEqual(least);
  }

  async strike(): Promise<void> {
    this.#kills += 1;
    await this.#instance.kill();
    await this.#instance.start();
    await this.acknowledged();
  }

  report(): string {
    return `${this.#kills} kills, ${this.#instance.acknowledged} writes acknowledged, ${this.#unanswered} unanswered`;
  }

  /** Every acknowledged write is there, each once; each user's events arrived in their order. */
  async compare(receiver: Receiver): Promise<{ events: number; repeated: number }> {
    expect(this.#wrong).toEqual([]);
    const instance = this.#instance;
    const bodies = new Map<string, string>();
    for (const { headers, body } of receiver.received) {
      const id = headers["webhook-id"] ?? "";
      expect(bodies.get(id) ?? body).toBe(body);
      bodies.set(id, body);
    }
    for (const world of new Set(this.#writers.map((writer) => writer.world))) await this.#delivered(instance, world);
    const arrived = [...new Set(receiver.ids)];
    let events = 0;
    for (const { world, user, acknowledged, users } of this.#writers) {
      const log = (await listed(instance, `${world}/events`, "events")).filter(({ user_id }) => user_id === user);
      const ids = new Set(log.map(({ id }) => String(id)));
      // An id is counted where it arrived first
      expect(arrived.filter((id) => ids.has(id))).toEqual([...ids]);
      const numbers = log.flatMap(({ payload }) => (payload as { data: { number?: number } }).data.number ?? []);
      expect(new Set(numbers).size).toBe(numbers.length);
      const isAcknowledged = new Set(acknowledged);
      expect(numbers.filter((number) => isAcknowledged.has(number))).toEqual(acknowledged);
      const kept = new Set((await listed(instance, `${world}/users`, "users")).map((one) => one["client_user_id"]));
      expect(users.filter((one) => !kept.has(one))).toEqual([]);
      events += ids.size;
    }
    return { events, repeated: receiver.ids.length - arrived.length };
  }

  /** What a killed sandbox had begun to deliver is sent by the next one. */
  async #delivered(instance: Instance, world: string): Promise<void> {
    const open = async () => {
      const states = ["due", "waiting"].map((state) => instance.call(`${world}/deliveries?limit=1&state=${state}`));
      return (await Promise.all(states)).map((answer) => answer?.body["deliveries"]);
    };
    await expect.poll(open).toEqual([[], []]);
  }

  async #write(writer: Writer): Promise<void> {
    while (!this.#isOver) {
      writer.written += 1;
      const number = writer.written;
      const instance = this.#instance;
      const isUser = number % 5 === 0;
      const client_user_id = `${writer.user}-${number}`;
      const { world, user, key } = writer;
      const data = { name: "dataArrived", user_id: user, provider: "demo_ring", resource: "sleep", data: { number } };
      const isDone = await this.#send(() =>
        isUser
          ? instance.call("/v2/user/", { client_user_id }, { "x-service-api-key": key })
          : instance.call(`${world}/happenings`, data),
      );
      if (isDone && isUser) writer.users.push(client_user_id);
      if (isDone && !isUser) writer.acknowledged.push(number);
    }
  }

  /** @returns Whether it was acknowledged. */
  async #send(call: () => ReturnType<Instance["call"]>): Promise<boolean> {
    const answer = await call();
    if (answer === undefined) {
      this.#unanswered += 1;
      // It may not be back yet
      await wait(5);
      return false;
    }
    const { response, body } = answer;
    if (response.ok) this.#instance.acknowledged += 1;
    else this.#wrong.push(`${response.status} ${JSON.stringify(body)}`);
    return response.ok;
  }
}

/** All items of a list, page by page. */
async function listed(instance: Instance, path: string, list: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for (let after: unknown = 0; after !== null; ) {
    const answer = await instance.call(`${path}?limit=200&after=${after}`);
    items.push(...((answer?.body[list] ?? []) as Record<string, unknown>[]));
    after = answer?.body["next"] ?? null;
  }
  return items;
}
