// Servers that answer with a status or a media type that is not documented, or with what is not JSON.
import type { Provider } from "../../../../generated/schemas.ts";
import { answers, answersBytes, answersWith } from "./stages.ts";
import { differs, type Stages, violates, type WrongServer } from "./wrong-server.ts";

const page = "<!doctype html><title>Something went wrong</title>";

/** A success with a text before the JSON, or in its first name, in some encoding. */
function writes(text: string, encoding: BufferEncoding): Stages {
  return answers<Provider[]>(([first, ...others]) => {
    const isMark = text === "\ufeff";
    const body = JSON.stringify([isMark ? first : { ...first, name: text }, ...others]);
    return Buffer.from(`${isMark ? text : ""}${body}`, encoding);
  });
}

export const statusFaults: readonly WrongServer[] = [
  violates("listLabs", "documented-status", "succeeds with 202", answersWith(202, 200)),
  differs("createUser", "documented-status", "succeeds with 201", answersWith(201, 200)),
  violates("createUser", "documented-status", "answers a conflict with 409", answersWith(409, 400)),
  differs("createOrder", "documented-status", "refuses invalid input with 400", answersWith(400, 422)),
  differs("createLinkCode", "documented-status", "refuses a credential with 403", answersWith(403, 401)),
  differs("listActivitySummaries", "documented-status", "answers for an unknown user with 410", answersWith(410, 404)),
  differs("bookPscAppointment", "documented-status", "looks an id up that is no UUID", {
    answer: (answer, { path }) =>
      answer.status === 422 && path["order_id"]?.length !== 36 ? { ...answer, status: 404 } : answer,
  }),
  violates("listProviders", "documented-status", "redirects", {
    answer: (answer, { request }) => ({
      ...answer,
      status: 308,
      headers: { location: request.url.replace("/v2/providers/", "/v2/providers") },
    }),
  }),
  violates("listLabs", "content-type", "calls its JSON text/plain", {
    answer: (answer) => ({ ...answer, headers: { "content-type": "text/plain" } }),
  }),
  violates("getLinkProvider", "content-type", "names no media type", {
    answer: (answer) => ({ ...answer, headers: {} }),
  }),
  violates("resolveUser", "content-type", "answers with a page of HTML", answersBytes(200, page, "text/html")),
  violates("getPscInfo", "content-type", "refuses input with a page of HTML", answersBytes(422, page, "text/html")),
  differs("getPscInfo", "content-type", "refuses input with nothing", answersBytes(422, "", "")),
  ...([400, 401, 422] as const).map((status) =>
    differs("createUser", "content-type", `writes an error ${status} in the form of RFC 9457`, {
      answer: (answer) =>
        answer.status === status
          ? {
              ...answer,
              headers: { "content-type": "application/problem+json" },
              body: { ...Object(answer.body), status },
            }
          : answer,
    }),
  ),
  violates("listLabs", "body-json", "leaves out the last bracket", {
    answer: (answer) => ({ ...answer, body: Buffer.from(JSON.stringify(answer.body).slice(0, -1)) }),
  }),
  violates("listUserConnections", "body-json", "answers with nothing", {
    answer: (answer) => (answer.status === 200 ? { ...answer, body: undefined } : answer),
  }),
  violates("listProviders", "body-json", "writes its JSON in Latin-1", writes("Zoë", "latin1")),
  violates("listLabs", "body-json", "calls its encoding Latin-1", {
    answer: (answer) => ({ ...answer, headers: { "content-type": "application/json; charset=latin1" } }),
  }),
  violates("listProviders", "body-json", "begins its JSON with a byte order mark", writes("\ufeff", "utf8")),
  violates("listLabs", "body-json", "writes a key twice", {
    answer: (answer) => ({
      ...answer,
      body: Buffer.from(JSON.stringify(answer.body).replace('"id":', '"id":0,"id":')),
    }),
  }),
  violates("getLinkProvider", "body-json", "writes NaN for a number", answersBytes(200, '{"id": NaN}')),
  differs("listMealSummaries", "body-json", "answers for an unknown user with nothing", answersBytes(404, "")),
  // A swallowed error: the caller takes it for a success
  violates(
    "listProviders",
    "body-schema",
    "succeeds with an error in the body",
    answers(() => ({ error: "The catalog is not available." })),
  ),
];
