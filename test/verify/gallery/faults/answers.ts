// Wrong servers that `verify` has to find: answers that do not come whole or in time, or are not as their status, media type or schema says.
import type { Stages } from "../call.ts";
import { answers, relists, replies, rewrites, sets, when, writes } from "./stages.ts";
import { differences, violations } from "./wrong-server.ts";

/** Hangs only where nothing is found: each call that hangs costs the test a time limit. */
function hangsWhenNotFound(begin: Stages["send"]): Stages {
  return {
    send: (response, answer, call, next) => (answer.status === 404 ? begin?.(response, answer, call, next) : next()),
  };
}

/** More than anyone reads of an answer. */
const flood = 33 * 1024 * 1024;
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

/** A time that is none of RFC 3339, though most programs read it; the tests of `shared/contract` hold each other form. */
const writesTime = (path: string, from: RegExp, to: string) =>
  rewrites(path, (text) => new Date(text).toISOString().replace(from, to));

/** A conflict whose `created_on` is another. */
const dates = (change: (created: string) => string | undefined) =>
  replies(400, (body: { readonly created_on: string }) => ({ ...body, created_on: change(body.created_on) }));

export const answerFaults = [
  ...violations({
    "answer-arrives": {
      "listMealSummaries does not stop sending for an unknown user": hangsWhenNotFound(
        (response, { status, headers }) => void response.writeHead(status, headers).end(Buffer.alloc(flood, " ")),
      ),
      "listSleepSummaries ends in the middle of the answer": {
        send(response, { status, headers }) {
          response.writeHead(status, { ...headers, "content-length": "1000" });
          response.write("{", () => response.destroy());
        },
      },
      "createLinkCode answers with what is no HTTP": {
        send: (response) => void response.socket?.end("250 OK\r\n\r\n"),
      },
    },
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
    },
    "body-schema": {
      // A swallowed error: the caller takes it for a success
      "listProviders succeeds with an error in the body": when(200, { body: { error: "The catalog is down." } }),
      "resolveUser leaves out `team_id`": sets("team_id", undefined),
      "listOrganizationTeams leaves out `next_cursor` on the last page": sets(
        "next_cursor",
        (cursor: unknown) => cursor ?? undefined,
      ),
      "listActivitySummaries leaves out the source of a summary": when(200, { body: { activity: [{ steps: 1 }] } }),
      "listLabs writes ids as texts": sets("0/id", String),
      "getAreaInfo writes the radius as a number": sets("central_labs/*/patient_service_centers/radius", Number),
      "resolveUser writes a space between day and time": writesTime("created_on", /T/, " "),
      "resolveUser writes a birth date with the time of midnight": writesTime(
        "fallback_birth_date/value",
        /T.*/,
        "T00:00:00Z",
      ),
      "createLinkCode gives no URI": sets("exchange_url", "not a uri"),
      "createLinkCode gives a code in capitals": rewrites("code", (code) => code.toUpperCase()),
      "listOrganizationTeams writes regions in capitals": rewrites("teams/*/region", (region) => region.toUpperCase()),
      "refreshUserData joins by another character on failure": sets("failed_sources", ["demo_ring:sleep"]),
      "listProviders gives null for no resources": sets("0/supported_resources", null),
      "listLabTestMarkers gives null for the list of a page beyond the end": relists("markers", (markers) =>
        markers.length === 0 ? null : markers,
      ),
      "getPscInfo answers with 31 centers when there are more": relists("patient_service_centers", (centers) =>
        centers.length === 30 ? [...centers, centers[0]] : centers,
      ),
    },
    "conflict-names-existing-user": {
      "createUser leaves `created_on` out of a conflict": dates(() => undefined),
      "createUser dates a conflict without an offset": dates((created) => created.replace(/Z$/, "")),
      "createUser dates the existing user a millisecond later": dates((created) =>
        new Date(Date.parse(created) + 1).toISOString(),
      ),
    },
  }),
  ...violations(
    {
      "answer-arrives": {
        "getLabReportParsingJob never answers for an unknown job": hangsWhenNotFound(() => {}),
        "listActivitySummaries trickles a byte at a time for an unknown user": hangsWhenNotFound(
          (response, { status, headers }) => {
            response.writeHead(status, headers);
            const timer = setInterval(() => response.write(" "), 50);
            response.on("close", () => clearInterval(timer));
          },
        ),
      },
    },
    { timeoutMs: 2_000 },
  ),
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
    "body-schema": {
      "listUserConnections leaves out the status of a connection": sets("providers/0/status", undefined),
      "importOrder leaves out `last_event`": sets("last_event", undefined),
      "listWorkoutSummaries gives an object for the list": sets("workouts", {}),
      "listMealSummaries calls the list `meals`": answers(({ meal, ...others }: { readonly meal: unknown }) => ({
        ...others,
        meals: meal,
      })),
      "refreshUserData refuses an unknown user with a text": when(404, writes('"Not found"')),
      "getPscAppointmentAvailability answers with 15 days": relists("slots", (days) => [...days, days.at(-1)]),
    },
  }),
];
