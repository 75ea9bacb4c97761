// Sections 2.10, 4.10: the lookup of patient service centers (PSC).
import {
  ARRAY_REPEATED,
  array,
  COMPLETE,
  closedEnum,
  type Expectation,
  type Fact,
  FIELD_REQUIRED,
  fields,
  integer,
  LIMIT_REFUSED,
  mentions,
  NULL_LEFT_OUT,
  nullable,
  object,
  openEnum,
  openObject,
  operation,
  optional,
  parameters,
  response,
  string,
  uuid,
} from "./fact.ts";

/** In miles; shared with the area lookup. */
export const radius: Expectation = optional(
  closedEnum([10, 20, 25, 50, 100], { default: 25, assumed: LIMIT_REFUSED, mentions: /miles/ }),
);

/** Exactly five digits; shared with the area lookup. */
export const zipCode: Expectation = string({
  pattern: "^\\d{5}$",
  assumed: LIMIT_REFUSED,
  mentions: /exactly five digits/,
});

const capabilities: Expectation = array(
  openEnum(["stat", "appointment_scheduling_via_service", "appointment_scheduling_with_lab"], {
    notShown: [/beyond its name/, /stands for the brand part/],
  }),
);

export const serviceCenters: readonly Fact[] = [
  ...parameters("4.10", "getPscInfo", {
    "query zip_code": zipCode,
    "query lab_id": integer(),
    "query radius": radius,
    "query capabilities": optional({
      ...capabilities,
      assumed: ARRAY_REPEATED,
      mentions: NULL_LEFT_OUT,
      notShown: /one of the capabilities or all/,
    }),
    "query lab_account_id": optional(
      uuid({
        mentions: [/availability is checked with/, NULL_LEFT_OUT],
        notShown: /what is checked for availability, and what the lab account changes/i,
      }),
    ),
  }),
  mentions("4.10", operation("getPscInfo"), "at most 30 PSCs", /no more than 30/),
  ...fields("2.10", response("getPscInfo"), {
    "": object({ ...COMPLETE, mentions: /`ClientFacingLabLocation`/ }),
    lab_id: integer(),
    slug: openEnum(["manual"], { notShown: /other than `manual`/ }),
    patient_service_centers: array(object(), {
      maxItems: 30,
      mentions: /at most 30/,
      notShown: /order of the centers/,
    }),
    "patient_service_centers[]": object(COMPLETE),
    "patient_service_centers[].metadata": object(),
    "patient_service_centers[].distance": string({ mentions: /miles/, notShown: [/decimals/, /measured/] }),
    "patient_service_centers[].capabilities": capabilities,
    "patient_service_centers[].metadata.name": string({ assumed: FIELD_REQUIRED }),
    "patient_service_centers[].metadata.state": string({ assumed: FIELD_REQUIRED }),
    "patient_service_centers[].metadata.city": string({ assumed: FIELD_REQUIRED }),
    "patient_service_centers[].metadata.zip_code": string({ assumed: FIELD_REQUIRED }),
    "patient_service_centers[].metadata.first_line": string({ assumed: FIELD_REQUIRED }),
    "patient_service_centers[].metadata.second_line": string({ assumed: /empty string/ }),
    "patient_service_centers[].metadata.phone_number": string({ assumed: FIELD_REQUIRED }),
    "patient_service_centers[].metadata.fax_number": string({ assumed: FIELD_REQUIRED }),
    "patient_service_centers[].metadata.hours": nullable(
      openObject(/shape of opening hours that are not null/, { assumed: /are an object \(leaves open: type\)/ }),
    ),
  }),
];
