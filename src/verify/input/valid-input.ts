// Makes valid input for an operation: what the schemas allow, with the ids that the server knows.
import fc from "fast-check";
import type { ContractOperation } from "../../shared/contract/index.ts";
import type { Run } from "../calls.ts";
import type { VerifyData } from "../data.ts";
import { findDataName, meaningfulValues } from "../operations.ts";
import { OutOfReach } from "../out-of-reach.ts";
import type { Plan } from "../plan.ts";
import type { Input } from "../sending/request.ts";
import type { InputPlace } from "./input-places.ts";
import { makePdf } from "./sample-files.ts";
import { makeValues } from "./schema-values.ts";

/**
 * The part of an input that is set; the rest is valid input. By the names of parameters and fields; by `body user_id` where the name alone
 * would be that of a parameter, too.
 */
export type Given = Readonly<Record<string, unknown>>;

/** How much of what is optional is generated: nothing, some of it at a time, or all of it each time. */
export type Extent = "required" | "some" | "all";

/**
 * Valid inputs of an operation.
 *
 * @param given Values of parameters, by name, that are set already.
 * @throws {OutOfReach} when it needs an id that is not given.
 */
export function makeValidInputs(run: Run, plan: Plan, extent: Extent, given: Given = {}): fc.Arbitrary<Input> {
  const { requestBody, id } = plan;
  const named = run.data.bodies?.[id];
  const isBodySent = requestBody?.required === true || named !== undefined || extent !== "required";
  const places = plan.places.filter((place) => {
    const { name, path, required } = place;
    const isOpen = path[0] !== "body" || (isBodySent && named?.[name] === undefined);
    return path.length === 2 && isOpen && (required || (extent !== "required" && !hasNoKnownValue(plan, place)));
  });
  const values: Record<string, fc.Arbitrary<unknown>> = {};
  for (const { name, label, schemas, path, required } of places) {
    const dataName = findDataName(plan, name);
    if (dataName === undefined) {
      const generate = meaningfulValues[name] ?? (() => makeValues(schemas));
      values[label] = schemas.find("format")?.value === "binary" ? fc.constant(makePdf(1000)) : generate();
      continue;
    }
    const known = (path[0] === "body" ? undefined : given[name]) ?? findKnownValue(run, plan, name, dataName);
    if (known !== undefined) values[label] = fc.constant(known);
    else if (required) {
      const { file } = run.options.data;
      const hint = `no \`${dataName}\` is known; name one in --data FILE`;
      throw new OutOfReach(file === undefined ? hint : `${file} names no \`${dataName}\``);
    }
  }
  const sure = places.filter(({ label, required }) => label in values && (required || extent === "all"));
  const body = requestBody !== undefined && isBodySent ? { ...named } : undefined;
  const together = plan.body.find("not")?.value.required ?? [];
  return fc.record(values, { requiredKeys: sure.map(({ label }) => label) }).map((chosen) => {
    const sent = places.filter(({ label }) => Object.hasOwn(chosen, label));
    // Of fields that exclude one another the first stays
    const [, ...excluded] = sent.filter(({ name, path }) => path[0] === "body" && together.includes(name));
    return sent
      .filter((place) => !excluded.includes(place))
      .reduce<Input>(
        (input, { label, kind, schemas: { types }, set }) => {
          const value = chosen[label];
          return set(input, kind !== "json" && types.includes("array") ? [value].flat() : value);
        },
        { path: {}, query: {}, header: {}, body },
      );
  });
}

/** The value of the data that a field needs; undefined when it is not given. */
function findKnownValue(
  { data, createdUser }: Run,
  { traits }: Plan,
  name: string,
  dataName: keyof VerifyData,
): unknown {
  if (dataName !== "user") return data[dataName];
  const user = data.user ?? (traits.needsDemographics ? undefined : createdUser);
  return user?.[name === "user_id" ? name : "client_user_id"];
}

/**
 * The plainest of some valid inputs, so that what is special about input is found by what is generated, and shrunk.
 *
 * @throws {OutOfReach} when it needs an id that is not given.
 */
export function choosePlainInput(run: Run, plan: Plan, extent: Extent, given: Given = {}): Input {
  const inputs = makeValidInputs(run, plan, extent, given);
  const readOddity = (input: Input) => {
    const text = JSON.stringify(input);
    return text.length + 100 * (text.match(/[^\w\s-]/g)?.length ?? 0);
  };
  const all = fc.sample(inputs, { seed: run.options.seed, numRuns: 10 });
  const [plainest] = all.map((input) => ({ input, oddity: readOddity(input) })).sort((a, b) => a.oddity - b.oddity);
  if (plainest === undefined) throw new OutOfReach("no valid input is known");
  return plainest.input;
}

/** A plain optional text of which no value is shown: any value may well be refused. */
function hasNoKnownValue(operation: ContractOperation, { name, kind, schemas }: InputPlace): boolean {
  const parameter = operation.parameters.find((one) => one.name === name && one.in === kind);
  const isBare =
    schemas.types.join() === "string" && (["format", "pattern", "enum"] as const).every((one) => !schemas.find(one));
  const isMeaningful = meaningfulValues[name] !== undefined || findDataName(operation, name) !== undefined;
  return isBare && !isMeaningful && parameter?.["x-not-shown"] !== undefined;
}
