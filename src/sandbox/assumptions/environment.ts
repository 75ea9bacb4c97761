// How `assume` reaches the sandboxes that the tests of a suite start in their own processes: by environment variables.
import { appendFileSync } from "node:fs";
import { type Assume, parseAlternative } from "./alternatives.ts";
import type { Sighting } from "./touched.ts";

/** The names of the variables. */
export const assumeVariable = {
  /** An alternative as `KEY=ALTERNATIVE`. */
  assume: "WEARABLE_HEALTH_API_ASSUME",
  /** A file that takes a line of JSON for each call and event that touches assumptions. */
  touched: "WEARABLE_HEALTH_API_TOUCHED",
} as const;

/** The name of the variable with the address of the sandbox that a suite may call. */
export const sandboxVariable = "SANDBOX_URL";

interface Options {
  readonly assume?: Assume | undefined;
  readonly onTouched?: (sighting: Sighting) => void;
}

/** The options of a sandbox with what the environment says; its own alternatives come first. */
export function assumedByEnvironment<Given extends Options>(options: Given): Given {
  const { [assumeVariable.assume]: text, [assumeVariable.touched]: file } = process.env;
  // A text of another form is refused with the list, as any other unknown alternative
  const pairs = text === undefined ? [] : [parseAlternative(text) ?? [text, ""]];
  const assume = { ...Object.fromEntries(pairs), ...options.assume };
  if (file === undefined) return { ...options, assume };
  // At once, and not at its end: a process of a test may be killed
  const onTouched = (sighting: Sighting) => appendFileSync(file, `${JSON.stringify(sighting)}\n`);
  return { ...options, assume, onTouched };
}
