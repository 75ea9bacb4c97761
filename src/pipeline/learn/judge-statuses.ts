// What statuses say, each among the answers that were given under its own circumstance.
import { escapeToken, isObject, type Parameter, resolve } from "../../tools/contract/index.ts";
import { type Evidence, valueAt } from "./evidence.ts";
import type { Findings, Sample } from "./findings.ts";
import type { Mark } from "./marks.ts";
import { Tallies, Tally } from "./tally.ts";
import { isEnough, isSometimes, isUsual } from "./thresholds.ts";

/** What one operation answered under the circumstance of an assumed status. */
interface Answers {
  readonly operation: string;
  readonly statuses: Tallies;
}

/** Reads every status that an assumption leaves open, and finds those that the contract does not have. */
export class StatusJudge {
  readonly #evidence: Evidence;
  /** Statuses that an assumption covers, as `operation status`. */
  readonly #covered = new Set<string>();

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  /** What became of the status of a response, in each operation that has it. */
  ofResponse(mark: Mark): readonly Sample[] | string {
    const found: Answers[] = [];
    let assumed = "";
    for (const [id, { operation, pointer }] of this.#evidence.operations) {
      for (const [status, node] of Object.entries(operation.operation.responses)) {
        const isIt =
          `${pointer}/responses/${escapeToken(status)}` === mark.pointer ||
          (isObject(node) && node["$ref"] === mark.pointer);
        if (!isIt) continue;
        assumed = status;
        found.push({ operation: id, statuses: this.#answersFor(id, status) });
      }
    }
    if (found.length === 0) return "how a receiver answers is not part of what the service sends";
    return this.#samples(found, assumed, circumstanceText(assumed));
  }

  /** How an unknown value of a parameter or a field is answered. */
  ofUnknownValue(mark: Mark): readonly Sample[] {
    const { document } = this.#evidence.contract;
    const node = valueAt(document, mark.pointer) as unknown as Parameter;
    const name = mark.pointer.split("/").at(-1) ?? "";
    const input = mark.kind === "parameter" ? `${node.in}.${node.name}` : `body.${name}`;
    const found: Answers[] = [];
    let assumed = "422";
    for (const [id, { asks, operation, body, responses }] of this.#evidence.operations) {
      const isHere =
        mark.kind === "parameter"
          ? operation.operation.parameters?.some((one) => resolve<Parameter>(document, one) === node)
          : body?.place.fields.get(name)?.pointers.includes(mark.pointer);
      if (isHere !== true || !asks.has(input)) continue;
      if (input.startsWith("path.") && responses.has("404")) assumed = "404";
      const statuses = new Tallies();
      statuses.merge(this.#evidence.statuses.get(id)?.get(`unknown ${input}`), isRefusal);
      found.push({ operation: id, statuses });
    }
    return this.#samples(found, assumed, `Calls with a \`${input.split(".")[1]}\` that nothing shows to exist were`);
  }

  /** Finds statuses that the contract does not have, and no assumption covers, where they come often enough. */
  findNew(findings: Findings): void {
    const { hasManyUsers } = this.#evidence;
    for (const [id, by] of this.#evidence.statuses) {
      const { pointer, responses } = this.#evidence.operations.get(id) ?? {};
      if (pointer === undefined || responses === undefined) continue;
      const all = new Tallies();
      for (const statuses of by.values()) all.merge(statuses);
      for (const [status, tally] of all.by) {
        const isKnown = responses.has(status) || responses.has(`${status[0]}XX`);
        if (isKnown || this.#covered.has(`${id} ${status}`) || !isEnough(tally, hasManyUsers)) continue;
        const isOften = [...by.values()].some((one) => isSometimes(one.get(status), one.sum().exchanges, hasManyUsers));
        const total = all.sum().exchanges;
        findings.add({
          pointer,
          mark: "none",
          verdict: isOften ? "new" : "few",
          message: `${id} answered with ${status}, which the contract does not have, in ${tally.exchanges} of ${total} calls.`,
          tally,
          against: total - tally.exchanges,
        });
      }
    }
  }

  /** The operations whose answers depart, where the others do not; otherwise all of them as one. */
  #samples(all: readonly Answers[], assumed: string, circumstance: string): readonly Sample[] {
    const answers = all.filter(({ statuses }) => statuses.by.size > 0);
    for (const { operation, statuses } of answers) {
      for (const status of statuses.by.keys()) this.#covered.add(`${operation} ${status}`);
    }
    // A call without a valid credential is about no user, and whether invalid input is refused does not depend on one
    const isForAnyUser = assumed === "401" || assumed === "422";
    const sampleOf = (some: readonly Answers[]): Sample & { readonly not: Tally } => {
      const statuses = new Tallies();
      for (const one of some) statuses.merge(one.statuses);
      const said = statuses.sorted.map(([one, { exchanges }]) => `${one} (${exchanges})`).join(", ");
      const instead = statuses.by.has(assumed) ? "" : ` instead of ${assumed}`;
      const named =
        some.length < all.length || all.length === 1 ? `${namesOf(some)}: ${lowerFirst(circumstance)}` : circumstance;
      return {
        text: `${named} answered with ${said}${instead}.`,
        so: statuses.get(assumed),
        not: statuses.sorted.find(([one]) => one !== assumed)?.[1] ?? new Tally(),
        total: statuses.sum().exchanges,
        rule: "usually",
        isForAnyUser,
      };
    };
    const together = sampleOf(answers);
    const departs = ({ not, total }: ReturnType<typeof sampleOf>) =>
      isUsual(not, total, this.#evidence.hasManyUsers && !isForAnyUser);
    const departing = departs(together) ? [] : answers.filter((one) => departs(sampleOf([one])));
    return [departing.length === 0 ? together : sampleOf(departing)];
  }

  #answersFor(operation: string, status: string): Tallies {
    const by = this.#evidence.statuses.get(operation) ?? new Map<string, Tallies>();
    const { asks, responses } = this.#evidence.operations.get(operation) ?? {};
    const found = new Tallies();
    if (status.startsWith("2")) for (const statuses of by.values()) found.merge(statuses, (one) => one.startsWith("2"));
    else if (status === "401") for (const one of ["no", "unknown"]) found.merge(by.get(`${one} credential`), isRefusal);
    else if (status === "422") found.merge(by.get("flawed"), isRefusal);
    else if (status === "404") {
      for (const [circumstance, statuses] of by) {
        const isUnknown = circumstance.startsWith("unknown path.");
        // Where an unknown value of an input is answered in its own way, that is another assumption
        if (isUnknown && asks?.has(circumstance.slice("unknown ".length)) !== true) found.merge(statuses, isRefusal);
      }
    } else {
      // Other documented refusals have their own circumstances
      found.merge(by.get("plain"), (one) => isRefusal(one) && (one === status || responses?.has(one) !== true));
    }
    return found;
  }
}

function isRefusal(status: string): boolean {
  return status.startsWith("4");
}

function namesOf(answers: readonly Answers[]): string {
  const names = answers.map(({ operation }) => operation);
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function circumstanceText(status: string): string {
  if (status.startsWith("2")) return "Successes were";
  if (status === "401") return "Calls without a valid credential were";
  if (status === "404") return "Calls with an id that nothing shows to exist were";
  if (status === "422") return "Invalid input was";
  return "Refused calls without a flaw were";
}
