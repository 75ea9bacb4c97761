// Carries out proposals: each kind is an edit of the files that it concerns, with its mark, its examples and what refers to it.
import { basename } from "node:path";
import { canonical, type Evidence, entriesOf, own, stringsOf } from "../../../tools/contract/index.ts";
import type { LearnedSchema } from "../proposal.ts";
import { CannotEdit, type Edited, evidenceOf, nameOf, relink, settleAt, under, wordsOf } from "./edited.ts";
import { valuesOf } from "./examples.ts";
import { chooseAnew, confirm, marked, type Settled } from "./marks.ts";
import { sampleOfLearned } from "./samples.ts";
import { addField, addValues, changeSchema, move, nullable, require, written } from "./schema-edits.ts";
import { type ContractTree, isSamePlace, type Place, rebased, referenceTo } from "./tree.ts";
import type { Located, Unit } from "./units.ts";
import { yamlOf } from "./yaml-edit.ts";

/** Edits the files of the contract as the findings of a unit propose. */
export function carryOut(tree: ContractTree, { findings }: Unit): Edited {
  const [first] = findings;
  if (first === undefined) throw new CannotEdit("Found no finding to edit by.");
  const { proposal } = first;
  switch (proposal.kind) {
    case "confirm":
      return confirmAll(tree, findings);
    case "change-status":
      return changeStatus(tree, findings, proposal.status);
    case "rename":
      return rename(tree, findings, proposal.name);
    case "add-status":
      return addStatus(tree, findings, proposal);
    case "add-header":
      return addHeader(tree, findings, proposal);
    case "change-media-type":
      return changeMediaType(tree, findings, proposal);
    case "move":
      return move(
        tree,
        findings.filter((one): one is Located<"move"> => one.proposal.kind === "move"),
      );
    case "require":
      return require(tree, findings, proposal.required);
    case "nullable":
      return nullable(tree, findings, proposal.nullable);
    case "change-schema":
      return changeSchema(tree, findings, proposal.schema);
    case "add-field":
      return addField(tree, findings, proposal);
    case "add-value":
      return addValues(
        tree,
        findings,
        findings.flatMap((one) => (one.proposal.kind === "add-value" ? one.proposal.value : [])),
      );
  }
}

function confirmAll(tree: ContractTree, findings: readonly Located[]): Edited {
  const nodes = byPlace(findings, ({ subject }) => subject).map(([place, group]): Settled => {
    const subject = tree.now(place);
    if (marked(tree, subject) === undefined) throw new CannotEdit(`Found no assumption in ${nameOf(subject)}.`);
    return { place: subject, words: wordsOf(group), evidence: evidenceOf(group) };
  });
  confirm(tree, nodes);
  const files = new Set(nodes.map(({ place }) => place.file));
  const [only = ""] = files;
  const folder = only.split("/")[0];
  const of = files.size === 1 ? `in ${basename(only, ".yaml")}` : `in ${files.size} files of ${folder}/`;
  return { title: `Confirm ${nodes.length === 1 ? "an assumption" : `${nodes.length} assumptions`} ${of}`, byHand: [] };
}

function changeStatus(tree: ContractTree, findings: readonly Located[], status: string): Edited {
  const places = byPlace(findings, ({ target }) => target).map(([target, group]) => ({
    at: tree.now(target),
    group,
    words: wordsOf(group),
    evidence: evidenceOf(group),
  }));
  const [{ at: first }] = places as [(typeof places)[number]];
  const component = first.path.length === 0 ? first.file : tree.behind(first)?.file;
  const uses = component === undefined ? [] : tree.references(component);
  const isWhole =
    component !== undefined &&
    (places.some(({ at }) => at.path.length === 0) ||
      uses.every((use) => places.some(({ at }) => isSamePlace(at, use))));
  const before = new Set<string>();
  const joined: string[] = [];
  /** The answer under its new status; undefined when it is a part of one that stood there already. */
  const renamed = (at: Place): Place | undefined => {
    before.add(at.path.at(-1) ?? "");
    const place = { file: at.file, path: [...at.path.slice(0, -1), status] };
    if (tree.value(place) === undefined) return changeKey(tree, at, status);
    joinAnswers(tree, at, place, evidenceOf(findings));
    joined.push(`openapi/${at.file}: the answer ${status} has two reasons now; word its description as one.`);
    return undefined;
  };
  const choice = {
    chose: `Status ${status}`,
    couldBe: `another ${status.charAt(0)}xx in cases that were not recorded`,
  };
  const [{ words, evidence }] = places as [(typeof places)[number]];
  /** It says more than the status, unless several statuses have it. */
  const choiceOf = (at: Place) => ({ ...choice, instead: [`Status ${at.path.at(-1)}`, choice.chose] as const });
  let edited: Place[];
  if (component !== undefined && isWhole) {
    for (const use of uses) renamed(use);
    edited = uses;
    chooseAnew(tree, [{ place: { file: component, path: [] }, words, evidence }], choice);
  } else {
    const settled = places.flatMap(({ at, words, evidence }) => {
      const place = renamed(at);
      if (place === undefined) return [];
      // A reference to a response has no marks of its own
      if (component !== undefined)
        tree.set(place, rebased(tree.value({ file: component, path: [] }), component, place.file));
      return [{ place, words, evidence }];
    });
    edited = places.map(({ at }) => at);
    chooseAnew(tree, settled, choiceOf(first));
  }
  const was = [...before].join(", ");
  const files = [...new Set(edited.map(({ file }) => file))];
  const where = files.length === 1 ? `of ${basename(files[0] ?? "", ".yaml")}` : `of ${files.length} operations`;
  const texts = files.flatMap((file) => linesWith(tree, file, new RegExp(`\\b(${[...before].join("|")})\\b`)));
  return {
    title: `Change status ${was} ${where} to ${status}, as recordings show`,
    byHand: [...joined, ...texts.map((line) => `${line} still speaks of ${was}.`)],
  };
}

