// Writes control-calls.ts: what a test calls in process for each happening and inspection that the control plane describes.
import type { Contract, ContractOperation } from "../../tools/contract/index.ts";
import { docComment } from "./writing.ts";

/** The source of an interface: the operations whose ids begin with the verb, and the place of their input. */
const kinds = [
  {
    name: "Happenings",
    verb: "simulate",
    says: "What happens outside of the API. Each happens in one transaction with its events. One that cannot happen throws `HappeningRefused`.",
    inputOf: (id: string) => `NonNullable<operations["${id}"]["requestBody"]>["content"]["application/json"]`,
  },
  {
    name: "Inspections",
    verb: "inspect",
    says: "What no operation shows. Each changes nothing, and throws `HappeningRefused` for what is not there.",
    inputOf: (id: string) => `NonNullable<operations["${id}"]["parameters"]["query"]>`,
  },
] as const;

/** Writes an interface for the happenings and one for the inspections, each with its description in the document. */
export function writeControlCalls({ operations }: Contract): string {
  const interfaces = kinds.map(({ name, verb, says, inputOf }) => {
    const methods = operations.flatMap(({ id, operation }) => {
      const called = calledIn(verb, id);
      if (called === undefined) return [];
      return `${docComment(saidOf(operation), "  ")}  ${called}(input: Given<${inputOf(id)}>): Promise<Result<"${id}">>;\n`;
    });
    return `${docComment(says)}export interface ${name} {\n${methods.join("\n")}}\n`;
  });
  return `// The happenings and inspections of a sandbox as they are called in process. Written by \`npm run generate\`; edit src/tools/sandbox/control/openapi.yaml instead.

import type { operations } from "./control-types.ts";

/** Data that is not changed where it is passed on. */
export type Given<Data> = Data extends string
  ? Data
  : Data extends object
    ? { readonly [Name in keyof Data]: Given<Data[Name]> }
    : Data;

type ResultBody<Id extends keyof operations> = operations[Id]["responses"] extends {
  200: { content: { "application/json": { result: infer Found } } };
}
  ? Found
  : never;

/** The result of a call; undefined where the response of the control plane has null. */
export type Result<Id extends keyof operations> =
  | Given<Exclude<ResultBody<Id>, null>>
  | (null extends ResultBody<Id> ? undefined : never);

${interfaces.join("\n")}`;
}

/** `connectionMade` for `simulateConnectionMade`. */
function calledIn(verb: string, id: string): string | undefined {
  const [, first, rest] = new RegExp(`^${verb}([A-Z])(\\w*)$`).exec(id) ?? [];
  return first === undefined ? undefined : `${first.toLowerCase()}${rest}`;
}

function saidOf({ summary, description }: ContractOperation["operation"]): string {
  return [summary && `${summary}.`, description].filter(Boolean).join("\n\n");
}
