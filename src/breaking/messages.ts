// Compares what travels: the parameters and the body of a request, its answers, and their media types.
import { canonical, findRow, isObject, listEntries, own } from "../shared/contract/index.ts";
import { compareDefaults } from "./alternatives.ts";
import type { Bundle } from "./bundle.ts";
import { type Comparison, compareForm, compareSchemas, isSame, note } from "./comparison.ts";
import { judgeRemoval } from "./marks.ts";
import type { Call, Difference } from "./model.ts";
import { child, type NodePath } from "./node-path.ts";
import { type Alternative, listUnder, normalize } from "./normal-form.ts";
import { compareLists } from "./rules.ts";

/** Compares the parameters, wherever they are written. */
export function compareParameters(comparison: Comparison, before: Call, after: Call): void {
  const [was, is] = [listParameters(comparison.base, before), listParameters(comparison.revision, after)];
  const name = ({ node }: NodePath): Comparison => {
    const [place, written] = [own(node, "in") as "query", String(own(node, "name"))];
    return { ...comparison, subject: `${place} parameter \`${written}\``, carrier: { in: place, name: written } };
  };
  for (const [key, base] of was) {
    const revision = is.get(key);
    if (revision !== undefined) {
      compareParameter(name(base), base, revision);
      continue;
    }
    const removal = { rule: "parameter/removed", ...judgeRemoval([base.node]) } as const;
    note(name(base), { ...removal, base, revision: after.operation });
  }
  for (const [key, revision] of is) {
    if (was.has(key)) continue;
    const at = { base: before.operation, revision };
    const isNeeded = comparison.direction === "request" && isRequired(revision);
    const found: Difference = isNeeded
      ? { rule: "parameter/required", effect: "narrower", says: "added", ...at }
      : { rule: "parameter/added", effect: "added", ...at };
    note(name(revision), found);
  }
}

/** The parameters that hold for an operation by what they are on the wire: its own, and those of its path that it does not replace. */
function listParameters(bundle: Bundle, { item, operation, name: path }: Call): Map<string, NodePath> {
  const holes = [...path.matchAll(/\{([^}]*)\}/g)].map(([, hole]) => hole);
  const parts = [item, operation].flatMap((owner) => {
    const list = child(owner, "parameters");
    return Object.keys(Object(list.node)).map((index) => bundle.resolve(child(list, index)));
  });
  const entries = parts.flatMap((part): [string, NodePath][] => {
    const [place, written] = [String(own(part.node, "in")), String(own(part.node, "name"))];
    const name = place === "header" ? written.toLowerCase() : place === "path" ? holes.indexOf(written) : written;
    // OpenAPI leaves these headers to the content and the security of the operation
    const isIgnored = place === "header" && ["accept", "content-type", "authorization"].includes(String(name));
    return isIgnored ? [] : [[canonical([place, name]), part]];
  });
  return new Map(entries);
}

function isRequired({ node }: NodePath): boolean {
  return own(node, "required") === true;
}

function compareParameter(comparison: Comparison, base: NodePath, revision: NodePath): void {
  compareRequired(comparison, base, revision, "parameter/required");
  compareForm(comparison, "Parameter", base, revision);
  const at = { base: child(base, "schema"), revision: child(revision, "schema") };
  const was = normalize(comparison.base, [at.base]);
  const is = normalize(comparison.revision, [at.revision]);
  const [inner, outer] = comparison.direction === "request" ? [was, is] : [is, was];
  const [from, to] = [writeTypes(was), writeTypes(is)];
  // Parameters are text, whatever their type
  if (from !== to && inner?.every(isScalar) && outer?.some(isAnyText)) {
    note(comparison, { rule: "code/type", effect: "notable", said: { from, to }, ...at });
    return;
  }
  compareSchemas(comparison, at.base, at.revision);
  if (isRequired(base) || isRequired(revision)) return;
  for (const found of compareDefaults(comparison, [at.base], [at.revision])) note(comparison, found);
}

function writeTypes(alternatives: readonly Alternative[] = []): string {
  return [...new Set(alternatives.map(({ type }) => (type === "fraction" ? "number" : type)))].join(" or ");
}

function isScalar({ type }: Alternative): boolean {
  return type !== "array" && type !== "object";
}

function isAnyText({ type, values, known, limits, parts }: Alternative): boolean {
  const isLimited = Object.keys(limits).length > 0 || listUnder(parts, "not").length > 0;
  return type === "string" && values === undefined && known === undefined && !isLimited;
}

/** Compares whether a parameter or a body has to be there. */
function compareRequired(
  comparison: Comparison,
  base: NodePath,
  revision: NodePath,
  rule: "parameter/required" | "body/required",
): void {
  if (isRequired(base) === isRequired(revision)) return;
  const at = { base: child(base, "required"), revision: child(revision, "required") };
  note(comparison, { rule, effect: isRequired(revision) ? "narrower" : "wider", ...at });
}

/** Compares the `requestBody` of two operations; of an event it is the payload. */
export function compareBodies(around: Comparison, base: NodePath, revision: NodePath): void {
  const subject = around.scope?.isEvent ? "payload" : "request body";
  const comparison: Comparison = { ...around, subject, carrier: { in: "body" } };
  const was = comparison.base.resolve(child(base, "requestBody"));
  const is = comparison.revision.resolve(child(revision, "requestBody"));
  if (is.node === undefined) {
    const at = { base: was, revision: is };
    if (was.node !== undefined) note(comparison, { rule: "body/removed", effect: "removed", ...at });
  } else if (was.node === undefined) {
    const effect = comparison.direction === "request" && isRequired(is) ? "narrower" : "added";
    note(comparison, { rule: "body/added", effect, base, revision: is });
  } else {
    compareRequired(comparison, was, is, "body/required");
    compareForm(comparison, "RequestBody", was, is);
    compareContent(comparison, was, is);
  }
}

