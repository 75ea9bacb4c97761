// Carries out proposals about fields and values: where they stand, whether they are there, and what they are.
import { isObject, type OpenWord, own, stringsOf } from "../../../tools/contract/index.ts";
import type { LearnedSchema } from "../proposal.ts";
import { CannotEdit, type Edited, evidenceOf, nameOf, relink, settleAt, under, wordsOf } from "./edited.ts";
import { bodiesOf, valuesOf } from "./examples.ts";
import type { Settled } from "./marks.ts";
import { converted, sampleOf, sampleOfLearned } from "./samples.ts";
import { type ContractTree, isSamePlace, type Place, rebased } from "./tree.ts";
import type { Located } from "./units.ts";

const notRecorded = "in cases that were not recorded";

/** Puts fields elsewhere in the body, with their examples and the links that name them. */
export function move(tree: ContractTree, findings: readonly Located<"move">[]): Edited {
  const [first] = findings;
  if (first === undefined) throw new CannotEdit("Found no field to move.");
  const { holder } = fieldOf(tree, findings);
  const around = first.proposal.to.slice(0, -1);
  const names: string[] = [];
  const nodes = Array.from(Map.groupBy(findings, ({ target }) => JSON.stringify(target)).values(), (group): Settled => {
    const [{ proposal }] = group as [Located<"move">];
    names.push(`\`${fieldOf(tree, group).name}\``);
    const words = wordsOf(group);
    const place = moveField(tree, fieldOf(tree, group), proposal.to);
    return { place, words: words.length === 0 ? ["place"] : words, evidence: evidenceOf(group) };
  });
  const where = around.length === 0 ? "at the top of the body" : `in \`${around.join(".")}\``;
  // It moved with its own mark
  settleAt(tree, nodes, nodes.length === 1 ? tree.now(first.subject) : undefined, {
    chose: `It stands ${where}`,
    couldBe: `elsewhere ${notRecorded}`,
  });
  const title = `Have ${names.join(" and ")} of ${nameOf(holder)} ${where}, as recordings show`;
  return { title, byHand: [] };
}

function moveField(tree: ContractTree, { at, holder, name }: Field, to: readonly string[]): Place {
  const [root, way] = bodyAround(tree, holder);
  const isRequired = stringsOf(own(tree.value(holder), "required")).includes(name);
  const bodies = valuesOf(tree, root);
  const updateLinks = relink(tree, at, (tokens, step) => [
    ...tokens.slice(0, step - way.length),
    ...to,
    ...tokens.slice(step + 1),
  ]);
  const field = tree.value(at);
  removeField(tree, at, holder, name);
  const place = placeField(tree, root, to, rebased(field, at.file, root.file), isRequired);
  tree.moved(at, place);
  for (const { file, path, value } of bodies) {
    const before = [...way, name].reduce<unknown>(own, value);
    if (before === undefined) continue;
    tree.remove({ file, path: [...path, ...way, name] });
    setDeep(tree, { file, path }, to, before);
  }
  updateLinks();
  return place;
}

/** Makes a field or parameter required, or optional. */
export function require(tree: ContractTree, findings: readonly Located[], required: boolean): Edited {
  const words = required ? "required" : "optional";
  const choice = required
    ? { chose: "It is required", couldBe: `left out ${notRecorded}` }
    : { chose: "It is optional", couldBe: "required under conditions that recordings do not show" };
  const parameter = parameterOf(tree, findings);
  if (parameter !== undefined) {
    if (required) tree.set(under(parameter, "required"), true, "in");
    else if (own(tree.value(parameter), "required") !== undefined) tree.remove(under(parameter, "required"));
    const name = String(own(tree.value(parameter), "name"));
    return settled(tree, findings, parameter, "presence", `Make the parameter \`${name}\` ${words}`, choice);
  }
  const { at, holder, name } = fieldOf(tree, findings);
  if (required) {
    tree.add(under(holder, "required"), name);
    addToExamples(tree, holder, name, () => sampleOf(tree, at, name));
  } else tree.take(under(holder, "required"), name);
  return settled(tree, findings, at, "presence", `Make \`${name}\` of ${nameOf(holder)} ${words}`, choice);
}

/** Lets a field be null, or not. */
export function nullable(tree: ContractTree, findings: readonly Located[], isNullable: boolean): Edited {
  const { at, holder, name } = fieldOf(tree, findings);
  const values = valuesOf(tree, at);
  if (isNullable) letBeNull(tree, at);
  else forbidNull(tree, at);
  for (const { file, path, value } of isNullable ? [] : values) {
    if (value === null) tree.set({ file, path }, sampleOf(tree, at, name));
  }
  const title = isNullable
    ? `Let \`${name}\` of ${nameOf(holder)} be null`
    : `Take null from \`${name}\` of ${nameOf(holder)}`;
  return settled(tree, findings, at, "type", title, {
    chose: isNullable ? "It may be null" : "It is never null",
    couldBe: isNullable ? "null only under conditions that recordings do not show" : `null ${notRecorded}`,
  });
}

