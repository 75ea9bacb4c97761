// What generated clients can do, as the matrix of `npm run portability` has seen it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectDirectory } from "../../tools/contract/index.ts";

/** A generator, and what its client can do. */
export interface PortabilityResult {
  readonly name: string;
  readonly version: string;
  readonly language: string;
  /** The document it is given, which works best. */
  readonly document: "openapi.json" | "openapi-3.0.json";
  /** The command that generates, with its options. */
  readonly generate: string;
  /** The command that installs the generator and what its client imports, where a page shows it. */
  readonly prepare?: string;
  /** The command that runs the example of the language's page. */
  readonly example?: string;
  /** Whether that example runs. */
  readonly exampleRuns?: boolean;
  /** What a caller has to know, such as why something fails. */
  readonly note?: string;
  /** What becomes of the description of the sandbox's control plane: "called" where the matrix calls it, too. */
  readonly control?: "called" | "compiled" | "not compiled" | "not accepted";
  /** Why the client was not compiled, or not even generated: what is missing. */
  readonly untried?: string;
  /** Whether the generator took the document. */
  readonly accepted: boolean;
  /** Whether its client compiled, or passed its type check. */
  readonly compiled: boolean;
  /** How many operations worked. */
  readonly operations: number;
  /** The operations that did not work. */
  readonly failed: readonly string[];
  /** The operations that do not work with a newer service, which sends unknown values and fields. */
  readonly failedNewer: readonly string[];
  /** The models that do not read the events of a newer service; without it, the generator makes no such models. */
  readonly failedEvents?: readonly string[];
}

/** The results of the matrix, and the day they were written on. */
export interface Portability {
  readonly date: string;
  readonly results: readonly PortabilityResult[];
}

/** Reads the results that the matrix wrote last. */
export function readPortability(): Portability {
  const file = join(projectDirectory, "test", "portability", "results.json");
  return JSON.parse(readFileSync(file, "utf8")) as Portability;
}
