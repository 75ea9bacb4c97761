// Compares the answers of an operation: statuses, headers, content and links.

import { canonical, entriesOf, escapeToken, own, type Source } from "../../contract/index.ts";
import type { Message, Spot } from "../difference.ts";
import { type Comparison, nodesUnder } from "./comparison.ts";
import { compareContent, compareHeaders } from "./content.ts";

export function compareResponses(comparison: Comparison, message: Message, base: Spot, revision: Spot): void {
  const was = nodesUnder(comparison.base, base, "responses");
  const is = nodesUnder(comparison.revision, revision, "responses");
  const nameOf = (status: string) => `${message.direction === "response" ? "response" : "answer"} ${status}`;
  for (const [status, before] of was) {
    const covered = [...coveringAll(status, is)];
    for (const after of covered) compareResponse(comparison, message, before, after, nameOf(status));
    if (is.has(status)) continue;
    const paths = { base: before.path, revision: [...revision.path, "responses"] };
    // A failure less is nothing to miss; a success that is gone was waited for, and the default spoke for all the rest
    const isKept = covered.length > 0 && !isRange(status);
    if (isKept) continue;
    const effect = covered.length > 0 || /^[45]/.test(status) ? "narrower" : "removed";
    const removed = message.direction === "request" ? "removed" : effect;
    const left = covered.length > 0 ? "was narrowed to single statuses" : "was removed";
    comparison.note(message, removed, "response/removed", paths, nameOf(status), left);
  }
  for (const [status, after] of is) {
    if (was.has(status)) continue;
    const before = covering(status, was);
    const paths = { base: before?.path ?? [...base.path, "responses"], revision: after.path };
    const isExpected = before !== undefined || isFailure(status, is) || message.direction === "request";
    if (isExpected) comparison.note(message, "added", "response/added", paths, nameOf(status), "was added");
    else comparison.warn(message, "response/success-added", paths, nameOf(status), "was added");
    // What a range promised holds for each status in it
    if (before) compareResponse(comparison, message, before, after, nameOf(status));
  }
}

/** Whether a response is an error: `default` is a success when there is no other. */
function isFailure(status: string, responses: ReadonlyMap<string, Spot>): boolean {
  if (status.toLowerCase() !== "default") return /^[45]/.test(status);
  return [...responses.keys()].some((other) => /^2/.test(other));
}

function isRange(status: string): boolean {
  return !/^\d{3}$/.test(status);
}

/** The response of a revision that covers a status; of a range, each single one that is left of it. */
function coveringAll(status: string, responses: ReadonlyMap<string, Spot>): Spot[] {
  const one = covering(status, responses);
  if (one !== undefined || !/^\dxx$/i.test(status)) return one === undefined ? [] : [one];
  return [...responses].filter(([other]) => other.startsWith(status[0] ?? "")).map(([, spot]) => spot);
}

function compareResponse(comparison: Comparison, message: Message, before: Spot, after: Spot, subject: string): void {
  comparison.noteWords(message, before, after, subject);
  compareHeaders(comparison, message, before, after, subject);
  compareContent(comparison, message, before, after, subject);
  compareLinks(comparison, message, before, after, subject);
}

/** The response for a status: its own, that of its range, or the default. */
function covering(status: string, responses: ReadonlyMap<string, Spot>): Spot | undefined {
  const byUpperCase = new Map([...responses].map(([key, spot]) => [key.toUpperCase(), spot]));
  const range = /^\d/.test(status) ? `${status[0]}XX` : "DEFAULT";
  return byUpperCase.get(status.toUpperCase()) ?? byUpperCase.get(range) ?? byUpperCase.get("DEFAULT");
}

function compareLinks(comparison: Comparison, message: Message, base: Spot, revision: Spot, subject: string): void {
  const was = nodesUnder(comparison.base, base, "links");
  const is = nodesUnder(comparison.revision, revision, "links");
  for (const [name, before] of was) {
    const after = is.get(name);
    const link = `link \`${name}\` of the ${subject}`;
    const paths = { base: before.path, revision: after?.path ?? revision.path };
    // A link is a hint for tools: nothing of it travels
    if (after === undefined) comparison.noteName(message, "code/link", paths, link, "was removed");
    else if (meaningOf(comparison.base, before) !== meaningOf(comparison.revision, after)) {
      comparison.noteName(message, "code/link", paths, link, "leads elsewhere, or with other values");
    }
  }
  for (const [name, after] of is) {
    const paths = { base: base.path, revision: after.path };
    if (!was.has(name))
      comparison.note(message, "added", "link/added", paths, `link \`${name}\` of the ${subject}`, "was added");
  }
}

/** What a link says, without its words: which operation, with which values. */
function meaningOf(source: Source, { value }: Spot): string {
  const { parameters, requestBody } = Object(value) as Record<string, unknown>;
  return canonical([targetOf(source, value) ?? null, parameters ?? {}, requestBody ?? null]);
}

function targetOf(source: Source, link: unknown): string | undefined {
  const reference = own(link, "operationRef");
  if (typeof reference === "string")
    return reference.replace(/^[^#]*#\/paths\/(.+)$/, "$1").replace(/\{[^}]*\}/g, "{}");
  const id = own(link, "operationId");
  for (const [path, item] of entriesOf(source.root["paths"])) {
    for (const [method, operation] of entriesOf(source.resolve(item))) {
      if (own(operation, "operationId") === id) return `${escapeToken(path)}/${method}`.replace(/\{[^}]*\}/g, "{}");
    }
  }
  return typeof id === "string" ? id : undefined;
}
