// Sections 2.1, 4.2, 4.4, 4.5: users, how they are created, found and restored.
import {
  answer,
  array,
  assumption,
  at,
  boolean,
  COMPLETE,
  date,
  dateTime,
  type Expectation,
  type Fact,
  fields,
  inRow,
  mentions,
  NULL_LEFT_OUT,
  notShown,
  nullable,
  object,
  openEnum,
  openObject,
  operation,
  optional,
  parameters,
  request,
  requestBody,
  response,
  string,
  uuid,
} from "./fact.ts";

const BOUND = /^Null means no bound, and the day itself is included \(leaves open: meaning\)$/;
const sourceSlug = (): Expectation => openEnum(["manual"], { notShown: /other than `manual`/ });

const user = response("resolveUser");
const CREATE = "createUser";
const UNDO = "undoUserDeletion";

export const users: readonly Fact[] = [
  ...fields("2.1", user, {
    "": object(),
    user_id: uuid({ mentions: [/assigned by the service/i, /store it/i] }),
    team_id: uuid({ mentions: /team/ }),
    client_user_id: string({
      mentions: [/unique id/i, /keep personal data out of it/i, /no e-mail/, /no phone number/],
    }),
    created_on: dateTime(),
    connected_sources: array(object()),
    "connected_sources[]": object(COMPLETE),
    "connected_sources[].created_on": dateTime(),
    "connected_sources[].source": object(COMPLETE),
    "connected_sources[].source.logo": string({ notShown: /URL/ }),
    "connected_sources[].source.name": string(),
    "connected_sources[].source.slug": string(),
    fallback_time_zone: object({ ...COMPLETE, mentions: /without a time zone of its own/ }),
    "fallback_time_zone.id": string({ mentions: /IANA/ }),
    "fallback_time_zone.source_slug": sourceSlug(),
    "fallback_time_zone.updated_at": dateTime(),
    fallback_birth_date: optional(object({ ...COMPLETE, mentions: [/maximum heart rate/, /reports no age/] })),
    "fallback_birth_date.value": date({ mentions: /YYYY-mm-dd/ }),
    "fallback_birth_date.source_slug": sourceSlug(),
    "fallback_birth_date.updated_at": dateTime(),
    ingestion_start: optional(nullable(date({ mentions: /first day/i, assumed: BOUND }))),
    ingestion_end: optional(nullable(date({ mentions: /last day/i, assumed: BOUND }))),
  }),
  assumption(
    at(user, "fallback_time_zone"),
    "a user created without a time zone carries UTC",
    /UTC.*leaves open: meaning/,
  ),

  ...parameters("4.2", "resolveUser", { "path client_user_id": string() }),
  mentions("2.1 user_id", operation("resolveUser"), "the user_id is to be stored", /store the `user_id`/i),

  ...parameters("4.4", CREATE, {}),
  ...fields("4.4 body", requestBody(CREATE), {
    "": object(),
    client_user_id: string({ mentions: [/keep personal data out of it/i, /no e-mail/, /no phone number/] }),
    fallback_time_zone: optional(
      nullable(
        string({ mentions: [/IANA/, /without a time zone of its own/], assumed: /UTC.*leaves open: values, meaning/ }),
      ),
    ),
    fallback_birth_date: optional(nullable(date({ mentions: [/YYYY-mm-dd/, /maximum heart rate/, /reports no age/] }))),
    ingestion_start: optional(nullable(date({ mentions: /first day/i, assumed: BOUND }))),
    ingestion_end: optional(nullable(date({ mentions: /last day/i, assumed: BOUND }))),
  }),
  ...fields("4.4 returns", response(CREATE), { "": object(COMPLETE), user_id: uuid(), client_user_id: string() }),
  ...fields("4.4 conflict", response(CREATE, 400), {
    "": openObject(/other fields/),
    user_id: uuid({ mentions: /existing user/, assumed: /top of the body \(leaves open: place\)/ }),
    created_on: dateTime({ mentions: /existing user/, assumed: /top of the body \(leaves open: place\)/ }),
  }),
  mentions(
    "4.4 conflict",
    answer(CREATE, 400),
    "a taken client_user_id is answered with 400",
    /`client_user_id` already/,
  ),
  mentions("4.4", operation(CREATE), "a taken client_user_id is refused", /id that an existing user has is refused/i),

  ...parameters("4.5", UNDO, {
    "query user_id": optional(uuid({ mentions: [/excludes `client_user_id`/i, NULL_LEFT_OUT] })),
    "query client_user_id": optional(string({ mentions: [/excludes `user_id`/i, NULL_LEFT_OUT] })),
  }),
  ...fields("4.5 body", requestBody(UNDO), {
    "": object({
      mentions: /null id counts as not given/i,
      not: {
        type: "object",
        required: ["user_id", "client_user_id"],
        properties: { user_id: { type: "string" }, client_user_id: { type: "string" } },
      },
    }),
    user_id: optional(nullable(uuid({ mentions: /excludes `client_user_id`/i }))),
    client_user_id: optional(nullable(string({ mentions: /excludes `user_id`/i }))),
  }),
  mentions("4.5", request(UNDO), "the query may name the user instead of the body", /leave it out when the query/i),
  mentions(
    "4.5",
    operation(UNDO),
    "the reference shows query parameters, the example a body",
    /reference documents query parameters/,
    /JSON body/,
  ),
  mentions(
    "4.5",
    operation(UNDO),
    "the ids are mutually exclusive",
    /exactly one of `user_id` and `client_user_id`/,
    /422/,
  ),
  mentions("4.5", operation(UNDO), "works within the grace period of 7 days only", /\b7 days\b/),
  mentions("4.5", operation(UNDO), "does not restore provider connections", /provider connections are not restored/),
  mentions(
    "4.5",
    operation(UNDO),
    "not once a new user has the same client_user_id",
    /once a new user was created with the same `client_user_id`/i,
  ),
  assumption(
    operation(UNDO),
    "ids are taken from the query and from the body, and a wrong number of them is 422",
    /query and in the body/,
    /wrong number of them is refused with 422 \(leaves open: place, presence\)/,
  ),
  ...fields("4.5 returns", response(UNDO), {
    "": object(COMPLETE),
    success: boolean({ notShown: /`false`/ }),
  }),
  ...fields("7 undo refused", response(UNDO, 400), {
    "": inRow("7 error bodies", openObject(/fields of an error body/, { assumed: /JSON object/ })),
  }),
  mentions(
    "7 undo refused",
    answer(UNDO, 400),
    "refused after 7 days, once the client_user_id is taken, or where nobody was deleted",
    /7 days/,
    /same `client_user_id`/,
    /no deleted user/,
  ),
  notShown("7 undo refused", answer(UNDO, 400), "the status of the refusal", /status of a refused undo/i),
  assumption(
    answer(UNDO, 400),
    "400, and exactly seven days count as too late",
    /Status 400 for all three reasons.*leaves open: status, meaning/,
    /seven days .* too late/s,
  ),
];