function letBeNull(tree: ContractTree, at: Place): void {
  const node = tree.value(at);
  if (!isObject(node)) throw new CannotEdit(`Found no schema at ${at.file}.`);
  const { type, anyOf } = node;
  if (Array.isArray(anyOf)) {
    if (!anyOf.some((part) => own(part, "type") === "null"))
      tree.set(under(at, "anyOf", String(anyOf.length)), { type: "null" });
    return;
  }
  const isEnum = "x-extensible-enum" in node || "enum" in node;
  if (typeof type === "string" && !isEnum) {
    tree.set(under(at, "type"), [type, "null"]);
    return;
  }
  if (typeof node["$ref"] !== "string" && !isEnum) throw new CannotEdit(`${nameOf(at)} has no type of its own.`);
  const { description, "x-assumption": assumed, "x-not-shown": notShown, default: initial, ...rest } = node;
  const outer = Object.entries({ description, "x-assumption": assumed, "x-not-shown": notShown, default: initial });
  const inner = isEnum ? { ...rest, description } : rest;
  const kept = Object.fromEntries(outer.filter(([, value]) => value !== undefined));
  tree.set(at, { ...kept, anyOf: [inner, { type: "null" }] });
}

function forbidNull(tree: ContractTree, at: Place): void {
  const node = tree.value(at);
  const types = own(node, "type");
  if (Array.isArray(types)) {
    const others = types.filter((type) => type !== "null");
    tree.set(under(at, "type"), others.length === 1 ? others[0] : others);
    return;
  }
  const { anyOf, ...around } = Object(node) as { readonly anyOf?: unknown };
  const parts = Array.isArray(anyOf) ? anyOf.filter((part) => own(part, "type") !== "null") : [];
  const [only] = parts;
  if (parts.length === 0) throw new CannotEdit(`${nameOf(at)} is not written as nullable.`);
  tree.set(at, parts.length === 1 && isObject(only) ? { ...only, ...around } : { ...around, anyOf: parts });
}

/** What a schema says of its node whatever its type is. */
const kept = ["description", "title", "deprecated", "x-assumption", "x-not-shown"];

/** Gives a field or parameter another type or format. */
export function changeSchema(tree: ContractTree, findings: readonly Located[], schema: LearnedSchema): Edited {
  const parameter = parameterOf(tree, findings);
  const target = (findings[0] as Located).target;
  const at = parameter === undefined ? tree.now(target) : under(parameter, "schema");
  const name = parameter === undefined ? (at.path.at(-1) ?? "") : String(own(tree.value(parameter), "name"));
  const values = valuesOf(tree, at);
  const before = tree.value(at);
  const behind = tree.value(tree.resolved(at));
  const isSameType = [own(before, "type") ?? []].flat().includes(schema.type);
  const after = { ...written(schema), ...(parameter === undefined ? {} : { description: undefined }) };
  const said = own(before, "description") ?? own(behind, "description");
  for (const key of Object.keys(Object(before))) {
    const stays = kept.includes(key) || (isSameType && !["format", "pattern", "type", "$ref"].includes(key));
    if (!stays && !(key in after)) tree.remove(under(at, key));
  }
  for (const [key, value] of Object.entries(after)) {
    const isKept = kept.includes(key) && own(before, key) !== undefined;
    if (value !== undefined && key !== "description" && !isKept) tree.set(under(at, key), value, "type");
  }
  if (own(before, "type") === undefined && own(before, "$ref") === undefined)
    tree.reorder(under(at, "type"), undefined);
  if (said !== undefined && own(before, "description") === undefined && parameter === undefined) {
    tree.set(under(at, "description"), said);
  }
  for (const { file, path, value } of values) {
    const now = converted(tree, value, schema, name);
    if (now !== value) tree.set({ file, path }, now);
  }
  for (const key of ["example", "default"]) {
    const place = parameter !== undefined && key === "example" ? under(parameter, key) : under(at, key);
    const value = tree.value(place);
    if (value !== undefined) tree.set(place, converted(tree, value, schema, name));
  }
  const words = inWords(schema);
  const of = parameter === undefined ? nameOf(at) : `the parameter \`${name}\``;
  const node = parameter ?? at;
  return settled(tree, findings, node, isSameType ? "format" : "type", `Make ${of} ${words}`, {
    chose: words.charAt(0).toUpperCase() + words.slice(1),
    couldBe: `of another ${isSameType ? "format" : "type"} ${notRecorded}`,
  });
}

