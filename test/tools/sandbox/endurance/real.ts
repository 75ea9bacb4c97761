// The sandbox that the model is compared with: started on a database, stopped, killed and started again, and called over its socket.
import { type ChildProcess, fork } from "node:child_process";
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

/** A sandbox on a database that survives it. It may stop and be there again; what it serves must be the same then. */
export class RealSandbox {
  readonly #db: string;
  readonly #mode: "in-process" | "process";
  #url = "";
  #close: () => Promise<void> = async () => {};
  #child: ChildProcess | undefined;
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
    const log = (line: string) => void this.logged.push(line);
    if (this.#mode === "in-process") {
      const sandbox = await startSandbox({ db: this.#db, port: 0, seed: "empty", deliveryTimeoutMs, log });
      this.#url = sandbox.url ?? "";
      this.#close = () => sandbox.close();
      return;
    }
    const child = fork(join(import.meta.dirname, "process.ts"), [this.#db], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#child = child;
    const ended = once(child, "exit");
    child.on("message", (message: { log?: string; url?: string }) => {
      if (message.log !== undefined) log(message.log);
      if (message.url !== undefined) this.#url = message.url;
    });
    this.#close = async () => {
      child.disconnect();
      const [code] = await ended;
      if (code !== 0) throw new Error(`The sandbox ended with the code ${code}.`);
    };
    this.#url = "";
    while (this.#url === "") {
      const [first] = (await Promise.race([once(child, "message"), ended])) as unknown[];
      if (typeof first !== "object") throw new Error(`The sandbox did not start: code ${first}.`);
    }
  }

  /** Stops it in order; what it holds is in the database. */
  async stop(): Promise<void> {
    await this.#close();
  }

  /** Ends the process at once, whatever it is doing. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined) throw new Error("Only a process can be killed.");
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
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
