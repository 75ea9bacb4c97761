// The lab report rows of 3, 4.16 and 8.

import { objectAt } from "./contract.ts";
import {
  ASSUMED,
  anything,
  array,
  assumed,
  assumption,
  boolean,
  type Expectation,
  type Fact,
  fact,
  fields,
  mentions,
  notShown,
  nullable,
  openEnum,
  openObject,
  operation,
  optional,
  parameters,
  request,
  requestBody,
  response,
  same,
  string,
} from "./fact.ts";

const CREATE = "createLabReportParsingJob";
const GET = "getLabReportParsingJob";
const MULTIPART = "multipart/form-data";

const SPELLING = /spelling `pending_review` \(leaves open: values\)/;

/** Section 3: the statuses of a parsing job. */
export const jobStatus: Expectation = openEnum(["completed", "failed", "pending_review"], {
  notShown: [/just been submitted/, /which status may follow which/i],
  assumed: SPELLING,
});

const jobId: Expectation = string({ notShown: /format of a job id/ });

export const labReports: readonly Fact[] = [
  ...parameters("4.16 lab report upload", CREATE, {}),
  mentions(
    "4.16 lab report upload",
    operation(CREATE),
    "a PDF, JPEG or PNG of up to 10 MB; creates a parsing job",
    /PDF, JPEG or PNG/,
    /up to 10 MB/,
    /creates a job/,
  ),
  mentions(
    "4",
    operation(CREATE),
    "the exception to the rule that bodies are JSON",
    /exception to the service's rule that bodies are JSON/,
  ),
  notShown("4.16 lab report upload", operation(CREATE), "whose report; a refused file", /which user/i, /too large/),
  ...fields("4.16 lab report upload", requestBody(CREATE, MULTIPART), {
    "": openObject(/names of the parts/, { assumed: /multipart form \(leaves open: encoding\)/ }),
    file: assumed(
      string({
        format: "binary",
        mentions: [/PDF, JPEG or PNG/, /10 MB/],
        assumed: /one required part, `file`.*\(leaves open: name, type, refusal\)/i,
        notShown: /10,000,000/,
      }),
    ),
    request_human_review: assumed(
      optional(
        boolean({
          mentions: /person to review/,
          assumed: /boolean part, `request_human_review` \(leaves open: presence, type, name\)/,
          notShown: /left out/,
        }),
      ),
    ),
  }),
  fact("4.16 lab report upload", "the file is a PDF, JPEG or PNG", (contract) => {
    const content = objectAt(request(CREATE).look(contract).value("content"), "a content");
    const encoding = objectAt(objectAt(content[MULTIPART], "a multipart body")["encoding"], "an encoding");
    same("encoding", { file: { contentType: "application/pdf, image/jpeg, image/png" } }, encoding);
  }),

  ...parameters("4.16 lab report lookup", GET, { "path job_id": jobId }),
  assumption(operation(GET), "beta, like the upload", /is beta, too \(leaves open: stability\)/),
  mentions("4.16 lab report lookup", operation(GET), "returns status and extracted results", /status/, /results/),
  ...[CREATE, GET].flatMap((id) =>
    fields(id === GET ? "4.16 lab report lookup" : ASSUMED, response(id), {
      "": openObject([/names, types and presence of the fields/, /id by which it is looked up/], {
        assumed: /`status` and `results` are optional \(leaves open: fields\)/,
      }),
      status: optional({ ...jobStatus, assumed: [SPELLING, /under `status` \(leaves open: name\)/] }),
      results: optional(
        array(openObject(/names and types of the fields/), {
          assumed: /list named `results` \(leaves open: name, type\)/,
        }),
      ),
      "results[]": openObject(/names and types of the fields/, {
        assumed: /all fields are required, under these names \(leaves open: fields\)/i,
      }),
      "results[].biomarker_name": string(),
      "results[].value": anything(/its type/i),
      "results[].unit": nullable(string({ assumed: /string or null \(leaves open: type\)/ })),
      "results[].reference_range": anything(/its type/i),
      "results[].interpretation": string({
        assumed: /^A string \(leaves open: type\)$/,
        notShown: /Normal, Abnormal, Critical/,
      }),
      "results[].loinc_match": anything(/its type/i, { mentions: /LOINC/ }),
    }),
  ),
  notShown("4.16", response(GET), "the field shapes of the lab report parsing endpoints", /names, types and presence/),
];
