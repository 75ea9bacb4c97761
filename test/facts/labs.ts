// Sections 2.8, 4.14, and the lab accounts of 2.13 and 4.16.
import {
  anything,
  array,
  type Fact,
  fact,
  fields,
  integer,
  mentions,
  notShown,
  object,
  openEnum,
  operation,
  optional,
  parameters,
  response,
  same,
  string,
  uuid,
} from "./fact.ts";

const accounts = response("listLabAccounts");

export const labs: readonly Fact[] = [
  ...parameters("4.14", "listLabs", {}),
  fact("7 successful calls", "listLabs answers 200, which is stated", (contract) => {
    const responses = contract.operation("listLabs").node["responses"];
    same("assumption", undefined, Object(Object(responses)["200"])["x-assumption"]);
  }),
  ...fields("2.8", response("listLabs"), {
    "": array(object()),
    "[]": object(),
    "[].id": integer(),
    "[].slug": string(),
    "[].name": string(),
    "[].first_line_address": string(),
    "[].city": string(),
    "[].zipcode": string(),
    "[].collection_methods": array(openEnum(["testkit", "walk_in_test", "at_home_phlebotomy", "on_site_collection"])),
    "[].sample_types": array(openEnum(["dried_blood_spot", "arm_collector", "serum", "saliva", "urine", "stool"])),
  }),

  ...parameters("4.16 lab accounts", "listLabAccounts", {
    "query lab_account_id": optional(uuid({ assumed: /^A UUID, which narrows .* \(leaves open: format, meaning\)$/ })),
    "query status": optional(
      openEnum(["PENDING"], {
        notShown: /other than `PENDING`/,
        assumed: /statuses of a lab account, .* narrows .* \(leaves open: values, meaning\)/,
      }),
    ),
  }),
  mentions(
    "4.16 lab accounts",
    operation("listLabAccounts"),
    "lists the lab accounts of the team",
    /lab accounts of the team/,
  ),
  ...fields("4.16 lab accounts", accounts, {
    "": anything(/shape of the list/, { mentions: /not published/ }),
  }),
  mentions("2.13", accounts, "a lab account can hold default comments", /default clinical comments/),
  notShown("2.13", accounts, "where a lab account holds its default comments", /default clinical comments/),
];