/** Gives a response another status, among the others in their order. */
function changeKey(tree: ContractTree, at: Place, status: string): Place {
  const others = Object.keys(Object(tree.value({ file: at.file, path: at.path.slice(0, -1) })));
  const place = tree.rename(at, status);
  tree.reorder(place, others.filter((key) => key < status && key !== at.path.at(-1)).at(-1));
  return place;
}

/** Makes one answer of two that have the same status: either body, with the examples of both. */
function joinAnswers(tree: ContractTree, from: Place, to: Place, evidence: Evidence): void {
  const status = to.path.at(-1) ?? "";
  if (tree.behind(to) !== undefined) {
    if (tree.resolved(to).file === tree.resolved(from).file) {
      tree.remove(from);
      return;
    }
    tree.set(to, rebased(tree.value(tree.resolved(to)), tree.resolved(to).file, to.file));
  }
  const source = tree.resolved(from);
  const other = rebased(tree.value(source), source.file, to.file);
  tree.set(
    under(to, "description"),
    [to, source].map((at) => String(own(tree.value(at), "description"))).join(" Or: "),
  );
  for (const [type, media] of entriesOf(own(other, "content"))) {
    const at = under(to, "content", type);
    const known = tree.value(at);
    if (known === undefined) {
      tree.set(at, media);
      continue;
    }
    const schemas = [own(known, "schema"), own(media, "schema")];
    if (canonical(schemas[0]) !== canonical(schemas[1])) tree.set(under(at, "schema"), { anyOf: schemas });
    for (const [name, example] of entriesOf(own(media, "examples"))) tree.set(under(at, "examples", name), example);
  }
  tree.remove(from);
  if (own(tree.value(to), "x-assumption") !== undefined) return;
  chooseAnew(tree, [{ place: to, words: ["status"], evidence }], {
    chose: `Status ${status} for this reason, too`,
    couldBe: `another ${status.charAt(0)}xx in cases that were not recorded`,
  });
}

/** Adds an answer that recordings show, with an example of its own. */
function addStatus(
  tree: ContractTree,
  findings: readonly Located[],
  { status, body }: { readonly status: string; readonly body: LearnedSchema | undefined },
): Edited {
  const [first] = findings as [Located];
  const operation = tree.now(first.target);
  const id = String(own(tree.value(operation), "operationId"));
  const responses = under(operation, "responses");
  const at = under(responses, status);
  // What is answered so is an unknown value of an input, where the finding is about one
  const input = isSamePlace(first.subject, first.target) ? undefined : tree.now(first.subject);
  const unknown = input && `An unknown \`${String(own(tree.value(input), "name") ?? input.path.at(-1))}\``;
  const evidence = evidenceOf(findings);
  if (tree.value(at) !== undefined) throw new CannotEdit(`${id} has an answer ${status} already.`);
  const name = `${basename(operation.file, ".yaml")}-${status}`;
  const example = `${operation.file.split("/")[0]}/examples/${name}.yaml`;
  // The contract has one schema for the bodies of refusals
  const isRefusal = /^[45]/.test(status) && body?.type === "object";
  const schema = isRefusal
    ? { $ref: referenceTo("shared/schemas/ErrorBody.yaml", operation.file) }
    : body && written(body, "What recordings show of the body.");
  const media = schema && { schema, examples: { [name]: { $ref: referenceTo(example, operation.file) } } };
  const answer = {
    description:
      unknown === undefined ? "Recordings show this answer; the service does not say what it means." : `${unknown}.`,
    ...(media === undefined ? {} : { content: { "application/json": media } }),
  };
  if (body !== undefined) {
    const summary = unknown ?? `An answer with status ${status}`;
    tree.write(example, yamlOf({ summary, value: sampleOfLearned(tree, body) }));
  }
  const before = Object.keys(Object(tree.value(responses))).filter((key) => key < status);
  tree.set(at, answer, before.at(-1));
  if (before.length === 0) tree.reorder(at, undefined);
  const couldBe = "answered otherwise in cases that were not recorded";
  chooseAnew(tree, [{ place: at, words: ["status"], evidence }], {
    chose: unknown === undefined ? `Status ${status} is answered, too` : `${unknown} is answered with ${status}`,
    couldBe,
  });
  if (input !== undefined) {
    chooseAnew(tree, [{ place: input, words: ["status"], evidence }], {
      chose: `${unknown} is answered with ${status}`,
      couldBe,
    });
  }
  const todo =
    input === undefined
      ? `openapi/${operation.file}: say in the description of ${status} when it is answered.`
      : `openapi/${input.file}: the description of the input may still say how an unknown value is answered.`;
  return { title: `Let ${id} answer ${status}, as recordings show`, byHand: [todo] };
}

