// Judges what is assumed of schemas, parameters and bodies: presence, names, places, types, formats and values.
import { isObject, type OpenWord, type Schema } from "../../tools/contract/index.ts";
import { counted } from "../../tools/terminal/index.ts";
import { type Elsewhere, type Evidence, type NodeEvidence, type Side, valueAt } from "./evidence.ts";
import type { Findings } from "./findings.ts";
import type { Mark } from "./marks.ts";
import type { Use } from "./places.ts";
import type { LearnedSchema, Proposal } from "./proposal.ts";
import { namesMatched } from "./renames.ts";
import type { LearnedShape } from "./shapes.ts";
import { Tally } from "./tally.ts";
import { isAlways, isEnough, isSometimes, judge, thresholds } from "./thresholds.ts";

/** Where a field went: to another name in its object, or to another place in the body. */
export interface Relocation {
  readonly proposal: Proposal;
  readonly to: string;
  readonly tally: Tally;
  readonly total: number;
  /** Do the two exclude each other so often that it is one and the same field? */
  readonly isSure: boolean;
}

/** Judges the words of assumptions on schemas and parameters. */
export class SchemaJudge {
  readonly #evidence: Evidence;
  readonly #findings: Findings;
  readonly #relocations = new Map<string, Relocation | undefined>();
  #uses: Map<string, Use[]> | undefined;
  #moved: { readonly from: string; readonly names: readonly string[] }[] | undefined;

  constructor(evidence: Evidence, findings: Findings) {
    this.#evidence = evidence;
    this.#findings = findings;
  }

  judge(mark: Mark, word: OpenWord): void {
    switch (word) {
      case "fields":
        this.#fields(mark);
        return;
      case "presence":
        this.#presence(mark);
        return;
      case "name":
      case "place":
        this.#nameOrPlace(mark, word);
        return;
      case "type":
      case "format":
      case "values":
        this.#shape(mark, word);
        return;
      case "refusal":
        this.#refusal(mark);
        return;
      case "count":
        this.#count(mark);
        return;
      case "encoding":
        this.#encoding(mark);
        return;
      default:
        this.#findings.beyond(mark, word, "a shape does not say what a value means");
    }
  }

