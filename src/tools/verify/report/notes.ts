// Collects the results of a run by operation: passed checks, findings and skipped checks.
import type { ContractOperation } from "../../contract/index.ts";
import type { CheckName } from "../check-names.ts";
import type { AnswerExcerpt, Deviation, OperationReport, Skipped, VerifyFinding } from "./report.ts";

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

interface OperationNotes {
  readonly passed: Partial<Record<CheckName, number>>;
  /** By check and place. */
  readonly findings: Map<string, VerifyFinding>;
  readonly skipped: Skipped[];
}

export class Notes {
  readonly #without: readonly CheckName[];
  readonly #redact: (text: string) => string;
  readonly #notes = new Map<string, OperationNotes>();

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
      // Several requests with a deviation at one place are one finding; items of a list are one place
      const key = [check, expected.pointer, expected.text].join(" ");
      const { findings } = this.#of(operation);
      if (this.leavesOut(check) || findings.has(key)) continue;
      findings.set(key, { ...deviation, message: this.#redact(message), curl, answer, seed });
    }
  }

  pass(operation: Entry, check: CheckName): void {
    if (this.leavesOut(check)) return;
    const { passed } = this.#of(operation);
    passed[check] = (passed[check] ?? 0) + 1;
  }

  skip(operation: Entry, check: CheckName | "all", reason: string): void {
    const { skipped } = this.#of(operation);
    if (!skipped.some((one) => one.check === check && one.reason === reason)) skipped.push({ check, reason });
  }

  /** What is known of an operation now. */
  reportOf(operation: Entry): OperationReport {
    const { passed, findings, skipped } = this.#of(operation);
    const { id, method, path } = operation;
    return { id, method: method.toUpperCase(), path, passed, findings: [...findings.values()], skipped };
  }

  #of({ id }: Entry): OperationNotes {
    const known = this.#notes.get(id) ?? { passed: {}, findings: new Map(), skipped: [] };
    this.#notes.set(id, known);
    return known;
  }
}
