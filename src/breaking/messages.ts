// Compares what travels: the parameters and the body of a request, its answers, and their media types.
import { canonical, findRow, isObject, own } from "../shared/contract/index.ts";
import { compareDefaults } from "./alternatives.ts";
import type { Bundle } from "./bundle.ts";
import type { Comparison } from "./comparison.ts";
import { judgeRemoval } from "./marks.ts";
import type { Call, Difference, Message } from "./model.ts";
import { type Alternative, listUnder, normalize } from "./normal-form.ts";
import { child, type Part } from "./part.ts";

/** Compares the parameters, wherever they are written. */
export function compareParameters(comparison: Comparison, message: Message, before: Call, after: Call): void {
  const [was, is] = [listParameters(comparison.base, before), listParameters(comparison.revision, after)];
  const writeName = ({ node }: Part) => `${String(own(node, "in"))} parameter \`${String(own(node, "name"))}\``;
  for (const [key, base] of was) {
    const revision = is.get(key);
    if (revision !== undefined) {
      compareParameter(comparison, message, base, revision, writeName(base));
      continue;
    }
    const removal = { rule: "parameter/removed", ...judgeRemoval([base.node]) } as const;
    comparison.note(message, writeName(base), { ...removal, base, revision: after.operation });
  }
  for (const [key, revision] of is) {
    if (was.has(key)) continue;
    const at = { base: before.operation, revision };
    const isNeeded = message.direction === "request" && isRequired(revision);
    const found: Difference = isNeeded
      ? { rule: "parameter/required", effect: "narrower", says: "added", ...at }
      : { rule: "parameter/added", effect: "added", ...at };
    comparison.note(message, writeName(revision), found);
  }
}

/** The parameters that hold for an operation by what they are on the wire: its own, and those of its path that it does not replace. */
function listParameters(bundle: Bundle, { item, operation, name: path }: Call): Map<string, Part> {
  const holes = [...path.matchAll(/\{([^}]*)\}/g)].map(([, hole]) => hole);
  const parts = [item, operation].flatMap((owner) => {
    const list = child(owner, "parameters");
    return Object.keys(Object(list.node)).map((index) => bundle.resolve(child(list, index)));
  });
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

function compareParameter(comparison: Comparison, message: Message, base: Part, revision: Part, subject: string): void {
  if (isRequired(base) !== isRequired(revision)) {
    const at = { base: child(base, "required"), revision: child(revision, "required") };
    const effect = isRequired(revision) ? "narrower" : "wider";
    comparison.note(message, subject, { rule: "parameter/required", effect, ...at });
  }
  comparison.compareForm(message, "Parameter", base, revision, subject);
  const at = { base: child(base, "schema"), revision: child(revision, "schema") };
  const was = normalize(comparison.base, [at.base]);
  const is = normalize(comparison.revision, [at.revision]);
  const [inner, outer] = message.direction === "request" ? [was, is] : [is, was];
  if (inner && outer && writeKinds(inner) !== writeKinds(outer) && isEachTextIn(inner, outer)) {
    const said = { from: writeKinds(was ?? []), to: writeKinds(is ?? []) };
    comparison.note(message, subject, { rule: "code/type", effect: "notable", says: "text", said, ...at });
    return;
  }
  comparison.compareSchemas(message, at.base, at.revision, subject);
  if (!isRequired(base) && !isRequired(revision)) {
    for (const found of compareDefaults(comparison, [at.base], [at.revision])) comparison.note(message, subject, found);
  }
}

function writeKinds(alternatives: readonly Alternative[]): string {
  const types = alternatives.map(({ type }) => (type === "fraction" ? "number" : type));
  return [...new Set(types.filter((type) => type !== "integer" || !types.includes("number")))].join(" or ");
}

