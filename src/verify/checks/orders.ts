// Checks of orders, their appointments and lab reports: values that come back, calls that are accepted, things that are found again.
import { isDeepStrictEqual } from "node:util";
import { field, isObject, resolve } from "../../shared/contract/index.ts";
import { freshId, type Sent } from "../calls.ts";
import { pdf, pictures } from "../input/sample-files.ts";
import { idempotencyKey, oddTexts, readId, uploading } from "../operations.ts";
import { OutOfReach } from "../out-of-reach.ts";
import { FilePart } from "../sending/request.ts";
import { absence, behaviour, elsewhere } from "../verdicts/open-words.ts";
import { type Check, type CheckContext, type Given, list, read } from "./check.ts";

export const creations = ["createOrder", "placeOrder"];

/** The address that an order needs, with notes. */
export function withNotes(context: CheckContext, access_notes: string): Given {
  const address = field(context.data.bodies?.[context.plan.id], "patient_address");
  return { patient_address: { ...Object(address), access_notes } };
}

/** Expects that a call is accepted without what another call was accepted with. */
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
      // That either is there is the schema's to say
      read(valid, "events");
      const [latest, last] = [list(valid, "events").at(-1), read(valid, "last_event")];
      const message = `\`last_event\` is ${JSON.stringify(last)}, not ${JSON.stringify(latest)}.`;
      // That an order has an event from the start on is assumed
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
    id: "booking-not-duplicated",
    holds: "The same idempotency key gives the same appointment at a service center.",
    states: "4.16-19",
    on: "bookPscAppointment",
    async run({ valid, demand, expect }) {
      const place = `header ${idempotencyKey}`;
      // The same call again, and no other booking: an order may well take one only
      const again = await demand("accepted", { ...valid.input.header, ...Object(valid.input.body) }, [
        place,
        ...behaviour,
      ]);
      if (!again.asDemanded) return;
      expect(again, place, isDeepStrictEqual(again.body, valid.body), "The second answer is another appointment.");
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
      // Of service centers only a cache is stated
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
        // Only the day is compared: its format is that of the contract
        const dates = entries.map((entry) => field(entry, "date")).filter((date) => date !== undefined);
        const days = [...new Set(dates.map((date) => String(date).slice(0, 10)))];
        // How the days are listed is assumed
        if (days.length === 0) throw new OutOfReach("the answer has no `slots` with a `date`");
        // A flat list has more entries than days, and none for a day without slots
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
      // An order that is accepted with an account shows that nothing else is missing without one
      await context.call({ lab_account_id: context.named("lab_account_id") });
      await expectOptional(context, "OrderRequest.lab_account_id");
    },
  },
];

/** The operations that take an id of an answer, by the links of the contract, and the parameters that take it. */
function listLinks({ plan: { success, document } }: CheckContext) {
  return Object.values(success?.response.links ?? {}).map((link) => resolve(document, link));
}

const linkChecks = (
  [
    [
      "created-job-is-found",
      "A parsing job is found by the id that its upload was answered with.",
      { on: [uploading], states: "4.16-26" },
      "job_id",
      "LabReportParsingJob.id",
    ],
    [
      "order-is-known-by-id",
      "The appointments of an order are booked by the id that its creation was answered with.",
      { on: [...creations, "importOrder"] },
      "order_id",
      "Order.id",
    ],
  ] as const
).map(
  ([id, holds, row, name, place]): Check => ({
    id,
    holds,
    ...row,
    async run(context) {
      const made = name === "job_id" ? await context.call() : context.valid;
      const value = readId(made.body, name);
      if (value === undefined) throw new OutOfReach(`the answer shows no \`${name}\``);
      for (const { operationId, parameters = {} } of listLinks(context)) {
        const given = Object.fromEntries(Object.keys(parameters).map((parameter) => [parameter, value]));
        const found = await context.attempt(given, operationId);
        // In which state an order allows it is not shown, but that it is there
        const isKnown = found.succeeded || (name === "order_id" && found.status !== 404);
        context.expect(found, place, isKnown, `${operationId} answers ${found.status} for ${value}.`);
      }
    },
  }),
);

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
      for (const file of [...pictures, pdf(1000, "Bericht Łucja 東京.pdf"), pdf(surelyAllowed)]) {
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
      for (const file of [pdf(surelyTooLarge), text]) {
        // The limits are stated, what happens beyond them is not
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
  async run({ plan, valid, attempt, expect, isWrong, demand, equal, expectAt }) {
    const {
      echoes,
      traits: { chosenId, usesUp },
    } = plan;
    const answers: Sent[] = [];
    // A call that can be made once only was made with an odd text
    if (usesUp !== undefined) answers.push(valid);
    else {
      for (const text of Object.values(oddTexts)) {
        // An id is unlike all others in its middle: the odd characters may be at either end
        const freshen = (name: string) =>
          name === chosenId ? `${text.slice(0, 2)}${freshId("")}${text.slice(2)}` : text;
        const given = Object.fromEntries(echoes.map(({ path, name }) => [path.join(" "), freshen(name)]));
        const answer = await attempt(given);
        if (answer.succeeded && isObject(answer.body)) answers.push(answer);
      }
    }
    for (const { label, name, path, pointer, marks, shown } of echoes) {
      let last: Sent | undefined;
      let isShown = false;
      for (const answer of answers) {
        const [value, found] = [field(answer.input, ...path), field(answer.body, ...path.slice(1))];
        if (value === undefined) continue;
        last = answer;
        if (found !== undefined) isShown = true;
        else continue;
        const message = `${label} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}.`;
        expect(answer, path.join(" "), found === value, message, elsewhere);
        if (isWrong()) return;
        if (name !== chosenId) continue;
        // A client id that was taken finds its user, and comes back with it
        const user = await demand("accepted", { client_user_id: value }, [""], "resolveUser");
        if (!user.asDemanded) return;
        equal(user, "User.client_user_id", value);
        equal(user, "User.user_id", read(answer, "user_id"));
        if (isWrong()) return;
      }
      if (last === undefined) throw new OutOfReach("no call with such a text was accepted");
      const place = { pointer, marks: [...marks, ...shown] };
      const message = `${label} was sent, and no answer shows it.`;
      expectAt(last, place, isShown, message, [...absence, "fields", "body"], true);
    }
  },
};

/** Of orders, of reports, and of what any operation is given. */
export const keepingChecks: readonly Check[] = [valuesComeBack, ...orderChecks, ...linkChecks, ...reportChecks];
