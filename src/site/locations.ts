// Where the pages show each part of the contract that says something of its own: a component schema on its own page, all else where it is used.
import { type ContractBody, parseReference, resolve, type Schema } from "../shared/contract/index.ts";
import { anyKey, findKnown, joinId, listMarks } from "./fields.ts";
import { code, toAnchor } from "./inline.ts";
import type { Reference } from "./reference.ts";
import { guideUrl } from "./urls.ts";

/** A location of the site at which something of the contract is shown. A node that several operations share is shown at several. */
export type Location = ReturnType<typeof makeLocation>;

/** A page, and how its locations begin. */
interface LocatedPage {
  readonly topic: string;
  readonly title: string;
  readonly url: string;
  /** The name of the page's subject in the contract. */
  readonly name: string;
}

/** A node of the contract, as far as it is listed. */
type Node = Pick<
  Schema,
  "$ref" | "x-assumption" | "x-not-shown" | "x-extensible-enum" | "enum" | "description" | "deprecated"
>;

function makeLocation(
  schemas: Readonly<Record<string, Schema>>,
  page: LocatedPage,
  part: string,
  node: Node,
  names: readonly string[],
) {
  const anchor = [part, names.reduce(joinId, "")].filter((one) => one !== "").join(".");
  const words = [part.replace(/^(?:field|payload)$/, "").replace("response-", ""), ...names].filter(
    (one) => one !== "",
  );
  const target = node.$ref === undefined ? undefined : schemas[parseReference(node.$ref)[2] ?? ""];
  return {
    ...page,
    url: anchor === "" ? page.url : `${page.url}#${anchor}`,
    /** The location in words, such as `createUser body client_user_id`. */
    words: code([page.name, ...words].join(" ")),
    node: node as object,
    marks: listMarks(node),
    known: findKnown([node]),
    /** The names on the way to a field; none for what is no field. */
    names,
    description: node.description ?? target?.description,
    deprecated: node.deprecated === true,
  };
}

/** Every location of the contract, in the order of the pages. */
export function listLocations({ contract, document, operations, events, schemas }: Reference): Location[] {
  const locations: Location[] = [];
  const add = (page: LocatedPage, part: string, node: Node, names: readonly string[] = []) =>
    locations.push(makeLocation(document.components.schemas, page, part, node, names));
  const visit = (page: LocatedPage, part: string, schema: Schema, names: readonly string[] = []): void => {
    add(page, part, schema, names);
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      visit(page, part, property, [...names, name]);
    for (const inner of [schema.items ?? [], schema.allOf ?? [], schema.anyOf ?? [], schema.oneOf ?? []].flat()) {
      visit(page, part, inner, names);
    }
    const { additionalProperties: map } = schema;
    if (typeof map === "object") visit(page, part, map, [...names, anyKey]);
  };
  const visitBodies = (page: LocatedPage, part: string, bodies: readonly ContractBody[]) => {
    for (const [index, { schema = {} }] of bodies.entries())
      visit(page, index === 0 ? part : `${part}-${index + 1}`, schema);
  };
  for (const [name, scheme] of Object.entries(document.components.securitySchemes)) {
    const title = "Authentication";
    add({ topic: title, title, url: guideUrl("authentication"), name }, toAnchor(name), scheme);
  }
  for (const [index, { id, operation, parameters, requestBody, responses }] of contract.operations.entries()) {
    const { tag = "", title = "", url = "" } = operations[index] ?? {};
    const page = { topic: tag, title, url, name: id };
    add(page, "", operation);
    for (const parameter of parameters) {
      add(page, parameter.in, parameter, [parameter.name]);
      visit(page, parameter.in, parameter.schema, [parameter.name]);
    }
    visitBodies(page, "body", requestBody?.bodies ?? []);
    for (const { status, response, bodies } of responses) {
      add(page, `response-${status}`, response);
      for (const [name, header] of Object.entries(response.headers ?? {}))
        add(page, `response-${status}-header`, header, [name]);
      visitBodies(page, `response-${status}`, bodies);
    }
  }
  for (const [index, { name, operation, payload }] of contract.events.entries()) {
    const page = { topic: "Events", title: name, url: events[index]?.url ?? "", name };
    add(page, "", operation);
    visitBodies(page, "payload", [payload]);
    for (const [status, node] of Object.entries(operation.responses))
      add(page, `response-${status}`, resolve(document, node));
  }
  for (const { name, url } of schemas) {
    visit({ topic: "Schemas", title: name, url, name }, "field", document.components.schemas[name] ?? {});
  }
  return locations;
}

/** Is it the field itself, and not the items of its list or one of its alternatives? */
export function isField({ names }: Location): boolean {
  return names.length > 0 && names.at(-1) !== anyKey;
}
