// Judges every assumption and every unknown of the contract by what recordings show, and finds what the contract does not have.
import { isObject, type OpenWord, pathOf, type Schema } from "../../tools/contract/index.ts";
import { counted } from "../../tools/terminal/index.ts";
import { type Evidence, type NodeEvidence, valueAt } from "./evidence.ts";
import { type Finding, Findings, type Sample } from "./findings.ts";
import { StatusJudge } from "./judge-statuses.ts";
import { type Mark, marksOf } from "./marks.ts";
import { openWordsOf, type Place, type Use } from "./places.ts";
import { kindText } from "./shapes.ts";
import { Tallies, Tally } from "./tally.ts";
import { isEnough, isSometimes, isUsual } from "./thresholds.ts";

/** All findings: first what became of each mark, in the order of the contract. */
export function judgeEvidence(evidence: Evidence): readonly Finding[] {
  return new Judge(evidence).findings();
}

const unread = "a call that succeeds does not say that the service read this part of it";
const limits = ["maximum", "minimum", "maxLength", "minLength", "pattern", "enum", "maxItems", "minItems"];

class Judge {
  readonly #evidence: Evidence;
  readonly #marks: readonly Mark[];
  readonly #findings: Findings;
  readonly #statuses: StatusJudge;
  /** Each described field once. */
  readonly #uses: readonly Use[];
  /** What is open of a node by its own mark, and by those of what it refers to or of a place that it is a part of. */
  readonly #open = new Map<string, Set<string>>();
  /** By the pointer of a mark and its word: how what stands inside departs, where it has no mark of its own. */
  readonly #inside = new Map<string, Sample[]>();

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
    this.#marks = marksOf(evidence.contract);
    this.#findings = new Findings(evidence.hasManyUsers);
    this.#statuses = new StatusJudge(evidence);
    const uses = [...evidence.places.uses.values()].flat();
    this.#uses = [...new Map(uses.map((use) => [use.pointer, use])).values()];
    for (const { pointers } of evidence.places.all) {
      const words = pointers.flatMap((at) => openWordsOf(this.#schemaAt(at)));
      for (const at of pointers) this.#open.set(at, new Set([...(this.#open.get(at) ?? []), ...words]));
    }
  }

  findings(): readonly Finding[] {
    const violations = this.#departures();
    for (const mark of this.#marks) {
      for (const assumption of mark.assumptions) {
        for (const word of assumption.leaves_open) {
          const samples = this.#samplesOf(mark, word);
          const inside = this.#inside.get(`${mark.pointer} ${word}`) ?? [];
          const all = typeof samples === "string" ? samples : [...samples, ...inside];
          this.#findings.judge(mark.pointer, assumption, word, all);
        }
      }
    }
    for (const add of violations) add();
    this.#unknownFields();
    this.#unknownValues();
    this.#unknownHeaders();
    this.#unknownCalls();
    this.#statuses.findNew(this.#findings);
    for (const mark of this.#marks) if (mark.notShown.length > 0) this.#notShown(mark);
    return this.#findings.list;
  }

  /** What exchanges say of a word, or why they cannot say it. */
  #samplesOf(mark: Mark, word: OpenWord): readonly Sample[] | string {
    switch (word) {
      case "meaning":
        return "a shape does not say what a value means or does";
      case "stability":
        return "no answer says whether it will change";
      case "count":
        return "how many there have to be is not part of a shape";
      case "status":
        return mark.kind === "response" ? this.#statuses.ofResponse(mark) : this.#statuses.ofUnknownValue(mark);
      case "path":
        return [this.#path(mark)];
      case "body":
        return mark.kind === "response" ? this.#responseBody(mark) : unread;
      case "encoding":
        return this.#encoding(mark);
      case "refusal":
        return [
          this.#refusals(
            limits.map((limit) => `${mark.pointer} ${limit}`),
            "with a value beyond its limits",
          ),
        ];
      case "fields":
        return this.#fields(mark);
      case "presence":
        return mark.kind === "operation" ? this.#inputPresence(mark) : this.#presence(mark);
      case "name":
      case "place":
        return mark.kind === "operation" ? this.#inputPlaces(mark) : this.#nameOrPlace(mark);
      case "type":
      case "format":
      case "values":
        return this.#shape(mark, word);
    }
  }

  #path({ operation = "" }: Mark): Sample {
    const plain = this.#evidence.statuses.get(operation)?.get("plain") ?? new Tallies();
    const so = plain.sum((status) => status.startsWith("2"));
    const not = plain.sum((status) => status === "404" || status === "405");
    const total = so.exchanges + not.exchanges;
    const refused =
      not.exchanges === 0
        ? ""
        : `, and ${not.exchanges} ${not.exchanges === 1 ? "was" : "were"} answered with 404 or 405`;
    const text = `${counted(so.exchanges, "call")} succeeded${refused}.`;
    return { text, so, not, total, rule: "usually" };
  }