/** Adds a header that recordings show to an answer. */
function addHeader(
  tree: ContractTree,
  findings: readonly Located[],
  { name, schema }: { readonly name: string; readonly schema: LearnedSchema },
): Edited {
  const answer = tree.resolved(tree.now((findings[0] as Located).target));
  const at = under(answer, "headers", name);
  if (tree.value(at) !== undefined) throw new CannotEdit(`${nameOf(answer)} has a header ${name} already.`);
  const { description, ...said } = written(schema);
  const header = { description, schema: said };
  if (tree.value(under(answer, "headers")) === undefined)
    tree.set(under(answer, "headers"), { [name]: header }, "description");
  else tree.set(at, header);
  chooseAnew(tree, [{ place: at, words: ["name"], evidence: evidenceOf(findings) }], {
    chose: "The header is there",
    couldBe: "left out in cases that were not recorded",
  });
  return { title: `Add the header ${name} to ${nameOf(answer)}, as recordings show`, byHand: [] };
}

/** Gives a body another media type. */
function changeMediaType(
  tree: ContractTree,
  findings: readonly Located[],
  { from, to }: { readonly from: string; readonly to: string },
): Edited {
  const target = (findings[0] as Located).target;
  const message = tree.resolved(tree.now(target));
  const content = under(message, "content");
  if (tree.value(under(content, from)) === undefined)
    throw new CannotEdit(`${nameOf(message)} has no body as ${from}.`);
  if (tree.value(under(content, to)) !== undefined)
    throw new CannotEdit(`${nameOf(message)} has a body as ${to} already.`);
  const media = tree.rename(under(content, from), to);
  const isOfBody = isSamePlace((findings[0] as Located).subject, target) && wordsOf(findings).includes("body");
  const node = isOfBody ? message : under(media, "schema");
  const words = isOfBody ? wordsOf(findings) : (["encoding"] as const);
  chooseAnew(tree, [{ place: node, words, evidence: evidenceOf(findings) }], {
    chose: `The body is written as \`${to}\``,
    couldBe: "encoded otherwise in cases that were not recorded",
  });
  return { title: `Write the body of ${nameOf(message)} as ${to}, as recordings show`, byHand: [] };
}

function rename(tree: ContractTree, findings: readonly Located[], name: string): Edited {
  const [{ target, subject }] = findings as [Located];
  const at = tree.now(target);
  const settled = { words: wordsOf(findings), evidence: evidenceOf(findings) };
  const parameter = tree.resolved(at);
  if (own(tree.value(parameter), "in") !== undefined) {
    return renameParameter(tree, parameter, name, { place: parameter, ...settled });
  }
  const before = at.path.at(-1) ?? "";
  const holder = { file: at.file, path: at.path.slice(0, -2) };
  if (at.path.at(-2) !== "properties") throw new CannotEdit(`Found no field at ${at.file}.`);
  if (own(own(tree.value(holder), "properties"), name) !== undefined) {
    throw new CannotEdit(`${nameOf(holder)} has a field \`${name}\` already.`);
  }
  const values = valuesOf(tree, holder);
  const updateLinks = relink(tree, at, (tokens, step) => tokens.with(step, name));
  const place = renameIn(tree, holder, before, name) ?? at;
  for (const { file, path, value } of values) {
    if (own(value, before) !== undefined) tree.rename({ file, path: [...path, before] }, name);
  }
  updateLinks();
  settleAt(tree, [{ place, ...settled }], tree.now(subject), {
    chose: `The field is called \`${name}\``,
    couldBe: "under another name in cases that were not recorded",
    instead: [`\`${before}\``, `\`${name}\``],
  });
  // What the texts of the same file say of the field
  const text = tree.text(holder.file);
  if (!new RegExp(`^ *${before}:$`, "m").test(text)) {
    tree.write(holder.file, text.replaceAll(`\`${before}\``, `\`${name}\``));
  }
  return {
    title: `Rename \`${before}\` of ${nameOf(holder)} to \`${name}\`, as recordings show`,
    byHand: mentionsByHand(tree, holder, before, name),
  };
}

