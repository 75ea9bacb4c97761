// Section 2.13 and the order rows of 4.16.
import {
  ASSUMED,
  array,
  assumed,
  assumption,
  type Expectation,
  type Fact,
  fact,
  fields,
  mentions,
  notShown,
  nullable,
  openEnum,
  openObject,
  operation,
  optional,
  parameters,
  requestBody,
  response,
  same,
  string,
  uuid,
} from "./fact.ts";

/** 2.13 and 3: one step in the life of an order. */
export const orderEvent = (path: string): Readonly<Record<string, Expectation>> => ({
  [`${path}.status_detail`]: nullable(
    string({
      mentions: /finer detail about the status/i,
      notShown: /values of the detail/,
      assumed: /^A string \(leaves open: type\)$/,
    }),
  ),
  [`${path}.status`]: assumed(
    optional(
      openEnum(
        ["collecting_sample.testkit.problem_in_transit_customer", "collecting_sample.testkit.problem_in_transit_lab"],
        {
          notShown: [/full list of values/, /beyond its name/, /other values have this form/],
          assumed: /under `status` \(leaves open: name, place\)/,
        },
      ),
    ),
  ),
  [`${path}.low_level_status`]: assumed(
    optional(
      openEnum(["problem_in_transit_lab", "problem_in_transit_customer"], {
        mentions: /test kit/,
        notShown: [/full list of values/, /beyond its name/],
        assumed: /under `low_level_status` \(leaves open: name, place\)/,
      }),
    ),
  ),
});

const EVENT_FIELDS = /further fields of an order event/;

const patientAddress: Readonly<Record<string, Expectation>> = {
  patient_address: optional(openObject(/other fields of an address/)),
  "patient_address.access_notes": optional(
    string({
      mentions: [
        /instructions for getting in at the address/i,
        /when the order is created/,
        /forwarded to the phlebotomy provider on each booking and each reschedule/,
      ],
      assumed: /^A string \(leaves open: type\)$/,
      notShown: /largest length/,
    }),
  ),
};

const clinicalComments: Readonly<Record<string, Expectation>> = {
  clinical_comments: assumed(
    optional(
      string({
        maxLength: 1000,
        mentions: [
          /at most 1,000 characters/,
          /lab account has default comments as well/,
          /requisition carries both, joined/,
        ],
        assumed:
          /called `clinical_comments`.* in the order, and a longer text is refused \(leaves open: name, place, refusal\)/,
        notShown: /in which order/i,
      }),
    ),
  ),
};

const CREATORS = ["createOrder", "placeOrder"] as const;

const idempotencyKey = assumed(
  optional(
    string({
      mentions: /until the service has confirmed it, do not repeat a call/,
      assumed: /optional header of this name \(leaves open: presence, name, place\)/,
      notShown: [/format and the largest length/, /how long a key is remembered/i, /what a repeated key/i],
    }),
  ),
);

export const orders: readonly Fact[] = [
  ...CREATORS.flatMap((id) => [
    ...parameters("4.16 order creation", id, { "header Idempotency-Key": idempotencyKey }),
    ...fields("4.16 order creation", requestBody(id), {
      "": openObject([/all other fields/i, /required/], { assumed: /body is always sent.*leaves open: presence/ }),
      lab_account_id: optional(
        uuid({
          mentions: /the service resolves an account itself/,
          assumed: /^A UUID \(leaves open: type, format\)$/,
          notShown: /resolves an account/,
        }),
      ),
      ...patientAddress,
      ...clinicalComments,
    }),
    mentions(
      "4.16 order creation",
      operation(id),
      "the lab account is optional",
      /lab account is optional/,
      /resolves an account itself/,
    ),
    mentions(
      "4.16 order creation",
      operation(id),
      "optional idempotency prevents duplicate orders",
      /idempotency is optional/i,
      /duplicate orders/,
    ),
    assumption(operation(id), "both order creations take the same body", /body is that of .*leaves open: body/),
    notShown(
      "4.16 order creation",
      operation(id),
      "how the two differ; what an order is placed for",
      /how this operation differs/i,
      /placed for/,
    ),
  ]),
  fact(ASSUMED, "both order creations take the same body", (contract) =>
    same(
      "schema",
      requestBody("createOrder").look(contract).nodes[0],
      requestBody("placeOrder").look(contract).nodes[0],
    ),
  ),

  ...parameters("4.16 order import", "importOrder", {}),
  mentions(
    "4.16 order import",
    operation("importOrder"),
    "accepts lab accounts in PENDING status",
    /lab accounts in status `PENDING` are accepted/i,
  ),
  ...fields("4.16 order import", requestBody("importOrder"), {
    "": openObject(/all other fields/i, { assumed: /body is always sent.*leaves open: presence/ }),
    lab_account_id: assumed(
      optional(
        uuid({
          mentions: /`PENDING` is accepted/,
          assumed: /named as in order creation.*leaves open: presence, type, name/,
        }),
      ),
    ),
  }),
  notShown(
    "4.16 order import",
    operation("importOrder"),
    "where an imported order comes from; PENDING elsewhere",
    /comes from/,
    /`PENDING`/,
  ),

  ...[...CREATORS, "importOrder"].flatMap((id) =>
    fields("2.13", response(id), {
      "": openObject(
        [
          /id of the order/,
          /its status, its appointments and its results/,
          /interpretation of results/,
          /all other fields/i,
        ],
        {
          assumed: /`last_event` and `events` are required.*leaves open: fields, count/,
        },
      ),
      last_event: openObject(EVENT_FIELDS, { mentions: /equals the last item of `events`/ }),
      ...orderEvent("last_event"),
      events: assumed(
        array(openObject(EVENT_FIELDS), { mentions: /last item/, assumed: /called `events` \(leaves open: name\)/ }),
      ),
      ...orderEvent("events[]"),
      ...patientAddress,
      ...clinicalComments,
    }),
  ),
];
