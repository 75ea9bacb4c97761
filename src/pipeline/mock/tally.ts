// Counts the exchanges of a proxy, and writes its lines and its summary.
import { counted } from "../../tools/terminal/index.ts";
import type { Violation } from "./violations.ts";

/** A request and its response, or the lack of one. */
export interface Exchange {
  /** The operation, such as `createUser (POST /v2/user/)`; the method and path when it is unknown. */
  readonly operation: string;
  /** The status of the upstream's response; undefined without one. */
  readonly status: number | undefined;
  readonly violations: readonly Violation[];
}

/** Counts of a proxy. */
export class Tally {
  /** By operation, in the order of first exchanges. */
  readonly #counts = new Map<string, { all: number; violating: number }>();

  add({ operation, violations }: Exchange): void {
    const { all, violating } = this.#counts.get(operation) ?? { all: 0, violating: 0 };
    this.#counts.set(operation, { all: all + 1, violating: violating + (violations.length > 0 ? 1 : 0) });
  }

  get isViolated(): boolean {
    return [...this.#counts.values()].some(({ violating }) => violating > 0);
  }

  /** The counts as text, with a newline after each line. */
  summary(): string {
    const counts = [...this.#counts];
    const sum = (of: "all" | "violating") => counts.reduce((total, [, count]) => total + count[of], 0);
    if (counts.length === 0) return "No exchange, so nothing was checked.\n";
    const found = counts
      .filter(([, { violating }]) => violating > 0)
      .map(([operation, { all, violating }]) => `  ${violating} of ${all}  ${printable(operation)}\n`);
    const verdict = found.length > 0 ? `${sum("violating")} with violations:` : "no violation.";
    return `${counted(sum("all"), "exchange")}, ${verdict}\n${found.join("")}`;
  }
}

/** An exchange with violations on one line. */
export function formatExchange({ operation, status, violations }: Exchange): string {
  const messages = violations.slice(0, most).map(({ message }) => message);
  if (violations.length > most) messages.push(`and ${violations.length - most} more`);
  const answered = status === undefined ? "" : ` answered ${status}`;
  return printable(`${operation}${answered}: ${messages.join("; ")}`);
}

/** How many violations are printed for an exchange; the header has more. */
const most = 5;

/** Replaces control characters: text of a peer must not control the terminal or start a line. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "?");
}
