// Finds what is invalid in the two documents: it is compared in neither; what the comparison rests on is refused.
import { isObject, own, type Path, type Place, type Source, toPointer } from "../shared/contract/index.ts";
import { type FileProblem, FileProblemsError } from "../shared/findings/index.ts";
import { Failure } from "../shared/terminal/index.ts";
import { jsonTypes } from "./schema/json-type.ts";
import { compilePattern } from "./schema/pattern.ts";
import kinds from "./structure.json" with { type: "json" };

/** Plain values, each with the words for what was expected; without words it is new in OpenAPI 3.2, and no field of others. */
const checks: Readonly<Record<string, readonly [expected: string, holds: (value: unknown) => boolean]>> = {
  string: ["a string", (value) => typeof value === "string"],
  boolean: ["true or false", (value) => typeof value === "boolean"],
  number: ["a number", (value) => typeof value === "number"],
  count: ["a whole number from 0", (value) => Number.isInteger(value) && Number(value) >= 0],
  values: ["a list", Array.isArray],
  map: ["a map", isObject],
  new: ["", () => false],
  place: ["", (value) => value !== "querystring"],
  pattern: ["a regular expression", (value) => typeof value === "string" && compilePattern(value) !== undefined],
  type: ["a type of JSON or a list of them", (value) => areTypes([value].flat())],
};

function areTypes(names: readonly unknown[]): boolean {
  return names.length > 0 && names.every((name) => [...jsonTypes, "integer"].some((type) => type === name));
}

/** A part that is not compared, and why. */
export interface Unread {
  /** JSON pointer from the document's root, through references. */
  readonly pointer: string;
  readonly place: Place;
  readonly message: string;
}

/** An invalid part. */
interface Wrong {
  readonly path: Path;
  /** The keyword that it belongs to: in a list, a value is not worth more than the list. */
  readonly keyword: Path;
  readonly message: string;
  /** Of OpenAPI 3.2. */
  readonly isNew?: true;
}

/**
 * Checks two documents, and removes from both what is invalid in one of them: it is not known what it means.
 *
 * @param isStrict Refuses what is invalid, wherever it is.
 * @returns What was removed.
 * @throws {Failure} when one is not OpenAPI 3.0, 3.1 or 3.2.
 * @throws {FileProblemsError} with file and line when a reference leads nowhere, or what the comparison rests on is invalid.
 */
export function checkBoth(base: Source, revision: Source, isStrict = false): Unread[] {
  const sides = [base, revision].map((source) => ({ source, wrong: check(source) }));
  // What both have wrong is reported once, where it is in the revision
  const unread = new Map<string, Unread>();
  for (const { source, wrong } of sides) {
    for (const { path, message } of wrong) {
      const pointer = toPointer(path);
      unread.set(`${pointer} ${message}`, { pointer, place: source.place(path), message });
    }
  }
  if (isStrict) {
    const remedy = "Correct it, or leave out --strict-documents.";
    refuse([...unread.values()].map(({ place, message }) => ({ place, message: `${message} ${remedy}` })));
  }
  for (const { source, wrong } of sides) {
    const other = source === base ? revision : base;
    for (const { keyword } of wrong) {
      remove(other, findCounterpart(source, other, keyword));
      remove(source, keyword);
    }
  }
  return [...unread.values()];
}

function refuse(found: readonly { readonly place: Place; readonly message: string }[], rule = "breaking/structure") {
  const problems = found.map(({ place, message }): FileProblem => ({ ...place, rule, message }));
  if (problems.length > 0) throw new FileProblemsError(problems);
}

/** How deep the comparison rests on a field: on paths, their methods and their operations. */
const needs: Readonly<Record<string, number>> = { paths: 3, webhooks: 3, components: 2 };

/** @returns What is invalid, and may be left out. */
function check(source: Source): Wrong[] {
  const { name, root } = source;
  const version = own(root, "openapi") ?? own(root, "swagger");
  if (version === undefined) {
    throw new Failure(
      `${name} is not an OpenAPI document: it has no \`openapi\` field.`,
      "Pass the root document, which begins with `openapi: 3.1.1`.",
    );
  }
  const [isKnown, minor = "0", patch] = /^3(?:\.([012])(\.\d+.*)?)?$/.exec(String(version)) ?? [];
  if (isKnown === undefined) {
    throw new Failure(
      `${name} is OpenAPI ${String(version)}; only 3.0, 3.1 and 3.2 can be compared.`,
      "Convert it to OpenAPI 3.1 first.",
    );
  }
  const misleading = source.misleadingReferences();
  refuse(
    misleading.map(({ place, ...about }) => ({ place, message: describeReference(about) })),
    "breaking/reference",
  );
  const wrong = listWrong(source, minor === "2");
  const needed = wrong.filter(({ path: [first = "", ...rest], isNew }) => !isNew && rest.length < (needs[first] ?? 0));
  refuse(needed.map(({ path, message }) => ({ place: source.place(path), message: `${message} Correct it.` })));
  if (patch !== undefined) return wrong;
  const text = `\`openapi\` must be a version with three numbers, such as "3.${minor}.1", found ${shown(version)}.`;
  const read = `It is read as OpenAPI 3.${minor}; the version itself is not compared.`;
  return [{ path: ["openapi"], keyword: [], message: `${text} ${read}` }, ...wrong];
}

