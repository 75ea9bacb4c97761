// How deep the tests go: `npm test` is quick, `npm run test:full` goes all the way.
import { test } from "vitest";
import { variable } from "./directory.ts";

/** True in `npm run test:full`. Tests that run only then stand in `*.full.test.ts` and need not ask. */
export const isFull = process.env[variable.depth] === "full";

/** `test`, for one in a file of the quick run that only the full run has: `inFull?.("a name", …)`. */
export const inFull = isFull ? test : undefined;

/** One value for `npm test`, another for `npm run test:full`: a number of runs, a list of pages, a set of versions. */
export function depth<Quick, Full = Quick>(quick: Quick, full: Full): Quick | Full {
  return isFull ? full : quick;
}

/** Of many alike, the first of each kind for `npm test`, and all for `npm run test:full`. */
export function oneOfEach<T>(all: readonly T[], kindOf: (one: T) => unknown): readonly T[] {
  return isFull ? all : [...Map.groupBy(all, kindOf).values()].flatMap((alike) => alike.slice(0, 1));
}
