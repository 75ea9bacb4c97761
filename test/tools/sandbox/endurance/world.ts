// One world of the real sandbox as commands use it, and how what it answers is compared.
import { isDeepStrictEqual } from "node:util";
import { isoOf, startMs } from "./model.ts";
import type { Answer, RealSandbox } from "./real.ts";

export class RealWorld {
  readonly sandbox: RealSandbox;
  id: string;
  #key: string;
  /** What was done, and how often. */
  readonly counts: Map<string, number>;

  private constructor(sandbox: RealSandbox, counts: Map<string, number>, id: string, key: string) {
    this.sandbox = sandbox;
    this.counts = counts;
    this.id = id;
    this.#key = key;
  }

  static async make(sandbox: RealSandbox, counts: Map<string, number>): Promise<RealWorld> {
    const settings = { psc_scheduling: true };
    const body = { seed: "empty", is_frozen: true, now: isoOf(startMs), settings };
    const { id, api_key } = bodyOf(await sandbox.call("POST", "/_sandbox/worlds", "", body), 201);
    return new RealWorld(sandbox, counts, String(id), String(api_key));
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Calls an operation of the service. */
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer | undefined> {
    return this.sandbox.call(method, path, this.#key, body, headers);
  }

  /** Calls the control plane for this world. */
  control(method: string, path: string, body?: unknown): Promise<Answer | undefined> {
    return this.sandbox.call(method, `/_sandbox/worlds/${this.id}${path === "" ? "" : "/"}${path}`, this.#key, body);
  }

  async simulate(name: string, input: object): Promise<Answer | undefined> {
    return this.control("POST", `simulate/${name}`, input);
  }

  async inspect(name: string, query: Record<string, string>): Promise<unknown> {
    const answer = await this.control("GET", `inspect/${name}?${new URLSearchParams(query)}`);
    return bodyOf(answer, 200)["result"];
  }

  /** Goes on in a copy of the world, and drops this one. */
  async move(): Promise<void> {
    const { id, api_key } = bodyOf(await this.sandbox.call("POST", "/_sandbox/worlds", "", { copy_of: this.id }), 201);
    bodyOf(await this.control("DELETE", ""), 200);
    this.id = String(id);
    this.#key = String(api_key);
  }

  /** All items of a list, page by page. */
  async all(list: "users" | "orders" | "events" | "deliveries"): Promise<Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    for (let after: unknown = 0; after !== null; ) {
      const page = bodyOf(await this.control("GET", `${list}?limit=200&after=${after}`), 200);
      items.push(...(page[list] as Record<string, unknown>[]));
      after = page["next"] ?? null;
    }
    return items;
  }
}

/** The picture and the sandbox disagree. */
export class Disagreement extends Error {
  override readonly name = "Disagreement";
}

/** The body of an answer, which must have this status. */
export function bodyOf(answer: Answer | undefined, status: number): Record<string, unknown> {
  if (answer?.status === status) return answer.body as Record<string, unknown>;
  throw new Disagreement(`Expected an answer with ${status}, found ${JSON.stringify(answer)}.`);
}

/** What was found must have at least what was expected: arrays item for item, objects field for field. */
export function expectFits(found: unknown, expected: unknown, what: string): void {
  if (fits(found, expected)) return;
  throw new Disagreement(`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}.`);
}

function fits(found: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(found) &&
      found.length === expected.length &&
      expected.every((one, index) => fits(found[index], one))
    );
  }
  if (typeof expected !== "object" || expected === null) return isDeepStrictEqual(found, expected);
  if (typeof found !== "object" || found === null) return false;
  return Object.entries(expected).every(([name, value]) => fits(Reflect.get(found, name), value));
}
