// The locations at which the pages show each part of the contract: a component schema on its own page, all else where it is used.
import { anyKey, type Field, findKnown, listMarks, type OwnNode } from "./fields.ts";
import { code, toAnchor } from "./inline.ts";
import type { BodyReference, Reference, ResponseReference } from "./reference.ts";
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

/** A part of a page, as far as it is listed. */
interface Part {
  readonly own: readonly OwnNode[];
  readonly description?: string | undefined;
}

function makeLocation(page: LocatedPage, anchor: string, { own, description }: Part, names: readonly string[] = []) {
  const [part = ""] = anchor.split(".");
  const words = [page.name, part.replace(/^(?:field|payload)$/, "").replace("response-", ""), ...names];
  return {
    ...page,
    url: anchor === "" ? page.url : `${page.url}#${anchor}`,
    /** The location in words, such as `createUser body client_user_id`. */
    words: code(words.filter((one) => one !== "").join(" ")),
    node: own[0],
    marks: own.flatMap(listMarks),
    known: findKnown(own),
    /** The names on the way to a field; none for what is no field. */
    names,
    description,
    deprecated: own.some(({ deprecated }) => deprecated === true),
  };
}

/** Every location of the contract, in the order of the pages. */
export function listLocations({ operations, events, schemas, credentials }: Reference): Location[] {
  const authentication = { topic: "Authentication", title: "Authentication", url: guideUrl("authentication") };
  return [
    ...credentials.map((one) => makeLocation({ ...authentication, name: one.name }, toAnchor(one.name), one)),
    ...operations.flatMap((operation) => {
      const { id, tag, title, url, parameters, requestBody } = operation;
      return listParts({ topic: tag, title, url, name: id }, operation, parameters, requestBody?.bodies ?? []);
    }),
    ...events.flatMap((event) => {
      const { name, url, payload } = event;
      return listParts({ topic: "Events", title: name, url, name }, event, [], [payload]);
    }),
    ...schemas.flatMap((schema) => {
      const { name, url } = schema;
      return listBodies({ topic: "Schemas", title: name, url, name }, [{ ...schema, part: "field" }]);
    }),
  ];
}

/** The locations of an operation or an event, and of all parts of it. */
function listParts(
  page: LocatedPage,
  whole: Part & { readonly responses: readonly ResponseReference[] },
  parameters: readonly Field[],
  bodies: readonly BodyReference[],
): Location[] {
  return [
    makeLocation(page, "", whole),
    ...listFields(page, parameters),
    ...listBodies(page, bodies),
    ...whole.responses.flatMap((response) => [
      makeLocation(page, response.part, response),
      ...listBodies(page, response.bodies),
    ]),
  ];
}

function listBodies(page: LocatedPage, bodies: readonly Pick<BodyReference, "part" | "own" | "fields">[]): Location[] {
  return bodies.flatMap((body) => [makeLocation(page, body.part, { own: body.own }), ...listFields(page, body.fields)]);
}

function listFields(page: LocatedPage, fields: readonly Field[], above: readonly string[] = []): Location[] {
  return fields.flatMap((field) => {
    const names = [...above, field.name];
    // Behind a reference, it is listed on the page of its schema
    if (field.own.length === 0) return [];
    return [makeLocation(page, field.id, field, names), ...listFields(page, field.fields, names)];
  });
}

/** Is it a field with a name, and not any of a map's values? */
export function isField({ names }: Location): boolean {
  return names.length > 0 && names.at(-1) !== anyKey;
}
