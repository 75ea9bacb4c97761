// Writes the tables that follow from the contract: routes, failures, the known values of open enums, and a name for each schema.
import { ApplicableSchemas, type Contract, type OpenApiDocument, type Schema } from "../shared/contract/index.ts";
import { docComment, header, moduleNames, plural, UnwritableError } from "./writing.ts";

/** Writes routes.ts: the maps from route to operation, one set for the credential that lint holds each operation to. */
export function writeRoutes({ operations }: Contract): string {
  const declare = moduleNames(["operations"]);
  const sets = Array.from(
    Map.groupBy(operations, ({ security }) => security.flat()[0] ?? "No"),
    ([credential, routes]) => {
      const place = ["components", "securitySchemes", credential];
      const name = declare(`${credential.replace(/(?:Api)?Key$/, "")}Routes`, place);
      const byMethod = Map.groupBy(routes, ({ method }) => method.toUpperCase());
      const maps = Array.from(byMethod, ([method, ofMethod]) => {
        const entries = ofMethod.map(({ path, id, operation: { summary, description, deprecated } }) => {
          const text = [summary, description].filter(Boolean).join("\n\n");
          return `${docComment(text, "    ", deprecated)}    ${quote(path)}: operations[${quote(id)}];\n`;
        });
        return `  readonly ${method}: {\n${entries.join("")}  };\n`;
      });
      return `\n/** What a ${credential} opens. */\nexport interface ${name} {\n${maps.join("")}}\n`;
    },
  );
  const types = 'import type { operations } from "./types.ts";\n';
  return [header("The routes that each credential opens, by method."), types, ...sets].join("");
}

/**
 * Writes call-tables.ts: the routes with a multipart body, and what the body of each documented answer is.
 *
 * @throws {UnwritableError} at a range of statuses, such as `4XX`: results are distinguished by their exact status.
 */
export function writeCallTables({ document, operations }: Contract): string {
  const routes = operations
    .filter(({ requestBody }) => requestBody?.bodies.some(({ mediaType }) => mediaType === "multipart/form-data"))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const answers = operations.map(({ id, method, path, responses }) => {
    const success = responses.find(({ status }) => status.startsWith("2"));
    const failing = responses.filter(({ status, bodies }) => !status.startsWith("2") && bodies.length > 0);
    const statuses = failing.flatMap(({ status, bodies }) => {
      if (/^\d{3}$/.test(status)) return jsonKind(document, bodies[0]?.schema) === "object" ? [Number(status)] : [];
      throw new UnwritableError(
        ["paths", path, method, "responses", status],
        `Expected each failure of ${id} under its own status; found ${status}. Write out the statuses that it stands for. See openapi/README.md#errors.`,
      );
    });
    return `  ${quote(`${method.toUpperCase()} ${path}`)}: [${[quote(jsonKind(document, success?.bodies[0]?.schema)), ...statuses].join(", ")}],\n`;
  });
  return `${header("What the client has to know of the contract while it runs.")}/** The routes whose body leaves as form data. */
export const multipartRoutes: readonly string[] = ${JSON.stringify(routes)};

/** Of each route what the body of a success is, and the statuses of the failures whose body is an object. */
export const documentedBodies: Readonly<Record<string, readonly ["object" | "list" | "any", ...number[]]>> = {
${answers.join("")}};
`;
}

/** The kind of value that a schema describes, as far as the client checks it. */
function jsonKind(document: OpenApiDocument, schema: Schema | undefined): "object" | "list" | "any" {
  const { types } = new ApplicableSchemas(document, { value: schema ?? {}, path: [] });
  const isOnly = (type: string) => types.length > 0 && types.every((one) => one === type);
  return isOnly("array") ? "list" : isOnly("object") ? "object" : "any";
}

/** Writes known-values.ts: of each open enum the union of its known values, their list and a guard. */
export function writeKnownValues({ document }: Contract): string {
  const declare = moduleNames();
  const enums = listOpenEnums(document).map(({ name, values }) => {
    const source = ["components", "schemas", name];
    const list = declare(`known${plural(name)}`, source);
    const type = declare(`Known${name}`, source);
    const guard = declare(`isKnown${name}`, source);
    const any = [...new Set(values.map((value) => typeof value)), "null", "undefined"].join(" | ");
    const literals = values.map(quote);
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
  });
  const purpose = "The values that this version of the contract knows of each open enum.";
  return header(purpose) + enums.join("").trimStart();
}

/** Lists the open enums in the order of the contract. Each is a component, as lint has it. */
function listOpenEnums({ components }: OpenApiDocument) {
  return Object.entries(components.schemas).flatMap(([name, { "x-extensible-enum": values }]) =>
    values === undefined ? [] : [{ name, values }],
  );
}

const sources = ["paths", "operations", "components", "webhooks"];

/** Writes schemas.ts, the entry `./types`: a named type for each schema, beside the types that they come from. */
export function writeSchemas({ document }: Contract): string {
  const known = listOpenEnums(document).map(({ name }) => `Known${name}`);
  const declare = moduleNames([...sources, ...known]);
  const named = Object.entries(document.components.schemas).map(([name, { description, deprecated }]) => {
    const type = declare(name, ["components", "schemas", name]);
    return `\n${docComment(description, "", deprecated)}export type ${type} = components["schemas"][${quote(name)}];\n`;
  });
  const knownTypes = known.map((type) => `  ${type},\n`).join("");
  return [
    header("The types of the contract, each schema by its name."),
    'import type { components } from "./types.ts";\n\n',
    `export type { ${sources.join(", ")} } from "./types.ts";\n`,
    known.length === 0 ? "" : `export type {\n${knownTypes}} from "./known-values.ts";\n`,
    ...named,
  ].join("");
}

function quote(value: string | number): string {
  return JSON.stringify(value);
}
