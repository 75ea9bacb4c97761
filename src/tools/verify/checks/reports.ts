// What is stated of lab report uploads: which files, how large, and the job that each one creates.

import { excuse, field } from "../../contract/index.ts";
import { OutOfReach } from "../input/known-values.ts";
import { FilePart } from "../sending/request.ts";
import { behaviour } from "../verdicts/open-words.ts";
import { type Behaviour, changing } from "./scene.ts";

/** 10 MB by the smaller reading of the unit; above it by the larger one. */
const surelyAllowed = 10_000_000;
const surelyTooLarge = 10 * 1024 * 1024 + 1;

const operation = "createLabReportParsingJob";

/** The smallest pictures there are, whole: a server may well look into a file. */
const jpeg =
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=";
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

function picture(base64: string, type: string, name: string): FilePart {
  return new FilePart(new Uint8Array(Buffer.from(base64, "base64")), type, name);
}

/** A PDF of one empty page, filled up with a comment. */
function pdf(size: number): FilePart {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>",
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  const header = "%PDF-1.4\n";
  const written = (offset: number) => {
    const offsets = objects.map((_, index) => offset + objects.slice(0, index).join("").length);
    const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
    const end = offset + objects.join("").length;
    return `${objects.join("")}xref\n0 4\n0000000000 65535 f \n${table}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${String(end).padStart(10, "0")}\n%%EOF\n`;
  };
  const bytes = new Uint8Array(size).fill(0x20);
  const start = size - written(0).length;
  bytes.set(Buffer.from(`${header}%`));
  bytes.set(Buffer.from(`\n${written(start)}`), start - 1);
  return new FilePart(bytes, "application/pdf", "report.pdf");
}

const reportLimitAccepted = changing("report-limit-accepted", operation, async (scene) => {
  const files = [
    pdf(surelyAllowed),
    picture(jpeg, "image/jpeg", "report.jpg"),
    picture(png, "image/png", "report.png"),
  ];
  for (const file of files) {
    const text = `A file of type ${file.type} and ${file.bytes.length} bytes is accepted.`;
    await scene.demand(operation, { body: { file } }, "accepted", text);
  }
});

const reportLimitEnforced = changing("report-limit-enforced", operation, async (scene) => {
  // The limits are stated, what happens beyond them is not
  const { LabReportUpload } = scene.session.contract.document.components.schemas;
  const assumption = excuse(LabReportUpload?.properties?.["file"]?.["x-assumption"], "refusal");
  const refused = (file: FilePart, text: string) =>
    scene.demand(operation, { body: { file } }, "422", `${text} is refused.`, assumption);
  await refused(pdf(surelyTooLarge), "A file above 10 MB");
  const text = new FilePart(new TextEncoder().encode("text"), "text/plain", "report.txt");
  await refused(text, "A file that is no PDF, JPEG or PNG");
});

const createdJobIsFound = changing("created-job-is-found", operation, async (scene) => {
  const uploaded = await scene.call(operation);
  const job_id = [field(uploaded.body, "id"), field(uploaded.body, "job_id")].find((id) => typeof id === "string");
  if (typeof job_id !== "string") throw new OutOfReach("the answer to the upload shows no id of the job");
  // Which id the lookup takes is assumed
  const response = scene.operation.responses.find(({ status }) => status === "200")?.response;
  const assumption = excuse(response?.["x-assumption"], "body");
  const text = "A job is found by the id that its upload was answered with.";
  await scene.demand("getLabReportParsingJob", { path: { job_id } }, "accepted", text, assumption);
});

const reviewIsWaitedFor = changing("review-is-waited-for", operation, async (scene) => {
  const { LabReportUpload } = scene.session.contract.document.components.schemas;
  const flag = LabReportUpload?.properties?.["request_human_review"];
  const assumption = excuse(flag?.["x-assumption"], "type", ...behaviour);
  const uploaded = await scene.ask(operation, { body: { request_human_review: true } }, "accepted");
  if (!uploaded.asDemanded) throw new OutOfReach("an upload with the flag was not accepted");
  const expected = {
    text: "A job that a person is to review is not completed before anyone can have looked at it.",
    pointer: "#/components/schemas/LabReportUpload/properties/request_human_review",
  };
  const isCompleted = field(uploaded.body, "status") === "completed";
  scene.expect(!isCompleted, uploaded, "It is completed as soon as it is created.", expected, assumption);
});

export const reportBehaviours: readonly Behaviour[] = [
  createdJobIsFound,
  reviewIsWaitedFor,
  reportLimitAccepted,
  reportLimitEnforced,
];
