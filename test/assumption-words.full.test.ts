// No verdict depends on the words of an assumption: `verify` and the release gate judge by `leaves_open` alone.
import { expect, test } from "vitest";
import { judgeDocuments } from "../src/breaking/index.ts";
import { type OpenApiDocument, readContract } from "../src/shared/contract/index.ts";
import { reworded, rewritten, withAssumptions } from "./reworded.ts";
import type { Answer } from "./verify/gallery/call.ts";
import { allFindings, verifyFault } from "./verify/gallery/faults/run.ts";

const { document } = await readContract();
/** The letters of each text backwards: no word is left, and no two texts become equal. */
const scramble = (text: string) => [...text].reverse().join("");
const scrambled = reworded(document, scramble);

/** The same document with something else left open by each assumption, of which no alternative departs in it. */
const leavingOpen = <T>(from: T, words: readonly string[]): T =>
  withAssumptions(from, (assumption) => ({ ...assumption, alternatives: {}, leaves_open: words }));

/** The same document without the answers to a refused credential. */
const withoutRefusals = <T>(from: T): T =>
  rewritten(from, "responses", (responses) => {
    const { 401: _, ...others } = Object(responses) as Readonly<Record<string, unknown>>;
    return others;
  });

const forbidden = (answer: Answer) => (answer.status === 401 ? { ...answer, status: 403 } : answer);

test("`verify` finds the same departure in every operation of a server, and no other", async () => {
  const contract = await readContract(scrambled);
  const status = { name: "403 for a refused credential", answer: forbidden };
  const { report, crashes } = await verifyFault(status, { contract });
  expect(crashes).toEqual([]);
  const departing = allFindings(report).map(({ verdict, check }) => `${verdict} ${check}`);
  expect(new Set(departing)).toEqual(new Set(["difference documented-status"]));
  const checked = report.operations.filter(({ id }) => id !== "events");
  expect(checked.map(({ findings }) => findings.length > 0)).toEqual(checked.map(() => true));
  expect(checked.flatMap(({ skipped }) => skipped)).toEqual([]);
});

test("the release gate judges a change as before, and calls other reasons documentation", () => {
  // A part of the contract, for speed: no verdict on one operation depends on another
  const part = (from: OpenApiDocument) => ({
    ...from,
    paths: Object.fromEntries(Object.entries(from.paths).slice(0, 5)),
    webhooks: {},
  });
  const [plain, other] = [part(document), part(scrambled)];
  // Something else is left open, and a documented refusal is gone
  const changed = (from: typeof plain) => withoutRefusals(leavingOpen(from, ["values"]));
  const verdicts = (base: unknown, revision: unknown) =>
    judgeDocuments(base, revision).map(({ level, rule, pointer }) => `${level} ${rule} ${pointer}`);
  const judged = verdicts(plain, changed(plain));
  expect(verdicts(other, changed(other))).toEqual(judged);
  expect(judged.length).toBeGreaterThan(0);
  const reasons = judgeDocuments(plain, reworded(plain, scramble, ["because", "could_be"]));
  expect(new Set(reasons.map(({ level, rule }) => `${level} ${rule}`))).toEqual(
    new Set(["compatible documentation/changed"]),
  );
});
