// Makes valid input for an operation: what the schemas allow, with the ids that the server knows.
import fc from "fast-check";
import type { ContractOperation } from "../../shared/contract/index.ts";
import type { Run } from "../calls.ts";
import { describeMissing, type VerifyData } from "../data.ts";
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
  const { requestBody } = plan;
  const named = run.data.bodies?.[plan.id];
  const isBodySent = requestBody?.required === true || named !== undefined || extent !== "required";
  const excluding = plan.body.find("not")?.value.required ?? [];
  const parts = plan.places.flatMap((place) => {
    const { name, path, required } = place;
    // Of fields that exclude one another only the first is sent
    const isBarred = !isBodySent || named?.[name] !== undefined || excluding.indexOf(name) > 0;
    const isLeftOut = !required && (extent === "required" || hasNoKnownValue(plan, place));
    if (path.length > 2 || isLeftOut || (path[0] === "body" && isBarred)) return [];
    const values = findValues(run, plan, place, given);
    if (values === undefined) return [];
    const isSure = required || extent === "all";
    return [{ place, values: isSure ? values : fc.option(values, { nil: undefined, freq: 2 }) }];
  });
  const body = requestBody !== undefined && isBodySent ? { ...named } : undefined;
  const bare: Input = { path: {}, query: {}, header: {}, body };
  const values = fc.tuple(...parts.map((part) => part.values));
  return values.map((chosen) => parts.reduce((input, { place }, index) => place.set(input, chosen[index]), bare));
}

/**
 * The values for a place; undefined when an optional one needs an id that is not given.
 *
 * @throws {OutOfReach} when a required one does.
 */
function findValues(
  run: Run,
  plan: Plan,
  { name, path, required, schemas }: InputPlace,
  given: Given,
): fc.Arbitrary<unknown> | undefined {
  const dataName = findDataName(plan, name);
  if (dataName === undefined) {
    if (schemas.find("format")?.value === "binary") return fc.constant(makePdf(1000));
    return meaningfulValues[name]?.() ?? makeValues(schemas);
  }
  const known = (path[0] === "body" ? undefined : given[name]) ?? findKnownValue(run, plan, name, dataName);
  if (known !== undefined) return fc.constant(known);
  if (!required) return undefined;
  throw new OutOfReach(describeMissing(run.options.data, dataName));
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
  const [plainest] = fc
    .sample(inputs, { seed: run.options.seed, numRuns: 10 })
    .sort((one, other) => readOddity(one) - readOddity(other));
  if (plainest === undefined) throw new OutOfReach("no valid input is known");
  return plainest;
}

/** A plain optional text of which no value is shown: any value may well be refused. */
function hasNoKnownValue(operation: ContractOperation, { name, kind, schemas }: InputPlace): boolean {
  const parameter = operation.parameters.find((one) => one.name === name && one.in === kind);
  const isBare =
    schemas.types.join() === "string" && (["format", "pattern", "enum"] as const).every((one) => !schemas.find(one));
  const isMeaningful = meaningfulValues[name] !== undefined || findDataName(operation, name) !== undefined;
  return isBare && !isMeaningful && parameter?.["x-not-shown"] !== undefined;
}
