// Writes events.ts: the types of the known events, and how to find one by its name.
import type { Contract, ContractEvent } from "../shared/contract/index.ts";
import { bodyType, docComment, header, writeImport } from "./writing.ts";

/** Writes the map of the known events, and the function that finds the name of an event in it. */
export function writeEvents({ events }: Contract): string {
  const entries = events.map(
    (event) =>
      `${docComment(event.operation.summary, "  ", event.operation.deprecated)}  ${JSON.stringify(event.name)}: ${writeType(event)};\n`,
  );
  const families = events.filter(isFamily);
  const named = events.filter((event) => !isFamily(event));
  const inFamilies = events.flatMap(({ name }) => {
    const family = families.find((one) => namePattern(one).test(name));
    return family === undefined ? [] : [[name, family.name] as const];
  });
  // A switch and a few expressions: smaller than tables, nothing to set up, and checked against the map
  const text = `/** The known events by name; that of a family has its free part in braces. */
export interface KnownEvents {
${entries.join("")}}

/** Any known event, discriminated by \`event_type\`. */
export type KnownEvent = KnownEvents[keyof KnownEvents];

/** The family that the name of an event falls into, also where the event is described on its own. */
export interface EventFamilies {
${inFamilies.map(([name, family]) => `  ${JSON.stringify(name)}: ${JSON.stringify(family)};\n`).join("")}}

/** The name under which an \`event_type\` is known: its own, else that of its family; none when it is unknown. */
export function eventNameOf(type: string): keyof KnownEvents | undefined {
  switch (type) {
${named.map(({ name }) => `    case ${JSON.stringify(name)}:\n`).join("")}      return type;
  }
  return eventFamilyOf(type);
}

/** The family that an \`event_type\` falls into; none when it falls into none. */
export function eventFamilyOf(type: string): EventFamilies[keyof EventFamilies] | undefined {
${families.map((family) => `  if (${namePattern(family)}.test(type)) return ${JSON.stringify(family.name)};\n`).join("")}  return undefined;
}
`;
  return header("The known events: their types, and how to find one by its name.") + writeImport(text) + text;
}

function writeType({ operation, payload }: ContractEvent): string {
  return bodyType(payload, `operations[${JSON.stringify(operation.operationId)}]["requestBody"]`);
}

/** Does the event stand for a family, with a free part in its name? */
function isFamily({ name }: ContractEvent): boolean {
  return name.includes("{");
}

/** `^daily\.data\..+\.created$` for `daily.data.{resource}.created`, as the lint rule `event-type-form` has it. */
function namePattern({ name }: ContractEvent): RegExp {
  return new RegExp(
    `^${name
      .split(/\{[^}]*\}/)
      .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".+")}$`,
  );
}
