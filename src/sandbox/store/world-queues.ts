// The queues of those that write one world: it takes one connection at a time, however many clients it has, so that other worlds are served.
import { StoreUnavailable } from "./store.ts";

/** How long a transaction may wait for the earlier ones of its world, in milliseconds. */
const longestWaitMs = 10_000;

export class WorldQueues {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * Runs work when the earlier work of its worlds has ended.
   *
   * @throws {StoreUnavailable} when it waits too long.
   */
  run<T>(worlds: readonly string[], work: () => Promise<T>): Promise<T> {
    // In one order, so that two that take the same worlds do not wait for each other
    return worlds.toSorted().reduceRight((inner, world) => () => this.#runNext(world, inner), work)();
  }

  async #runNext<T>(world: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(world);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const last = before === undefined ? ended : before.then(() => ended);
    this.#last.set(world, last);
    try {
      if (before !== undefined && !(await settlesWithin(longestWaitMs, before))) {
        throw new StoreUnavailable("too many writes of one world");
      }
      return await work();
    } finally {
      end();
      if (this.#last.get(world) === last) this.#last.delete(world);
    }
  }
}

/** Is it done in time, and without an error? */
export async function settlesWithin(ms: number, done: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const isDone = done.then(
    () => true,
    () => false,
  );
  return Promise.race([isDone, late]).finally(() => clearTimeout(timer));
}