  /** Whether the input may be in the query, and in the body. */
  #inputPlaces({ operation = "" }: Mark): readonly Sample[] | string {
    if (this.#evidence.operations.get(operation)?.body === undefined) return unread;
    const inputs = this.#evidence.inputs.get(operation) ?? new Tallies();
    const total = inputs.sum().exchanges;
    return ["query", "body"].map((place) => {
      const so = inputs.get(place);
      const text = `${counted(so.exchanges, "call")} with the input in the ${place} succeeded.`;
      return { text, so, total, rule: "at times" };
    });
  }

  /** Whether a call with too few or too many of several inputs is refused. */
  #inputPresence({ operation = "" }: Mark): readonly Sample[] {
    const [at] = this.#evidence.operations.get(operation)?.body?.place.pointers ?? [];
    return [this.#refusals([`${at} one input`], "with none or several of the inputs")];
  }

  /** How calls were answered that had one of these flaws and no other. */
  #refusals(flaws: readonly string[], flaw: string): Sample {
    const statuses = new Tallies();
    for (const one of flaws) statuses.merge(this.#evidence.flaws.get(one));
    const so = statuses.sum((status) => status.startsWith("4"));
    const not = statuses.sum((status) => status.startsWith("2"));
    const total = so.exchanges + not.exchanges;
    const text = `Of ${counted(total, "call")} ${flaw}, ${not.exchanges} succeeded.`;
    return { text, so, not, total, rule: "usually", isForAnyUser: true };
  }

  #responseBody({ pointer }: Mark): readonly Sample[] | string {
    const read = [...this.#evidence.operations.values()].flatMap(({ responses }) => [...responses.values()]);
    const response = read.find((one) => one.pointer === pointer);
    if (response === undefined) return "how a receiver answers is not part of what the service sends";
    const node = this.#sent(response.place?.pointers[0] ?? "");
    if (node === undefined) return [];
    const total = node.around.exchanges;
    const not = Tally.sum([node.absent, node.broken.get("type")]);
    const lacking = node.broken.get("required").exchanges;
    const text = `The body is of the assumed kind in ${total - not.exchanges} of ${total}, and lacks a required field in ${lacking}.`;
    return [{ text, so: node.sound, not, total, rule: "usually" }];
  }

  #encoding({ pointer }: Mark): readonly Sample[] | string {
    const taking = [...this.#evidence.operations].find(([, { body }]) => body?.place.pointers.includes(pointer));
    if (taking === undefined) return "a call that succeeds does not say how the service read a repeated parameter";
    const [id, { body }] = taking;
    const types = this.#evidence.mediaTypes.get(id) ?? new Tallies();
    const so = types.sum((type) => body?.mediaTypes.includes(type) === true);
    const not = types.sum((type) => body?.mediaTypes.includes(type) !== true);
    const said = types.sorted.map(([type, { exchanges }]) => `${type} (${exchanges})`).join(", ");
    const text = `Calls succeeded with bodies of ${said}.`;
    return [{ text, so, not, total: types.sum().exchanges, rule: "usually" }];
  }

