// Sections 2.4, 2.5, 4.6, 4.13: the link flow.
import {
  boolean,
  COMPLETE,
  dateTime,
  type Fact,
  fields,
  integer,
  mentions,
  NULL_LEFT_OUT,
  nullable,
  object,
  openEnum,
  operation,
  optional,
  parameters,
  response,
  string,
  uuid,
} from "./fact.ts";
import { AUTH_TYPES } from "./providers.ts";

const SOURCE_TYPES = ["app", "ble", "device", "lab", "provider"];

export const link: readonly Fact[] = [
  ...fields("2.4", response("getLinkProvider"), {
    "": object({ notShown: /what null means/i }),
    name: string(),
    slug: string(),
    description: string(),
    id: integer(),
    group: optional(nullable(string({ notShown: /which groups/i }))),
    oauth_url: optional(nullable(string())),
    auth_type: optional(nullable(openEnum(AUTH_TYPES, { default: "oauth" }))),
    source_type: optional(nullable(openEnum(SOURCE_TYPES, { default: "device" }))),
    is_active: optional(nullable(boolean({ default: true }))),
    backfill_num_days: optional(
      nullable(integer({ mentions: /days/i, notShown: /what exactly is counted, and whether null/i })),
    ),
  }),
  ...parameters("4.13", "getLinkProvider", {
    "header x-service-link-token": optional(
      string({
        mentions: [/brand part/, NULL_LEFT_OUT],
        notShown: [/how a link token is obtained/i, /changes in the answer/],
      }),
    ),
    "path oauth_provider": string({
      notShown: /its values, which are some of the slugs of cloud providers/i,
      assumed: /422 \(leaves open: status\)/,
    }),
  }),

  ...parameters("4.6", "createLinkCode", {
    "query user_id": uuid({ assumed: /422 \(leaves open: status\)/ }),
    "query expires_at": optional(
      dateTime({
        mentions: [/server's time plus 1 hour/, NULL_LEFT_OUT],
        notShown: [/without an offset/, /too early or too late/],
      }),
    ),
  }),
  ...fields("2.5", response("createLinkCode"), {
    "": object(COMPLETE),
    // The backslash before the bar in the description's table is Markdown's.
    code: string({ pattern: "^(sk|pk)(eu|us)([\\da-f]{8})", notShown: /first four letters/ }),
    exchange_url: string({
      format: "uri",
      pattern: "^[A-Za-z][A-Za-z\\d+.-]*://[^/?#]+\\?code=(sk|pk)(eu|us)([\\da-f]{8})",
      mentions: [/custom-scheme/i, /`<app_scheme>:\/\/<app_host>\?code=<code>`/, /`<code>` is the value of `code`/],
      notShown: /scheme and the host/,
    }),
    expires_at: dateTime(),
  }),
  mentions(
    "4.6",
    operation("createLinkCode"),
    "for a mobile app on iOS that shares on-device health data",
    /mobile app on iOS/,
    /on-device health data/,
  ),
];