/** True when each text for a value of the one is a text for the other: parameters are text, whatever their type. */
function isEachTextIn(inner: readonly Alternative[], outer: readonly Alternative[]): boolean {
  const isPlain = ({ type, values, known, limits, parts }: Alternative) =>
    !["array", "object"].includes(type) &&
    [values, known, listUnder(parts, "not")[0], Object.keys(limits)[0]].every((one) => one === undefined);
  if (inner.some(({ type }) => type === "array" || type === "object") || !outer.every(isPlain)) return false;
  if (outer.some(({ type }) => type === "string")) return true;
  return inner.every((one) => isPlain(one) && outer.some(({ type }) => type === one.type));
}

/** Compares the `requestBody` of two operations; of an event it is the payload. */
export function compareBodies(comparison: Comparison, message: Message, base: Part, revision: Part): void {
  const subject = message.scope?.isEvent ? "payload" : "request body";
  const was = comparison.base.resolve(child(base, "requestBody"));
  const is = comparison.revision.resolve(child(revision, "requestBody"));
  const at = { base: was, revision: is };
  const isNeeded = message.direction === "request" && isRequired(is);
  if (was.node === undefined || is.node === undefined) {
    if (was.node !== undefined) comparison.note(message, subject, { rule: "body/removed", effect: "removed", ...at });
    if (is.node === undefined) return;
    comparison.note(message, subject, { rule: "body/added", effect: isNeeded ? "narrower" : "added", ...at, base });
    return;
  }
  if (isRequired(was) !== isRequired(is)) {
    const places = { base: child(was, "required"), revision: child(is, "required") };
    const effect = isRequired(is) ? "narrower" : "wider";
    comparison.note(message, subject, { rule: "body/required", effect, ...places });
  }
  comparison.compareForm(message, "RequestBody", was, is, subject);
  compareContent(comparison, message, was, is, subject);
}

/** Compares the media types of two objects that have `content`. */
function compareContent(comparison: Comparison, message: Message, base: Part, revision: Part, subject: string): void {
  const [content, contentNow] = [child(base, "content"), child(revision, "content")];
  const isKnown = [content, contentNow].every(({ node }) => node === undefined || findRow("Response", "content", node));
  // The form has been compared as text
  if (!isKnown) return;
  const [was, is] = [content, contentNow].map(({ node }) => Object.keys(Object(node)));
  const isEvent = message.scope?.isEvent === true && message.direction === "response";
  for (const name of new Set([...(was ?? []), ...(is ?? [])])) {
    const [before, after] = [child(content, name), child(contentNow, name)];
    if (!was?.includes(name)) {
      // A response has a type that the client requested; an event may have one that its receiver cannot read
      const effect = isEvent && was?.length ? "wider" : "added";
      const found = { rule: "media-type/added", effect, base: content, revision: after } as const;
      comparison.note(message, `media type ${name} of the ${subject}`, found);
    } else if (!is?.includes(name)) {
      // The receiver of an event no longer has to read this type; a client that requests it can no longer get it
      const effect = isEvent && is?.length ? "narrower" : "removed";
      const found = { rule: "media-type/removed", effect, base: before, revision: contentNow } as const;
      comparison.note(message, `media type ${name} of the ${subject}`, found);
    } else compareMediaTypes(comparison, message, before, after, `${subject} (${name})`);
  }
}

function compareMediaTypes(
  comparison: Comparison,
  message: Message,
  base: Part,
  revision: Part,
  subject: string,
): void {
  if (comparison.isSame(base, revision)) return;
  comparison.compareForm(message, "MediaType", base, revision, subject);
  const [schema, schemaNow] = [child(base, "schema"), child(revision, "schema")];
  comparison.compareSchemas(message, schema, schemaNow, subject);
  const [was, is] = [child(base, "encoding"), child(revision, "encoding")];
  const hasField = (bundle: Bundle, part: Part, name: string) =>
    normalize(bundle, [part])?.some(({ names }) => names.includes(name)) !== false;
  for (const name of Object.keys({ ...Object(was.node), ...Object(is.node) } as object)) {
    const [before, after] = [child(was, name), child(is, name)];
    // A field that came or went is reported as such
    if (!hasField(comparison.base, schema, name) || !hasField(comparison.revision, schemaNow, name)) continue;
    const found = compareEncodings(before.node, after.node);
    if (found === undefined || comparison.isSame(before, after)) continue;
    const at = {
      base: before.node === undefined ? base : before,
      revision: after.node === undefined ? revision : after,
    };
    comparison.note(message, `\`${name}\` in the ${subject}`, { rule: "media-type/encoding", ...found, ...at });
  }
}

