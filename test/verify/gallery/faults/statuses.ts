// Servers that answer with a status or a media type that is not documented, or with what is not JSON.
import { answers, when, writes } from "./stages.ts";
import { differences, violations } from "./wrong-server.ts";

const page = writes("<!doctype html><title>Something went wrong</title>", "text/html");

/** A success whose JSON is other bytes. */
const rewritesJson = (change: (json: string) => string, encoding?: BufferEncoding) =>
  answers((body) => Buffer.from(change(JSON.stringify(body)), encoding));

/** A success with other headers. */
const heads = (headers: Readonly<Record<string, string>>) => when(200, { headers });

/** Errors with a media type of their own. */
const callsProblem = (status: number) =>
  when(status, ({ body }) => ({
    headers: { "content-type": "application/problem+json" },
    body: { ...Object(body), status },
  }));

export const statusFaults = [
  ...violations({
    "documented-status": {
      "listLabs succeeds with 202": when(200, { status: 202 }),
      "createUser answers a conflict with 409": when(400, { status: 409 }),
      "listProviders redirects": when(200, (_, { url }) => ({
        status: 308,
        headers: { location: url.replace("/v2/providers/", "/v2/providers") },
      })),
    },
    "content-type": {
      "listLabs calls its JSON text/plain": heads({ "content-type": "text/plain" }),
      "getLinkProvider names no media type": heads({}),
      "resolveUser answers with a page of HTML": when(200, page),
      "getPscInfo refuses input with a page of HTML": when(422, page),
    },
    "body-json": {
      "listLabs leaves out the last bracket": rewritesJson((json) => json.slice(0, -1)),
      "listUserConnections answers with nothing": when(200, { body: undefined }),
      "listProviders writes its JSON in Latin-1": rewritesJson(
        (json) => json.replace('"name":"', '"name":"Zoë'),
        "latin1",
      ),
      "listLabs calls its encoding Latin-1": heads({ "content-type": "application/json; charset=latin1" }),
      "listProviders begins its JSON with a byte order mark": rewritesJson((json) => `\ufeff${json}`),
      "listLabs writes a key twice": rewritesJson((json) => json.replace('"id":', '"id":0,"id":')),
      "getLinkProvider writes NaN for a number": when(200, writes('{"id": NaN}')),
    },
    "body-schema": {
      // A swallowed error: the caller takes it for a success
      "listProviders succeeds with an error in the body": when(200, { body: { error: "The catalog is down." } }),
    },
  }),
  ...differences({
    "documented-status": {
      "createUser succeeds with 201": when(200, { status: 201 }),
      "createOrder refuses invalid input with 400": when(422, { status: 400 }),
      "createLinkCode refuses a credential with 403": when(401, { status: 403 }),
      "listActivitySummaries answers for an unknown user with 410": when(404, { status: 410 }),
      "bookPscAppointment looks an id up that is no UUID": when(
        ({ status }, { path }) => status === 422 && path["order_id"]?.length !== 36,
        { status: 404 },
      ),
    },
    "content-type": {
      "getPscInfo refuses input with nothing": when(422, writes("", "")),
      "createUser writes an error 400 in the form of RFC 9457": callsProblem(400),
      "createUser writes an error 401 in the form of RFC 9457": callsProblem(401),
      "createUser writes an error 422 in the form of RFC 9457": callsProblem(422),
    },
    "body-json": {
      "listMealSummaries answers for an unknown user with nothing": when(404, writes("")),
    },
  }),
];
