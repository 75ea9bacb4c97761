// The summary row of 4.16, and what section 6 says about the source of a summary.
import {
  array,
  assumed,
  assumption,
  deprecated,
  type Expectation,
  type Fact,
  fields,
  mentions,
  notShown,
  object,
  openObject,
  operation,
  optional,
  parameters,
  response,
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
      assumed: [/no field is required \(leaves open: fields\)/i, ...(more.assumed === undefined ? [] : [more.assumed])],
      notShown: [/exact names of the new fields/, /always present/],
      mentions: /context of one summary or of one group of timeseries values/,
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
  [`${path}.app_id`]: assumed(optional(string({ assumed: NAME, notShown: /format of an app id/ }))),
  [`${path}.name`]: deprecated(optional(string({ mentions: /list of providers/ }))),
  [`${path}.logo`]: deprecated(optional(string({ mentions: /list of providers/, notShown: /URL/ }))),
  [`${path}.slug`]: deprecated(optional(string({ mentions: /use `provider` instead/ }))),
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
]);
