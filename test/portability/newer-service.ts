// A service that is newer than the contract: the sandbox, with an unknown value in each open enum of its answers, and more fields in each object.
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import {
  ApplicableSchemas,
  type Contract,
  type ContractOperation,
  isObject,
  toPointer,
} from "../../src/shared/contract/index.ts";
import { listenOn } from "../../src/shared/terminal/index.ts";

/** The value in open enums; all of them are texts. */
const unknownValue = "newer_value";

const passedOn = ["accept", "content-type", "idempotency-key", "x-management-key", "x-service-api-key"];

/** Passes calls on to a sandbox, and makes its answers those of a newer service. */
export async function startNewerService({ document, operations }: Contract, sandboxUrl: string) {
  /** Where the schemas stand whose open enums got an unknown value. */
  const reached = new Set<string>();
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/" } = request;
    // Headers of the connection are not passed on
    const headers = passedOn.flatMap((name): [string, string][] => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    });
    const answer = await fetch(new URL(url, sandboxUrl), {
      method,
      headers,
      ...(method === "GET" ? {} : { body: await buffer(request) }),
    });
    const schema = responseSchema(operations, method, url.split("?")[0] ?? "", answer.status);
    const body: unknown = await answer.json();
    const newer =
      schema === undefined
        ? body
        : newerOf(body, new ApplicableSchemas(document, { value: schema, path: [] }), reached);
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(newer));
  });
  const url = await listenOn(server, 0, "the newer service", "Try again.");
  return {
    url,
    reached: reached as ReadonlySet<string>,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** An event, and the name of the schema that describes it. */
interface NewerEvent {
  readonly model: string;
  readonly event: unknown;
}

/** Each event as a newer service sends it: with unknown values and fields, in families a type that is unknown, and one type that no schema knows. */
export function newerEvents({ document, events }: Contract): NewerEvent[] {
  const known = events.map(({ name, payload: { schema = {}, examples } }) => {
    const event = newerOf(examples[0]?.value, new ApplicableSchemas(document, { value: schema, path: [] }));
    return {
      model: schema.$ref?.split("/").at(-1) ?? "",
      event: { ...Object(event), event_type: name.replace(/\{\w+\}/, unknownValue) },
    };
  });
  return [...known, { model: "EventEnvelope", event: { ...known[0]?.event, event_type: unknownValue } }];
}

/**
 * The value with an unknown one in each open enum, and a field more in each object that has fields.
 *
 * @param reached Gets where the schemas of these enums stand.
 */
function newerOf(value: unknown, schemas: ApplicableSchemas, reached = new Set<string>()): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => newerOf(item, schemas.below(`${index}`), reached));
  }
  if (isOpenEnum(schemas) && value !== null) {
    for (const { value, path } of schemas.nodes) if (value["x-extensible-enum"]) reached.add(toPointer(path));
    return unknownValue;
  }
  if (!isObject(value)) return value;
  // The sandbox need not know such a value, so it may leave out the field
  const left = schemas.names.filter((name) => !(name in value) && isOpenEnum(schemas.below(name)));
  const fields = [...Object.entries(value), ...left.map((name) => [name, unknownValue] as const)].map(
    ([name, field]) => [name, newerOf(field, schemas.below(name), reached)],
  );
  // A map names its values as it likes, and each of them has a form: a newer one has that form, too
  const isMap = schemas.nodes.some(({ value }) => typeof value.additionalProperties === "object");
  const added = isMap ? {} : { newer_field: { newer: true } };
  return { ...Object.fromEntries(fields), ...added };
}

function isOpenEnum(schemas: ApplicableSchemas): boolean {
  return schemas.find("x-extensible-enum") !== undefined;
}

function responseSchema(operations: readonly ContractOperation[], method: string, path: string, status: number) {
  const segments = path.split("/");
  const fits = (template: string) => {
    const wanted = template.split("/");
    return (
      wanted.length === segments.length && wanted.every((one, index) => one.startsWith("{") || one === segments[index])
    );
  };
  // Text stands before a parameter: `{` comes after all letters
  const byPath = [...operations].sort((a, b) => (a.path < b.path ? -1 : 1));
  const operation = byPath.find((one) => one.method === method.toLowerCase() && fits(one.path));
  return operation?.responses.find((response) => response.status === String(status))?.bodies[0]?.schema;
}
