// Judges the statuses of answers, each among the answers that were given under its own circumstance.
import { escapeToken, isObject, type Parameter, resolve } from "../../tools/contract/index.ts";
import { type Evidence, valueAt } from "./evidence.ts";
import type { Findings } from "./findings.ts";
import type { Mark } from "./marks.ts";
import { Tallies, Tally } from "./tally.ts";
import { isEnough, isSometimes, judge } from "./thresholds.ts";

/** What the circumstances of an operation's answers say of one of its documented statuses. */
interface Question {
  readonly operation: string;
  /** Of the response in the operation. */
  readonly pointer: string;
  readonly assumed: string;
  readonly answers: Tallies;
}

/** Judges every status that an assumption leaves open, and finds those that the contract does not have. */
export class StatusJudge {
  readonly #evidence: Evidence;
  readonly #findings: Findings;
  /** Statuses that a finding speaks of, as `operation status`. */
  readonly #settled = new Set<string>();

  constructor(evidence: Evidence, findings: Findings) {
    this.#evidence = evidence;
    this.#findings = findings;
  }

  /** The status of a response, or how an unknown value of a parameter or a field is answered. */
  judge(mark: Mark): void {
    if (mark.kind === "response") {
      this.#response(mark);
      return;
    }
    this.#unknownValue(mark);
  }

