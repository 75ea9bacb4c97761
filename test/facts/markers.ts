// Sections 2.9, 4.8: markers, and the page that lists them.
import {
  ASSUMED,
  answer,
  array,
  assumption,
  COMPLETE,
  type Expectation,
  type Fact,
  fields,
  integer,
  LIMIT_REFUSED,
  mentions,
  notShown,
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

const textByAssumption = (): Expectation => string({ assumed: /^A string \(leaves open: type\)$/ });

const page = optional(integer({ default: 1, minimum: 1, assumed: LIMIT_REFUSED }));
const size = optional(integer({ default: 50, minimum: 1, maximum: 100, assumed: LIMIT_REFUSED }));
const labAccount = optional(uuid({ mentions: /decides which markers and tests are available/ }));
const count = (): Expectation => nullable(integer({ minimum: 0 }));

const markerPage: Readonly<Record<string, Expectation>> = {
  "": object({ notShown: /is null/, assumed: /count over the whole list.*leaves open: meaning/ }),
  markers: array(object()),
  total: count(),
  page: count(),
  size: count(),
  pages: count(),
};

const marker: Readonly<Record<string, Expectation>> = {
  "markers[]": object({ ...COMPLETE, mentions: /`ClientFacingMarkerComplete`/ }),
  "markers[].id": integer(),
  "markers[].name": string(),
  "markers[].slug": string(),
  "markers[].description": string(),
  "markers[].lab_id": integer(),
  "markers[].provider_id": string({ mentions: /laboratory's own id/ }),
  "markers[].type": openEnum(["biomarker"], { notShown: /other than `biomarker`/ }),
  "markers[].unit": optional(nullable(string())),
  "markers[].price": string({ mentions: /placeholder that is not a number/, notShown: [/currency/, /placeholders/] }),
  "markers[].expected_results": array(object()),
  "markers[].expected_results[]": object(COMPLETE),
  "markers[].expected_results[].id": integer(),
  "markers[].expected_results[].name": textByAssumption(),
  "markers[].expected_results[].slug": textByAssumption(),
  "markers[].expected_results[].lab_id": integer(),
  "markers[].expected_results[].provider_id": string(),
  "markers[].expected_results[].loinc": object(COMPLETE),
  "markers[].expected_results[].loinc.id": integer(),
  "markers[].expected_results[].loinc.name": textByAssumption(),
  "markers[].expected_results[].loinc.slug": textByAssumption(),
  "markers[].expected_results[].loinc.code": string({ mentions: /LOINC code/ }),
  "markers[].expected_results[].loinc.unit": optional(nullable(string())),
};

export const markers: readonly Fact[] = [
  ...parameters("4.8", "listLabTestMarkers", {
    "path lab_test_id": uuid({ notShown: /which operation returns the id/i }),
    "query lab_account_id": labAccount,
    "query page": page,
    "query size": size,
  }),
  ...fields("4.8 returns", response("listLabTestMarkers"), markerPage),
  ...fields("2.9", response("listLabTestMarkers"), marker),
  mentions(
    "4.8",
    operation("listLabTestMarkers"),
    "the lab account decides what is available",
    /depends on the lab account/,
  ),
  notShown(
    "4.8",
    operation("listLabTestMarkers"),
    "whose markers without a lab account; a page beyond the last",
    /no lab account/,
    /beyond the last/,
  ),

  ...parameters("4.8 lab-wide variant", "listMarkers", {
    "query lab_slug": optional(
      string({ assumed: /single string.*leaves open: presence, type, meaning/, notShown: /slugs/ }),
    ),
    "query lab_account_id": labAccount,
    "query page": page,
    "query size": size,
  }),
  ...fields(ASSUMED, response("listMarkers"), { ...markerPage, ...marker }),
  assumption(
    operation("listMarkers"),
    "path, paging and answer follow the list of one lab test",
    /follow the list of one lab test.*leaves open: path, place, meaning/,
  ),
  assumption(
    answer("listMarkers"),
    "200 with a page of markers",
    /^Status 200 with a page of markers \(leaves open: status, body\)$/,
  ),
  notShown(
    "4.8 lab-wide variant",
    operation("listMarkers"),
    "its path and its answer",
    /path, the parameters other than `lab_slug` and the answer/,
  ),
];
