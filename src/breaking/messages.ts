// Compares what travels: the parameters and the body of a request, its answers, and their media types.
import { canonical, own } from "../shared/contract/index.ts";
import { compareDefaults } from "./alternatives.ts";
import {
  type Both,
  child,
  childOfBoth,
  findWritten,
  listChildren,
  listKeys,
  listWritten,
  type Part,
  resolve,
  resolveBoth,
} from "./bundle.ts";
import { type Comparison, compareForm, compareSchemas, isKnown, note } from "./comparison.ts";
import { judgeRemoval } from "./marks.ts";
import type { Call } from "./model.ts";
import { type Alternative, normalize } from "./normal-form.ts";
import { compareLists } from "./rules.ts";
import { writeTypes } from "./schemas.ts";

/** Compares the parameters, wherever they are written. */
export function compareParameters(comparison: Comparison, before: Call, after: Call): void {
  const [was, is] = [listParameters(before), listParameters(after)];
  const about = ({ node }: Part): Comparison => {
    const [place, name] = [own(node, "in") as "query", String(own(node, "name"))];
    return { ...comparison, subject: `${place} parameter \`${name}\``, carrier: { in: place, name } };
  };
  for (const [key, base] of was) {
    const revision = is.get(key);
    if (revision !== undefined) compareParameter(about(base), { base, revision });
    else
      note(about(base), { rule: "parameter/removed", ...judgeRemoval([base.node]), base, revision: after.operation });
  }
  for (const [key, revision] of is) {
    if (was.has(key)) continue;
    const at = { base: before.operation, revision };
    if (comparison.direction === "request" && isRequired(revision))
      note(about(revision), { rule: "parameter/required", effect: "narrower", says: "added", ...at });
    else note(about(revision), { rule: "parameter/added", effect: "added", ...at });
  }
}

/** The parameters that hold for an operation by what they are on the wire: its own, and those of its path that it does not replace. */
function listParameters({ item, operation, name: path }: Call): Map<string, Part> {
  const holes = [...path.matchAll(/\{([^}]*)\}/g)].map(([, hole]) => hole);
  const parts = [item, operation].flatMap((owner) => listChildren(child(owner, "parameters")).map(resolve));
  const entries = parts.flatMap((part): [string, Part][] => {
    const [place, written] = [String(own(part.node, "in")), String(own(part.node, "name"))];
    const name = place === "header" ? written.toLowerCase() : place === "path" ? holes.indexOf(written) : written;
    // OpenAPI leaves these headers to the content and the security of the operation
    const isIgnored = place === "header" && ["accept", "content-type", "authorization"].includes(String(name));
    return isIgnored ? [] : [[canonical([place, name]), part]];
  });
  return new Map(entries);
}

function isRequired({ node }: Part): boolean {
  return own(node, "required") === true;
}

function compareParameter(comparison: Comparison, at: Both): void {
  compareRequired(comparison, at, "parameter/required");
  compareForm(comparison, "Parameter", at);
  const schemas = childOfBoth(at, "schema");
  const [was, is] = [normalize([schemas.base]), normalize([schemas.revision])];
  const [inner, outer] = comparison.direction === "request" ? [was, is] : [is, was];
  // Parameters are text, whatever their type
  const [from, to] = [writeTypes(was ?? []), writeTypes(is ?? [])];
  if (from !== to && inner?.every(isScalar) && outer?.some(isAnyText)) {
    note(comparison, { rule: "code/type", effect: "notable", said: { from, to }, ...schemas });
    return;
  }
  compareSchemas(comparison, schemas);
  if (isRequired(at.base) || isRequired(at.revision)) return;
  for (const found of compareDefaults([schemas.base], [schemas.revision])) note(comparison, found);
}

function isScalar({ type }: Alternative): boolean {
  return type !== "array" && type !== "object";
}

function isAnyText({ type, values, known, limits, parts }: Alternative): boolean {
  const isLimited = Object.keys(limits).length > 0 || listWritten(parts, "not").length > 0;
  return type === "string" && values === undefined && known === undefined && !isLimited;
}

/** Compares whether a parameter or a body has to be there. */
function compareRequired(comparison: Comparison, at: Both, rule: "parameter/required" | "body/required"): void {
  if (isRequired(at.base) === isRequired(at.revision)) return;
  note(comparison, { rule, effect: isRequired(at.revision) ? "narrower" : "wider", ...childOfBoth(at, "required") });
}

/** Compares the `requestBody` of two operations; of an event it is the payload. */
export function compareBodies(around: Comparison, operation: Both): void {
  const subject = around.scope?.isEvent ? "payload" : "request body";
  const comparison: Comparison = { ...around, subject, carrier: { in: "body" } };
  const at = resolveBoth(childOfBoth(operation, "requestBody"));
  if (at.revision.node === undefined) {
    if (at.base.node !== undefined) note(comparison, { rule: "body/removed", effect: "removed", ...at });
  } else if (at.base.node === undefined) {
    const effect = comparison.direction === "request" && isRequired(at.revision) ? "narrower" : "added";
    note(comparison, { rule: "body/added", effect, base: operation.base, revision: at.revision });
  } else {
    compareRequired(comparison, at, "body/required");
    compareForm(comparison, "RequestBody", at);
    compareContent(comparison, at);
  }
}

