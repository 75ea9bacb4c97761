// Writes routes.ts: which operation answers a method and a path, one set of maps for each credential.
import type { Contract, ContractOperation } from "../../tools/contract/index.ts";
import { UnwritableError } from "./unwritable.ts";
import { header, moduleNames } from "./writing.ts";

/**
 * Writes the maps from route to operation, by credential and method.
 *
 * @throws {UnwritableError} when an operation does not need exactly one credential: no client could offer it.
 */
export function routesOf({ operations }: Contract): string {
  const declare = moduleNames(["operations"]);
  const sets = Map.groupBy(operations, credentialOf);
  return [
    header("The routes that each credential opens, by method."),
    'import type { operations } from "./types.ts";\n',
    ...Array.from(sets, ([credential, routes]) => {
      const name = declare(`${credential.replace(/(?:Api)?Key$/, "")}Routes`, [
        "components",
        "securitySchemes",
        credential,
      ]);
      const byMethod = Map.groupBy(routes, ({ method }) => method.toUpperCase());
      return `\n/** What a ${credential} opens. */\nexport interface ${name} {\n${Array.from(byMethod, mapOf).join("")}}\n`;
    }),
  ].join("");
}

function mapOf([method, routes]: readonly [method: string, routes: readonly ContractOperation[]]): string {
  const entries = routes.map(({ path, id }) => `    ${JSON.stringify(path)}: operations[${JSON.stringify(id)}];\n`);
  return `  readonly ${method}: {\n${entries.join("")}  };\n`;
}

function credentialOf({ id, security, path, method }: ContractOperation): string {
  const [credential, ...others] = security.flat();
  if (credential === undefined || others.length > 0 || security.length !== 1) {
    const found = security.map((schemes) => schemes.join(" with ") || "nothing").join(" or ") || "nothing";
    throw new UnwritableError(
      ["paths", path, method],
      `Expected ${id} to need exactly one credential; found ${found}. State one under its \`security\`, since each client has one.`,
    );
  }
  return credential;
}
