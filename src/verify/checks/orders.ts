// Checks of lab orders, appointments and lab reports: texts come back as sent, valid calls are accepted, ids are found again.
import { isDeepStrictEqual } from "node:util";
import { field, isObject, resolve } from "../../shared/contract/index.ts";
import type { Sent } from "../calls.ts";
import { makePdf, pictures } from "../input/sample-files.ts";
import type { Given } from "../input/valid-input.ts";
import { oddTexts, readId, uploading } from "../operations.ts";
import { OutOfReach } from "../out-of-reach.ts";
import { FilePart } from "../sending/request.ts";
import { behaviour } from "../verdicts/open-words.ts";
import { type Check, type CheckContext, list, read } from "./check.ts";

export const creations = ["createOrder", "placeOrder"];

/** The address that an order needs, with notes. */
export function addNotes(context: CheckContext, access_notes: string): Given {
  const address = field(context.data.bodies?.[context.plan.id], "patient_address");
  return { patient_address: { ...Object(address), access_notes } };
}

/** Expects that a call without this field or parameter is accepted, as the call with it was. */
async function expectOptional(context: CheckContext, place: string): Promise<void> {
  const bare = await context.attempt({});
  context.expect(bare, place, bare.succeeded, `It is refused with ${bare.status || "no answer"}.`, []);
}

const dayMs = 86_400_000;

const orderChecks: readonly Check[] = [
  {
    id: "last-event-is-last",
    holds: "`last_event` of an order equals the last of `events`.",
    states: "2.13-03",
    on: [...creations, "importOrder"],
    async run({ valid, expect }) {
      // The schema says whether both are there
      read(valid, "events");
      const [latest, last] = [list(valid, "events").at(-1), read(valid, "last_event")];
      const message = `\`last_event\` is ${JSON.stringify(last)}, not ${JSON.stringify(latest)}.`;
      // It is assumed that a new order has an event
      expect(
        valid,
        "Order.last_event",
        isDeepStrictEqual(last, latest),
        message,
        latest === undefined ? ["count"] : [],
      );
    },
  },
  {
    id: "pending-account-imports",
    holds: "An import accepts a lab account that is pending.",
    states: "4.16-09",
    on: "importOrder",
    async run({ named, demand }) {
      const lab_account_id = named("pending_lab_account_id");
      await demand("accepted", { lab_account_id });
    },
  },
  ...(
    [
      // The description states this of visits at home only
      { on: "getPhlebotomyAppointmentAvailability", states: "4.16-16" },
      { on: "getPscAppointmentAvailability" },
    ] as const
  ).map(
    (row): Check => ({
      ...row,
      id: "slots-from-start-date",
      holds: "There are 14 days of availability, which follow one another from the start date on, and some without it.",
      async run(context) {
        const start = Date.now() + 3 * dayMs;
        const wanted = Array.from({ length: 14 }, (_, index) =>
          new Date(start + index * dayMs).toISOString().slice(0, 10),
        );
        const found = await context.call({ start_date: wanted[0] ?? "" });
        await expectOptional(context, "query start_date");
        const entries = list(found, "slots");
        // The schema checks the format: only the day is compared here
        const dates = entries.map((entry) => field(entry, "date")).filter((date) => date !== undefined);
        const days = [...new Set(dates.map((date) => String(date).slice(0, 10)))];
        // The form of the list is assumed
        if (days.length === 0) throw new OutOfReach("the answer has no `slots` with a `date`");
        // A flat list has several entries for a day, and none for a day without slots
        const isFlat = entries.length > wanted.length && days.length < wanted.length;
        const place = isFlat ? "AppointmentAvailability.slots" : "";
        const isAll = days.length === wanted.length;
        context.expect(found, place, isAll, `There are slots of ${days.length} days.`, ["count"]);
        if (!isAll) return;
        const message = `The days are ${days.join(", ")}, not ${wanted.join(", ")}.`;
        context.expect(found, "query start_date", isDeepStrictEqual(days, wanted), message);
      },
    }),
  ),
  {
    id: "lab-account-optional",
    holds: "An order is taken without a lab account.",
    states: "4.16-05",
    on: creations,
    async run(context) {
      // If the order is accepted with an account, a refusal without one is about the account
      await context.call({ lab_account_id: context.named("lab_account_id") });
      await expectOptional(context, "OrderRequest.lab_account_id");
    },
  },
];

