// Sections 2.2, 4.1, 4.12: what a user is connected to, and how a connection ends.
import {
  array,
  boolean,
  COMPLETE,
  dateTime,
  type Fact,
  FIELD_REQUIRED,
  fields,
  map,
  mentions,
  notShown,
  nullable,
  object,
  openEnum,
  openObject,
  operation,
  parameters,
  response,
  string,
  uuid,
} from "./fact.ts";

const list = response("listUserConnections");
const scopes = { required: array(string(), { mentions: /needs/ }), optional: array(string(), { mentions: /without/ }) };
const scopesOf = (path: string): Record<string, ReturnType<typeof array>> => ({
  [`${path}.required`]: scopes.required,
  [`${path}.optional`]: scopes.optional,
});
const AVAILABILITY = "providers[].resource_availability{}";

export const connections: readonly Fact[] = [
  ...parameters("4.1", "listUserConnections", { "path user_id": uuid() }),
  ...fields("4.1", list, {
    "": object({ assumed: /list is required.*leaves open: fields, count/ }),
    providers: array(object()),
  }),
  ...fields("2.2", list, {
    "providers[]": object(),
    "providers[].name": string({ assumed: FIELD_REQUIRED, mentions: /display name/i }),
    "providers[].slug": string({ assumed: FIELD_REQUIRED }),
    "providers[].logo": string({ format: "uri", assumed: FIELD_REQUIRED, mentions: /URL/ }),
    "providers[].status": openEnum(["connected"], {
      assumed: FIELD_REQUIRED,
      notShown: [/other than `connected`/, /moves a connection/],
    }),
    "providers[].created_on": dateTime({ assumed: FIELD_REQUIRED }),
    "providers[].resource_availability": map(object(), { assumed: FIELD_REQUIRED, mentions: [/`body`/, /`sleep`/] }),
    "providers[].error_details": nullable(
      openObject(/fields of the error details/, { mentions: /null when there is no error/i }),
    ),
    [AVAILABILITY]: object(COMPLETE),
    [`${AVAILABILITY}.status`]: openEnum(["available", "unavailable"], { notShown: /other than `available`/ }),
    [`${AVAILABILITY}.scope_requirements`]: object(COMPLETE),
    [`${AVAILABILITY}.scope_requirements.user_granted`]: object({ ...COMPLETE, notShown: /names of scopes/ }),
    ...scopesOf(`${AVAILABILITY}.scope_requirements.user_granted`),
    [`${AVAILABILITY}.scope_requirements.user_denied`]: object({ ...COMPLETE, notShown: /names of scopes/ }),
    ...scopesOf(`${AVAILABILITY}.scope_requirements.user_denied`),
  }),

  ...parameters("4.12", "disconnectProvider", {
    "path user_id": uuid(),
    "path provider": openEnum(["manual"], {
      assumed: /^An unknown slug is answered with 404 \(leaves open: status, meaning\)$/,
      notShown: /other than `manual`/,
    }),
  }),
  ...fields("4.12 returns", response("disconnectProvider"), {
    "": object(COMPLETE),
    success: boolean({ notShown: /`false`/ }),
  }),
  mentions(
    "4.12",
    operation("disconnectProvider"),
    "well defined for cloud-based providers only",
    /well defined for cloud-based providers only/,
  ),
  mentions(
    "4.12",
    operation("disconnectProvider"),
    "no effect on on-device health stores in automatic connect mode; what to use instead",
    /on-device health store/,
    /automatic connect mode, which is the default/,
    /no effect/,
    /explicit connect mode/,
    /pause on the client/,
    /sign out of the SDK/,
  ),
  notShown(
    "4.12",
    operation("disconnectProvider"),
    "what an unknown slug or a missing connection is answered with",
    /slug is unknown, or the user is not connected/,
  ),
];