/** Compares the media types of two objects that have `content`. */
function compareContent(comparison: Comparison, base: NodePath, revision: NodePath): void {
  const [content, contentNow] = [child(base, "content"), child(revision, "content")];
  const isKnown = [content, contentNow].every(({ node }) => node === undefined || findRow("Response", "content", node));
  // The form has been compared as text
  if (!isKnown) return;
  const [was, is] = [Object(content.node) as object, Object(contentNow.node) as object];
  const isEvent = comparison.scope?.isEvent === true && comparison.direction === "response";
  for (const name of Object.keys({ ...was, ...is })) {
    const [before, after] = [child(content, name), child(contentNow, name)];
    const named = `media type ${name} of the ${comparison.subject}`;
    if (before.node === undefined) {
      // A response has a type that the client requested; an event may have one that its receiver cannot read
      const effect = isEvent && Object.keys(was).length > 0 ? "wider" : "added";
      note({ ...comparison, subject: named }, { rule: "media-type/added", effect, base: content, revision: after });
    } else if (after.node === undefined) {
      // The receiver of an event no longer has to read this type; a client that requests it can no longer get it
      const effect = isEvent && Object.keys(is).length > 0 ? "narrower" : "removed";
      note(
        { ...comparison, subject: named },
        { rule: "media-type/removed", effect, base: before, revision: contentNow },
      );
    } else compareMediaTypes({ ...comparison, subject: `${comparison.subject} (${name})` }, before, after);
  }
}

function compareMediaTypes(comparison: Comparison, base: NodePath, revision: NodePath): void {
  if (isSame(comparison, base, revision)) return;
  compareForm(comparison, "MediaType", base, revision);
  const [schema, schemaNow] = [child(base, "schema"), child(revision, "schema")];
  compareSchemas(comparison, schema, schemaNow);
  const [was, is] = [child(base, "encoding"), child(revision, "encoding")];
  const hasField = (bundle: Bundle, part: NodePath, name: string) =>
    normalize(bundle, [part])?.some(({ names }) => names.includes(name)) !== false;
  for (const name of Object.keys({ ...Object(was.node), ...Object(is.node) } as object)) {
    const [before, after] = [child(was, name), child(is, name)];
    // A field that came or went is reported as such
    if (!hasField(comparison.base, schema, name) || !hasField(comparison.revision, schemaNow, name)) continue;
    const [types, typesNow] = [readContentTypes(before.node), readContentTypes(after.node)];
    const effect = types && typesNow ? compareLists(types, typesNow) : "different";
    if (effect === undefined || isSame(comparison, before, after)) continue;
    const write = (names: readonly string[] | undefined, { node }: NodePath) =>
      names?.join(" or ") ?? (node === undefined ? "the default" : "one that is not compared");
    const said = { was: write(types, before), now: write(typesNow, after) };
    const at = { base: before.node ? before : base, revision: after.node ? after : revision };
    note(
      { ...comparison, subject: `\`${name}\` in the ${comparison.subject}` },
      { rule: "media-type/encoding", effect, said, ...at },
    );
  }
}

/** The content types that a field of a form may have; undefined where the vocabulary has them not, or none is written. */
function readContentTypes(encoding: unknown): string[] | undefined {
  const isKnown = listEntries(encoding).every(([keyword, value]) => findRow("Encoding", keyword, value));
  const listed = own(encoding, "contentType");
  return isKnown && typeof listed === "string" ? listed.split(/\s*,\s*/) : undefined;
}

/** Compares the answers of an operation, and those of the receiver of an event. */
export function compareResponses(around: Comparison, base: NodePath, revision: NodePath): void {
  // Where a status is not in the vocabulary, all of them have been compared as text
  if ([base, revision].some(({ node }) => isObject(node) && findRow("Operation", "responses", node) === undefined))
    return;
  const [was, is] = [Object.keys(Object(base.node)), Object.keys(Object(revision.node))];
  const isRequest = around.direction === "request";
  for (const status of new Set([...was, ...is])) {
    const range = `${status[0]}XX`;
    const find = (statuses: readonly string[]) => [status, range].find((one) => statuses.includes(one));
    const [before, after] = [find(was), find(is)];
    const subject = `${isRequest ? "answer" : "response"} ${status}`;
    const comparison: Comparison = { ...around, subject, carrier: { in: "body" } };
    if (after === undefined) {
      // Nobody relies on an error response, but on a success response; a range may go for single statuses of it
      const isNarrowed = status === range && is.some((one) => one[0] === status[0]);
      const effect = isRequest || !(isNarrowed || /^[45]/.test(status)) ? "removed" : "narrower";
      const at = { base: child(base, status), revision };
      note(comparison, {
        rule: "response/removed",
        effect,
        says: isNarrowed ? "narrowed" : "gone",
        ...at,
      });
    }
    if (!was.includes(status)) {
      const at = { base: before === undefined ? base : child(base, before), revision: child(revision, status) };
      const isExpected = before !== undefined || /^[45]/.test(status) || isRequest;
      const found: Difference = isExpected
        ? { rule: "response/added", effect: "added", ...at }
        : { rule: "response/success-added", effect: "notable", ...at };
      note(comparison, found);
    }
    // The promise of a range holds for each status in it
    if (before === undefined || after === undefined) continue;
    const [response, responseNow] = [
      around.base.resolve(child(base, before)),
      around.revision.resolve(child(revision, after)),
    ];
    compareForm(comparison, "Response", response, responseNow);
    compareContent(comparison, response, responseNow);
  }
}
