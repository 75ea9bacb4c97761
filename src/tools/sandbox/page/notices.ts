// What a page says after something was done: kept here, since an address that held it could be made to say anything.
import { randomUUID } from "node:crypto";
import type { Html } from "../../look/index.ts";

/** The number of notices that are kept. */
const mostKept = 200;

export class Notices {
  readonly #kept = new Map<string, Html | string>();

  /** @returns The name to request it by. */
  keep(message: Html | string): string {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= mostKept && oldest !== undefined) this.#kept.delete(oldest);
    const name = randomUUID();
    this.#kept.set(name, message);
    return name;
  }

  get(name: string): Html | string | undefined {
    return this.#kept.get(name);
  }
}