  /** The fields of an object: those that have no mark of their own, where there are some. */
  #fields({ pointer }: Mark): readonly Sample[] {
    const node = this.#sent(pointer);
    if (node === undefined) return [];
    const all = this.#uses.filter((use) => use.object === pointer);
    const unmarked = all.filter((use) => !this.#isOpen(use.pointer, ["presence", "name", "place"]));
    const uses = unmarked.length > 0 ? unmarked : all;
    const required = uses.filter(({ isRequired }) => isRequired);
    const samples = (required.length > 0 ? required : uses).flatMap((use) => this.#fieldSamples(use));
    const places = this.#evidence.places.all.filter(({ pointers }) => pointers.includes(pointer));
    if (places.every(({ forms }) => forms.length === 0)) return samples;
    const [not, total] = [node.broken.get("required"), node.valued.exchanges];
    const text = `The fields of no form are complete in ${not.exchanges} of ${total}.`;
    return [...samples, { text, so: node.sound, not, total, rule: "always" }];
  }

  /** Whether a field is there: always where it is required, and otherwise at times, and at times not. */
  #fieldSamples({ pointer, name, isRequired }: Use): readonly Sample[] {
    const field = this.#sent(pointer);
    if (field === undefined) return [];
    const { seen: so, absent: not, around } = field;
    const total = around.exchanges;
    const text = `\`${name}\` is left out in ${not.exchanges} of ${total}.`;
    return isRequired
      ? [{ text, so, not, total, rule: "always" }]
      : [so, not].map((one) => ({ text, so: one, total, rule: "at times" }));
  }

  #presence(mark: Mark): readonly Sample[] {
    const { pointer } = mark;
    const samples = this.#usesOf(mark).flatMap((use) => this.#fieldSamples(use));
    if (samples.length > 0) return samples;
    const node = this.#sent(pointer);
    if (node !== undefined) {
      const { seen: so, absent: not, around } = node;
      const text = `A body came with ${so.exchanges} of ${around.exchanges}.`;
      return [{ text, so, not, total: around.exchanges, rule: "usually" }];
    }
    if (this.#evidence.sendable.has(pointer)) return [];
    const without = this.#evidence.at("taken", pointer)?.absent ?? new Tally();
    if (!this.#isRequired(mark)) {
      const text = `${counted(without.exchanges, "call")} without it succeeded.`;
      return [{ text, so: without, total: without.exchanges, rule: "at times" }];
    }
    return [this.#refusals([`${pointer} required`], "without it")];
  }

  #isRequired({ pointer, kind, node }: Mark): boolean {
    if (kind === "parameter") return node["required"] === true;
    const uses = this.#evidence.places.uses.get(pointer);
    if (uses !== undefined) return uses.some(({ isRequired }) => isRequired);
    return [...this.#evidence.operations.values()].some(
      ({ body }) => body?.isRequired === true && body.place.pointers.includes(pointer),
    );
  }

