// Sections 2.6, 4.3: the portal URL.
import {
  answer,
  assumption,
  at,
  type Fact,
  fields,
  integer,
  mentions,
  notShown,
  nullable,
  object,
  openEnum,
  openObject,
  operation,
  optional,
  parameters,
  related,
  requestBody,
  response,
  string,
  uuid,
} from "./fact.ts";

const CREATE = "createPortalUrl";
const context = at(requestBody(CREATE), "context");

export const portal: readonly Fact[] = [
  ...fields("2.6", response(CREATE), {
    "": object(),
    url: string({ format: "uri" }),
    expires_in: integer({ notShown: /the unit/i }),
  }),
  mentions("4.3", operation(CREATE), "closed beta, in words too", /closed beta/),
  related("4.3 closed beta", operation(CREATE), "x-preconditions", "closed-beta"),
  ...parameters("4.3", CREATE, { "path user_id": uuid() }),
  ...fields("4.3 body", requestBody(CREATE), {
    "": object(),
    context: openEnum(["launch", "communications"]),
    order_id: optional(nullable(uuid({ mentions: /straight to that order/, assumed: /422 \(leaves open: status\)/ }))),
  }),
  mentions(
    "4.3 launch",
    context,
    "minutes, straight into the portal, not for asynchronous messages",
    /`launch` gives a URL that lives for minutes/,
    /straight into the portal/,
    /does not suit messages/,
  ),
  mentions(
    "4.3 communications",
    context,
    "weeks, shortened, for e-mail and SMS, identity may be verified",
    /`communications` gives a shortened URL that lives for weeks/,
    /suits e-mail and SMS/,
    /confirm their identity/,
    /new device/,
  ),
  mentions("4.3", operation(CREATE), "the user must have demographics", /must have demographics/),
  notShown("4.3", operation(CREATE), "which demographic fields are required", /demographic fields/),
  notShown("4.3", operation(CREATE), "how a team joins the closed beta", /joins the closed beta/),
  mentions("7 portal URL", answer(CREATE, 422), "a user without demographics is answered with 422", /no demographics/),
  notShown(
    "4.3",
    answer(CREATE, 422),
    "which demographic fields are required; how to tell the two cases apart",
    /demographic fields/,
    /two cases apart/,
  ),
  assumption(
    answer(CREATE, 422),
    "422 for invalid input too",
    /Status 422 for invalid input, too \(leaves open: status\)/,
  ),
  ...fields("7 error bodies", response(CREATE, 422), {
    "": openObject(/fields of an error body/, { assumed: /JSON object/ }),
  }),
];
