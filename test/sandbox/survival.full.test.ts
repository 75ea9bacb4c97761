// A sandbox on PostgreSQL under load, while it, PostgreSQL, or the network between them fails: what was acknowledged stays, in order.
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningCommand, startCommand } from "../commands.ts";
import { needs } from "../run/needs.ts";
import { Network } from "./network.ts";
import { durable, type Postgres, startPostgres } from "./postgres.ts";
import { Receiver } from "./receiver.ts";

/** How long it is run: `SECONDS_OF_FAILURES=600` for ten minutes. */
const failuresMs = 1000 * Number(process.env["SECONDS_OF_FAILURES"] ?? 10);

/** Only a hang takes longer. */
const hangMs = 60_000;

/** How many acknowledged writes are waited for after each failure. */
const mostAwaited = 10;

const kinds = [
  "no failure",
  "the sandbox killed",
  "PostgreSQL killed",
  "the network cut",
  "the network hanging",
] as const;
type Kind = (typeof kinds)[number];

describe.runIf(needs("PostgreSQL"))("on one PostgreSQL", () => {
  let postgres: Postgres | undefined;
  beforeAll(async () => {
    postgres = await startPostgres(durable);
  });
  afterAll(() => postgres?.stop());

  test("what was acknowledged survives a killed sandbox, a killed PostgreSQL and a network that fails, in order", async () => {
    if (postgres === undefined) throw new Error("PostgreSQL is missing.");
    const name = new URL(await postgres.createDatabase()).pathname;
    const receiver = await Receiver.start();
    const instance = new Instance(await Network.to(postgres.socket), name);
    const load = new Load(instance);
    try {
      await instance.start();
      for (let count = 0; count < 3; count += 1) await load.addWorld(receiver.url);
      load.begin();
      await load.acknowledged();
      const endMs = performance.now() + failuresMs;
      for (let turn = 0; performance.now() < endMs || turn < kinds.length; turn += 1) {
        await load.strike(kinds[turn % kinds.length] ?? "no failure", postgres);
      }
      await load.end();
      const { events, repeated } = await load.compare(receiver);
      process.stdout.write(`survival: ${load.report()}; ${events} events, ${repeated} sent again\n`);
    } finally {
      await load.end();
      await instance.close();
      await receiver.close();
    }
  });
});

/** A sandbox in a process of its own, with a network of its own to PostgreSQL. */
class Instance {
  readonly network: Network;
  readonly #db: string;
  #command: RunningCommand | undefined;
  #url = "";
  /** How many answers it gave. */
  answers = 0;
  /** How many of them acknowledged a write. */
  acknowledged = 0;

