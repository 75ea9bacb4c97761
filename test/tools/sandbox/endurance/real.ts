// The sandbox that the model is compared with: started on a database, stopped, killed and started again, and called over its socket.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startSandbox } from "../../../../src/tools/sandbox/start-sandbox.ts";
import { logInto } from "../complaints.ts";

/** How long a receiver may take before an attempt has failed, in milliseconds. */
export const deliveryTimeoutMs = 400;

/** An answer; undefined when the connection ended without a whole one. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A sandbox that runs. */
interface Instance {
  readonly url: string;
  /** Ends it in order; what it holds is in the database. */
  readonly stop: () => Promise<void>;
  /** Ends the process at once, whatever it is doing. */
  readonly kill?: () => Promise<void>;
}

/** A sandbox on a database that survives it. It may stop and be there again; what it serves must be the same then. */
export class RealSandbox {
  readonly #db: string;
  readonly #mode: "in-process" | "process";
  #instance: Instance | undefined;
  /** What it logged: nothing should be. */
  readonly logged: string[] = [];

  constructor(db: string, mode: "in-process" | "process") {
    this.#db = db;
    this.#mode = mode;
  }

  get canBeKilled(): boolean {
    return this.#mode === "process";
  }

  async start(): Promise<void> {
    this.#instance ??= await (this.canBeKilled ? this.#startProcess() : this.#startHere());
  }

  async stop(): Promise<void> {
    await this.#instance?.stop();
    this.#instance = undefined;
  }

  async kill(): Promise<void> {
    await this.#instance?.kill?.();
    this.#instance = undefined;
  }

  readonly #log = logInto(this.logged);

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

  /** Calls; the key opens one world. */
  async call(
    method: string,
    path: string,
    key: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer | undefined> {
    const isForm = body instanceof FormData;
    try {
      const response = await fetch(`${this.#instance?.url}${path}`, {
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