/** Adds a field that recordings show. */
export function addField(
  tree: ContractTree,
  findings: readonly Located[],
  { name, schema, required }: { readonly name: string; readonly schema: LearnedSchema; readonly required: boolean },
): Edited {
  const holder = tree.resolved(tree.now((findings[0] as Located).target));
  const at = under(holder, "properties", name);
  if (tree.value(at) !== undefined) throw new CannotEdit(`${nameOf(holder)} has a field \`${name}\` already.`);
  const field = written(schema);
  if (own(tree.value(holder), "properties") === undefined) tree.set(under(holder, "properties"), { [name]: field });
  else tree.set(at, field);
  if (required) {
    tree.add(under(holder, "required"), name);
    addToExamples(tree, holder, name, () => sampleOfLearned(tree, schema, name));
  }
  return settled(tree, findings, at, "name", `Add \`${name}\` to ${nameOf(holder)}`, {
    chose: `The field is there, ${inWords(schema)}`,
    couldBe: `of another type or meaning ${notRecorded}`,
  });
}

/** Adds values to the known ones of an open enum. */
export function addValues(tree: ContractTree, findings: readonly Located[], values: readonly string[]): Edited {
  const at = tree.resolved(tree.now((findings[0] as Located).target));
  const known = stringsOf(own(tree.value(at), "x-extensible-enum"));
  if (known.length === 0) throw new CannotEdit(`${nameOf(at)} has no list of known values.`);
  const added = values.filter((value) => !known.includes(value));
  for (const value of added) tree.add(under(at, "x-extensible-enum"), value);
  const description = under(at, "description");
  tree.rewrite(description, (text) => withKnown(text, known.at(-1) ?? "", added));
  const names = added.map((value) => `\`${value}\``).join(", ");
  const [noun, verb] = added.length === 1 ? ["a known value", "is"] : ["known values", "are"];
  return settled(tree, findings, at, "values", `Add ${names} to the known values of ${nameOf(at)}`, {
    chose: `${names} ${verb} ${noun}`,
    couldBe: "one that only some answers have",
  });
}

/** The text of a description with more known values at its end. */
function withKnown(text: string, last: string, added: readonly string[]): string {
  const at = text.lastIndexOf(`\`${last}\``);
  const names = added.map((value) => `\`${value}\``);
  if (at === -1 || !/Known values?:/.test(text)) return `${text.trimEnd()} Known values: ${names.join(", ")}.`;
  const end = at + last.length + 2;
  const indent = /\n( *)\S[^\n]*$/.exec(text.trimEnd())?.[1];
  const limit = text.startsWith("|") ? 100 : 150;
  let before = text.slice(0, end);
  for (const name of names) {
    const line = before.slice(before.lastIndexOf("\n") + 1);
    const isLong = indent !== undefined && line.length + name.length + 3 > limit;
    before += isLong ? `,\n${indent}${name}` : `, ${name}`;
  }
  return before.replace(/Known value:/, "Known values:") + text.slice(end);
}

const openObject = { additionalProperties: true, "x-not-shown": ["Its fields."] };

/** A learned schema as the contract writes it. */
export function written(
  schema: LearnedSchema,
  description = "Recordings show it; the service does not describe it.",
): Record<string, unknown> {
  const { type, format, properties, required, items } = schema;
  return {
    type: schema.nullable ? [type, "null"] : type,
    ...(format === undefined ? {} : { format }),
    description,
    ...(type === "object" && properties === undefined ? openObject : {}),
    ...(required === undefined || required.length === 0 ? {} : { required }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, written(inner)])) }),
    ...(items === undefined ? {} : { items: written(items) }),
  };
}

