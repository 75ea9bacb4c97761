// Writes schemas.ts, the entry `./types`: a name for every schema, and the types that they come from.
import type { Contract } from "../../tools/contract/index.ts";
import { openEnumsOf } from "./known-values.ts";
import { docComment, header, moduleNames } from "./writing.ts";

const sources = ["paths", "operations", "components", "webhooks"];

/** Writes one named type for each component schema, beside the types of the contract and of the known values. */
export function schemasOf(contract: Contract): string {
  const known = openEnumsOf(contract.document).map(({ type }) => type);
  const declare = moduleNames([...sources, ...known]);
  const named = Object.entries(contract.document.components.schemas).map(([name, { description, deprecated }]) => {
    const type = declare(name, ["components", "schemas", name]);
    return `\n${docComment(description, "", deprecated)}export type ${type} = components["schemas"][${JSON.stringify(name)}];\n`;
  });
  return [
    header("The types of the contract, each schema by its name."),
    'import type { components } from "./types.ts";\n\n',
    `export type { ${sources.join(", ")} } from "./types.ts";\n`,
    known.length === 0
      ? ""
      : `export type {\n${known.map((type) => `  ${type},\n`).join("")}} from "./known-values.ts";\n`,
    ...named,
  ].join("");
}