  #response(mark: Mark): void {
    const questions = this.#questionsAbout(mark);
    if (questions.length === 0) {
      this.#findings.beyond(mark, "status", "how a receiver answers is not part of what the service sends");
      return;
    }
    // One answer for all operations, and otherwise each operation by itself
    const everywhere = this.#otherStatus({ answers: sumOf(questions), assumed: questions[0]?.assumed ?? "" });
    const shared: Question[] = [];
    for (const question of questions) {
      const other = everywhere ?? this.#otherStatus(question);
      const isSilent =
        everywhere !== undefined && question.answers.by.size > 0 && !question.answers.by.has(everywhere.status);
      if (other !== undefined && !isSilent) this.#contradict(mark, question, other.status, other.tally, other.against);
      else shared.push(question);
    }
    if (shared.length === 0) return;
    const assumed = shared[0]?.assumed ?? "";
    const all = sumOf(shared);
    const [top] = all.sorted;
    if (top === undefined) {
      this.#findings.notSeen(mark, "status");
      return;
    }
    const [status, tally] = top;
    const total = all.sorted.reduce((sum, [, one]) => sum + one.exchanges, 0);
    // That invalid input is refused so is about no user; that it is answered otherwise needs several
    const isRefusedSo = status === assumed && assumed === "422";
    const judgement = judge(tally, total, !isRefusedSo && this.#needsUsers(assumed));
    const said = all.sorted.map(([one, { exchanges }]) => `${one} (${exchanges})`).join(", ");
    this.#findings.add(mark, {
      verdict: judgement === "agree" && status === assumed ? "confirmed" : judgement === "few" ? "few" : "mixed",
      words: ["status"],
      message: `${circumstanceText(assumed)} answered with ${said}.`,
      tally,
      against: total - tally.exchanges,
    });
  }

  /** The status that an operation answers with instead, where its answers agree. */
  #otherStatus({
    answers,
    assumed,
  }: Pick<Question, "answers" | "assumed">): { status: string; tally: Tally; against: number } | undefined {
    const [top] = answers.sorted;
    if (top === undefined || top[0] === assumed) return undefined;
    const total = answers.sorted.reduce((sum, [, one]) => sum + one.exchanges, 0);
    const [status, tally] = top;
    if (judge(tally, total, this.#needsUsers(assumed)) !== "agree") return undefined;
    return { status, tally, against: total - tally.exchanges };
  }

  #contradict(
    mark: Mark,
    { operation, pointer, assumed }: Question,
    status: string,
    tally: Tally,
    against: number,
  ): void {
    this.#settled.add(`${operation} ${status}`);
    this.#findings.add(mark, {
      verdict: "contradicted",
      words: ["status"],
      message: `${operation}: ${circumstanceText(assumed).toLowerCase()} answered with ${status} instead of ${assumed}.`,
      tally,
      against,
      proposal: { kind: "change-status", pointer, status },
    });
  }

  /** For each operation that has this response: the statuses of the circumstance that it is for. */
  #questionsAbout(mark: Mark): Question[] {
    const questions: Question[] = [];
    for (const [id, { operation, pointer }] of this.#evidence.operations) {
      for (const [status, node] of Object.entries(operation.operation.responses)) {
        const at = `${pointer}/responses/${escapeToken(status)}`;
        const isIt = at === mark.pointer || (isObject(node) && node["$ref"] === mark.pointer);
        if (isIt)
          questions.push({ operation: id, pointer: at, assumed: status, answers: this.#answersFor(id, status) });
      }
    }
    return questions;
  }

  #answersFor(operation: string, status: string): Tallies {
    const by = this.#evidence.statuses.get(operation) ?? new Map<string, Tallies>();
    const found = new Tallies();
    const take = (tallies: Tallies | undefined, isTaken: (status: string) => boolean) => {
      for (const [one, tally] of tallies?.by ?? []) {
        if (isTaken(one)) found.by.set(one, Tally.sum([found.get(one), tally]));
      }
    };
    const isRefusal = (one: string) => one.startsWith("4");
    if (status.startsWith("2")) for (const tallies of by.values()) take(tallies, (one) => one.startsWith("2"));
    else if (status === "401") {
      take(by.get("no credential"), isRefusal);
      take(by.get("unknown credential"), isRefusal);
    } else if (status === "422") take(by.get("flawed"), isRefusal);
    else if (status === "404") {
      const names = [...by.keys()].filter(
        (name) => name.startsWith("unknown path.") && !this.#isAsked(operation, name),
      );
      for (const name of names) take(by.get(name), isRefusal);
    } else {
      // Other documented refusals have their own circumstances
      const others = this.#evidence.operations.get(operation)?.responses;
      take(by.get("plain"), (one) => isRefusal(one) && (one === status || others?.has(one) !== true));
      if (found.by.size === 0) take(by.get("plain"), isRefusal);
    }
    return found;
  }

  /** Is an unknown value of this input answered in its own way? */
  #isAsked(operation: string, circumstance: string): boolean {
    return this.#evidence.operations.get(operation)?.asks.has(circumstance.slice("unknown ".length)) === true;
  }

  #unknownValue(mark: Mark): void {
    const { evidence, inputs } = this.#inputsOf(mark);
    const assumed = evidence.path && evidence.documented.has("404") ? "404" : "422";
    const answers = new Tallies();
    for (const { operation, input } of inputs) {
      for (const [status, tally] of this.#evidence.statuses.get(operation)?.get(`unknown ${input}`)?.by ?? []) {
        if (status.startsWith("4")) answers.by.set(status, Tally.sum([answers.get(status), tally]));
      }
    }
    const [top] = answers.sorted;
    if (top === undefined) {
      this.#findings.notSeen(mark, "status");
      return;
    }
    const [status, tally] = top;
    const total = answers.sorted.reduce((sum, [, one]) => sum + one.exchanges, 0);
    const judgement = judge(tally, total, this.#isManyUsers);
    const isOther = judgement === "agree" && status !== assumed;
    const [first] = inputs;
    if (isOther && first !== undefined) this.#settled.add(`${first.operation} ${status}`);
    const operation = first && this.#evidence.operations.get(first.operation);
    this.#findings.add(mark, {
      verdict: isOther ? "contradicted" : judgement === "agree" ? "confirmed" : judgement === "mixed" ? "mixed" : "few",
      words: ["status"],
      message: `${inputs.map((one) => one.operation).join(", ")}: an unknown \`${first?.input.split(".").at(-1)}\` is answered with ${answers.sorted.map(([one, { exchanges }]) => `${one} (${exchanges})`).join(", ")}.`,
      tally,
      against: total - tally.exchanges,
      ...(isOther && operation !== undefined && !evidence.documented.has(status)
        ? {
            proposal: {
              kind: "add-status",
              pointer: operation.pointer,
              status,
              body: this.#evidence.unknownBodies.get(`${operation.operation.id} ${status} unknown ${first?.input}`)
                ?.schema,
            },
          }
        : {}),
    });
  }

  /** The inputs that a mark with an unknown value is about. */
  #inputsOf(mark: Mark): {
    readonly evidence: { readonly path: boolean; readonly documented: ReadonlySet<string> };
    readonly inputs: readonly { readonly operation: string; readonly input: string }[];
  } {
    const { document } = this.#evidence.contract;
    const node = valueAt(document, mark.pointer) as Parameter;
    const isParameter = mark.kind === "parameter";
    const inputs: { operation: string; input: string }[] = [];
    const name = mark.pointer.split("/").at(-1) ?? "";
    const documented = new Set<string>();
    for (const [id, { asks, operation }] of this.#evidence.operations) {
      const isHere = isParameter
        ? operation.operation.parameters?.some((one) => resolve<Parameter>(document, one) === node)
        : this.#evidence.operations.get(id)?.body?.place.fields.get(name)?.pointers.includes(mark.pointer);
      const input = isParameter ? `${node.in}.${node.name}` : `body.${name}`;
      if (isHere !== true || !asks.has(input)) continue;
      inputs.push({ operation: id, input });
      for (const { status } of operation.responses) documented.add(status);
    }
    return { evidence: { path: isParameter && node.in === "path", documented }, inputs };
  }

  /** Statuses that the contract does not have, where they come often enough. */
  findNew(): void {
    for (const [id, by] of this.#evidence.statuses) {
      const read = this.#evidence.operations.get(id);
      if (read === undefined) continue;
      for (const [circumstance, tallies] of by) {
        const total = tallies.sorted.reduce((sum, [, one]) => sum + one.exchanges, 0);
        for (const [status, tally] of tallies.by) {
          const key = `${id} ${status}`;
          const isKnown = read.responses.has(status) || read.responses.has(`${status[0]}XX`);
          // What departs from an assumed status is a finding of that assumption
          const isJudged = status.startsWith("2") || !["plain", "throttled"].includes(circumstance);
          if (isKnown || isJudged || this.#settled.has(key) || !isEnough(tally, this.#isManyUsers)) continue;
          this.#settled.add(key);
          const isOften = isSometimes(tally, total, this.#isManyUsers);
          const body = this.#evidence.unknownBodies.get(`${key} ${circumstance}`)?.schema;
          this.#findings.addPlain({
            pointer: read.pointer,
            mark: "none",
            verdict: isOften ? "new" : "few",
            message: `${id} answered with ${status}, which the contract does not have, in ${tally.exchanges} of ${total} calls without a flaw.`,
            tally,
            against: total - tally.exchanges,
            ...(isOften ? { proposal: { kind: "add-status", pointer: read.pointer, status, body } } : {}),
          });
        }
      }
    }
  }

  /** A call without a valid credential is about no user. */
  #needsUsers(assumed: string): boolean {
    return this.#isManyUsers && assumed !== "401";
  }

  get #isManyUsers(): boolean {
    return this.#evidence.users > 1;
  }
}

function sumOf(questions: readonly Question[]): Tallies {
  const all = new Tallies();
  for (const { answers } of questions) {
    for (const [status, tally] of answers.by) all.by.set(status, Tally.sum([all.get(status), tally]));
  }
  return all;
}

function circumstanceText(status: string): string {
  if (status.startsWith("2")) return "Successes were";
  if (status === "401") return "Calls without a valid credential were";
  if (status === "404") return "Unknown ids were";
  if (status === "422") return "Invalid input was";
  return "Refused calls without a flaw were";
}