  #nameOrPlace(mark: Mark): readonly Sample[] | string {
    if (!this.#evidence.sendable.has(mark.pointer)) return unread;
    return this.#usesOf(mark).flatMap((use) => {
      const field = this.#sent(use.pointer);
      if (field === undefined) return [];
      const { seen: so, absent, around } = field;
      const text = `\`${use.name}\` is left out in ${absent.exchanges} of ${around.exchanges}.`;
      // An optional field may be left out for other reasons
      return use.isRequired
        ? { text, so, not: absent, total: around.exchanges, rule: "usually" as const }
        : { text, so, total: around.exchanges, rule: "at times" as const };
    });
  }

  #usesOf({ pointer }: Mark): readonly Use[] {
    return this.#evidence.places.uses.get(pointer) ?? [];
  }

  #shape(mark: Mark, word: "type" | "format" | "values"): readonly Sample[] | string {
    const { pointer, node } = mark;
    if (this.#evidence.sendable.has(pointer)) {
      const sent = this.#sent(pointer);
      return sent === undefined ? [] : this.#shapeSamples(pointer, sent, word);
    }
    // The service cannot have found what it did not read
    if (node["in"] !== "path") return unread;
    const taken = this.#evidence.at("taken", pointer);
    return taken === undefined ? [] : this.#shapeSamples(pointer, taken, word);
  }

  #shapeSamples(pointer: string, node: NodeEvidence, word: "type" | "format" | "values"): readonly Sample[] {
    const { sound, typed, broken, kinds, values, seen } = node;
    const known = this.#schemaAt(pointer)?.["x-extensible-enum"];
    if (word === "values" && known !== undefined) {
      return known.map((value) => {
        const so = values.get(`=${value}`);
        return { text: `\`${value}\` was seen in ${so.exchanges}.`, so, total: seen.exchanges, rule: "at times" };
      });
    }
    const total = node.valued.exchanges;
    const so = word === "type" ? typed : sound;
    const not = word === "values" ? broken.sum(isAboutValues) : broken.get(word);
    const others = kinds.sorted.map(([kind, { exchanges }]) => `${kindText(kind)} (${exchanges})`);
    const instead = not.exchanges === 0 || word === "values" ? "" : `, and otherwise ${others.join(", ")}`;
    const text = `It is as assumed in ${so.exchanges} of ${total}${instead}.`;
    const samples: Sample[] = [{ text, so, not, total, rule: "usually" }];
    const nulls = kinds.get("null");
    if (word !== "type" || nulls.exchanges === 0) return samples;
    return [{ text, so: typed, not: nulls, total: seen.exchanges, rule: "always" }, ...samples];
  }

  /**
   * Departures of what has no open word of its own: an assumption around it covers them, or the service states otherwise.
   *
   * @returns What adds the violations.
   */
  #departures(): readonly (() => void)[] {
    const violations: (() => void)[] = [];
    const depart = (
      pointer: string,
      covering: readonly string[],
      { text, not, ...sample }: Sample & { not: Tally },
    ) => {
      const around = this.#around(pointer, covering);
      if (around !== undefined) {
        const inside = this.#inside.get(around) ?? [];
        this.#inside.set(around, [...inside, { ...sample, not, text }]);
        return;
      }
      const isSure = isEnough(not, this.#evidence.hasManyUsers);
      violations.push(() =>
        this.#findings.add({
          pointer,
          mark: "none",
          verdict: isSure ? "violation" : "few",
          message: text,
          tally: not,
          against: sample.so.exchanges,
        }),
      );
    };
    for (const [pointer, node] of this.#evidence.nodes.sent) {
      const schema = this.#schemaAt(pointer);
      if (schema === undefined || isBranch.test(pointer)) continue;
      for (const word of ["type", "format", "values"] as const) {
        const keywords = word === "values" ? [...node.broken.by.keys()].filter(isAboutValues) : [word];
        for (const keyword of keywords) {
          const not = node.broken.get(keyword);
          const own = ["type", "place", "name", /Items$/.test(keyword) ? "count" : word, word];
          if (not.exchanges === 0 || !(keyword in schema) || this.#isOpen(pointer, own)) continue;
          const { valued, sound: so } = node;
          const [sample] = this.#shapeSamples(pointer, node, word);
          const departure =
            word === "values" || sample === undefined
              ? `It breaks \`${keyword}\` in ${not.exchanges} of ${valued.exchanges}.`
              : sample.text.replace("as assumed", "as stated");
          const text = `\`${pathOf(pointer).at(-1)}\`: ${departure}`;
          depart(pointer, ["type"], { text, so, not, total: valued.exchanges, rule: "usually" });
        }
      }
    }
    for (const use of this.#uses) {
      const { pointer, isRequired, objects } = use;
      if (!isRequired || isBranch.test(pointer)) continue;
      const isOwn = this.#isOpen(pointer, ["presence", "place", "name"]);
      const [sample] = this.#fieldSamples(use);
      if (isOwn || sample?.not === undefined || sample.not.exchanges === 0) continue;
      if (objects.some((at) => openWordsOf(this.#schemaAt(at)).includes("fields"))) continue;
      depart(pointer, ["fields", "type"], { ...sample, not: sample.not });
    }
    return violations;
  }

  /** The nearest mark around a node that leaves one of these words open, with that word. */
  #around(pointer: string, words: readonly string[]): string | undefined {
    const [nearest] = this.#marks
      .flatMap(({ pointer: at, assumptions }) => {
        const open = assumptions.flatMap(({ leaves_open }) => leaves_open);
        const word = pointer.startsWith(`${at}/`) ? open.find((one) => words.includes(one)) : undefined;
        return word === undefined ? [] : [{ at, word }];
      })
      .sort((a, b) => b.at.length - a.at.length);
    return nearest && `${nearest.at} ${nearest.word}`;
  }

  /** Fields that the contract does not have. */
  #unknownFields(): void {
    const { hasManyUsers } = this.#evidence;
    for (const pointer of new Set(this.#evidence.places.all.map((place) => this.#homeOf(place)))) {
      const node = this.#sent(pointer);
      for (const [name, { seen, kinds }] of node?.unknown ?? []) {
        if (node === undefined || name.startsWith("(") || !isEnough(seen, hasManyUsers)) continue;
        const total = node.seen.exchanges;
        this.#findings.add({
          pointer,
          mark: this.#markWith(pointer, "x-not-shown"),
          verdict: isSometimes(seen, total, hasManyUsers) ? "new" : "few",
          message: `The field \`${name}\` is there in ${seen.exchanges} of ${total}: ${kinds.sorted.map(([kind]) => kindText(kind)).join(", ")}.`,
          tally: seen,
          against: total - seen.exchanges,
        });
      }
    }
  }

  /** Of the nodes of an object, the one that its fields are written in. */
  #homeOf({ pointers }: Place): string {
    const named = pointers.filter((pointer) => {
      const schema = this.#schemaAt(pointer);
      return schema?.properties !== undefined || schema?.additionalProperties === true;
    });
    return named.filter((pointer) => !isBranch.test(pointer)).at(-1) ?? pointers.at(-1) ?? "";
  }

  /** Values of open enums that the contract does not have. */
  #unknownValues(): void {
    for (const [pointer, node] of this.#evidence.nodes.sent) {
      if (this.#schemaAt(pointer)?.["x-extensible-enum"] === undefined) continue;
      for (const [value, tally] of node.values.by) {
        if (!value.startsWith("?") || !isEnough(tally, this.#evidence.hasManyUsers)) continue;
        const isSpelled = !value.includes(":");
        this.#findings.add({
          pointer,
          mark: this.#markWith(pointer, "x-not-shown"),
          verdict: isSpelled ? "new" : "few",
          message: isSpelled
            ? `The value \`${value.slice(1)}\` is not a known value.`
            : "An unknown value that is not a plain word.",
          tally,
          against: Math.max(0, node.seen.exchanges - tally.exchanges),
        });
      }
    }
  }

  /** Headers that clients act on, and that the contract does not have. Others are those of the servers in between. */
  #unknownHeaders(): void {
    for (const [id, names] of this.#evidence.headers) {
      const read = this.#evidence.operations.get(id);
      const success = read?.operation.responses.find(({ status }) => status.startsWith("2"));
      if (read === undefined || success === undefined) continue;
      const known = Object.keys(success.response.headers ?? {}).map((name) => name.toLowerCase());
      const circumstances = [...(this.#evidence.statuses.get(id)?.values() ?? [])];
      const total = Tally.sum(circumstances.map((one) => one.sum((status) => status.startsWith("2")))).exchanges;
      for (const [name, tally] of names.by) {
        if (!clientHeaders.test(name) || known.includes(name)) continue;
        if (!isUsual(tally, total, this.#evidence.hasManyUsers)) continue;
        this.#findings.add({
          pointer: `${read.pointer}/responses/${success.status}`,
          mark: "none",
          verdict: "new",
          message: `The header \`${name}\` came with ${tally.exchanges} of ${total}.`,
          tally,
          against: total - tally.exchanges,
        });
      }
    }
  }

  #unknownCalls(): void {
    for (const [call, tally] of this.#evidence.unknownOperations.sorted) {
      this.#findings.add({
        pointer: "#/paths",
        mark: "none",
        verdict: isEnough(tally, this.#evidence.hasManyUsers) ? "new" : "few",
        message: `${call} succeeded ${counted(tally.exchanges, "time")}, and is not an operation of the contract.`,
        tally,
      });
    }
  }

  /** What the service does not publish: what was found is a finding of its own, so the rest is said here. */
  #notShown({ pointer, kind, node, notShown }: Mark): void {
    if (this.#findings.list.some((one) => one.pointer === pointer && one.verdict === "new")) return;
    const schema = node as Schema;
    const isUntyped =
      kind === "schema" && schema.type === undefined && schema.$ref === undefined && schema.allOf === undefined;
    const isOpen = isUntyped || schema.additionalProperties === true || schema["x-extensible-enum"] !== undefined;
    const unknown = notShown.join(" ");
    const about = { pointer, mark: "x-not-shown" } as const;
    if (kind !== "schema" || !isOpen || !this.#evidence.sendable.has(pointer)) {
      const message = `A recording cannot show this: ${unknown}`;
      this.#findings.add({ ...about, verdict: "beyond recordings", message });
      return;
    }
    const { seen: tally = new Tally(), kinds } = this.#sent(pointer) ?? {};
    const [top] = isUntyped ? (kinds?.sorted ?? []) : [];
    if (top !== undefined && top[0] !== "null" && isUsual(top[1], tally.exchanges, this.#evidence.hasManyUsers)) {
      const message = `It is ${kindText(top[0])} in ${top[1].exchanges} of ${tally.exchanges}.`;
      this.#findings.add({ ...about, verdict: "new", message, tally: top[1] });
      return;
    }
    const what =
      tally.exchanges === 0 ? "Nothing of it was read" : `${counted(tally.exchanges, "exchange")} had nothing new`;
    this.#findings.add({ ...about, verdict: "not seen", message: `${what}: ${unknown}`, tally });
  }

  #markWith(pointer: string, mark: "x-not-shown"): Finding["mark"] {
    return this.#schemaAt(pointer)?.[mark] === undefined ? "none" : mark;
  }

  #isOpen(pointer: string, words: readonly string[]): boolean {
    return words.some((word) => this.#open.get(pointer)?.has(word) === true);
  }

  /** What the service sent at a node, where it could have. */
  #sent(pointer: string): NodeEvidence | undefined {
    const node = this.#evidence.at("sent", pointer);
    return node !== undefined && node.around.exchanges > 0 ? node : undefined;
  }

  #schemaAt(pointer: string): Schema | undefined {
    const node = valueAt(this.#evidence.contract.document, pointer);
    return isObject(node) ? (node as Schema) : undefined;
  }
}

const isBranch = /\/(?:anyOf|oneOf)\/\d+/;

/** Is a broken keyword one that the word `values` is about? */
function isAboutValues(keyword: string): boolean {
  return !["type", "format", "required"].includes(keyword);
}

/** Headers that a client acts on. */
const clientHeaders =
  /^(?:retry-after|location|link|deprecation|sunset|(?:x-)?rate-?limit(?:-[a-z-]+)?|x-(?:total|page|next|request|correlation)[a-z-]*|idempoten[a-z-]+)$/;
