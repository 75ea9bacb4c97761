// Servers that answer with another status than the contract assumes.
import type { OperationId } from "../../../../src/tools/sandbox/domain/topic.ts";
import { type Departure, operationAt, responseAt, status } from "./departure.ts";

const refusedCredential: Departure = {
  name: "answers a refused credential with 403",
  answer: (answer) => (answer.status === 401 ? { ...answer, status: 403 } : answer),
  shows: [
    "contradicted #/components/responses/Unauthorized Calls without a valid credential were answered with 403 (n) instead of 401.",
  ],
};

/** No user or provider has the id. What breaks the contract is named as a problem, and keeps its status. */
const unknownIds: readonly Departure[] = (
  [
    ["createLinkCode", "user_id"],
    ["getLinkProvider", "oauth_provider"],
  ] as const
).map(([id, input]) => ({
  name: `${id} answers an unknown id with 404, and other invalid input with 422`,
  on: [id],
  answer: (answer) =>
    answer.status === 422 && !("problems" in Object(answer.body)) ? { ...answer, status: 404 } : answer,
  shows: [
    `contradicted ${operationAt(id)}/parameters/0 ${id}: calls with a \`${input}\` that nothing shows to exist were answered with 404 (n) instead of 422.`,
  ],
}));

function success(id: OperationId, to: number): Departure {
  return status([id], 200, to, `${responseAt(id, 200)} ${id}: successes`);
}

export const statuses: readonly Departure[] = [
  refusedCredential,
  ...unknownIds,
  ...(["createUser", "createOrder", "createPortalUrl"] as const).map((id) => success(id, 201)),
  ...(["importOrder", "createLabReportParsingJob"] as const).map((id) => success(id, 202)),
  status(
    ["undoUserDeletion"],
    400,
    409,
    `${responseAt("undoUserDeletion", 400)} undoUserDeletion: refused calls without a flaw`,
  ),
  status(
    ["refreshUserData", "getLabReportParsingJob"],
    404,
    400,
    "#/components/responses/NotFound refreshUserData, getLabReportParsingJob: calls with an id that nothing shows to exist",
  ),
  status(
    ["listLabTestMarkers", "getPscInfo"],
    422,
    400,
    "#/components/responses/InvalidInput listLabTestMarkers, getPscInfo: invalid input",
  ),
];
