// One world of a sandbox in a process of its own, which is stopped, killed and started again, and how what it answers is compared.
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type RunningCommand, startCommand } from "../../commands.ts";
import { startMs, toIso } from "./model.ts";

/** An answer; undefined when the connection ended without a whole one. */
export type Answer = { readonly status: number; readonly body: unknown } | undefined;

/** A process on a database that survives it. It may stop and be there again; what it serves must be the same then. */
export class Process {
  readonly #db: string;
  #command: RunningCommand | undefined;
  #url = "";

  constructor(db: string) {
    this.#db = db;
  }

  async start(): Promise<void> {
    this.#command = startCommand("cli.ts", ["sandbox", "--port", "0", "--seed", "empty", "--db", this.#db]);
    [, this.#url = ""] = await this.#command.printed(/^Sandbox ready at (\S+),/m);
  }

  /** Ends it in order, or at once, whatever it is doing. Nothing it says tells of a fault of its own. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    this.#command?.child.kill(signal);
    await this.#command?.ended;
    const said = this.#command?.output.stderr ?? "";
    if (/^(error|violation)/m.test(said)) throw new Error(`The sandbox said: ${said}`);
  }

  /** Calls; the key opens one world. */
  async call(
    method: string,
    path: string,
    key: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const json = body === undefined ? {} : { "content-type": "application/json" };
    try {
      const response = await fetch(`${this.#url}${path}`, {
        method,
        headers: { "x-service-api-key": key, "x-sandbox-control": "1", ...json, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: JSON.parse(await response.text()) as unknown };
    } catch {
      return undefined;
    }
  }
}

export class RealWorld {
  readonly process: Process;
  /** How often each kind of command was run. */
  readonly counts: Map<string, number>;
  #id = "";
  #key = "";

  private constructor(process: Process, counts: Map<string, number>) {
    this.process = process;
    this.counts = counts;
  }

  static async make(process: Process, counts: Map<string, number>): Promise<RealWorld> {
    const world = new RealWorld(process, counts);
    await world.#become({ seed: "empty", is_frozen: true, now: toIso(startMs) });
    return world;
  }

  async #become(options: object): Promise<void> {
    const path = `/_sandbox/worlds/world-${randomUUID()}`;
    const { id, api_key } = bodyOf(await this.process.call("PUT", path, "", options), 201);
    this.#id = String(id);
    this.#key = String(api_key);
  }

  /** Goes on in a copy of the world, and drops this one. */
  async move(): Promise<void> {
    const drop = `/_sandbox/worlds/${this.#id}`;
    await this.#become({ copy_of: this.#id });
    bodyOf(await this.process.call("DELETE", drop, ""), 200);
  }

  /** Calls an operation of the service. */
  api(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer> {
    return this.process.call(method, path, this.#key, body, headers);
  }

  /** Calls the control plane for this world. */
  control(method: string, path: string, body?: object): Promise<Answer> {
    return this.process.call(method, `/_sandbox/worlds/${this.#id}${path}`, "", body);
  }

  /** All items of a list, page by page. */
  async all(list: "users" | "orders" | "events" | "deliveries"): Promise<Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    for (let after: unknown = 0; after !== null; ) {
      const isRecord = list === "users" || list === "orders";
      const path = isRecord ? `/records/${list}` : `/${list}`;
      const page = bodyOf(await this.control("GET", `${path}?limit=200&after=${after}`), 200);
      items.push(...(page[isRecord ? "records" : list] as Record<string, unknown>[]));
      after = page["next"] ?? null;
    }
    return items;
  }
}

/** The body of an answer, which must have this status. */
export function bodyOf(answer: Answer, status: number): Record<string, unknown> {
  if (answer?.status === status) return answer.body as Record<string, unknown>;
  throw new Error(`Expected an answer with ${status}, found ${JSON.stringify(answer)}.`);
}

/** Holds a finding to the expected one: arrays item for item, objects field for field. */
export function expectFits(found: unknown, expected: object, what: string): void {
  expect(found, what).toMatchObject(expected);
}
