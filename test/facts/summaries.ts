// The summary row of 4.16, and what section 6 says about the source of a summary.
import type { Json } from "./contract.ts";
import {
  array,
  assumed,
  assumption,
  at,
  deprecated,
  type Expectation,
  type Fact,
  fact,
  fields,
  mentions,
  notShown,
  nullable,
  object,
  openObject,
  operation,
  optional,
  type Place,
  parameters,
  response,
  same,
  string,
  uuid,
} from "./fact.ts";

const NAME = /^This name \(leaves open: name\)$/;

/** 6: the context of one summary or one group of timeseries values. */
export const sourceContext = (
  path: string,
  more: { readonly assumed?: RegExp; readonly optional?: true },
): Record<string, Expectation> => ({
  [path]: {
    ...object({
      minProperties: 1,
      assumed: [
        /^Each form has all of its fields.*\(leaves open: fields\)/,
        ...(more.assumed === undefined ? [] : [more.assumed]),
      ],
      notShown: [/exact names of the new fields/, /always present/],
      mentions: [/context of one summary or of one group of timeseries values/, /never empty/],
    }),
    ...(more.optional === true ? { optional: true } : {}),
  },
  [`${path}.provider`]: assumed(
    optional(
      string({
        assumed: NAME,
        mentions: [/slug/i, /apps, platforms, services and the mobile SDKs are providers/i, /list of providers/],
      }),
    ),
  ),
  [`${path}.type`]: assumed(optional(string({ assumed: NAME, notShown: /values of the source type/ }))),
  [`${path}.app_id`]: assumed(
    optional(nullable(string({ assumed: NAME, notShown: /format of an app id, and whether it is absent or null/ }))),
  ),
  [`${path}.name`]: deprecated(optional(string({ mentions: /list of providers/ }))),
  [`${path}.logo`]: deprecated(
    optional(nullable(string({ mentions: /list of providers/, notShown: /URL.*whether it is absent or null/ }))),
  ),
  [`${path}.slug`]: deprecated(optional(string({ mentions: /use `provider` instead/ }))),
});

/** 6: one of the two forms is there, so that an object without any of their fields is no source. */
export const aSourceForm = (place: Place): Fact =>
  fact("6 source", `${place.name}: the new form is there or the old one`, (contract) => {
    const form = (fields: Readonly<Record<string, Json>>): Json => ({
      type: "object",
      required: Object.keys(fields),
      properties: Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, { type }])),
    });
    const logo = ["string", "null"];
    const forms = [form({ provider: "string", type: "string" }), form({ name: "string", logo, slug: "string" })];
    same("forms", forms, place.look(contract).value("anyOf"));
  });

const SUMMARIES: readonly (readonly [id: string, resource: string])[] = [
  ["listActivitySummaries", "activity"],
  ["listBodySummaries", "body"],
  ["listMealSummaries", "meal"],
  ["listProfileSummaries", "profile"],
  ["listSleepSummaries", "sleep"],
  ["listWorkoutSummaries", "workouts"],
];

export const summaries: readonly Fact[] = SUMMARIES.flatMap(([id, resource]) => [
  ...parameters("4.16 summaries", id, { "path user_id": uuid() }),
  notShown("4.16 summaries", operation(id), "the query parameters", /query parameters/),
  assumption(operation(id), "the path ends in the user's id", /path ends in the user's id \(leaves open: path\)/),
  mentions(
    "6 source",
    operation(id),
    "name and logo of a provider are found in the list of providers",
    /list of providers/,
  ),
  ...fields("4.16 summaries", response(id), {
    "": openObject(/other fields of the answer/, { assumed: /holds the summaries in an array \(leaves open: type\)/ }),
    [resource]: assumed(
      optional(
        array(openObject(/other than `source`/), { assumed: /named after the resource \(leaves open: name, place\)/ }),
      ),
    ),
    [`${resource}[]`]: openObject(/other than `source`/),
    // Each summary has one: stated, although the place of the summaries is not.
    ...sourceContext(`${resource}[].source`, {}),
  }),
  aSourceForm(at(response(id), `${resource}[].source`)),
]);
