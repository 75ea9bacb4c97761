// An exchange that somebody else had is judged by the code that judges a run: each message by what is documented for its status.
import { expect, test } from "vitest";
import { judgeExchange } from "../../src/verify/index.ts";
import { contract } from "./gallery/routes.ts";

type Row = readonly [
  what: string,
  operation: string,
  query: string,
  sent: string | undefined,
  status: number,
  answered: unknown,
  found: readonly string[],
];

const user = { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01" };
const page = { markers: [], total: 0, page: 1, size: 50, pages: 0 };

test.each<Row>([
  ["nothing", "createUser", "", JSON.stringify({ client_user_id: "a" }), 200, user, []],
  ["an assumed field that is missing", "createUser", "", undefined, 200, {}, ["difference answer body-schema"]],
  ["a status that is open", "createUser", "", undefined, 201, user, ["difference answer documented-status"]],
  ["a status that is not", "listLabs", "", undefined, 202, [], ["violation answer documented-status"]],
  ["a body that was taken", "createUser", "", '{"client_user_id":7}', 200, user, ["violation request body-schema"]],
  ["no body that was refused", "createUser", "", '{"client_user_id":7}', 422, { detail: "No." }, []],
  ["a parameter that was taken", "listMarkers", "size=0", undefined, 200, page, ["difference request body-schema"]],
  ["one that is required", "getPscInfo", "", undefined, 422, { detail: "No." }, []],
])("%s is found (%s)", (_, id, query, text, status, body, found) => {
  const operation = contract.operations.find((one) => one.id === id) ?? expect.fail(`There is no ${id}.`);
  const headers = new Headers({ "content-type": "application/json" });
  const deviations = judgeExchange(contract, operation, {
    request: { path: {}, query: new URLSearchParams(query), headers, text },
    answer: { status, headers, text: JSON.stringify(body) },
  });
  const shown = deviations.map(({ verdict, direction, check }) => `${verdict} ${direction} ${check}`);
  expect([...new Set(shown)]).toEqual(found);
});
