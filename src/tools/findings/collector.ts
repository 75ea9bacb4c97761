// Collects the results of checks by what is checked: how often each passed, what each found, and why one was skipped.

/** A check that could not run, or only in part. */
interface Skipped<Check extends string> {
  readonly check: Check | "all";
  readonly reason: string;
}

/** What became of the checks of one thing. */
export interface Results<Check extends string, Found> {
  /** How many times each check passed. */
  readonly passed: Readonly<Partial<Record<Check, number>>>;
  readonly findings: readonly Found[];
  readonly skipped: readonly Skipped<Check>[];
}

interface Collected<Check extends string, Found> {
  readonly passed: Partial<Record<Check, number>>;
  readonly findings: Map<string, Found>;
  readonly skipped: Skipped<Check>[];
}

export class Collector<Check extends string, Found extends { readonly check: Check }> {
  readonly #collected = new Map<string, Collected<Check, Found>>();

  /** @param of What is checked, such as the id of an operation. */
  pass(of: string, check: Check): void {
    const { passed } = this.#of(of);
    passed[check] = (passed[check] ?? 0) + 1;
  }

  skip(of: string, check: Check | "all", reason: string): void {
    const { skipped } = this.#of(of);
    if (!skipped.some((one) => one.check === check && one.reason === reason)) skipped.push({ check, reason });
  }

  /**
   * Keeps a finding.
   *
   * @param key Findings of one key are the same: they are kept as one.
   * @param make Makes the finding of the one that is known already, or of none.
   */
  keep(of: string, key: string, make: (known: Found | undefined) => Found): void {
    const { findings } = this.#of(of);
    findings.set(key, make(findings.get(key)));
  }

  /** What is known now. */
  results(of: string): Results<Check, Found> {
    const { passed, findings, skipped } = this.#of(of);
    return { passed, findings: [...findings.values()], skipped };
  }

  #of(of: string): Collected<Check, Found> {
    const known = this.#collected.get(of) ?? { passed: {}, findings: new Map(), skipped: [] };
    this.#collected.set(of, known);
    return known;
  }
}
