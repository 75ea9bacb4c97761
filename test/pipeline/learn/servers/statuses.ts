// Servers that answer with another status than the contract assumes.
import type { OperationId } from "../../../../src/tools/contract/index.ts";
import { contract } from "../../../tools/verify/gallery/routes.ts";
import { type Departure, operationAt, responseAt, status } from "./departure.ts";

const refusedCredential: Departure = {
  name: "answers a refused credential with 403",
  answer: (answer) => (answer.status === 401 ? { ...answer, status: 403 } : answer),
  proposals: contract.operations.map(({ id }) => ({
    kind: "change-status",
    pointer: responseAt(id as OperationId, 401),
    status: "403",
  })),
};

/** No user or provider has the id. What breaks the contract is named as a problem, and keeps its status. */
const unknownIds: readonly Departure[] = (["createLinkCode", "getLinkProvider"] as const).map((id) => ({
  name: `${id} answers an unknown id with 404, and other invalid input with 422`,
  on: [id],
  answer: (answer) =>
    answer.status === 422 && !("problems" in Object(answer.body)) ? { ...answer, status: 404 } : answer,
  proposals: [
    {
      kind: "add-status",
      pointer: operationAt(id),
      status: "404",
      body: { type: "object", properties: { detail: { type: "string" } }, required: ["detail"] },
    },
  ],
}));

export const statuses: readonly Departure[] = [
  refusedCredential,
  ...unknownIds,
  status("createUser", 200, 201),
  status("createOrder", 200, 201),
  status("importOrder", 200, 202),
  status("createLabReportParsingJob", 200, 202),
  status("createPortalUrl", 200, 201),
  status("undoUserDeletion", 400, 409, "refuses with"),
  status("refreshUserData", 404, 400, "answers an unknown user with"),
  status("getLabReportParsingJob", 404, 400, "answers an unknown job with"),
  status("listLabTestMarkers", 422, 400, "answers invalid input with"),
  status("getPscInfo", 422, 400, "answers invalid input with"),
];
