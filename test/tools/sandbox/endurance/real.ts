// The sandbox that the model is compared with: started on a database, stopped, killed and started again, and called over its socket.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startSandbox } from "../../../../src/tools/sandbox/start-sandbox.ts";

/** How long a receiver may take before an attempt has failed, in milliseconds. */
export const deliveryTimeoutMs = 400;

/** An answer; undefined when the connection ended without a whole one. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** One of the sandboxes on a database. */
interface Instance {
  readonly url: string;
  /** Ends it in order; what it holds is in the database. */
  readonly stop: () => Promise<void>;
  /** Ends the process at once, whatever it is doing. */
  readonly kill?: () => Promise<void>;
}

/** One or several sandboxes on a database that survives them; calls go to them in turn. Each may stop and be there again; what they serve must be the same then. */
export class RealSandbox {
  readonly #db: string;
  readonly #mode: "in-process" | "process";
  readonly #count: number;
  readonly #instances: Instance[] = [];
  #calls = 0;
  /** What they logged: nothing should be. */
  readonly logged: string[] = [];

  constructor(db: string, mode: "in-process" | "process", count = 1) {
    this.#db = db;
    this.#mode = mode;
    this.#count = count;
  }

  get canBeKilled(): boolean {
    return this.#mode === "process";
  }

  /** Starts those that are missing. */
  async start(): Promise<void> {
    while (this.#instances.length < this.#count) {
      this.#instances.push(await (this.canBeKilled ? this.#startProcess() : this.#startHere()));
    }
  }

  /** Stops the one that was started first. */
  async stop(): Promise<void> {
    await this.#instances.shift()?.stop();
  }

  /** Kills the one that was started first. */
  async kill(): Promise<void> {
    await this.#instances.shift()?.kill?.();
  }

  async close(): Promise<void> {
    while (this.#instances.length > 0) await this.stop();
  }

  readonly #log = (line: string) => void this.logged.push(line);

  async #startHere(): Promise<Instance> {
    const options = { db: this.#db, port: 0, seed: "empty", deliveryTimeoutMs, log: this.#log } as const;
    const { url = "", close } = await startSandbox(options);
    return { url, stop: close };
  }

  async #startProcess(): Promise<Instance> {
    const child = fork(join(import.meta.dirname, "process.ts"), [this.#db], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const ended = once(child, "exit");
    let url = "";
    child.on("message", (message: { log?: string; url?: string }) => {
      if (message.log !== undefined) this.#log(message.log);
      if (message.url !== undefined) url = message.url;
    });
    while (url === "") {
      const [first] = (await Promise.race([once(child, "message"), ended])) as unknown[];
      if (typeof first !== "object") throw new Error(`The sandbox did not start: code ${first}.`);
    }
    const stop = async () => {
      child.disconnect();
      const [code] = await ended;
      if (code !== 0) throw new Error(`The sandbox ended with the code ${code}.`);
    };
    const kill = async () => {
      child.kill("SIGKILL");
      await ended;
    };
    return { url, stop, kill };
  }

  /** The next one in turn. */
  get #url(): string {
    this.#calls += 1;
    return this.#instances[this.#calls % this.#instances.length]?.url ?? "";
  }

  /** The file of a world. */
  async file(world: string): Promise<Blob> {
    const response = await fetch(`${this.#url}/_sandbox/worlds/${world}/export`, {
      headers: { "x-sandbox-control": "1" },
    });
    return response.blob();
  }

  /** Calls; the key opens one world. */
  async call(
    method: string,
    path: string,
    key: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer | undefined> {
    const isForm = body instanceof FormData || body instanceof Blob;
    try {
      const response = await fetch(`${this.#url}${path}`, {
        method,
        headers: {
          "x-service-api-key": key,
          "x-sandbox-control": "1",
          ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
      return { status: response.status, body: JSON.parse(await response.text()) as unknown };
    } catch {
      return undefined;
    }
  }
}