  /** Is an unknown field of an object a documented one under another name or in another place, or on the way to one? */
  isRelocated(object: string, name: string): boolean {
    if (this.#usesBelow(object).some((use) => this.relocationOf(use)?.to === name)) return true;
    this.#moved ??= [...this.#evidence.places.uses.values()].flat().flatMap((use) => {
      const proposal = this.relocationOf(use)?.proposal;
      return proposal?.kind === "move" ? { from: use.pointer, names: proposal.to } : [];
    });
    // A field of the same name in another body is another field
    return this.#moved.some(({ from, names }) => names.includes(name) && from.startsWith(`${object}/`));
  }

  /** The fields that are written in an object's node. */
  #usesBelow(object: string): readonly Use[] {
    this.#uses ??= Map.groupBy(
      new Map([...this.#evidence.places.uses.values()].flat().map((use) => [use.pointer, use])).values(),
      (use) => use.object,
    );
    return this.#uses.get(object) ?? [];
  }

  /** Where a documented field went, if it did; not sure where two versions are mixed. */
  relocationOf(use: Use): Relocation | undefined {
    if (!this.#relocations.has(use.pointer)) this.#relocations.set(use.pointer, this.#relocate(use));
    return this.#relocations.get(use.pointer);
  }

  #relocate(use: Use): Relocation | undefined {
    const field = this.#evidence.at("sent", use.pointer);
    const { object } = use;
    if (field === undefined || field.absent.exchanges === 0) return undefined;
    const moved = [...field.elsewhere]
      .filter(([, { instead, beside }]) => isEnough(instead, this.#isManyUsers) && isExclusive({ instead, beside }))
      .sort(([, a], [, b]) => b.instead.exchanges - a.instead.exchanges)[0];
    if (moved !== undefined) {
      const [path, { instead }] = moved;
      const names = path.split("/");
      const total = use.isRequired ? field.around.exchanges : field.seen.exchanges + instead.exchanges;
      const proposal: Proposal = { kind: "move", pointer: use.pointer, to: names };
      return { proposal, to: path, tally: instead, total, isSure: instead.exchanges / total >= thresholds.agreement };
    }
    const name = this.#newNameOf(use, object);
    const pair =
      name === undefined ? undefined : this.#evidence.at("sent", object)?.unknown.get(name)?.replaces.get(use.name);
    if (name === undefined || pair === undefined) return undefined;
    const total = use.isRequired ? field.around.exchanges : field.seen.exchanges + pair.instead.exchanges;
    return {
      proposal: { kind: "rename", pointer: use.pointer, name },
      to: name,
      tally: pair.instead,
      total,
      isSure: pair.instead.exchanges / total >= thresholds.agreement,
    };
  }

  /** The unknown field that takes the place of a documented one: of its type, where no other one fits better. */
  #newNameOf(use: Use, object: string): string | undefined {
    const node = this.#evidence.at("sent", object);
    if (node === undefined) return undefined;
    const missing = this.#usesBelow(object).filter(({ pointer }) => {
      const field = this.#evidence.at("sent", pointer);
      return field !== undefined && field.absent.exchanges > 0;
    });
    const candidates = [...node.unknown].filter(([, { seen }]) => isEnough(seen, this.#isManyUsers));
    const isOfType = (types: ReadonlySet<string>, shape: LearnedShape): boolean =>
      types.size === 0 ||
      [...shape.types].every((type) => types.has(type) || (type === "integer" && types.has("number")));
    const fits = ({ pointer, name, isRequired }: Use, unknown: string): "alone" | "among others" | undefined => {
      const found = node.unknown.get(unknown);
      const pair = found?.replaces.get(name);
      const field = this.#evidence.at("sent", pointer);
      if (found === undefined || pair === undefined || field === undefined || !isExclusive(pair)) return undefined;
      // An optional field is missing often enough without having another name
      const share = pair.instead.exchanges / (isRequired ? field.absent.exchanges : found.seen.exchanges);
      const types = typesOf(this.#evidence, pointer);
      if (share < thresholds.agreement || !isOfType(types, found.shape)) return undefined;
      // A list that never comes, in an object that always has one unknown list
      const isPart = types.has("array") || types.has("object");
      const others = candidates.filter(([, { shape }]) => isOfType(types, shape)).length > 1;
      return isPart && !others && isAlways(pair.instead, node.seen.exchanges) ? "alone" : "among others";
    };
    return namesMatched(
      missing.map((one) => ({ name: one.name, isRequired: one.isRequired, use: one })),
      candidates.map(([name]) => name),
      ({ use: one }, name) => fits(one, name),
    ).get(use.name);
  }

  #fields(mark: Mark): void {
    const node = this.#evidence.at("sent", mark.pointer);
    if (node === undefined || node.seen.exchanges === 0) {
      this.#findings.notSeen(mark, "fields");
      return;
    }
    const total = node.seen.exchanges;
    const uses = this.#usesBelow(mark.pointer);
    let settled = 0;
    for (const use of uses) {
      const field = this.#evidence.at("sent", use.pointer);
      if (field === undefined || this.#hasOwnWord(use, ["presence"])) continue;
      const isElsewhere = this.#relocated(mark, "fields", use, this.#hasOwnWord(use, ["name", "place"]));
      if (isElsewhere) settled++;
      else if (this.#presenceOf(mark, "fields", use, field)) settled++;
    }
    if (settled > 0) return;
    const missing = node.incomplete;
    const hasForms = this.#evidence.places.all.some(
      ({ pointers, forms }) => forms.length > 0 && pointers.includes(mark.pointer),
    );
    const hasRequired = hasForms || uses.some(({ isRequired }) => isRequired);
    if (!hasRequired && missing.exchanges === 0) {
      // All of its fields are optional: that one is left out now and then shows it
      const optional = uses.flatMap(({ pointer }) => this.#evidence.at("sent", pointer)?.absent ?? []);
      const shown = optional.length > 0 && optional.every((tally) => isEnough(tally, this.#isManyUsers));
      this.#findings.add(mark, {
        verdict: shown ? "confirmed" : "few",
        words: ["fields"],
        message: shown
          ? "Each of its fields is left out at times."
          : "Which of its fields may be left out was not seen.",
        tally: shown ? Tally.sum(optional.slice(0, 1)) : node.seen,
      });
      return;
    }
    const isSure = missing.exchanges === 0 && isAlways(node.seen, total);
    this.#findings.add(mark, {
      verdict: isSure ? "confirmed" : missing.exchanges > 0 && total >= thresholds.exchanges ? "mixed" : "few",
      words: ["fields"],
      message:
        missing.exchanges === 0
          ? `All required fields are there in all of ${total}.`
          : `A required field is left out in ${missing.exchanges} of ${total}.`,
      tally: node.seen,
      against: missing.exchanges,
    });
  }

  /** Adds the finding that a field has another name or place; false when it has not. */
  #relocated(mark: Mark, word: OpenWord, use: Use, isOwn = false): boolean {
    const found = this.relocationOf(use);
    if (found === undefined || isOwn) return found !== undefined;
    const [kind, place] = found.proposal.kind === "move" ? ["stands at", found.to] : ["is called", found.to];
    this.#findings.add(mark, {
      verdict: found.isSure ? "contradicted" : "mixed",
      words: [word],
      message: `\`${use.name}\` ${kind} \`${place}\` in ${found.tally.exchanges} of ${found.total}.`,
      tally: found.tally,
      against: found.total - found.tally.exchanges,
      ...(found.isSure ? { proposal: found.proposal } : {}),
    });
    return true;
  }

  /** Adds the finding that a required field is left out at times; false when it is not. */
  #presenceOf(mark: Mark, word: OpenWord, use: Use, field: NodeEvidence): boolean {
    const total = field.around.exchanges;
    if (use.isRequired && isSometimes(field.absent, total, this.#isManyUsers)) {
      this.#findings.add(mark, {
        verdict: "contradicted",
        words: [word],
        message: `\`${use.name}\` is left out in ${field.absent.exchanges} of ${total}.`,
        tally: field.absent,
        against: total - field.absent.exchanges,
        proposal: { kind: "require", pointer: use.pointer, required: false },
      });
      return true;
    }
    return false;
  }

  #presence(mark: Mark): void {
    const uses = this.#usesOf(mark, "sent");
    if (uses.length === 0) {
      const node = this.#evidence.at("sent", mark.pointer);
      if (node !== undefined && node.around.exchanges > 0) {
        this.#bodyPresence(mark, node);
        return;
      }
      this.#requestPresence(mark);
      return;
    }
    for (const use of uses) {
      const field = this.#evidence.at("sent", use.pointer) as NodeEvidence;
      if (this.#relocated(mark, "presence", use, this.#hasOwnWord(use, ["name", "place"]))) continue;
      if (this.#presenceOf(mark, "presence", use, field)) continue;
      const total = field.around.exchanges;
      const isSure = use.isRequired
        ? field.absent.exchanges === 0 && isAlways(field.seen, total)
        : isEnough(field.absent, this.#isManyUsers) && isEnough(field.seen, this.#isManyUsers);
      const isMixed = use.isRequired && field.absent.exchanges > 0 && total >= thresholds.exchanges;
      this.#findings.add(mark, {
        verdict: isSure ? "confirmed" : isMixed ? "mixed" : "few",
        words: ["presence"],
        // Never left out does not mean that it never will be: an optional field is promised by the service alone
        message: `It is there in ${field.seen.exchanges} of ${total}.`,
        tally: field.seen,
        against: use.isRequired ? field.absent.exchanges : 0,
      });
    }
  }

  /** Whether a body came at all. */
  #bodyPresence(mark: Mark, node: NodeEvidence): void {
    const total = node.around.exchanges;
    const judgement = judge(node.seen, total, this.#isManyUsers);
    const isEmpty = judge(node.absent, total, this.#isManyUsers) === "agree";
    this.#findings.add(mark, {
      verdict: isEmpty ? "contradicted" : judgement === "agree" ? "confirmed" : judgement === "mixed" ? "mixed" : "few",
      words: ["presence"],
      message: `A body came with ${node.seen.exchanges} of ${total}.`,
      tally: isEmpty ? node.absent : node.seen,
      against: isEmpty ? node.seen.exchanges : node.absent.exchanges,
    });
  }

  /** Whether a call needs a parameter, a field or a body: those without it succeed, or they do not. */
  #requestPresence(mark: Mark): void {
    const taken = this.#evidence.at("taken", mark.pointer);
    const refused = this.#evidence.at("refused", mark.pointer);
    const without = taken?.absent ?? new Tally();
    const withIt = taken?.seen ?? new Tally();
    const missed = refusalsOf(this.#evidence, mark.pointer, "required");
    if (this.#isRequired(mark)) {
      const total = without.exchanges + missed.refused.exchanges;
      if (total === 0) {
        this.#findings.notSeen(mark, "presence");
        return;
      }
      const isTaken = judge(without, total, this.#isManyUsers) === "agree";
      const sure = judge(missed.refused, total, areUsersNeeded);
      this.#findings.add(mark, {
        verdict: isTaken ? "contradicted" : sure === "agree" ? "confirmed" : sure === "mixed" ? "mixed" : "few",
        words: ["presence"],
        message: `Of ${counted(total, "call")} without it, ${without.exchanges} succeeded.`,
        tally: isTaken ? without : missed.refused,
        against: isTaken ? missed.refused.exchanges : without.exchanges,
        ...(isTaken && mark.pointer.includes("/properties/")
          ? { proposal: { kind: "require", pointer: mark.pointer, required: false } as const }
          : {}),
      });
      return;
    }
    if (isEnough(without, this.#isManyUsers)) {
      this.#findings.add(mark, {
        verdict: "confirmed",
        words: ["presence"],
        message: `${without.exchanges} calls without it succeeded.`,
        tally: without,
      });
      return;
    }
    const refusedWithout = refused?.absent ?? new Tally();
    const isNeeded =
      without.exchanges === 0 &&
      isEnough(withIt, this.#isManyUsers) &&
      isAlways(refusedWithout, refusedWithout.exchanges);
    if (without.exchanges + refusedWithout.exchanges === 0) {
      this.#findings.notSeen(mark, "presence");
      return;
    }
    this.#findings.add(mark, {
      verdict: isNeeded ? "contradicted" : "few",
      words: ["presence"],
      message: `Of ${counted(without.exchanges + refusedWithout.exchanges, "call")} without it, ${without.exchanges} succeeded.`,
      tally: isNeeded ? refusedWithout : without,
      ...(isNeeded ? { proposal: { kind: "require", pointer: mark.pointer, required: true } as const } : {}),
    });
  }

  #nameOrPlace(mark: Mark, word: "name" | "place"): void {
    const uses = this.#usesOf(mark, "sent");
    if (uses.length === 0) {
      this.#hasUses(mark)
        ? this.#findings.notSeen(mark, word)
        : this.#findings.beyond(mark, word, "a call that succeeds does not say that the service read this part of it");
      return;
    }
    let seen = 0;
    for (const use of uses) {
      const field = this.#evidence.at("sent", use.pointer) as NodeEvidence;
      const found = this.relocationOf(use);
      if (found !== undefined) {
        const isThisWord = word === (found.proposal.kind === "move" ? "place" : "name");
        // A field that is elsewhere is found once, by the word that says so where both are open
        const isOpen = mark.assumption?.leaves_open.includes(word === "name" ? "place" : "name") === true;
        if (isThisWord || !isOpen) this.#relocated(mark, word, use);
        seen++;
      } else if (field.seen.exchanges > 0) {
        this.#findings.add(mark, {
          verdict: isEnough(field.seen, this.#isManyUsers) ? "confirmed" : "few",
          words: [word],
          message: `It stands there, under this name, in ${field.seen.exchanges}.`,
          tally: field.seen,
        });
        seen++;
      }
    }
    if (seen === 0) this.#findings.notSeen(mark, word);
  }

  #shape(mark: Mark, word: "type" | "format" | "values"): void {
    const sides: readonly Side[] = ["sent", "taken"];
    const node = sides
      .map((side) => this.#evidence.at(side, mark.pointer))
      .find((one) => one !== undefined && one.seen.exchanges > 0);
    if (node === undefined) {
      const refused = this.#evidence.at("refused", mark.pointer)?.seen ?? new Tally();
      if (refused.exchanges === 0) {
        this.#findings.notSeen(mark, word);
        return;
      }
      this.#findings.add(mark, {
        verdict: refused.exchanges < thresholds.exchanges ? "few" : "mixed",
        words: [word],
        message: `${counted(refused.exchanges, "call")} with it had no flaw and no success.`,
        tally: refused,
      });
      return;
    }
    const departure = departureOf(this.#evidence, mark.pointer, node, word, this.#isManyUsers);
    if (departure !== undefined) {
      this.#findings.add(mark, {
        verdict: departure.proposal === undefined ? "mixed" : "contradicted",
        words: [word],
        message: departure.message,
        tally: departure.tally,
        against: departure.against,
        ...(departure.proposal === undefined ? {} : { proposal: departure.proposal }),
      });
      return;
    }
    const known = (valueAt(this.#evidence.contract.document, mark.pointer) as Schema)["x-extensible-enum"];
    if (word === "values" && known !== undefined) {
      this.#knownValues(mark, node, known);
      return;
    }
    const total = node.valued.exchanges;
    const judgement = judge(node.sound, total, this.#isManyUsers);
    this.#findings.add(mark, {
      verdict: judgement === "agree" ? "confirmed" : judgement === "mixed" ? "mixed" : "few",
      words: [word],
      message: total === 0 ? "It was always null." : `It is so in ${node.sound.exchanges} of ${total}.`,
      tally: node.sound,
      against: Math.max(0, total - node.sound.exchanges),
    });
  }

  #knownValues(mark: Mark, node: NodeEvidence, known: readonly (string | number)[]): void {
    const seen = known.filter((value) => isEnough(node.values.get(`=${value}`), this.#isManyUsers));
    const unseen = known.filter((value) => !seen.includes(value));
    this.#findings.add(mark, {
      verdict: unseen.length === 0 ? "confirmed" : "few",
      words: ["values"],
      message:
        unseen.length === 0
          ? "Each of its known values was seen."
          : `Of its known values, ${unseen.map((value) => `\`${value}\``).join(", ")} ${unseen.length === 1 ? "was" : "were"} not seen often enough.`,
      tally: node.seen,
    });
  }

  #refusal(mark: Mark): void {
    const limits = ["maximum", "minimum", "maxLength", "minLength", "pattern", "enum", "maxItems", "minItems"];
    const found = limits.map((keyword) => refusalsOf(this.#evidence, mark.pointer, keyword));
    const refused = Tally.sum(found.map((one) => one.refused));
    const taken = Tally.sum(found.map((one) => one.taken));
    const total = refused.exchanges + taken.exchanges;
    if (total === 0) {
      this.#findings.notSeen(mark, "refusal");
      return;
    }
    const isRefused = judge(refused, total, areUsersNeeded);
    const isTaken = judge(taken, total, this.#isManyUsers);
    this.#findings.add(mark, {
      verdict:
        isTaken === "agree"
          ? "contradicted"
          : isRefused === "agree"
            ? "confirmed"
            : isRefused === "mixed"
              ? "mixed"
              : "few",
      words: ["refusal"],
      message: `Of ${counted(total, "call")} with a value beyond its limits, ${taken.exchanges} succeeded.`,
      tally: isTaken === "agree" ? taken : refused,
      against: isTaken === "agree" ? refused.exchanges : taken.exchanges,
    });
  }

  #count(mark: Mark): void {
    const node = this.#evidence.at("sent", mark.pointer);
    const lists = [node, ...this.#usesBelow(mark.pointer).map(({ pointer }) => this.#evidence.at("sent", pointer))];
    const counted = lists.find((one) => one !== undefined && one.most > 0 && one.least <= one.most);
    const counts = counted === undefined ? "" : `; the lists that came had ${counted.least} to ${counted.most} items`;
    this.#findings.beyond(mark, "count", `how many there have to be is not part of a shape${counts}`);
  }

  #encoding(mark: Mark): void {
    const tallies = [...this.#evidence.mediaTypes].filter(([key]) => {
      const [pointer = "", side] = key.split(" ");
      return side === "taken" && (pointer === mark.pointer || this.#refersTo(pointer, mark.pointer));
    });
    const [first] = tallies;
    if (first === undefined) {
      mark.pointer.includes("/parameters/") || mark.kind === "parameter"
        ? this.#findings.beyond(
            mark,
            "encoding",
            "a call that succeeds does not say how the service read a repeated parameter",
          )
        : this.#findings.notSeen(mark, "encoding");
      return;
    }
    const [key, types] = first;
    const documented = pathTail(key.split(" ")[0] ?? "");
    const [top] = types.sorted;
    if (top === undefined) {
      this.#findings.notSeen(mark, "encoding");
      return;
    }
    const [type, tally] = top;
    const total = types.sorted.reduce((sum, [, one]) => sum + one.exchanges, 0);
    const judgement = judge(tally, total, this.#isManyUsers);
    const isOther = judgement === "agree" && type !== documented;
    this.#findings.add(mark, {
      verdict: isOther ? "contradicted" : judgement === "agree" ? "confirmed" : judgement === "mixed" ? "mixed" : "few",
      words: ["encoding"],
      message: `Bodies of ${type} were taken in ${tally.exchanges} of ${total}.`,
      tally,
      against: total - tally.exchanges,
      ...(isOther
        ? {
            proposal: {
              kind: "change-media-type",
              pointer: (key.split(" ")[0] ?? "").replace(/\/content\/.*$/, ""),
              from: documented,
              to: type,
            } as const,
          }
        : {}),
    });
  }

  /** Is one of the two the schema of a body, and the other what it refers to? */
  #refersTo(pointer: string, target: string): boolean {
    const node = valueAt(this.#evidence.contract.document, pointer);
    return isObject(node) && node["$ref"] === target;
  }

  /** The fields that a mark is about, of which this side has seen something. */
  #usesOf(mark: Mark, side: Side): Use[] {
    const uses = this.#evidence.places.uses.get(mark.pointer) ?? [];
    return uses.filter(({ pointer }) => (this.#evidence.at(side, pointer)?.around.exchanges ?? 0) > 0);
  }

  /** Is it a field of something that the service sends, whether or not it was seen? */
  #hasUses(mark: Mark): boolean {
    const uses = this.#evidence.places.uses.get(mark.pointer) ?? [];
    return uses.some(({ pointer }) => !/Request|Booking|Reschedule|Upload/.test(pointer));
  }

  #hasOwnWord({ pointer }: Use, words: readonly OpenWord[]): boolean {
    const { document } = this.#evidence.contract;
    const node = valueAt(document, pointer) as Schema;
    const target = node.$ref === undefined ? undefined : (valueAt(document, node.$ref) as Schema);
    const open = [...(node["x-assumption"]?.leaves_open ?? []), ...(target?.["x-assumption"]?.leaves_open ?? [])];
    return words.some((word) => open.includes(word));
  }

  #isRequired(mark: Mark): boolean {
    if (mark.kind === "parameter") return mark.node["required"] === true;
    const uses = this.#evidence.places.uses.get(mark.pointer);
    if (uses !== undefined) return uses.some(({ isRequired }) => isRequired);
    return [...this.#evidence.operations.values()].some(
      ({ body }) => body?.isRequired === true && body.place.pointers.includes(mark.pointer),
    );
  }

  get #isManyUsers(): boolean {
    return this.#evidence.users > 1;
  }
}

/** How a value departs from its type, format or values, where it does so often enough. */
export function departureOf(
  evidence: Evidence,
  pointer: string,
  node: NodeEvidence,
  word: "type" | "format" | "values",
  isManyUsers: boolean,
): { message: string; tally: Tally; against: number; proposal?: Proposal } | undefined {
  const schema = valueAt(evidence.contract.document, pointer) as Schema;
  const total = node.valued.exchanges;
  const sound = node.sound.exchanges;
  const against = (tally: Tally) => Math.max(0, total - tally.exchanges);
  if (word === "values") return undefined;
  const departing = node.broken.get(word);
  if (departing.exchanges === 0) return undefined;
  if (word === "type" && node.shape.types.size === 0) {
    const nulls = node.kinds.get("null");
    if (!isSometimes(nulls, node.seen.exchanges, isManyUsers)) return undefined;
    const proposal: Proposal = { kind: "nullable", pointer, nullable: true };
    const message = `It is null in ${nulls.exchanges} of ${node.seen.exchanges}.`;
    return { message, tally: nulls, against: node.seen.exchanges - nulls.exchanges, proposal };
  }
  if (total === 0 || departing.exchanges / total <= thresholds.sometimes || !isEnough(departing, isManyUsers))
    return undefined;
  const isSure = departing.exchanges / total >= thresholds.agreement && sound / total <= thresholds.sometimes;
  const learned = word === "type" ? node.shape.schema : formatOf(node, total);
  const nullable = [schema.type ?? []].flat().includes("null") ? { nullable: true } : {};
  const said = learned === undefined ? "no one type" : describe(learned);
  return {
    message: `It is ${said} in ${departing.exchanges} of ${total}.`,
    tally: departing,
    against: isSure ? Math.min(sound, against(departing) + sound) : sound,
    ...(isSure && learned !== undefined
      ? { proposal: { kind: "change-schema", pointer, schema: { ...learned, ...nullable } } }
      : {}),
  };
}

function formatOf(node: NodeEvidence, total: number): LearnedSchema {
  const formats = ["uuid", "date", "date-time", "uri", "email"] as const;
  const format = formats.find((one) => node.kinds.get(`string ${one}`).exchanges / total >= thresholds.agreement);
  return { type: "string", ...(format === undefined ? {} : { format }) };
}

function describe({ type, format }: LearnedSchema): string {
  return format === undefined ? `${/^[aeio]/.test(type) ? "an" : "a"} ${type}` : `a string of the format ${format}`;
}

/** Whether invalid input is refused does not depend on the user: one user confirms it. */
const areUsersNeeded = false;

/** The calls whose only flaw was this one: how many were refused, and how many taken. */
function refusalsOf(evidence: Evidence, pointer: string, keyword: string): { refused: Tally; taken: Tally } {
  const statuses = evidence.flaws.get(`${pointer} ${keyword}`)?.sorted ?? [];
  return {
    refused: Tally.sum(statuses.filter(([status]) => status.startsWith("4")).map(([, tally]) => tally)),
    taken: Tally.sum(statuses.filter(([status]) => status.startsWith("2")).map(([, tally]) => tally)),
  };
}

/** Do the two stand beside each other in so few exchanges that the one takes the place of the other? */
function isExclusive({ instead, beside }: Elsewhere): boolean {
  return instead.exchanges / (instead.exchanges + beside.exchanges) >= thresholds.agreement;
}

function typesOf(evidence: Evidence, pointer: string): ReadonlySet<string> {
  const place = evidence.places.all.find(({ pointers }) => pointers[0] === pointer);
  return place?.types ?? new Set();
}

/** The media type that a pointer to the schema of a body goes through. */
function pathTail(pointer: string): string {
  return (/\/content\/([^/]+)\/schema$/.exec(pointer)?.[1] ?? "").replaceAll("~1", "/");
}
