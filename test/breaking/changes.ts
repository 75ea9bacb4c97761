// The tables of changes: each row stands for two documents that differ in one change, compared both ways.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { isObject, type JsonObject, listEntries, own, projectDirectory } from "../../src/shared/contract/index.ts";

type Level = "breaking" | "warning" | "compatible" | "none";

/** The verdicts expected of the change, and of taking it back. */
type Levels = readonly [forward: Level, backward: Level];

/** Two documents, and what is expected of them. */
export interface ChangeCase {
  /** Subject and change, and for a change of a schema the message that it is in: `max-length/lowered, request`. */
  readonly name: string;
  readonly base: JsonObject;
  readonly revision: JsonObject;
  readonly levels: Levels;
  /** The rule of the decisive change. */
  readonly rule: string | undefined;
  /** The operation and the place of the decisive change, where that is not plain. */
  readonly operation: string | undefined;
  readonly pointer: string | undefined;
  readonly because: string;
  /** The kind of false alarm that the gate raises in one direction, though it is no break: README.md names each. */
  readonly falseAlarm: string | undefined;
}

/** A schema before and after, with the components that it refers to and how they change; or parts of a document, and how they change. */
interface Change {
  readonly from?: unknown;
  readonly to?: unknown;
  readonly schemas?: JsonObject;
  readonly becomes?: JsonObject;
  readonly before?: JsonObject;
  readonly change?: JsonObject;
  readonly after?: JsonObject;
}

interface Row {
  readonly verdict: Levels | { readonly request?: Levels; readonly response?: Levels };
  readonly rule?: string;
  readonly operation?: string;
  readonly pointer?: string;
  readonly because: string;
  readonly false_alarm?: string;
}

const frame = {
  openapi: "3.1.1",
  jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
  info: { title: "A test", version: "1.0.0" },
};

/** Where a schema stands. */
const messages = {
  request: (schema: unknown) => ({
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: { "204": { description: "Done." } },
  }),
  response: (schema: unknown) => ({
    responses: { "200": { description: "It.", content: { "application/json": { schema } } } },
  }),
};

const directory = join(projectDirectory, "test", "changes");

export const cases: readonly ChangeCase[] = readdirSync(directory)
  .filter((file) => file.endsWith(".yaml"))
  .flatMap((file) => {
    const rows = parse(readFileSync(join(directory, file), "utf8")) as (Row & JsonObject)[];
    return rows.flatMap((row) => readRow(basename(file, ".yaml"), row));
  });

/** A case by its name. */
export function findCase(name: string): ChangeCase {
  const found = cases.find((one) => one.name === name);
  if (found === undefined) throw new Error(`No table in test/changes has ${name}.`);
  return found;
}

/** The first key of a row is its name. */
function readRow(subject: string, row: Row & JsonObject): ChangeCase[] {
  const [[key, change] = ["", undefined]] = Object.entries(row);
  const { from, to, schemas, becomes, before, ...rest } = change as Change;
  const { rule, operation, pointer, because, verdict } = row;
  const more = { rule, operation, pointer, because, falseAlarm: row.false_alarm };
  const name = `${subject}/${key}`;
  if (Array.isArray(verdict)) {
    const revision = rest.after ?? patch(before, rest.change);
    return [{ name, ...more, levels: verdict as unknown as Levels, base: whole(before), revision: whole(revision) }];
  }
  return (["request", "response"] as const).flatMap((message) => {
    const levels = own(verdict, message) as Levels | undefined;
    const documentWith = (schema: unknown, components: unknown) => {
      const operation = { operationId: "createThing", ...messages[message](schema) };
      return whole({
        paths: { "/things": { post: operation } },
        ...(schemas ? { components: { schemas: components } } : {}),
      });
    };
    const documents = {
      base: documentWith(from, schemas),
      revision: documentWith(to, becomes ? patch(schemas, becomes) : schemas),
    };
    return levels === undefined ? [] : [{ name: `${name}, ${message}`, ...more, levels, ...documents }];
  });
}

function whole(parts: unknown): JsonObject {
  return { ...frame, ...(parts as JsonObject) };
}

/** Changes what a patch names, and takes away what it sets to null. */
export function patch(value: unknown, changes: unknown): unknown {
  if (!isObject(changes)) return changes;
  const kept = isObject(value) ? value : {};
  const changed = listEntries(changes).map(([key, to]) => [key, to === null ? undefined : patch(own(kept, key), to)]);
  return Object.fromEntries(
    Object.entries({ ...kept, ...Object.fromEntries(changed) }).filter(([, v]) => v !== undefined),
  );
}
