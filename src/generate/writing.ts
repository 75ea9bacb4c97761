// How generated TypeScript is written: the opening comment, doc comments, names and types.
import type { ContractBody } from "../shared/contract/index.ts";
import { Failure } from "../shared/terminal/index.ts";

/** A part of the contract cannot be written as TypeScript, or as OpenAPI 3.0; `path` leads to it in the bundle. */
export class UnwritableError extends Failure {
  readonly path: readonly string[];

  /** @param message What was expected, what was found and what to do, as sentences. */
  constructor(path: readonly string[], message: string) {
    super(message, "`npm run lint` names its file and line.");
    this.path = path;
  }
}

/** The comment that opens a generated file. */
export function header(purpose: string, source = "openapi/"): string {
  return `// ${purpose} Written by \`npm run generate\`; edit ${source} instead.\n\n`;
}

/** A doc comment that says this, or nothing when there is nothing to say. */
export function docComment(text: string | undefined, indent = "", deprecated = false): string {
  const said = [text?.trim(), deprecated ? "@deprecated" : undefined]
    .filter(Boolean)
    .join("\n")
    .replaceAll("*/", "*\\/");
  if (said === "") return "";
  if (!said.includes("\n")) return `${indent}/** ${said} */\n`;
  const lines = said.split("\n").map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${lines.join("\n")}\n${indent} */\n`;
}

/** `labReportUpload` for `lab-report-upload`. */
export function camelCase(name: string): string {
  return name.replace(/[^A-Za-z0-9_$]+(.?)/g, (_, next: string) => next.toUpperCase());
}

/** `AuthTypes` for `AuthType`, `Statuses` for `Status`, `Capabilities` for `Capability`. */
export function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** The type of a body: that of its component, or what stands there in the operation. */
export function bodyType({ schema, mediaType }: ContractBody, holder: string): string {
  const component = findComponent(schema);
  return component === undefined
    ? `${holder}["content"][${JSON.stringify(mediaType)}]`
    : `components["schemas"][${JSON.stringify(component)}]`;
}

/** The name of the component that a schema refers to, if it does. */
export function findComponent(schema: ContractBody["schema"]): string | undefined {
  return /^#\/components\/schemas\/([^/]+)$/.exec(schema?.$ref ?? "")?.[1];
}

/** The import of the types that a text uses. */
export function writeImport(text: string): string {
  const used = ["components", "operations"].filter((name) => text.includes(`${name}[`));
  return used.length === 0 ? "" : `import type { ${used.join(", ")} } from "./types.ts";\n\n`;
}

/**
 * Checks that the names that one module declares are distinct.
 *
 * @param imported The names that the module imports.
 * @returns A function that takes a name, with the place that it is made of, and gives it back.
 *   It throws an {@link UnwritableError} at a name that cannot be declared, or that is taken.
 */
export function moduleNames(imported: readonly string[] = []): (name: string, path: readonly string[]) => string {
  const taken = new Map(imported.map((name) => [name, "an import"]));
  return (name, path) => {
    const source = path.at(-1) ?? name;
    const refuse = (why: string) =>
      new UnwritableError(
        path,
        `${source} would be declared as \`${name}\`, ${why}. Give it another name. See openapi/README.md#names.`,
      );
    if (!isDeclarable(name)) throw refuse("which TypeScript does not allow");
    const other = taken.get(name);
    if (other !== undefined) throw refuse(`like ${other}`);
    taken.set(name, source);
    return name;
  };
}

/** Names that no module may declare; the engine refuses the other reserved words. */
const undeclarable = new Set(["await", "undefined"]);

function isDeclarable(name: string): boolean {
  if (undeclarable.has(name) || !/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) return false;
  try {
    new Function(`"use strict"; let ${name};`);
    return true;
  } catch {
    return false;
  }
}
