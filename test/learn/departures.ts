// Services that depart from the contract: how each answers otherwise than the sandbox, and what a recording of it shows.
import type { Day, Entry } from "./day.ts";

type Json = Readonly<Record<string, unknown>>;

/** One way in which a service departs. */
export interface Departure {
  /** The rest of a sentence that begins with "a service that". */
  readonly name: string;
  readonly change: (day: Day) => Day;
  /** What is contradicted: the key of the assumption or the name of the statement, where, and the shape that is found. */
  readonly contradicted?: readonly [name: string, where: string, shape: string];
  /** What is new, as kind, place, name and type. */
  readonly news?: readonly string[];
}

/** Changes the answers of a status to the calls of a method and a path. */
export function answers(
  call: RegExp,
  change: (body: Json, response: Entry["response"]) => unknown,
  status = 200,
): Departure["change"] {
  return ({ entries, events }) => ({
    events,
    entries: entries.map((entry) => {
      const { request, response } = structuredClone(entry);
      if (response.status !== status || !call.test(`${request.method} ${request.url}`)) return entry;
      response.content.text = JSON.stringify(change(JSON.parse(response.content.text ?? "") as Json, response));
      return { request, response };
    }),
  });
}

/** Changes the events of a name. */
function events(name: RegExp, change: (event: Json) => Json): Departure["change"] {
  return (day) => ({
    ...day,
    events: day.events.map((event) => (name.test(String(event["event_type"])) ? change(event) : event)),
  });
}

/** Answers with another status. */
export function withStatus(status: number) {
  return (body: Json, response: Entry["response"]): Json => {
    response.status = status;
    return body;
  };
}

/** Gives a field another name, or takes it out. */
function rename(object: Json, from: string, to?: string): Json {
  const { [from]: value, ...rest } = object;
  return to === undefined ? rest : { ...rest, [to]: value };
}

export const createUser = /POST .*\/v2\/user\/$/;
const connections = /\/v2\/user\/providers\//;
const job = /GET .*\/parser\/job\//;

export const departures: readonly Departure[] = [
  {
    name: "creates users with 201",
    change: answers(createUser, withStatus(201)),
    contradicted: ["success-status", "createUser 201", "{user_id: string uuid, client_user_id: string}"],
  },
  {
    name: "refuses a second user with 409",
    change: answers(createUser, withStatus(409), 400),
    news: ["status createUser 409"],
  },
  {
    name: "says when a user was created",
    change: answers(createUser, (body) => ({ ...body, joined_on: "2026-11-22" })),
    news: ["field CreatedUser joined_on string date"],
  },
  {
    name: "writes the id of a user as a number, which it states not to be",
    change: answers(createUser, (body) => ({ ...body, user_id: 7 })),
    contradicted: ["CreatedUser.user_id.type", "createUser 200", "integer"],
  },
  {
    name: "leaves the user of a refresh out",
    change: answers(/refresh/, (body) => rename(body, "user_id")),
    contradicted: [
      "refresh-fields-required",
      "refreshUserData 200",
      "{success: boolean, refreshed_sources: [string], in_progress_sources: [], failed_sources: []}",
    ],
  },
  {
    name: "names the list of connections otherwise",
    change: answers(connections, (body) => rename(body, "providers", "connections")),
    contradicted: ["connection-list-required", "listUserConnections 200", "{…}"],
    news: ["field UserConnectionList connections array"],
  },
  {
    name: "writes the results of a job as a text",
    change: answers(job, (body) => ({ ...body, results: "none" })),
    contradicted: ["parsing-job-results", "getLabReportParsingJob 200", "string"],
  },
  {
    name: "has null for the results of a job",
    change: answers(job, (body) => ({ ...body, results: null })),
    contradicted: ["parsing-job-results", "getLabReportParsingJob 200", "null"],
  },
  {
    name: "puts the user of a conflict elsewhere",
    change: answers(createUser, ({ detail, ...user }) => ({ detail, user }), 400),
    contradicted: ["conflict-fields-at-the-top", "createUser 400", "{…}"],
    news: ["field ClientUserIdConflict user object"],
  },
  {
    name: "sends an error as a text",
    change: answers(/-unknown/, () => "none", 404),
    contradicted: ["error-body-is-an-object", "resolveUser 404", "string"],
  },
  {
    name: "sends the data of an event beside it",
    change: events(/data\.profile\.created/, ({ data, ...event }) => ({ ...event, payload: data })),
    contradicted: [
      "event-envelope-fields",
      "event daily.data.{resource}.created",
      "{event_type: string, user_id: string uuid, client_user_id: string, team_id: string uuid, …}",
    ],
    news: ["field EventEnvelope payload object"],
  },
  {
    name: "names its events elsewhere",
    change: events(/order\.created/, (event) => rename(event, "event_type", "topic")),
    contradicted: [
      "EventEnvelope",
      "event without a name",
      "{team_id: string uuid, data: {status_detail: null, order_id: string uuid}, …}",
    ],
  },
  {
    name: "has an event of its own",
    change: events(/connection\.created/, (event) => ({ ...event, event_type: "provider.connection.refreshed" })),
    news: ["event  provider.connection.refreshed"],
  },
  {
    name: "has a further status of a connection",
    change: answers(connections, ({ providers }) => ({
      providers: (providers as Json[]).map((one) => ({ ...one, status: "paused" })),
    })),
    news: ["value ConnectionStatus paused"],
  },
];
