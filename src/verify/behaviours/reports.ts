// What is stated of lab report uploads: which files, and how large.
import { FilePart } from "../request.ts";
import type { Behaviour } from "../scene.ts";

/** 10 MB by the smaller reading of the unit; above it by the larger one. */
const surelyAllowed = 10_000_000;
const surelyTooLarge = 10 * 1024 * 1024 + 1;

const operation = "createLabReportParsingJob";

/** The first bytes of each kind, so that a server that looks into a file finds what it is told. */
const kinds: readonly (readonly [type: string, name: string, start: readonly number[]])[] = [
  ["application/pdf", "report.pdf", [0x25, 0x50, 0x44, 0x46, 0x2d, 0x31, 0x2e, 0x34, 0x0a]],
  ["image/jpeg", "report.jpg", [0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00]],
  ["image/png", "report.png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
];

function fileOf([type, name, start]: (typeof kinds)[number], size: number): FilePart {
  const bytes = new Uint8Array(Math.max(size, start.length));
  bytes.set(start);
  return new FilePart(bytes, type, name);
}

const reportLimitAccepted: Behaviour = {
  check: "report-limit-accepted",
  operation,
  changesState: true,
  async run(scene) {
    for (const [index, kind] of kinds.entries()) {
      const file = fileOf(kind, index === 0 ? surelyAllowed : 0);
      const text = `A file of type ${kind[0]} and ${file.bytes.length} bytes is accepted.`;
      await scene.demand(operation, { body: { file } }, "accepted", text);
    }
  },
};

const reportLimitEnforced: Behaviour = {
  check: "report-limit-enforced",
  operation,
  changesState: true,
  async run(scene) {
    const [pdf] = kinds;
    if (pdf !== undefined) {
      const file = fileOf(pdf, surelyTooLarge);
      await scene.demand(operation, { body: { file } }, "422", "A file above 10 MB is refused.");
    }
    const text = fileOf(["text/plain", "report.txt", [0x74, 0x65, 0x78, 0x74]], 0);
    await scene.demand(operation, { body: { file: text } }, "422", "A file that is no PDF, JPEG or PNG is refused.");
  },
};

export const reportBehaviours: readonly Behaviour[] = [reportLimitAccepted, reportLimitEnforced];
