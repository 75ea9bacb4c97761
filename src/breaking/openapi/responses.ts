// Compares the answers of an operation: statuses, headers and content.
import type { Located } from "../../shared/contract/index.ts";
import type { Message } from "../model.ts";
import { type CompareNodes, type Comparison, nodesOfBoth } from "./comparison.ts";
import { compareContent, compareHeaders } from "./content.ts";

type Responses = ReadonlyMap<string, Located>;

export function compareResponses(comparison: Comparison, message: Message, base: Located, revision: Located): void {
  const [was, is] = nodesOfBoth(comparison, base, revision, "responses");
  const isRequest = message.direction === "request";
  const writeName = (status: string) => `${isRequest ? "answer" : "response"} ${status}`;
  for (const [status, before] of was) {
    const covering = findAllCovering(status, is);
    for (const after of covering) compareResponse(comparison, message, before, after, writeName(status));
    // What is not written is covered by a range that is
    if (is.has(status) || (covering.length > 0 && /^\d{3}$/.test(status))) continue;
    // Nobody relies on an error response, but on a success response, and on `default` for all other statuses
    const isMissed = isRequest || (covering.length === 0 && !/^[45]/.test(status));
    const paths = { base: before.path, revision: [...revision.path, "responses"] };
    comparison.note(message, writeName(status), {
      ...{ rule: "response/removed", effect: isMissed ? "removed" : "narrower", ...paths },
      says: covering.length > 0 ? "narrowed" : "gone",
    });
  }
  for (const [status, after] of is) {
    if (was.has(status)) continue;
    const before = findCovering(status, was);
    const paths = { base: before?.path ?? [...base.path, "responses"], revision: after.path };
    const isExpected = before !== undefined || isFailure(status, is) || isRequest;
    comparison.note(
      message,
      writeName(status),
      isExpected
        ? { rule: "response/added", effect: "added", ...paths }
        : { rule: "response/success-added", effect: "notable", ...paths },
    );
    // What a range promised holds for each status in it
    if (before) compareResponse(comparison, message, before, after, writeName(status));
  }
}

/** Whether a response is an error: `default` is a success if the operation has no 2xx response. */
function isFailure(status: string, responses: Responses): boolean {
  if (status.toLowerCase() !== "default") return /^[45]/.test(status);
  return [...responses.keys()].some((other) => /^2/.test(other));
}

/** The response of a revision that covers a status; of a range, each single one that is left of it. */
function findAllCovering(status: string, responses: Responses): Located[] {
  const one = findCovering(status, responses);
  if (one !== undefined) return [one];
  if (!/^\dxx$/i.test(status)) return [];
  return [...responses].flatMap(([other, spot]) => (other.startsWith(status[0] ?? "") ? spot : []));
}

/** The response for a status: its own, that of its range, or the default. */
function findCovering(status: string, responses: Responses): Located | undefined {
  const byUpperCase = new Map([...responses].map(([key, spot]) => [key.toUpperCase(), spot]));
  const keys = [status.toUpperCase(), /^\d/.test(status) ? `${status[0]}XX` : "DEFAULT", "DEFAULT"];
  return keys.map((key) => byUpperCase.get(key)).find((spot) => spot !== undefined);
}

const compareResponse: CompareNodes = (comparison, message, before, after, subject) => {
  comparison.noteWords(message, before, after, subject);
  compareHeaders(comparison, message, before, after, subject);
  compareContent(comparison, message, before, after, subject);
};