function inWords({ type, format, nullable: isNullable }: LearnedSchema): string {
  const noun = {
    string: "a text",
    integer: "an integer",
    number: "a number",
    boolean: "a boolean",
    object: "an object",
    array: "a list",
  }[type];
  return `${noun}${format === undefined ? "" : ` in the format \`${format}\``}${isNullable ? " or null" : ""}`;
}

interface Field {
  readonly at: Place;
  /** The schema that has it. */
  readonly holder: Place;
  readonly name: string;
}

/** The field that findings are about. */
function fieldOf(tree: ContractTree, findings: readonly Located[]): Field {
  const at = tree.now((findings[0] as Located).target);
  const name = at.path.at(-1);
  if (at.path.at(-2) !== "properties" || name === undefined) throw new CannotEdit(`Found no field at ${at.file}.`);
  return { at, holder: { file: at.file, path: at.path.slice(0, -2) }, name };
}

function parameterOf(tree: ContractTree, findings: readonly Located[]): Place | undefined {
  const at = tree.resolved(tree.now((findings[0] as Located).target));
  const node = tree.value(at);
  return own(node, "in") !== undefined && own(node, "schema") !== undefined ? at : undefined;
}

/** The schema of the body that has a schema in it, and the names that lead from the one to the other. */
function bodyAround(tree: ContractTree, holder: Place): [root: Place, way: readonly string[]] {
  const found = new Map<string, [Place, readonly string[]]>();
  const visit = (root: Place, at: Place, way: readonly string[], seen: readonly Place[]): void => {
    const place = tree.resolved(at);
    if (seen.some((one) => isSamePlace(one, place))) return;
    if (isSamePlace(place, holder)) found.set(JSON.stringify([root, way]), [root, way]);
    for (const name of Object.keys(Object(own(tree.value(place), "properties")))) {
      visit(root, under(place, "properties", name), [...way, name], [...seen, place]);
    }
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const parts = own(tree.value(place), keyword);
      for (const part of Array.isArray(parts) ? parts.keys() : []) {
        visit(root, under(place, keyword, String(part)), way, [...seen, place]);
      }
    }
  };
  for (const { schema } of bodiesOf(tree)) visit(tree.resolved(schema), schema, [], []);
  const [only, ...others] = found.values();
  if (only === undefined)
    throw new CannotEdit(`${nameOf(holder)} stands in a list or in no body: move the field by hand.`);
  if (others.length > 0) throw new CannotEdit(`${nameOf(holder)} stands in several bodies: move the field by hand.`);
  return only;
}

function removeField(tree: ContractTree, at: Place, holder: Place, name: string): void {
  tree.take(under(holder, "required"), name);
  const isLast = Object.keys(Object(own(tree.value(holder), "properties"))).length === 1;
  tree.remove(isLast ? under(holder, "properties") : at);
}

/** Writes a field under names from the root of a body, with the objects around it that are not there yet. */
function placeField(
  tree: ContractTree,
  root: Place,
  to: readonly string[],
  field: unknown,
  isRequired: boolean,
): Place {
  let holder = writtenIn(tree, root);
  const names = [...to];
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const at = under(holder, "properties", name);
    if (names.length > 0 && tree.value(at) !== undefined) {
      holder = writtenIn(tree, tree.resolved(at));
      continue;
    }
    if (tree.value(at) !== undefined) throw new CannotEdit(`${nameOf(holder)} has a field \`${name}\` already.`);
    const value = names.reduceRight<unknown>(
      (inner, key) => ({
        type: "object",
        description: "Recordings show it; the service does not describe it.",
        ...(isRequired ? { required: [key] } : {}),
        properties: { [key]: inner },
      }),
      rebased(field, root.file, holder.file),
    );
    if (own(tree.value(holder), "properties") === undefined) tree.set(under(holder, "properties"), { [name]: value });
    else tree.set(at, value);
    if (isRequired) tree.add(under(holder, "required"), name);
    return { file: at.file, path: [...at.path, ...names.flatMap((key) => ["properties", key])] };
  }
  throw new CannotEdit("A field has at least one name.");
}

/** The part of an object that its own fields are written in: it may be made of several. */
function writtenIn(tree: ContractTree, object: Place): Place {
  const parts = own(tree.value(object), "allOf");
  if (!Array.isArray(parts)) return object;
  const at = parts.findLastIndex((part) => own(part, "properties") !== undefined);
  return at === -1 ? object : under(object, "allOf", String(at));
}

function setDeep(tree: ContractTree, root: Place, to: readonly string[], value: unknown): void {
  let at = root;
  for (const [index, name] of to.entries()) {
    const rest = to.slice(index + 1);
    at = under(at, name);
    if (rest.length > 0 && tree.value(at) !== undefined) continue;
    tree.set(
      at,
      rest.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value),
    );
    return;
  }
}

/** Gives every example of an object the field that it lacks. */
function addToExamples(tree: ContractTree, holder: Place, name: string, sample: () => unknown): void {
  for (const { file, path, value } of valuesOf(tree, holder)) {
    if (isObject(value) && own(value, name) === undefined) tree.set({ file, path: [...path, name] }, sample());
  }
}

function settled(
  tree: ContractTree,
  findings: readonly Located[],
  place: Place,
  word: OpenWord,
  title: string,
  choice: { readonly chose: string; readonly couldBe: string },
): Edited {
  const words = wordsOf(findings);
  const node = { place, words: words.length === 0 ? [word] : words, evidence: evidenceOf(findings) };
  settleAt(tree, [node], tree.now((findings[0] as Located).subject), choice);
  return { title: `${title}, as recordings show`, byHand: [] };
}
