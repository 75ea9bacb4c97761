// Where each field and each response of the contract is shown: its page, its anchor and its name in words.
import type { Field, Mark, Shape } from "./fields.ts";
import type { BodyReference, Reference, ResponseReference } from "./reference.ts";
import { anchorOf, code, type Inline, plain } from "./text.ts";
import { guideUrl } from "./urls.ts";

/** A place of the site at which something of the contract is shown. */
export interface Place {
  readonly url: string;
  /** The place in words. */
  readonly words: Inline;
  /** What it belongs to: a tag, or the schemas. */
  readonly group: string;
  readonly marks: readonly Mark[];
  /** The field that is shown here, unless it is something else. */
  readonly field?: Field;
  /** The shape of the whole body that is shown here. */
  readonly shape?: Shape;
}

/** The anchor of a field on a page, by the part of the page that lists it. */
export function fieldAnchor(part: string, field: Pick<Field, "id">): string {
  return `${part}.${field.id}`;
}

/** The part of a page that a body's fields stand in; a second media type has its own. */
export function bodyPart(part: string, index: number): string {
  return index === 0 ? part : `${part}-${index + 1}`;
}

/**
 * Every place at which the contract says something: credentials, operations, events, schemas and their fields.
 * What belongs to a component schema is shown in many places and listed here once, with the schema.
 */
export function* placesOf(reference: Reference): Generator<Place> {
  for (const { name, marks } of reference.credentials) {
    const url = `${guideUrl("authentication")}#${anchorOf(name)}`;
    yield { url, words: code(name), group: "Authentication", marks };
  }
  for (const { id, url, marks, parameters, requestBody, responses, tag } of reference.operations) {
    yield { url, words: code(id), group: tag, marks };
    for (const one of parameters) yield* ofFields([one], { url, part: one.in, label: `${id} ${one.in}`, group: tag });
    yield* ofBodies(requestBody?.bodies ?? [], { url, part: "body", label: `${id} body`, group: tag });
    yield* ofResponses(responses, url, id, tag);
  }
  for (const { name, url, marks, payload, responses, tag } of reference.events) {
    yield { url, words: code(name), group: tag, marks };
    yield* ofBodies([payload], { url, part: "payload", label: name, group: tag });
    yield* ofResponses(responses, url, name, tag);
  }
  for (const { name, url, shape } of reference.schemas) {
    yield* ofShape(shape, { url, part: "field", label: name, group: "Schemas", owner: name });
  }
}

interface Part {
  readonly url: string;
  readonly part: string;
  readonly label: string;
  readonly group: string;
  /** The component schema whose page this is. */
  readonly owner?: string;
}

function* ofResponses(responses: readonly ResponseReference[], url: string, label: string, group: string) {
  for (const { status, marks, headers, bodies } of responses) {
    const part = `response-${status}`;
    yield { url: `${url}#${part}`, words: `${code(label)} ${plain(status)}`, group, marks };
    yield* ofFields(headers, { url, part: `${part}-header`, label: `${label} ${status}`, group });
    yield* ofBodies(bodies, { url, part, label: `${label} ${status}`, group });
  }
}

function* ofBodies(bodies: readonly BodyReference[], at: Part): Generator<Place> {
  for (const [index, { shape }] of bodies.entries()) yield* ofShape(shape, { ...at, part: bodyPart(at.part, index) });
}

function* ofShape(shape: Shape, at: Part): Generator<Place> {
  const url = `${at.url}#${at.part}`;
  yield { url, words: code(at.label), group: at.group, marks: own(shape.marks, at), shape };
  yield* ofFields(shape.fields, at);
}

function* ofFields(fields: readonly Field[], at: Part): Generator<Place> {
  for (const field of fields) {
    const url = `${at.url}#${fieldAnchor(at.part, field)}`;
    const words = `${code(at.label)} ${code(field.id)}`;
    const marks = own(field.shape.marks, at);
    yield { url, words, group: at.group, marks, ...(isOwn(field, at) ? { field } : {}) };
    yield* ofFields(field.shape.fields, at);
  }
}

function own(marks: readonly Mark[], at: Part): Mark[] {
  return marks.filter((mark) => isOwn(mark, at));
}

/** Does a node belong to the page's own schema or, on another page, to no component schema at all? */
function isOwn({ path }: Pick<Mark, "path">, { owner }: Part): boolean {
  const [first, second, name] = path;
  return first === "components" && second === "schemas" ? name === owner : owner === undefined;
}
