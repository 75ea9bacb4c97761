// Sections 2.7, 4.7: refreshing a user's data.
import {
  array,
  boolean,
  type Fact,
  fields,
  LIMIT_REFUSED,
  mentions,
  number,
  object,
  optional,
  parameters,
  response,
  string,
  uuid,
} from "./fact.ts";

const result = response("refreshUserData");
const REQUIRED = /required as the three lists are \(leaves open: presence\)/;
const entries = { mentions: /`<provider_slug>\/<resource>`/ };

export const refresh: readonly Fact[] = [
  ...parameters("4.7", "refreshUserData", {
    "path user_id": uuid(),
    "query timeout": optional(
      number({
        default: 10,
        minimum: 5,
        maximum: 60,
        assumed: LIMIT_REFUSED,
        mentions: /5 to 60/,
        notShown: [/the unit/i, /goes on/],
      }),
    ),
  }),
  ...fields("2.7", result, {
    "": object(),
    success: boolean({ notShown: /`false`/, assumed: REQUIRED }),
    user_id: uuid({ assumed: REQUIRED }),
    refreshed_sources: array(string({ pattern: "^[^/]+/.+" }), entries),
    in_progress_sources: array(string({ pattern: "^[^/]+/.+" }), entries),
    failed_sources: array(string({ pattern: "^[^/]+/.+" }), entries),
  }),
  mentions(
    "2.7",
    result,
    "the resource may itself contain a slash",
    /a provider's slug, a slash and a resource/,
    /may itself contain a slash/,
  ),
];
