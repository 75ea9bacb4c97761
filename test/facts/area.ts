// Sections 2.11, 4.11: what is on offer in an area.
import {
  ARRAY_REPEATED,
  array,
  boolean,
  COMPLETE,
  deprecated,
  type Fact,
  fields,
  integer,
  map,
  NULL_LEFT_OUT,
  object,
  openEnum,
  optional,
  parameters,
  response,
  string,
  uuid,
} from "./fact.ts";
import { radius, zipCode } from "./service-centers.ts";

export const area: readonly Fact[] = [
  ...parameters("4.11", "getAreaInfo", {
    "query zip_code": zipCode,
    "query radius": radius,
    "query lab": deprecated(
      optional(
        string({
          mentions: [/use `labs` instead/, NULL_LEFT_OUT],
          assumed: /narrows the answer .* `labs` is the replacement \(leaves open: meaning, stability\)/,
          notShown: [/slugs that the parameter takes, which may become more/, /both/],
        }),
      ),
    ),
    "query labs": optional(
      array(string(), {
        assumed: [/narrows the answer.* \(leaves open: meaning\)/, ARRAY_REPEATED],
        mentions: NULL_LEFT_OUT,
        notShown: /slugs that the parameter takes, which may become more/,
      }),
    ),
    "query lab_account_id": optional(uuid({ mentions: NULL_LEFT_OUT, notShown: /changes in the answer/ })),
  }),
  ...fields("2.11", response("getAreaInfo"), {
    "": object(COMPLETE),
    zip_code: string({ pattern: "^\\d{5}(-\\d{4})?$" }),
    phlebotomy: object(COMPLETE),
    "phlebotomy.is_served": boolean(),
    "phlebotomy.providers": array(object()),
    "phlebotomy.providers[]": object(COMPLETE),
    "phlebotomy.providers[].name": string(),
    "phlebotomy.providers[].tier": array(
      openEnum(["appointment-ready", "appointment-request"], { notShown: /other than these two/ }),
    ),
    central_labs: map(object(), { mentions: /by lab slug/, notShown: /lab without centers/ }),
    "central_labs{}": object(COMPLETE),
    "central_labs{}.patient_service_centers": object(COMPLETE),
    "central_labs{}.patient_service_centers.within_radius": integer({
      assumed: /count of centers \(leaves open: meaning\)/,
    }),
    "central_labs{}.patient_service_centers.radius": string({ notShown: /which unit/ }),
    "central_labs{}.patient_service_centers.capabilities": array(string({ notShown: /the values/i }), {
      notShown: /one center or all/,
    }),
  }),
];