/** Expects that an id of an answer is known to each operation that takes it, by the links of the contract. */
async function expectKnown(
  { plan: { success, document }, attempt, expect }: CheckContext,
  { body }: Sent,
  name: "job_id" | "order_id",
  place: string,
): Promise<void> {
  const id = readId(body, name);
  if (id === undefined) throw new OutOfReach(`the answer shows no \`${name}\``);
  for (const link of Object.values(success?.response.links ?? {})) {
    const { operationId, parameters = {} } = resolve(document, link);
    const found = await attempt(Object.fromEntries(Object.keys(parameters).map((one) => [one, id])), operationId);
    // The state of an order may forbid the call; a 404 means that the order is not found
    const isKnown = found.succeeded || (name === "order_id" && found.status !== 404);
    expect(found, place, isKnown, `${operationId} answers ${found.status} for ${id}.`);
  }
}

const linkChecks: readonly Check[] = [
  {
    id: "created-job-is-found",
    holds: "A parsing job is found by the id that its upload was answered with.",
    states: "4.16-26",
    on: uploading,
    run: async (context) => expectKnown(context, await context.call(), "job_id", "LabReportParsingJob.id"),
  },
  {
    id: "order-is-known-by-id",
    holds: "The appointments of an order are booked by the id that its creation was answered with.",
    on: [...creations, "importOrder"],
    run: async (context) => expectKnown(context, context.valid, "order_id", "Order.id"),
  },
];

/** 10 MB by the smaller reading of the unit; above it by the larger one. */
const surelyAllowed = 10_000_000;
const surelyTooLarge = 10 * 1024 * 1024 + 1;

const reportChecks: readonly Check[] = [
  {
    id: "review-is-waited-for",
    holds: "A parsing job that a person is to review is not completed at once.",
    states: "4.16-27",
    on: uploading,
    async run({ attempt, expect }) {
      const uploaded = await attempt({ request_human_review: true });
      if (!uploaded.succeeded) throw new OutOfReach("an upload with the flag was not accepted");
      const isWaiting = field(uploaded.body, "status") !== "completed";
      const message = "It is completed as soon as it is created.";
      expect(uploaded, "LabReportUpload.request_human_review", isWaiting, message, ["type", ...behaviour]);
    },
  },
  {
    id: "report-limit-accepted",
    holds: "A lab report of 10 MB is accepted, as PDF, JPEG or PNG, whatever its name.",
    states: "4.16-25",
    on: uploading,
    async run({ demand }) {
      for (const file of [...pictures, makePdf(1000, "Bericht Łucja 東京.pdf"), makePdf(surelyAllowed)]) {
        await demand("accepted", { file });
      }
    },
  },
  {
    id: "report-limit-enforced",
    holds: "A lab report above 10 MB, or of another type, is refused.",
    states: "4.16-25",
    on: uploading,
    async run({ demand }) {
      const text = new FilePart(new TextEncoder().encode("text"), "text/plain", "report.txt");
      for (const file of [makePdf(surelyTooLarge), text]) {
        // The description states the limits, and not the answer beyond them
        await demand("422", { file }, ["LabReportUpload.file", "refusal"]);
      }
    },
  },
];

const valuesComeBack: Check = {
  id: "values-come-back",
  holds: "What is sent comes back as it was sent, character by character, in the answer and where it is read again.",
  states: "2.13-06",
  on: ({ echoes }) => echoes.length > 0,
  async run(context) {
    const { plan, attempt, equalAt } = context;
    const { echoes, traits } = plan;
    // A call that can be made only once has been made with an odd text
    const answers = traits.usesUp === undefined ? [] : [context.valid];
    for (const text of traits.usesUp === undefined ? Object.values(oddTexts) : []) {
      const answer = await attempt(Object.fromEntries(echoes.map(({ path }) => [path.join(" "), text])));
      if (answer.succeeded && isObject(answer.body)) answers.push(answer);
    }
    for (const echo of echoes) {
      const [, ...path] = echo.path;
      const sent = answers.filter(({ input }) => field(input, ...echo.path) !== undefined);
      if (sent.length === 0) throw new OutOfReach("no call with such a text was accepted");
      for (const answer of sent) equalAt(answer, echo, field(answer.input, ...echo.path), path);
    }
  },
};

/** The checks of orders and reports, and of texts that come back. */
export const keepingChecks: readonly Check[] = [valuesComeBack, ...orderChecks, ...linkChecks, ...reportChecks];
