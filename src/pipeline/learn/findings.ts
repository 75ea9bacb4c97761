// Turns what exchanges say into findings, each with its evidence.
import { type Assumption, type OpenWord, sentenceOf } from "../../tools/contract/index.ts";
import { Tally } from "./tally.ts";
import { isAlways, isEnough, isSometimes, isUsual, thresholds } from "./thresholds.ts";

/**
 * `confirmed` and `contradicted` rest on evidence above the thresholds. `mixed`: the exchanges do not agree.
 * `few`: they agree, but are too few. `violation`: what the service states is not so. `new`: the contract does not have it.
 * `beyond recordings`: exchanges cannot settle it.
 */
export type Verdict =
  | "contradicted"
  | "mixed"
  | "few"
  | "confirmed"
  | "not seen"
  | "new"
  | "violation"
  | "beyond recordings";

/** What became of one mark of the contract, or what was found besides. */
export interface Finding {
  /** JSON pointer into the bundle to the node that it is about, which has the mark. */
  readonly pointer: string;
  readonly mark: "x-assumption" | "x-not-shown" | "none";
  readonly verdict: Verdict;
  /** For an assumption, the words of `leaves_open` that it is about. */
  readonly words: readonly OpenWord[];
  /** What was found, as a sentence. */
  readonly message: string;
  /** Exchanges that show it, and the different users that they are about. */
  readonly evidence: { readonly exchanges: number; readonly users: number };
  /** Exchanges that say otherwise. */
  readonly against: number;
  /** The numbers of a few exchanges that show it, with their file. */
  readonly shownBy: readonly string[];
}

/** What exchanges say of one thing that is assumed. */
export interface Sample {
  /** What they show, as a sentence. */
  readonly text: string;
  /** Exchanges that say that it is so, and those that say otherwise. */
  readonly so: Tally;
  readonly not?: Tally;
  /** Those that could say either. */
  readonly total: number;
  /** Whether it has to be so in most exchanges, in all of them, or only at times. */
  readonly rule: "usually" | "always" | "at times";
  /** Does it not depend on the user? Then those of one user settle it. */
  readonly isForAnyUser?: boolean;
}

/** In the order in which one of several samples decides. */
const decisive = ["contradicted", "mixed", "few", "confirmed", "not seen"] as const;
const mostTexts = 5;

/** The findings of a run. */
export class Findings {
  readonly list: Finding[] = [];
  readonly #hasManyUsers: boolean;

  constructor(hasManyUsers: boolean) {
    this.#hasManyUsers = hasManyUsers;
  }

  /** What became of a word of an assumption, by what exchanges say, or by the reason why they cannot say it. */
  judge(pointer: string, assumption: Assumption, word: OpenWord, samples: readonly Sample[] | string): void {
    const about = { pointer, mark: "x-assumption", words: [word] } as const;
    if (typeof samples === "string") {
      this.add({ ...about, verdict: "beyond recordings", message: `A recording cannot show this: ${samples}.` });
      return;
    }
    const verdicts = new Map(samples.map((sample) => [sample, this.#verdictOf(sample)]));
    const verdict = decisive.find((one) => [...verdicts.values()].includes(one)) ?? "not seen";
    if (verdict === "not seen") {
      const message = `Nothing that was read shows it: ${sentenceOf(assumption)}`;
      this.add({ ...about, verdict, message });
      return;
    }
    const deciding = samples
      .filter((sample) => verdicts.get(sample) === verdict)
      .sort((a, b) => (b.not?.exchanges ?? 0) - (a.not?.exchanges ?? 0));
    const texts = [...new Set(deciding.map(({ text }) => text))];
    const more = texts.length > mostTexts ? [`So it is with ${texts.length - mostTexts} more.`] : [];
    const [{ so = new Tally(), not = new Tally() } = {}] = deciding as [Partial<Sample>];
    const isContradicted = verdict === "contradicted";
    this.add({
      ...about,
      verdict,
      message: [...texts.slice(0, mostTexts), ...more].join(" "),
      tally: isContradicted ? not : so,
      against: isContradicted ? so.exchanges : not.exchanges,
    });
  }

  /** Adds a finding; words of an assumption that fare alike share one. */
  add({
    tally = new Tally(),
    words = [],
    against = 0,
    ...found
  }: Pick<Finding, "pointer" | "mark" | "verdict" | "message"> & {
    readonly words?: readonly OpenWord[];
    readonly tally?: Tally;
    readonly against?: number;
  }): void {
    const last = this.list.at(-1);
    const { exchanges, users, shownBy } = tally;
    const isLikeLast =
      words.length > 0 &&
      last?.pointer === found.pointer &&
      last.verdict === found.verdict &&
      last.message === found.message;
    if (isLikeLast) this.list.pop();
    this.list.push({
      ...found,
      words: isLikeLast ? [...last.words, ...words] : words,
      evidence: { exchanges, users },
      against,
      shownBy,
    });
  }

  #verdictOf({ so, not = new Tally(), total, rule, isForAnyUser = false }: Sample): (typeof decisive)[number] {
    const hasManyUsers = this.#hasManyUsers && !isForAnyUser;
    if (total === 0) return "not seen";
    if (rule === "at times") return isEnough(so, hasManyUsers) ? "confirmed" : "few";
    if (rule === "always") {
      if (isSometimes(not, total, hasManyUsers)) return "contradicted";
      if (not.exchanges > 0 && total >= thresholds.exchanges) return "mixed";
      return isAlways(so, total) ? "confirmed" : "few";
    }
    if (isUsual(not, total, hasManyUsers)) return "contradicted";
    if (isUsual(so, total, hasManyUsers)) return "confirmed";
    const agree = Math.max(so.exchanges, not.exchanges) / total >= thresholds.agreement;
    return agree || total < thresholds.exchanges ? "few" : "mixed";
  }
}
