// The cost of type-checking: instantiations for calls of a synthetic contract.
import { join } from "node:path";
import ts from "typescript";
import { projectDirectory } from "../../src/shared/contract/index.ts";

/**
 * Counts the type instantiations of a program with calls of a synthetic contract.
 *
 * @param operations How many operations the contract has, all GET.
 * @param callSites How many calls the program makes, spread over the operations, each reading data and an error.
 * @throws when the program does not compile, since then the count says nothing.
 */
export function instantiations(operations: number, callSites = 100): number {
  const files = new Map([
    [place("contract.ts"), contractOf(operations)],
    [place("calls.ts"), callsOf(operations, callSites)],
  ]);
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  };
  const host = ts.createCompilerHost(options);
  const read = host.readFile;
  host.readFile = (file) => files.get(file) ?? read(file);
  const exists = host.fileExists;
  host.fileExists = (file) => files.has(file) || exists(file);
  const program = ts.createProgram([place("calls.ts")], options, host);
  const [problem] = [...program.getSemanticDiagnostics(), ...program.getGlobalDiagnostics()];
  if (problem) throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, "\n"));
  return program.getInstantiationCount();
}

/** The files exist only in memory, beside this one, so that packages resolve. */
function place(name: string): string {
  return join(projectDirectory, "test", "client", `synthetic-${name}`);
}

function contractOf(operations: number): string {
  const ids = Array.from({ length: operations }, (_, index) => index);
  const answer = (schema: string) =>
    `{ headers: { [name: string]: unknown }; content: { "application/json": ${schema} } }`;
  return `
export interface components {
  schemas: {
    ErrorBody: { [key: string]: unknown };
${ids.map((id) => `    Thing${id}: { id: string; kind: "a" | "b" | (string & {}); at?: string | null; field${id}: number };`).join("\n")}
  };
}
export interface operations {
${ids
  .map(
    (id) => `  getThing${id}: {
    parameters: { query?: { page?: number }; header?: never; path: { thing_id: string }; cookie?: never };
    requestBody?: never;
    responses: {
      200: ${answer(`components["schemas"]["Thing${id}"]`)};
      401: ${answer(`components["schemas"]["ErrorBody"]`)};
      404: ${answer(`components["schemas"]["ErrorBody"]`)};
      422: ${answer(`components["schemas"]["ErrorBody"]`)};
    };
  };`,
  )
  .join("\n")}
}
export interface Routes {
  readonly GET: {
${ids.map((id) => `    "/v2/thing${id}/{thing_id}": operations["getThing${id}"];`).join("\n")}
  };
}
`;
}

function callsOf(operations: number, callSites: number): string {
  const calls = Array.from({ length: callSites }, (_, index) => {
    const id = Math.floor((index * operations) / callSites);
    const call = `await client.GET("/v2/thing${id}/{thing_id}", { params: { path: { thing_id: "x" }, query: { page: 1 } } })`;
    return `{ const result = ${call}; if (result.ok) result.data.field${id}; else if (result.status === 404) result.error["detail"]; }`;
  });
  const head = `import type { ClientOf } from "../../src/client/client.ts";\nimport type { Routes } from "./synthetic-contract.ts";\ndeclare const client: ClientOf<Routes>;`;
  return `${head}\n${calls.join("\n")}\nexport {};\n`;
}
