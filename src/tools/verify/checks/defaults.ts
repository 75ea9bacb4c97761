// A parameter that is left out means its stated default: the answer is the same as when the default is sent.
import { isDeepStrictEqual } from "node:util";
import { type ContractOperation, type Parameter, resolve, type Schema } from "../../contract/index.ts";
import { parameterPointer } from "../bundle/pointers.ts";
import type { Session } from "../session.ts";
import { type Behaviour, reading, type Scene, succeeded } from "./scene.ts";

/** The check, for an operation that reads and has a parameter with a default: two calls that change something are not alike. */
export function defaultBehaviours({ contract }: Session, operation: ContractOperation): Behaviour[] {
  const schemaOf = ({ schema }: Parameter) => resolve<Schema>(contract.document, schema);
  const optional = operation.parameters.filter(({ in: where, required }) => where === "query" && required !== true);
  const defaulted = optional.filter((one) => schemaOf(one).default !== undefined);
  if (operation.method !== "get" || defaulted.length === 0) return [];
  const run = async (scene: Scene) => {
    for (const parameter of defaulted) {
      // What is narrowed may show what a limit hides
      const narrowings = optional
        .filter(({ name }) => name !== parameter.name)
        .flatMap(({ name, schema }) => knownItems(scene, schema).map((value) => ({ [name]: [value] })));
      for (const query of [{}, ...narrowings]) {
        await expectSame(scene, parameter, String(schemaOf(parameter).default), query);
      }
    }
  };
  return [reading("default-honoured", operation.id, run)];
}

/** The known items of a list; empty for what is no list of known values. */
function knownItems({ session }: Scene, schema: Schema): string[] {
  const { document } = session.contract;
  const { items } = resolve<Schema>(document, schema);
  return (items === undefined ? [] : (resolve<Schema>(document, items)["x-extensible-enum"] ?? [])).map(String);
}

async function expectSame(
  scene: Scene,
  parameter: Parameter,
  stated: string,
  query: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const { id } = scene.operation;
  const withDefault = await scene.attempt(id, { query: { ...query, [parameter.name]: stated } });
  const without = await scene.attempt(id, { query });
  if (!succeeded(withDefault) || !succeeded(without) || isDeepStrictEqual(without.body, withDefault.body)) return;
  // What is another answer each time says nothing
  const again = await scene.attempt(id, { query: { ...query, [parameter.name]: stated } });
  const expected = {
    text: `Without \`${parameter.name}\` the answer is that of ${stated}, the default.`,
    pointer: `${parameterPointer(scene.session.contract, scene.operation, parameter)}/schema/default`,
  };
  const isStable = isDeepStrictEqual(again.body, withDefault.body);
  const message = `It is another answer than with \`${parameter.name}=${stated}\`.`;
  scene.expect(!isStable, without, message, expected, scene.assumptionOn(parameter.name).assumption);
}