/** One more content type that a field may have is more; one that is written on one side only is another. */
function compareEncodings(before: unknown, after: unknown): Pick<Difference, "effect" | "said"> | undefined {
  const [was, is] = [before, after].map((encoding) => {
    const isKnown = Object.entries(Object(encoding)).every(([keyword, value]) => findRow("Encoding", keyword, value));
    const listed = own(encoding, "contentType");
    return isKnown && typeof listed === "string" ? listed.split(/\s*,\s*/) : undefined;
  });
  if (was === undefined || is === undefined) return { effect: "different" };
  const [lost, gained] = [was.filter((type) => !is.includes(type)), is.filter((type) => !was.includes(type))];
  const said = { lost: lost.join(" or "), gained: gained.join(" or ") };
  if (lost.length > 0 && gained.length > 0) return { effect: "different" };
  return lost.length > 0 ? { effect: "narrower", said } : gained.length > 0 ? { effect: "wider", said } : undefined;
}

/** Compares the answers of an operation, and those of the receiver of an event. */
export function compareResponses(comparison: Comparison, message: Message, base: Part, revision: Part): void {
  // Where a status is not in the vocabulary, all of them have been compared as text
  if ([base, revision].some(({ node }) => isObject(node) && findRow("Operation", "responses", node) === undefined))
    return;
  const [was, is] = [base, revision].map(({ node }) => Object.keys(Object(node)));
  const isRequest = message.direction === "request";
  const compare = (status: string, other: string, named: string) => {
    const before = comparison.base.resolve(child(base, status));
    const after = comparison.revision.resolve(child(revision, other));
    compareResponse(comparison, message, before, after, `${isRequest ? "answer" : "response"} ${named}`);
  };
  for (const status of was ?? []) {
    const subject = `${isRequest ? "answer" : "response"} ${status}`;
    const covering = listCovering(status, is ?? []);
    for (const other of covering) compare(status, other, status);
    // A range covers a status that is not written
    if (is?.includes(status) || (covering.length > 0 && /^\d{3}$/.test(status))) continue;
    // Nobody relies on an error response, but on a success response
    const isMissed = isRequest || (covering.length === 0 && !/^[45]/.test(status));
    const says = covering.length > 0 ? "narrowed" : "gone";
    const at = { base: child(base, status), revision };
    comparison.note(message, subject, {
      rule: "response/removed",
      effect: isMissed ? "removed" : "narrower",
      says,
      ...at,
    });
  }
  for (const status of is ?? []) {
    if (was?.includes(status)) continue;
    const range = was?.find((one) => one === `${status[0]}XX`);
    const at = { base: range === undefined ? base : child(base, range), revision: child(revision, status) };
    const isExpected = range !== undefined || /^[45]/.test(status) || isRequest;
    const found: Difference = isExpected
      ? { rule: "response/added", effect: "added", ...at }
      : { rule: "response/success-added", effect: "notable", ...at };
    comparison.note(message, `${isRequest ? "answer" : "response"} ${status}`, found);
    // The promise of a range holds for each status in it
    if (range !== undefined) compare(range, status, status);
  }
}

/** The statuses that cover one: itself, else its range; of a range, each single one that is left of it. */
function listCovering(status: string, others: readonly string[]): string[] {
  const one = [status, `${status[0]}XX`].find((key) => others.includes(key));
  if (one !== undefined) return [one];
  return status.endsWith("XX") ? others.filter((other) => other[0] === status[0]) : [];
}

function compareResponse(comparison: Comparison, message: Message, base: Part, revision: Part, subject: string): void {
  comparison.compareForm(message, "Response", base, revision, subject);
  compareContent(comparison, message, base, revision, subject);
}
