// Finds components that have a new name, or none: nothing on the wire, another name in generated code.

import { canonical, entriesOf, isObject, own, pointerOf, type Source } from "../../contract/index.ts";
import type { Message } from "../difference.ts";
import { baseName } from "../reference.ts";
import type { Comparison } from "./comparison.ts";
import { successorsOf } from "./security.ts";

/** The sections of `components` whose names generated code may carry. */
const sections = [
  "schemas",
  "responses",
  "parameters",
  "requestBodies",
  "headers",
  "securitySchemes",
  "links",
  "callbacks",
  "pathItems",
] as const;
type Section = (typeof sections)[number];

export function compareComponentNames(comparison: Comparison, message: Message): void {
  for (const section of sections) {
    const [was, is] = [namesIn(comparison.base, section), namesIn(comparison.revision, section)];
    const come = [...is].filter(([name]) => !was.has(name) && !isFile(comparison.base, name));
    for (const [name, component] of was) {
      if (is.has(name) || isFile(comparison.revision, name)) continue;
      const twin = come.find(([other, candidate]) =>
        isSame(comparison, section, [name, component], [other, candidate]),
      );
      const base = ["components", section, name];
      const subject = `component \`${name}\``;
      if (twin) {
        const paths = { base, revision: ["components", section, twin[0]] };
        comparison.noteName(message, "code/component", paths, subject, `is now \`${twin[0]}\``);
      } else if (!isUsed(comparison.base, section, name)) {
        // One that was used is written where it was used: that has been compared
        const paths = { base, revision: ["components", section] };
        comparison.noteName(message, "code/component-removed", paths, subject, "was removed");
      }
    }
  }
}

function namesIn(source: Source, section: Section): Map<string, unknown> {
  return new Map(entriesOf(source.resolve(own(source.resolve(source.root["components"]), section))));
}

/** In a contract of several files, a file's name is its component's name. */
function isFile(source: Source, name: string): boolean {
  return source.files.some((file) => baseName(file) === name);
}

/** Whether two components of different names are one: alike, or put in each other's place by what refers to them. */
function isSame(
  comparison: Comparison,
  section: Section,
  [from, before]: readonly [string, unknown],
  [to, after]: readonly [string, unknown],
): boolean {
  const { schemas, base, revision } = comparison;
  if (section === "securitySchemes") return successorsOf(comparison).get(from) === to;
  if (section === "schemas") {
    const isInPlace = schemas.renames.has(`#/components/schemas/${from} #/components/schemas/${to}`);
    return isInPlace && schemas.isSame([{ schema: before, at: [] }], [{ schema: after, at: [] }]);
  }
  const [was, is] = [base.resolve(before), revision.resolve(after)];
  return canonical(was) === canonical(is);
}

function isUsed({ root }: Source, section: Section, name: string): boolean {
  const reference = pointerOf(["components", section, name]);
  const isIn = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.some(isIn);
    return isObject(value) && (value["$ref"] === reference || Object.values(value).some(isIn));
  };
  // Security names schemes without a reference
  return section === "securitySchemes" || isIn(root);
}
