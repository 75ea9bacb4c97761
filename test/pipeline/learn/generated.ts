// Exchanges of a service that keeps the contract, made by numbers, and ways in which a service departs from it.
import type { RecordedExchange, Shape } from "../../../src/pipeline/learn/recording/recording.ts";

/** A recorded exchange that can be changed. */
export type Made = { -readonly [Key in keyof RecordedExchange]: RecordedExchange[Key] };

export type Fields = Readonly<Record<string, Shape>>;

const uuid = "string uuid short";
const keys = { "x-service-api-key": "~key:1" };

/** The calls of one user, each an exchange: created, read, connected, ordered; and an id that nobody has. */
export function callsOf(user: number): Made[] {
  const user_id = `${uuid} ~user_id:${user}`;
  const client_user_id = `string short ~client_user_id:${user}`;
  const base = { exchange: 0, user: `~user_id:${user}`, credentials: keys };
  const answer = (body: Shape, status = 200) => ({ status, type: "application/json", body });
  const error = answer({}, 404);
  return [
    {
      ...base,
      operation: "createUser",
      method: "POST",
      path: "/v2/user/",
      request: { type: "application/json", body: { client_user_id } },
      response: answer({ user_id, client_user_id }),
    },
    {
      ...base,
      operation: "listUserConnections",
      method: "GET",
      path: "/v2/user/providers/{user_id}",
      request: { parameters: { path: { user_id } } },
      response: answer({ providers: [connection] }),
    },
    {
      ...base,
      operation: "refreshUserData",
      method: "POST",
      path: "/v2/user/refresh/{user_id}",
      request: { parameters: { path: { user_id } } },
      response: answer({
        success: "boolean",
        user_id,
        refreshed_sources: ["string short"],
        in_progress_sources: [],
        failed_sources: [],
      }),
    },
    {
      ...base,
      operation: "refreshUserData",
      method: "POST",
      path: "/v2/user/refresh/{user_id}",
      request: { parameters: { path: { user_id: `${uuid} ~user_id:${user + 100_000}` } } },
      response: error,
    },
    {
      ...base,
      operation: "getLabReportParsingJob",
      method: "GET",
      path: "/lab_report/v1/parser/job/{job_id}",
      request: { parameters: { path: { job_id: `string short ~job_id:${user}` } } },
      response: answer({ id: "string short", status: "=pending_review" }),
    },
    {
      ...base,
      operation: "createOrder",
      method: "POST",
      path: "/v3/order/create",
      request: { type: "application/json", body: { clinical_comments: "string short" } },
      response: answer({ id: uuid, last_event: orderEvent, events: [orderEvent], clinical_comments: "string short" }),
    },
  ];
}

const connection: Fields = {
  name: "string short",
  slug: "string short ~slug:1",
  logo: "string uri medium",
  status: "=connected",
  created_on: "string date-time short",
  error_details: "null",
  resource_availability: {},
};

const orderEvent: Fields = { status: "=received.walk_in_test.ordered", status_detail: "null" };

/** Changes the body of an answer, where it is an object. */
export function withBody(exchange: Made, change: (body: Fields) => Shape): Made {
  const { response } = exchange;
  if (response === undefined || typeof response.body !== "object" || Array.isArray(response.body)) return exchange;
  return { ...exchange, response: { ...response, body: change(response.body as Fields) } };
}

export function withStatus(exchange: Made, status: number): Made {
  return exchange.response === undefined ? exchange : { ...exchange, response: { ...exchange.response, status } };
}

export function renamed(body: Fields, from: string, to: string): Fields {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name === from ? to : name, value]));
}

/** Other versions of the service, and what recordings of two of them show beside each other. */
export const versions: readonly {
  readonly name: string;
  readonly change: (exchange: Made) => Made;
  readonly shows: readonly string[];
}[] = [
  {
    name: "answers a creation with 201",
    change: (one) => (one.operation === "createUser" ? withStatus(one, 201) : one),
    shows: [],
  },
  {
    name: "answers an unknown id with 400",
    change: (one) => (one.response?.status === 404 ? withStatus(one, 400) : one),
    shows: [],
  },
  {
    name: "calls the events of an order its history",
    change: (one) =>
      one.operation === "createOrder" ? withBody(one, (body) => renamed(body, "events", "history")) : one,
    shows: ["new #/components/schemas/Order The field `history` is there in n of n: an array."],
  },
  {
    name: "calls the comments of an order its clinical notes",
    change: (one) =>
      one.operation === "createOrder"
        ? withBody(one, (body) => renamed(body, "clinical_comments", "clinical_notes"))
        : one,
    shows: ["new #/components/schemas/Order The field `clinical_notes` is there in n of n: a string."],
  },
  {
    name: "calls the status of a job its state",
    change: (one) =>
      one.operation === "getLabReportParsingJob" ? withBody(one, (body) => renamed(body, "status", "state")) : one,
    shows: ["new #/components/schemas/LabReportParsingJob The field `state` is there in n of n: a string."],
  },
  {
    name: "has an order's events inside of another object",
    change: (one) =>
      one.operation === "createOrder"
        ? withBody(one, ({ events = [], ...rest }) => ({ ...rest, data: { events } }))
        : one,
    shows: ["new #/components/schemas/Order The field `data` is there in n of n: an object."],
  },
  {
    name: "has a number for the user of a refresh",
    change: (one) =>
      one.operation === "refreshUserData" && one.response?.status === 200
        ? withBody(one, (body) => ({ ...body, user_id: "integer" }))
        : one,
    shows: [
      "violation #/components/schemas/RefreshResult/properties/user_id `user_id`: It is as stated in n of n, and otherwise an integer (n).",
    ],
  },
];

/** What goes wrong in a single exchange. */
export const faults: readonly ((exchange: Made, name: string) => Made)[] = [
  (one) => withStatus(one, 500),
  (one) => withStatus(one, 418),
  (one) => withStatus(one, 202),
  (one) => withStatus(one, 403),
  (one) => withBody(one, () => "absent"),
  (one) => withBody(one, () => "unreadable"),
  (one) => withBody(one, (body) => [body]),
  (one) => withBody(one, () => ({})),
  (one, name) => withBody(one, (body) => ({ ...body, [name]: "string short" })),
  (one, name) =>
    withBody(one, (body) =>
      Object.fromEntries(Object.entries(body).map(([key], at) => (at === 0 ? [name, "string short"] : [key, "null"]))),
    ),
  (one, name) => withBody(one, (body) => renamed(body, Object.keys(body)[0] ?? "", name)),
  (one) => withBody(one, (body) => Object.fromEntries(Object.keys(body).map((key) => [key, "integer"]))),
  ({ response: _, ...one }) => one,
];