  constructor(network: Network, name: string) {
    this.network = network;
    this.#db = `postgres://sandbox@127.0.0.1:${network.port}${name}`;
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

  async close(): Promise<void> {
    await this.kill();
    await this.network.close();
  }

  /** @returns Undefined when there was no whole answer. */
  async call(path: string, body?: object, headers: Record<string, string> = {}) {
    const asked = { "x-sandbox-control": "1", "content-type": "application/json", ...headers };
    try {
      const response = await fetch(`${this.#url}${path}`, {
        headers: asked,
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      });
      const found = { response, body: (await response.json()) as Record<string, unknown> };
      this.answers += 1;
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

/** What was answered while something failed. */
interface Tally {
  times: number;
  acknowledged: number;
  refused: number;
  unanswered: number;
  longestMs: number;
}

class Load {
  readonly #instance: Instance;
  readonly #writers: Writer[] = [];
  readonly #running: Promise<void>[] = [];
  readonly #tallies = new Map<string, Tally>();
  readonly #wrong: string[] = [];
  #kind: Kind = "no failure";
  #isOver = false;

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  /** A world with two users, whose events go to a receiver. */
  async addWorld(url: string): Promise<void> {
    const done = async (path: string, body: object, headers?: Record<string, string>) => {
      const answer = await this.#instance.call(path, body, headers);
      if (answer?.response.ok !== true) throw new Error(`${path}: ${JSON.stringify(answer?.body)}`);
      return answer.body;
    };
    const { id, api_key } = await done("/_sandbox/worlds", { seed: "empty" });
    const world = `/_sandbox/worlds/${id}`;
    await done(`${world}/endpoints`, { url });
    for (const client_user_id of ["first", "second"]) {
      const key = String(api_key);
      const { user_id } = await done("/v2/user/", { client_user_id }, { "x-service-api-key": key });
      await done(`${world}/simulate/connectionMade`, { user_id, provider: "demo_ring" });
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

  /** Waits until several writes were acknowledged, or calls answered at all. */
  async acknowledged(what: "answers" | "acknowledged" = "acknowledged"): Promise<void> {
    // While something fails an answer may come late
    const least = this.#instance[what] + (what === "answers" ? 2 : mostAwaited);
    await expect.poll(() => this.#instance[what], { interval: 20 }).toBeGreaterThanOrEqual(least);
  }

  async strike(kind: Kind, postgres: Postgres): Promise<void> {
    this.#kind = kind;
    this.#tally().times += 1;
    if (kind === "PostgreSQL killed") await postgres.crash();
    else if (kind === "the sandbox killed") {
      await this.#instance.kill();
      await this.#instance.start();
    } else if (kind !== "no failure") {
      this.#instance.network.become(kind === "the network cut" ? "cut" : "hanging");
      // A call that hangs is answered, too
      await this.acknowledged("answers");
      this.#instance.network.become("well");
    }
    await this.acknowledged();
  }

  report(): string {
    const shown = [...this.#tallies].map(([what, { times, acknowledged, refused, unanswered, longestMs }]) => {
      const often = times === 0 ? "" : ` ${times} times,`;
      return `${what}:${often} ${acknowledged} acknowledged, ${refused} refused with 503, ${unanswered} unanswered, longest ${Math.round(longestMs)} ms`;
    });
    return shown.join("; ");
  }

  /** Every acknowledged write is there, each once; each user's events arrived in their order. */
  async compare(receiver: Receiver): Promise<{ events: number; repeated: number }> {
    expect(this.#wrong).toEqual([]);
    for (const [what, { longestMs }] of this.#tallies) expect([what, longestMs < hangMs]).toEqual([what, true]);
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
      const data = { user_id: user, provider: "demo_ring", resource: "sleep", data: { number } };
      const isDone = await this.#timed(() =>
        isUser
          ? instance.call("/v2/user/", { client_user_id }, { "x-service-api-key": key })
          : instance.call(`${world}/simulate/dataArrived`, data),
      );
      if (isDone && isUser) writer.users.push(client_user_id);
      if (isDone && !isUser) writer.acknowledged.push(number);
    }
  }

  /** @returns Whether it was acknowledged. */
  async #timed(call: () => ReturnType<Instance["call"]>): Promise<boolean> {
    const beginMs = performance.now();
    const answer = await call();
    const tally = this.#tally();
    tally.longestMs = Math.max(tally.longestMs, performance.now() - beginMs);
    if (answer === undefined) {
      tally.unanswered += 1;
      // It may not be back yet
      await wait(5);
      return false;
    }
    const { response, body } = answer;
    if (response.ok) {
      tally.acknowledged += 1;
      this.#instance.acknowledged += 1;
      return true;
    }
    tally.refused += 1;
    const isDescribed = response.status === 503 && response.headers.get("retry-after") === "1";
    if (!isDescribed) this.#wrong.push(`${response.status} ${JSON.stringify(body)}`);
    return false;
  }

  #tally(): Tally {
    const name = this.#kind;
    const tally = this.#tallies.get(name) ?? { times: 0, acknowledged: 0, refused: 0, unanswered: 0, longestMs: 0 };
    this.#tallies.set(name, tally);
    return tally;
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
