// Writes known-values.ts: of each open enum the union of its known values, their list and a guard.
import type { Contract, OpenApiDocument } from "../../tools/contract/index.ts";
import { UnwritableError } from "./unwritable.ts";
import { header, moduleNames, plural } from "./writing.ts";

/** An open enum of the contract: any value is valid, and these are known. */
interface OpenEnum {
  /** The name of its component. */
  readonly name: string;
  /** The name of the union of its known values. */
  readonly type: string;
  readonly values: readonly (string | number)[];
}

/** Writes the known values of every open enum. */
export function knownValuesOf({ document }: Contract): string {
  const declare = moduleNames();
  return `${header("The values that this version of the contract knows of each open enum.")}${openEnumsOf(document)
    .map(({ name, type, values }) => {
      const source = ["components", "schemas", name];
      const list = declare(`known${plural(name)}`, source);
      const guard = declare(`is${declare(type, source)}`, source);
      const any = [...new Set(values.map((value) => typeof value)), "null", "undefined"].join(" | ");
      const literals = values.map((value) => JSON.stringify(value));
      return `
/** The values of \`${name}\` that are known; a newer service may send others. */
export type ${type} = ${literals.join(" | ")};

/** The known values of \`${name}\`. */
export const ${list}: readonly ${type}[] = [${literals.join(", ")}];

/** Is this a known value of \`${name}\`? */
export function ${guard}(value: ${any}): value is ${type} {
  return (${list} as readonly unknown[]).includes(value);
}
`;
    })
    .join("")
    .trimStart()}`;
}

/**
 * Lists the open enums in the order of the contract.
 *
 * @throws {UnwritableError} when one stands anywhere but at the root of a component: it would have no name.
 */
export function openEnumsOf(document: OpenApiDocument): OpenEnum[] {
  const roots = Object.values(document.components.schemas);
  const visit = (node: unknown, path: readonly string[]): void => {
    if (typeof node !== "object" || node === null) return;
    if ("x-extensible-enum" in node && !roots.some((root) => root === node)) {
      throw new UnwritableError(
        path,
        "Expected an open enum to be a schema with a name, which its known values take; found it within another. Move it to a file of its own under schemas/, and refer to that.",
      );
    }
    for (const [key, value] of Object.entries(node)) {
      // An example does not contain schemas
      if (key !== "examples" && key !== "example") visit(value, [...path, key]);
    }
  };
  visit(document, []);
  return Object.entries(document.components.schemas).flatMap(([name, { "x-extensible-enum": values }]) =>
    values === undefined ? [] : [{ name, type: `Known${name}`, values }],
  );
}
