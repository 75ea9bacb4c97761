// Runs `verify` as a command does, in this process.
import { verifyCommand } from "../../src/verify/index.ts";
import { runHere } from "../commands.ts";

/** Runs the command to its end, with time for a busy machine. */
export function runVerify(...args: readonly string[]) {
  return runVerifyWith(() => {}, ...args);
}

/** The same, with what it writes to its error stream shown as it is written. */
export function runVerifyWith(onError: (text: string) => void, ...args: readonly string[]) {
  return runHere(verifyCommand, ["--timeout", "600", ...args], undefined, onError);
}
