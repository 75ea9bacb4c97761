// Counts the exchanges that a proxy has seen, and tells what it found.
import { counted } from "../../tools/terminal/index.ts";
import type { Violation } from "./violations.ts";

/** A request with its answer, or with what came instead of one. */
export interface Exchange {
  /** The operation, such as `createUser (POST /v2/user/)`, or the method and path of none. */
  readonly operation: string;
  /** The status of the upstream's answer; absent when there was none. */
  readonly status: number | undefined;
  readonly violations: readonly Violation[];
}

/** What a proxy has seen. */
export class Tally {
  /** Of each operation, in the order of its first exchange. */
  readonly #counts = new Map<string, { all: number; violating: number }>();

  /** Counts an exchange. */
  add({ operation, violations }: Exchange): void {
    const { all, violating } = this.#counts.get(operation) ?? { all: 0, violating: 0 };
    this.#counts.set(operation, { all: all + 1, violating: violating + (violations.length > 0 ? 1 : 0) });
  }

  /** Was there any violation? */
  get isViolated(): boolean {
    return [...this.#counts.values()].some(({ violating }) => violating > 0);
  }

  /** The counts as text for a person, each line ended. */
  summary(): string {
    const counts = [...this.#counts];
    const sum = (of: "all" | "violating") => counts.reduce((total, [, count]) => total + count[of], 0);
    if (counts.length === 0) return "No exchange passed, so that nothing was checked.\n";
    const found = counts
      .filter(([, { violating }]) => violating > 0)
      .map(([operation, { all, violating }]) => `  ${violating} of ${all}  ${printable(operation)}\n`);
    const verdict = found.length > 0 ? `${sum("violating")} with violations:` : "no violation.";
    return `${counted(sum("all"), "exchange")}, ${verdict}\n${found.join("")}`;
  }
}

/** An exchange with violations on one line. */
export function lineOf({ operation, status, violations }: Exchange): string {
  const told = violations.slice(0, most).map(({ message }) => message);
  if (violations.length > most) told.push(`and ${violations.length - most} more`);
  const answered = status === undefined ? "" : ` answered ${status}`;
  return printable(`${operation}${answered}: ${told.join("; ")}`);
}

/** How many violations of an exchange are told on its line; the header has more. */
const most = 5;

/** Text that a peer chose must not steer the terminal, nor begin a line of its own. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "?");
}
