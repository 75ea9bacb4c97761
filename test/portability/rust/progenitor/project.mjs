// Takes from the OpenAPI 3.0 document what progenitor refuses: bodies with files, and errors of one operation with different schemas.
import { readFileSync, writeFileSync } from "node:fs";

const document = JSON.parse(readFileSync("openapi-3.0.json", "utf8"));
for (const path of Object.values(document.paths)) {
  for (const [method, { requestBody, responses = {} }] of Object.entries(path)) {
    if (requestBody?.content["multipart/form-data"]) delete path[method];
    for (const [status, { content }] of Object.entries(responses)) {
      // Of all errors, only that of a user who exists already says more; each is an object
      if (status >= "400" && content) content["application/json"].schema = { $ref: "#/components/schemas/ErrorBody" };
    }
  }
}
writeFileSync("openapi-progenitor.json", JSON.stringify(document, null, 2));
