// Collects the results of a run by operation: passed checks, findings and skipped checks.
import type { ContractOperation } from "../../contract/index.ts";
import { Collector } from "../../findings/index.ts";
import type { CheckName } from "../check-names.ts";
import type { Deviation } from "../verdicts/deviation.ts";
import type { AnswerExcerpt, OperationReport, VerifyFinding } from "./report.ts";

/** What one request showed. */
export interface Shown {
  readonly deviations: readonly Deviation[];
  /** The checks without a deviation. */
  readonly passed: readonly CheckName[];
  /** The request as curl, without keys. */
  readonly curl: string;
  /** The response; undefined without one. */
  readonly excerpt: AnswerExcerpt | undefined;
}

/** What a report has under one heading: an operation, or the events. */
type Entry = Pick<ContractOperation, "id" | "path"> & { readonly method: string };

export class Notes {
  readonly #without: readonly CheckName[];
  readonly #redact: (text: string) => string;
  readonly #collector = new Collector<CheckName, VerifyFinding>();

  /**
   * @param without The checks to leave out.
   * @param redact Removes the keys from a message.
   */
  constructor(without: readonly CheckName[], redact: (text: string) => string) {
    this.#without = without;
    this.#redact = redact;
  }

  leavesOut(check: CheckName): boolean {
    return this.#without.includes(check);
  }

  /**
   * Keeps what a request showed.
   *
   * @param seed Of a request that was generated.
   */
  keep(operation: Entry, { passed, deviations, curl, excerpt: answer }: Shown, seed?: number): void {
    for (const check of passed) this.pass(operation, check);
    for (const { message, ...deviation } of deviations) {
      const { check, expected } = deviation;
      if (this.leavesOut(check)) continue;
      // Several requests with a deviation at one place are one finding; items of a list are one place
      const key = [check, expected.pointer, expected.text].join(" ");
      const finding = { ...deviation, message: this.#redact(message), curl, answer, seed };
      this.#collector.keep(operation.id, key, (known) => known ?? finding);
    }
  }

  pass({ id }: Entry, check: CheckName): void {
    if (!this.leavesOut(check)) this.#collector.pass(id, check);
  }

  skip({ id }: Entry, check: CheckName | "all", reason: string): void {
    this.#collector.skip(id, check, reason);
  }

  /** What is known of an operation now. */
  reportOf({ id, method, path }: Entry): OperationReport {
    return { id, method: method.toUpperCase(), path, ...this.#collector.results(id) };
  }
}
