// Judges every assumption and every unknown of the contract by what recordings show, and finds what the contract does not have.
import { type OpenWord, pathOf, type Schema } from "../../tools/contract/index.ts";
import { counted } from "../../tools/terminal/index.ts";
import { type Evidence, type NodeEvidence, valueAt } from "./evidence.ts";
import { Findings } from "./findings.ts";
import { departureOf, SchemaJudge } from "./judge-schemas.ts";
import { StatusJudge } from "./judge-statuses.ts";
import { type Mark, marksOf } from "./marks.ts";
import type { Place } from "./places.ts";
import type { Finding } from "./proposal.ts";
import { Tallies, Tally } from "./tally.ts";
import { isAlways, isEnough, isSometimes, judge, thresholds } from "./thresholds.ts";

/** All findings, in the order of the contract. */
export function judgeEvidence(evidence: Evidence): readonly Finding[] {
  return new Judge(evidence).findings();
}

class Judge {
  readonly #evidence: Evidence;
  readonly #marks: readonly Mark[];
  readonly #findings = new Findings();
  readonly #statuses: StatusJudge;
  readonly #schemas: SchemaJudge;

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
    this.#marks = marksOf(evidence.contract);
    this.#statuses = new StatusJudge(evidence, this.#findings);
    this.#schemas = new SchemaJudge(evidence, this.#findings);
  }

  findings(): readonly Finding[] {
    for (const mark of this.#marks) for (const word of mark.assumption?.leaves_open ?? []) this.#word(mark, word);
    // Last: what is known of a body's fields explains which of them it lacks
    for (const mark of this.#marks) {
      if (mark.kind === "response" && mark.assumption?.leaves_open.includes("body")) this.#responseBody(mark);
    }
    this.#statuses.findNew();
    this.#departures();
    this.#unknownFields();
    this.#unknownValues();
    this.#unknownHeaders();
    this.#unknownCalls();
    for (const mark of this.#marks) if (mark.notShown.length > 0) this.#notShown(mark);
    return withoutContradictions(this.#findings.list);
  }

  #word(mark: Mark, word: OpenWord): void {
    if (word === "meaning" || word === "stability") {
      const reason =
        word === "meaning"
          ? "a shape does not say what a value means or does"
          : "no answer says whether it will change";
      this.#findings.beyond(mark, word, reason);
      return;
    }
    if (word === "status") {
      this.#statuses.judge(mark);
      return;
    }
    if (mark.kind === "operation") {
      this.#operation(mark, word);
      return;
    }
    if (mark.kind === "response") return;
    if (mark.kind === "event") {
      this.#findings.beyond(mark, word, "an event says nothing of it");
      return;
    }
    this.#schemas.judge(mark, word);
  }

  #operation(mark: Mark, word: OpenWord): void {
    const id = mark.operation ?? "";
    const by = this.#evidence.statuses.get(id);
    const inputs = this.#evidence.inputs.get(id);
    const taken = inputs?.taken ?? new Tallies();
    const refused = inputs?.refused ?? new Tallies();
    if (word === "path") {
      const plain = by?.get("plain");
      const found = [...(plain?.by ?? [])].filter(([status]) => status.startsWith("2")).map(([, tally]) => tally);
      this.#calls(mark, word, Tally.sum(found), Tally.sum(["404", "405"].map((one) => plain?.get(one) ?? new Tally())));
      return;
    }
    if (word === "body") {
      const withBody = (tallies: Tallies) =>
        Tally.sum([...tallies.by].filter(([place]) => place.includes("body")).map(([, tally]) => tally));
      this.#calls(mark, word, withBody(taken), withBody(refused));
      return;
    }
    if (word === "place") {
      const hasBody = this.#evidence.operations.get(id)?.body !== undefined;
      if (!hasBody) {
        this.#findings.beyond(mark, word, "a call that succeeds does not say which input was read");
        return;
      }
      const places = ["query", "body"].map((place) => ({
        place,
        taken: taken.get(place),
        refused: refused.get(place),
      }));
      const unread = places.find(
        (one) => judge(one.refused, one.refused.exchanges + one.taken.exchanges, this.#isManyUsers) === "agree",
      );
      const least = places.sort((a, b) => a.taken.exchanges - b.taken.exchanges)[0];
      const isRead = places.every((one) => isEnough(one.taken, this.#isManyUsers));
      if (unread === undefined && taken.by.size + refused.by.size === 0) {
        this.#findings.notSeen(mark, word);
        return;
      }
      this.#findings.add(mark, {
        verdict: unread !== undefined && least?.taken.exchanges === 0 ? "contradicted" : isRead ? "confirmed" : "few",
        words: [word],
        message: places
          .map((one) => `${counted(one.taken.exchanges, "call")} with the input in the ${one.place} succeeded.`)
          .join(" "),
        tally: unread?.refused ?? least?.taken ?? new Tally(),
      });
      return;
    }
    if (word === "presence") {
      const without = this.#evidence.flaws.get(
        `${this.#evidence.operations.get(id)?.body?.place.pointers[0]} one input`,
      );
      const statuses = without?.sorted ?? [];
      const isRefusal = ([status]: [string, Tally]) => status.startsWith("4");
      this.#calls(
        mark,
        word,
        Tally.sum(statuses.filter(isRefusal).map(([, tally]) => tally)),
        Tally.sum(statuses.filter((one) => !isRefusal(one)).map(([, tally]) => tally)),
      );
      return;
    }
    this.#findings.beyond(mark, word, "how many there have to be is not part of a shape");
  }

  /** A finding that rests on how many calls say so, and how many say otherwise. */
  #calls(mark: Mark, word: OpenWord, so: Tally, otherwise: Tally): void {
    const total = so.exchanges + otherwise.exchanges;
    if (total === 0) {
      this.#findings.notSeen(mark, word);
      return;
    }
    const isSo = judge(so, total, this.#isManyUsers);
    const isOther = judge(otherwise, total, this.#isManyUsers) === "agree";
    this.#findings.add(mark, {
      verdict: isOther ? "contradicted" : isSo === "agree" ? "confirmed" : isSo === "mixed" ? "mixed" : "few",
      words: [word],
      message: `${so.exchanges} of ${counted(total, "call")} ${so.exchanges === 1 ? "says" : "say"} that it is so.`,
      tally: isOther ? otherwise : so,
      against: isOther ? so.exchanges : otherwise.exchanges,
    });
  }

  #responseBody(mark: Mark): void {
    const read = [...this.#evidence.operations.values()].flatMap(({ responses }) => [...responses.values()]);
    const response = read.find(({ pointer }) => pointer === mark.pointer);
    const node = response?.place && this.#evidence.at("sent", response.place.pointers[0] ?? "");
    if (response === undefined) {
      this.#findings.beyond(mark, "body", "how a receiver answers is not part of what the service sends");
      return;
    }
    if (node === undefined || node.around.exchanges === 0) {
      this.#findings.notSeen(mark, "body");
      return;
    }
    const total = node.around.exchanges;
    const other = Tally.sum([node.absent, node.broken.get("type")]);
    const isSo = judge(node.sound, total, this.#isManyUsers);
    const isOther = judge(other, total, this.#isManyUsers) === "agree";
    const lacking = this.#lacking(response.place, node);
    const isClean = isSo === "agree" && (other.exchanges + lacking.exchanges) / total <= thresholds.sometimes;
    this.#findings.add(mark, {
      verdict: isOther ? "contradicted" : isClean ? "confirmed" : isSo === "few" ? "few" : "mixed",
      words: ["body"],
      message: `The body is of the contract's kind in ${Math.max(0, total - other.exchanges)} of ${total}, and lacks a required field in ${lacking.exchanges}.`,
      tally: isOther ? other : node.sound,
      against: isOther ? Math.max(0, total - other.exchanges) : other.exchanges,
    });
  }

  /** The bodies that lack a required field; not those that lack one which has another name or place, or is optional. */
  #lacking(place: Place | undefined, node: NodeEvidence): Tally {
    const edited = new Set(
      this.#findings.list.flatMap(({ proposal }) =>
        proposal?.kind === "rename" || proposal?.kind === "move" || proposal?.kind === "require"
          ? proposal.pointer
          : [],
      ),
    );
    const required = [...(place?.fields ?? [])].filter(([name]) => place?.required.has(name) === true);
    const unexplained = required.filter(([, { pointers }]) => !pointers.some((pointer) => edited.has(pointer)));
    if (unexplained.length === required.length) return node.incomplete;
    const absent = unexplained.flatMap(
      ([, { pointers }]) => this.#evidence.at("sent", pointers[0] ?? "")?.absent ?? [],
    );
    return absent.sort((a, b) => b.exchanges - a.exchanges)[0] ?? new Tally();
  }

  /** Departures that are not those of a marked node itself: an assumption around it covers them, or the service states otherwise. */
  #departures(): void {
    for (const [pointer, node] of this.#evidence.nodes.sent) {
      if (/\/(anyOf|oneOf)\/\d+/.test(pointer)) continue;
      const schema = valueAt(this.#evidence.contract.document, pointer) as Schema | undefined;
      if (schema === undefined) continue;
      for (const word of ["type", "format", "values"] as const) this.#departure(pointer, schema, node, word);
    }
    const seen = new Set<string>();
    for (const use of [...this.#evidence.places.uses.values()].flat()) {
      if (seen.has(use.pointer) || !use.isRequired || /\/(anyOf|oneOf)\/\d+/.test(use.pointer)) continue;
      seen.add(use.pointer);
      const field = this.#evidence.at("sent", use.pointer);
      if (field === undefined || field.absent.exchanges === 0) continue;
      const words = [
        ...this.#wordsOn(use.pointer),
        ...use.objects.flatMap((at) => (this.#openAt(at).includes("fields") ? ["fields"] : [])),
      ];
      if (["presence", "place", "name", "fields"].some((word) => words.includes(word))) continue;
      const around = this.#around(use.pointer, ["fields", "type"]);
      if (around !== undefined) continue;
      const total = field.around.exchanges;
      this.#violation(
        use.pointer,
        `\`${use.name}\` is left out in ${field.absent.exchanges} of ${total}.`,
        field.absent,
        total,
      );
    }
  }

  #departure(pointer: string, schema: Schema, node: NodeEvidence, word: "type" | "format" | "values"): void {
    const keywords =
      word === "values" ? [...node.broken.by.keys()].filter((one) => one !== "type" && one !== "format") : [word];
    for (const keyword of keywords) {
      const departing = node.broken.get(keyword);
      if (departing.exchanges === 0 || !(keyword in schema)) continue;
      const open = this.#wordsOn(pointer);
      const covering: readonly string[] =
        word === "type"
          ? ["type", "place", "name"]
          : /Items$/.test(keyword)
            ? ["count", "values", "type", "place", "name"]
            : [word, "type", "place", "name"];
      if (covering.some((one) => open.includes(one))) continue;
      const around = this.#around(pointer, ["type"]);
      const found = word === "values" ? undefined : departureOf(this.#evidence, pointer, node, word, this.#isManyUsers);
      if (around !== undefined) {
        if (found === undefined) continue;
        const name = pathOf(pointer).at(-1);
        this.#findings.add(around, {
          verdict: found.proposal === undefined ? "mixed" : "contradicted",
          words: ["type"],
          message: `\`${name}\`: ${found.message}`,
          tally: found.tally,
          against: found.against,
          ...(found.proposal === undefined ? {} : { proposal: found.proposal }),
        });
        continue;
      }
      const what = found?.message ?? `It breaks \`${keyword}\` in ${departing.exchanges} of ${node.seen.exchanges}.`;
      this.#violation(pointer, what, departing, node.seen.exchanges);
    }
  }

  #violation(pointer: string, message: string, tally: Tally, total: number): void {
    this.#findings.addPlain({
      pointer,
      mark: "none",
      verdict: isEnough(tally, this.#isManyUsers) ? "violation" : "few",
      message,
      tally,
      against: Math.max(0, total - tally.exchanges),
    });
  }

  /** Fields that the contract does not have. */
  #unknownFields(): void {
    const done = new Set<string>();
    for (const place of this.#evidence.places.all) {
      const pointer = this.#homeOf(place);
      if (done.has(pointer)) continue;
      done.add(pointer);
      const node = this.#evidence.at("sent", pointer);
      if (node === undefined) continue;
      // What is of another type has no fields of this one
      if (place.types.size > 0 && !place.types.has("object")) continue;
      const mark = this.#marks.find((one) => one.pointer === pointer && one.notShown.length > 0);
      for (const [name, found] of node.unknown) {
        if (
          name.startsWith("(") ||
          !isEnough(found.seen, this.#isManyUsers) ||
          this.#schemas.isRelocated(pointer, name)
        )
          continue;
        const total = node.seen.exchanges;
        const schema = found.shape.schema;
        const isOften = isSometimes(found.seen, total, this.#isManyUsers) && schema !== undefined;
        const required = isAlways(found.seen, total);
        this.#findings.addPlain({
          pointer,
          mark: mark === undefined ? "none" : "x-not-shown",
          verdict: isOften ? "new" : "few",
          message: `The field \`${name}\` is there in ${found.seen.exchanges} of ${total}${schema === undefined ? ", without one type" : ""}.`,
          tally: found.seen,
          against: total - found.seen.exchanges,
          ...(isOften ? { proposal: { kind: "add-field", pointer, name, schema, required } } : {}),
        });
      }
    }
  }

  /** Of the nodes of an object, the one that its fields are written in. */
  #homeOf(place: Place): string {
    const { document } = this.#evidence.contract;
    const named = place.pointers.filter((pointer) => {
      const schema = valueAt(document, pointer) as Schema | undefined;
      return schema?.properties !== undefined || schema?.additionalProperties === true;
    });
    return named.filter((pointer) => !/\/(anyOf|oneOf)\/\d+$/.test(pointer)).at(-1) ?? place.pointers.at(-1) ?? "";
  }

  /** Values of open enums that the contract does not have. */
  #unknownValues(): void {
    for (const [pointer, node] of this.#evidence.nodes.sent) {
      const schema = valueAt(this.#evidence.contract.document, pointer) as Schema | undefined;
      if (schema?.["x-extensible-enum"] === undefined) continue;
      for (const [value, tally] of node.values.by) {
        if (!value.startsWith("?") || !isEnough(tally, this.#isManyUsers)) continue;
        const word = value.slice(1);
        const isSpelled = !word.includes(":");
        this.#findings.addPlain({
          pointer,
          mark: schema["x-not-shown"] === undefined ? "none" : "x-not-shown",
          verdict: isSpelled ? "new" : "few",
          message: isSpelled
            ? `The value \`${word}\` is not a known value.`
            : "An unknown value that is not a plain word.",
          tally,
          against: Math.max(0, node.seen.exchanges - tally.exchanges),
          ...(isSpelled ? { proposal: { kind: "add-value", pointer, value: word } } : {}),
        });
      }
    }
  }

  /** Headers that clients act on, and that the contract does not have. Others are those of the servers in between. */
  #unknownHeaders(): void {
    for (const [id, { answers, names }] of this.#evidence.headers) {
      const read = this.#evidence.operations.get(id);
      const success = read?.operation.responses.find(({ status }) => status.startsWith("2"));
      if (read === undefined || success === undefined) continue;
      const known = Object.keys(success.response.headers ?? {}).map((name) => name.toLowerCase());
      for (const [name, tally] of names.by) {
        if (
          !clientHeaders.test(name) ||
          known.includes(name) ||
          judge(tally, answers.exchanges, this.#isManyUsers) !== "agree"
        )
          continue;
        const pointer = `${read.pointer}/responses/${success.status}`;
        this.#findings.addPlain({
          pointer,
          mark: "none",
          verdict: "new",
          message: `The header \`${name}\` came with ${tally.exchanges} of ${answers.exchanges}.`,
          tally,
          against: answers.exchanges - tally.exchanges,
          proposal: { kind: "add-header", pointer, name, schema: { type: "string" } },
        });
      }
    }
  }

  #unknownCalls(): void {
    const add = (pointer: string, message: string, tally: Tally) =>
      this.#findings.addPlain({
        pointer,
        mark: "none",
        verdict: isEnough(tally, this.#isManyUsers) ? "new" : "few",
        message,
        tally,
      });
    for (const [call, tally] of this.#evidence.unknownOperations.sorted) {
      add("#/paths", `${call} succeeded ${tally.exchanges} times, and is not an operation of the contract.`, tally);
    }
    const { unknownEvents } = this.#evidence;
    if (unknownEvents.exchanges > 0) {
      add("#/webhooks", `${unknownEvents.exchanges} events have no name that the contract has.`, unknownEvents);
    }
    for (const [id, names] of this.#evidence.unknownParameters) {
      const pointer = this.#evidence.operations.get(id)?.pointer ?? "";
      for (const [name, tally] of names.sorted) {
        if (!isEnough(tally, this.#isManyUsers)) continue;
        // The caller chose it: that the call succeeded does not say that it was read
        this.#findings.addPlain({
          pointer,
          mark: "none",
          verdict: "few",
          message: `${tally.exchanges} calls with the parameter \`${name}\` succeeded; whether it is read, no answer says.`,
          tally,
        });
      }
    }
  }

  /** What the service does not publish: what was found is a finding of its own, so the rest is said here. */
  #notShown(mark: Mark): void {
    const isFound = this.#findings.list.some(({ pointer, verdict }) => pointer === mark.pointer && verdict === "new");
    if (isFound) return;
    const schema = mark.node as Schema;
    const isUntyped =
      mark.kind === "schema" && schema.type === undefined && schema.$ref === undefined && schema.allOf === undefined;
    const isOpen = isUntyped || schema.additionalProperties === true || schema["x-extensible-enum"] !== undefined;
    const unknown = mark.notShown.join(" ");
    if (mark.kind !== "schema" || !isOpen) {
      this.#findings.add(mark, {
        verdict: "beyond recordings",
        message: `A recording cannot show this: ${unknown}`,
      });
      return;
    }
    const node = this.#evidence.at("sent", mark.pointer);
    const learned = isUntyped ? node?.shape.schema : undefined;
    if (
      node !== undefined &&
      learned !== undefined &&
      judge(node.valued, node.seen.exchanges, this.#isManyUsers) === "agree"
    ) {
      const schema = learned;
      this.#findings.add(mark, {
        verdict: "new",
        message: `It is ${/^[aeio]/.test(schema.type) ? "an" : "a"} ${schema.type} in ${node.valued.exchanges} of ${node.seen.exchanges}.`,
        tally: node.valued,
        proposal: { kind: "change-schema", pointer: mark.pointer, schema },
      });
      return;
    }
    const seen = node?.seen ?? new Tally();
    this.#findings.add(mark, {
      verdict: "not seen",
      message: `${seen.exchanges === 0 ? "Nothing of it was read" : `${counted(seen.exchanges, "exchange")} had nothing new`}: ${unknown}`,
      tally: seen,
    });
  }

  #openAt(pointer: string): readonly string[] {
    return this.#marks.find((mark) => mark.pointer === pointer)?.assumption?.leaves_open ?? [];
  }

  /** What is open of a node by its own mark, and by those of what it refers to or of a place that it is a part of. */
  #wordsOn(pointer: string): readonly string[] {
    const places = this.#evidence.places.all.filter(({ pointers }) => pointers.includes(pointer));
    return places.flatMap(({ pointers }) => pointers.flatMap((at) => this.#openAt(at)));
  }

  /** The nearest mark around a node that leaves one of these open. */
  #around(pointer: string, words: readonly string[]): Mark | undefined {
    const [nearest] = this.#marks
      .filter(
        (mark) =>
          pointer.startsWith(`${mark.pointer}/`) &&
          words.some((word) => mark.assumption?.leaves_open.some((one) => one === word)),
      )
      .sort((a, b) => b.pointer.length - a.pointer.length);
    return nearest;
  }

  get #isManyUsers(): boolean {
    return this.#evidence.users > 1;
  }
}

/** Headers that a client acts on. */
const clientHeaders =
  /^(?:retry-after|location|link|deprecation|sunset|(?:x-)?rate-?limit(?:-[a-z-]+)?|x-(?:total|page|next|request|correlation)[a-z-]*|idempoten[a-z-]+)$/;

/** What one place of an assumption contradicts is not confirmed by another. */
function withoutContradictions(findings: readonly Finding[]): readonly Finding[] {
  const settled = new Set(
    findings
      .filter(({ verdict, words }) => (verdict === "contradicted" || verdict === "mixed") && !words.includes("status"))
      .flatMap(({ pointer, words }) => words.map((word) => `${pointer} ${word}`)),
  );
  return findings.filter(
    ({ verdict, pointer, words }) =>
      (verdict !== "confirmed" && verdict !== "few") ||
      words.length === 0 ||
      !words.some((word) => settled.has(`${pointer} ${word}`)),
  );
}
