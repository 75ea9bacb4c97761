// Sections 2.12, 4.15: the teams of an organization.
import {
  ARRAY_REPEATED,
  array,
  COMPLETE,
  closedEnum,
  dateTime,
  type Fact,
  fields,
  LIMIT_REFUSED,
  mentions,
  NULL_LEFT_OUT,
  notShown,
  nullable,
  object,
  operation,
  optional,
  parameters,
  response,
  string,
  uuid,
} from "./fact.ts";

const LIST = "listOrganizationTeams";

export const organization: readonly Fact[] = [
  ...fields("2.12", response(LIST), {
    "": object(),
    teams: array(object()),
    next_cursor: nullable(string({ assumed: /^Null means the last page \(leaves open: meaning\)/ })),
    "teams[]": object(COMPLETE),
    "teams[].id": uuid(),
    "teams[].name": string(),
    "teams[].created_on": dateTime(),
    "teams[].region": closedEnum(["us", "eu"]),
  }),
  ...parameters("4.15", LIST, {
    "path org_id": uuid({ notShown: /which operation returns the id/i }),
    "query region": optional(
      array(closedEnum(["us", "eu"], { assumed: LIMIT_REFUSED }), {
        mentions: NULL_LEFT_OUT,
        assumed: [/no filter \(leaves open: meaning\)/, ARRAY_REPEATED],
      }),
    ),
    "query search_query": optional(
      string({
        // The description's pattern, its characters beyond ASCII written as escapes.
        pattern: "^[A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u00FF0-9(),/:'|&_\\-\\s\\u2019]{0,80}$",
        mentions: [/at most 80 characters/, NULL_LEFT_OUT],
        assumed: [/no filter \(leaves open: meaning\)/, LIMIT_REFUSED],
        notShown: /which fields of a team/i,
      }),
    ),
    "query next_cursor": optional(
      string({
        mentions: NULL_LEFT_OUT,
        assumed: /cursor that the page before returned \(leaves open: meaning\)/,
        notShown: /how long a cursor/i,
      }),
    ),
  }),
  mentions("5", operation(LIST), "the team API key is rejected here", /API key of a team is rejected/),
  mentions("5", operation(LIST), "the example request spells the header differently", /spells the header differently/),
  notShown("4.15", operation(LIST), "the size and the order of a page", /how many teams/i),
];
