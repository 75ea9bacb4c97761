// What the pseudonyms of a recording stand for on another server: as a person says, or as its own answers show.
import { readFile } from "node:fs/promises";
import { isObject, own } from "../contract/index.ts";
import type { Shape } from "../recording/index.ts";
import { Failure } from "../terminal/index.ts";

/** A pseudonym such as `~user_id:1`, or the name of a parameter. */
const bindable = /^(?:~\w+:\d+|[\w-]+)$/;

const remedy = "Write it like --bind ~user_id:1=ID, or --bind zip_code=12345 for every value of a parameter.";

export class Bindings {
  readonly #values: Map<string, string>;

  constructor(values: ReadonlyMap<string, string> = new Map()) {
    this.#values = new Map(values);
  }

  /** The value of a pseudonym or of a parameter; undefined when none is known. */
  get(name: string): string | undefined {
    return this.#values.get(name);
  }

  /** Binds a pseudonym; what it stands for already stays. */
  bind(name: string, value: string): void {
    if (!this.#values.has(name)) this.#values.set(name, value);
  }

  /** Learns what the pseudonyms in a recorded body stand for: what stands at the same place in the body of the other server. */
  learn(recorded: Shape, body: unknown): void {
    if (typeof recorded === "string") {
      const pseudonym = pseudonymIn(recorded);
      const isId = typeof body === "string" || typeof body === "number";
      if (pseudonym !== undefined && isId) this.bind(pseudonym, String(body));
    } else if (Array.isArray(recorded)) {
      if (!Array.isArray(body)) return;
      // Of a longer list only the first items are in order
      const inOrder = isCut(recorded) ? recorded.slice(0, itemsInOrder) : recorded;
      for (const [index, item] of inOrder.entries()) this.learn(item, body[index]);
    } else if (isObject(body)) {
      for (const [name, shape] of Object.entries(recorded)) this.learn(shape, own(body, name));
    }
  }
}

/** The recording room writes the first three items of a list that it cuts. */
const itemsInOrder = 3;

function isCut(list: readonly Shape[]): boolean {
  const last = list.at(-1);
  return typeof last === "string" && last.startsWith("… ");
}

/** The pseudonym of an id in a scalar shape. */
export function pseudonymIn(shape: string): string | undefined {
  return shape.split(" ").find((word) => word.startsWith("~"));
}

/**
 * Reads the options `--bind NAME=VALUE` and `--bindings FILE`.
 *
 * @param file A JSON object of values by pseudonym or parameter.
 * @throws {Failure} when one of them cannot be read.
 */
export async function readBindings(given: readonly string[], file: string | undefined): Promise<Bindings> {
  const values = new Map(file === undefined ? [] : await readFileOf(file));
  for (const text of given) {
    const [, name, value] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined || !bindable.test(name)) {
      throw new Failure(`--bind takes NAME=VALUE, found "${text.replace(/=.*/s, "=…")}".`, remedy);
    }
    values.set(name, value);
  }
  return new Bindings(values);
}

async function readFileOf(file: string): Promise<(readonly [string, string])[]> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? "is not JSON" : `cannot be read (${String(Reflect.get(Object(error), "code"))})`;
    throw new Failure(`--bindings ${file} ${reason}.`, 'Write it like {"~user_id:1": "ID"}.');
  }
  const entries = isObject(value) ? Object.entries(value) : [["", undefined] as const];
  return entries.map(([name, one]) => {
    if (bindable.test(name) && (typeof one === "string" || typeof one === "number"))
      return [name, String(one)] as const;
    throw new Failure(
      `--bindings ${file} takes an object of texts by pseudonym or parameter, found ${JSON.stringify(name)}.`,
      'Write it like {"~user_id:1": "ID"}.',
    );
  });
}