/** Renames a property of a schema, and where its parts name it; gives its new place. */
function renameIn(tree: ContractTree, holder: Place, before: string, name: string): Place | undefined {
  const schema = tree.value(holder);
  const required = stringsOf(own(schema, "required"));
  if (required.includes(before)) tree.set(under(holder, "required", String(required.indexOf(before))), name);
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    const parts = own(schema, keyword);
    for (const at of Array.isArray(parts) ? parts.keys() : [])
      renameIn(tree, under(holder, keyword, String(at)), before, name);
  }
  return own(own(schema, "properties"), before) === undefined
    ? undefined
    : tree.rename(under(holder, "properties", before), name);
}

function renameParameter(tree: ContractTree, at: Place, name: string, settled: Settled): Edited {
  const before = String(own(tree.value(at), "name"));
  const place = String(own(tree.value(at), "in"));
  tree.set({ file: at.file, path: [...at.path, "name"] }, name);
  const files = at.path.length === 0 ? new Set(tree.references(at.file).map(({ file }) => file)) : new Set([at.file]);
  const operations = new Set<string>();
  for (const file of files) {
    const item = tree.value({ file, path: [] });
    for (const [, operation] of entriesOf(item)) operations.add(String(own(operation, "operationId")));
    if (place !== "path") continue;
    for (const use of tree.references(file)) {
      const path = use.path.at(-1) ?? "";
      if (use.path[0] === "paths") tree.rename(use, path.replace(`{${before}}`, `{${name}}`));
    }
  }
  for (const link of allLinks(tree)) {
    const value = tree.value(link);
    const given = own(value, "parameters");
    if (operations.has(String(own(value, "operationId"))) && own(given, before) !== undefined) {
      tree.rename({ file: link.file, path: [...link.path, "parameters", before] }, name);
    }
  }
  for (const file of files) {
    // What an answer gives back of its request
    for (const link of allLinks(tree).filter((one) => one.file === file)) {
      for (const [key, expression] of entriesOf(own(tree.value(link), "parameters"))) {
        if (expression !== `$request.${place}.${before}`) continue;
        tree.set({ file, path: [...link.path, "parameters", key] }, `$request.${place}.${name}`);
      }
    }
  }
  chooseAnew(tree, [settled], {
    chose: `The parameter is called \`${name}\``,
    couldBe: "under another name in cases that were not recorded",
  });
  return {
    title: `Rename the parameter \`${before}\` to \`${name}\`, as recordings show`,
    byHand: mentionsByHand(tree, at, before, name),
  };
}

/** Every link of the contract: in its answers, and in files of their own. */
function allLinks(tree: ContractTree): Place[] {
  const found: Place[] = [];
  const visit = (file: string, value: unknown, path: readonly string[]): void => {
    if (typeof value !== "object" || value === null) return;
    if (own(value, "operationId") !== undefined && own(value, "responses") === undefined) found.push({ file, path });
    for (const [key, child] of Object.entries(value)) visit(file, child, [...path, key]);
  };
  for (const file of tree.files) visit(file, tree.value({ file, path: [] }), []);
  return found;
}

/** Findings by the node that they name. */
function byPlace(findings: readonly Located[], placeOf: (one: Located) => Place): [Place, [Located, ...Located[]]][] {
  const groups = Map.groupBy(findings, (one) => JSON.stringify([placeOf(one).file, placeOf(one).path]));
  return [...groups.values()].map((group) => [placeOf(group[0] as Located), group as [Located, ...Located[]]]);
}

/** The lines of the texts of a file that match. */
function linesWith(tree: ContractTree, file: string, pattern: RegExp): string[] {
  return tree
    .text(file)
    .split("\n")
    .flatMap((line, at) =>
      /^ *('?\d|\$ref|- \$ref|example)/.test(line) || !pattern.test(line) ? [] : [`openapi/${file}:${at + 1}`],
    );
}

function mentionsByHand(tree: ContractTree, { file }: Place, before: string, name: string): string[] {
  const files = [...new Set([file, ...tree.references(file).map((one) => one.file)])];
  return tree
    .mentions(before, files)
    .map((line) => `${line} names \`${before}\`: write \`${name}\` where this field is meant.`);
}
