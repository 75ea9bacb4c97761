// Finds where the contract states something, by a name such as `User.user_id` or `query size`, and the assumptions that stand there.
import { ApplicableSchemas, type Assumption, listAssumptions, toPointer } from "../../shared/contract/index.ts";
import { OutOfReach } from "../out-of-reach.ts";
import type { Plan } from "../plan.ts";

/** A place of the contract. */
export interface Place {
  /** JSON pointer into the bundle. */
  readonly pointer: string;
  /** The assumptions there and around it, the nearest first. */
  readonly marks: readonly Assumption[];
  /** The name of a field. */
  readonly name?: string;
  /** Does the schema require the field? */
  readonly isRequired?: boolean;
  /** The assumptions that let an answer leave out a field that was sent. */
  readonly shown?: readonly Assumption[];
}

/**
 * Finds a place: `200` is an answer of the operation, `query size` a parameter of it, `User.user_id` a field below a schema, and an
 * empty name the operation itself.
 *
 * @throws {OutOfReach} when the contract has no such place.
 */
export function findPlace({ id, document, operation, pointer, responses, places }: Plan, name: string): Place {
  const around = listAssumptions(operation["x-assumption"]);
  if (name === "") return { pointer, marks: around };
  const ofAnswer = responses.find(({ status }) => status === name);
  if (ofAnswer) return { ...ofAnswer, marks: listAssumptions(ofAnswer.response["x-assumption"]) };
  const input = places.find(({ path }) => path.join(" ") === name);
  if (input) return { ...input, marks: [...input.marks, ...around] };
  const [component = "", ...path] = name.split(".");
  const schema = document.components.schemas[component];
  if (schema === undefined) throw new OutOfReach(`${id} has no ${name}`);
  let schemas = new ApplicableSchemas(document, { value: schema, path: ["components", "schemas", component] });
  let isRequired = false;
  const { marks } = schemas;
  for (const field of path) {
    isRequired = schemas.required.includes(field);
    schemas = schemas.below(field);
    marks.unshift(...schemas.marks);
  }
  const [first] = schemas.nodes;
  if (first === undefined) throw new OutOfReach(`the contract has no ${name}`);
  return { pointer: toPointer(first.path), marks, isRequired, name: path.at(-1) ?? name };
}