/** Compares the media types of two objects that have `content`. */
function compareContent(comparison: Comparison, holder: Both): void {
  const content = childOfBoth(holder, "content");
  const { base, revision } = content;
  // Content that is not in the vocabulary has been compared as text, with the form
  if (!isKnown("Response", "content", content)) return;
  const isEvent = comparison.scope?.isEvent === true && comparison.direction === "response";
  for (const name of listKeys(content)) {
    const at = childOfBoth(content, name);
    const subject = `media type ${name} of the ${comparison.subject}`;
    if (at.base.node === undefined) {
      // A response has a type that the client requested; an event may have one that its receiver cannot read
      const effect = isEvent && listChildren(base).length > 0 ? "wider" : "added";
      note(comparison, { rule: "media-type/added", effect, subject, base, revision: at.revision });
    } else if (at.revision.node === undefined) {
      // The receiver of an event no longer has to read this type; a client that requests it can no longer get it
      const effect = isEvent && listChildren(revision).length > 0 ? "narrower" : "removed";
      note(comparison, { rule: "media-type/removed", effect, subject, base: at.base, revision });
    } else compareMediaTypes({ ...comparison, subject: `${comparison.subject} (${name})` }, at);
  }
}

function compareMediaTypes(comparison: Comparison, at: Both): void {
  if (comparison.unchanged.isSame(at)) return;
  compareForm(comparison, "MediaType", at);
  const schemas = childOfBoth(at, "schema");
  compareSchemas(comparison, schemas);
  const encoding = childOfBoth(at, "encoding");
  const hasField = (part: Part, name: string) => normalize([part])?.some(({ names }) => names.includes(name)) !== false;
  for (const name of listKeys(encoding)) {
    // A field that came or went is reported as such
    if (!hasField(schemas.base, name) || !hasField(schemas.revision, name)) continue;
    const ofField = childOfBoth(encoding, name);
    const about: Comparison = { ...comparison, subject: `\`${name}\` in the ${comparison.subject}` };
    compareForm(about, "Encoding", ofField);
    const written = childOfBoth(ofField, "contentType");
    if (!isKnown("Encoding", "contentType", written)) continue;
    const [types, typesNow] = [readContentTypes(written.base), readContentTypes(written.revision)];
    const effect = compareLists(types, typesNow);
    if (effect === undefined) continue;
    const write = (names: readonly string[]) => names.join(" or ") || "the default";
    const isOneSided = types.length === 0 || typesNow.length === 0;
    note(about, {
      ...{ rule: "media-type/encoding", effect: isOneSided ? "different" : effect },
      said: { was: write(types), now: write(typesNow) },
      ...{
        base: ofField.base.node ? ofField.base : at.base,
        revision: ofField.revision.node ? ofField.revision : at.revision,
      },
    });
  }
}

/** The content types that a field of a form may have; empty for the default. */
function readContentTypes({ node }: Part): string[] {
  return typeof node === "string" ? node.split(/\s*,\s*/) : [];
}

/** Compares the answers of an operation, and those of the receiver of an event. */
export function compareResponses(around: Comparison, at: Both): void {
  const { base, revision } = at;
  // Where a status is not in the vocabulary, all of them have been compared as text
  if (!isKnown("Operation", "responses", at)) return;
  const isRequest = around.direction === "request";
  for (const status of listKeys(at)) {
    const range = `${status[0]}XX`;
    const [before, after] = [findWritten([base], status, range), findWritten([revision], status, range)];
    const subject = `${isRequest ? "answer" : "response"} ${status}`;
    const comparison: Comparison = { ...around, subject, carrier: { in: "body" } };
    const isError = /^[45]/.test(status);
    if (after === undefined) {
      // Nobody relies on an error response, but on a success response; a range may go for single statuses of it
      const isNarrowed = status === range && listChildren(revision).some((one) => one.at.at(-1)?.[0] === status[0]);
      const effect = isRequest || !(isNarrowed || isError) ? "removed" : "narrower";
      const says = isNarrowed ? "narrowed" : "gone";
      note(comparison, { rule: "response/removed", effect, says, base: child(base, status), revision });
    }
    if (own(base.node, status) === undefined) {
      const added = { base: before ?? base, revision: child(revision, status) };
      if (before || isError || isRequest) note(comparison, { rule: "response/added", effect: "added", ...added });
      else note(comparison, { rule: "response/success-added", effect: "notable", ...added });
    }
    // The promise of a range holds for each status in it
    if (before === undefined || after === undefined) continue;
    const response = resolveBoth({ base: before, revision: after });
    compareForm(comparison, "Response", response);
    compareContent(comparison, response);
  }
}