function describeReference({ reference, isLoop }: { readonly reference: string; readonly isLoop: boolean }): string {
  if (isLoop) return `The reference ${reference} leads back to itself. Write there what it stands for.`;
  return /^[a-z][a-z\d+.-]*:/i.test(reference)
    ? `The reference ${reference} leads to another host, which is not read. Copy its target to a file.`
    : `The reference ${reference} leads nowhere. Correct it, or add its target.`;
}

/** A value, what it has to be by structure.json, its path, and the keyword that it belongs to. */
type Work = readonly [value: unknown, shape: string, path: Path, keyword: Path];

function listWrong(source: Source, is32: boolean): Wrong[] {
  const wrong: Wrong[] = [];
  const seen = new Set<unknown>();
  // Listed, not nested: schemas may refer to one another in long rows. Components first: by their own paths
  const { components, ...rest } = source.root;
  const work = listFields({ ...(components === undefined ? {} : { components }), ...rest }, "document", []);
  for (const [value, shape, path, keyword] of work) {
    const expect = (isRight: boolean, expected: string) => {
      if (isRight) return true;
      wrong.push({ path, keyword, message: `\`${path.at(-1) ?? ""}\` must be ${expected}, found ${shown(value)}.` });
      return false;
    };
    const [container = "", inner] = shape.split(" ");
    const plain = checks[shape];
    if (inner !== undefined) {
      if (!expect(container === "list" ? Array.isArray(value) : isObject(value), `a ${container}`)) continue;
      for (const [key, item] of Object.entries(value as object)) {
        work.push([item, inner, [...path, key], container === "list" ? keyword : [...path, key]]);
      }
    } else if (plain?.[0] === "") {
      const message = `\`${path.at(-1) ?? ""}\` is new in OpenAPI 3.2.`;
      if (is32 && !plain[1](value)) wrong.push({ path, keyword, message, isNew: true });
    } else if (plain !== undefined) expect(plain[1](value), plain[0]);
    else if (shape !== "schema" || typeof value !== "boolean") {
      if (!expect(isObject(value), shape === "schema" ? "a schema" : "a map") || seen.has(value)) continue;
      seen.add(value);
      const reference = own(value, "$ref");
      if (typeof reference === "string") work.push([source.resolve(value), shape, path, keyword]);
      else if (reference !== undefined) work.push([reference, "string", [...path, "$ref"], [...path, "$ref"]]);
      work.push(...listFields(value as object, shape, path));
    }
  }
  return wrong;
}

/** The fields of a part whose kind has them. */
function listFields(part: object, kind: string, path: Path): Work[] {
  const fields = own(kinds, kind);
  return Object.entries(part).flatMap(([key, value]): Work[] => {
    const shape = own(fields, key) ?? (key.startsWith("x-") || key === "$ref" ? undefined : own(fields, "*"));
    return typeof shape === "string" ? [[value, shape, [...path, key], [...path, key]]] : [];
  });
}

/** Where the same is in the other document: a parameter by its name, another item of a list when both are as long. */
function findCounterpart(source: Source, other: Source, path: Path): Path | undefined {
  const found: string[] = [];
  for (const [index, token] of path.entries()) {
    const list = source.resolve(source.at(path.slice(0, index)));
    if (!Array.isArray(list)) {
      found.push(token);
      continue;
    }
    const others = other.resolve(other.at(found));
    const item = source.resolve(list[Number(token)]);
    const isSame = (one: unknown) =>
      ["name", "in"].every((key) => own(other.resolve(one), key) === own(item, key)) && own(item, "name") !== undefined;
    const isAsLong = own(item, "name") === undefined && Array.isArray(others) && others.length === list.length;
    const at = Array.isArray(others) ? others.findIndex(isSame) : -1;
    if (at < 0 && !isAsLong) return undefined;
    found.push(at < 0 ? token : String(at));
  }
  return found;
}

/** Removes a field, wherever references on the way lead. */
function remove(source: Source, path: Path = []): void {
  const way = source.along(path.slice(0, -1));
  const key = path.at(-1);
  if (key === undefined || way.length < path.length) return;
  let holder = way.at(-1);
  while (isObject(holder) && !Object.hasOwn(holder, key) && typeof own(holder, "$ref") === "string") {
    holder = source.target(holder);
  }
  if (isObject(holder)) delete (holder as Record<string, unknown>)[key];
}

function shown(value: unknown): string {
  if (!Array.isArray(value)) return isObject(value) ? "a map" : (JSON.stringify(value) ?? "nothing");
  return value.length > 0 && value.every((item) => typeof item === "string") ? `[${value.join(", ")}]` : "a list";
}
