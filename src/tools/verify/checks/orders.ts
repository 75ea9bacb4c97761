// What is stated of orders and their appointments: their last event, notes, idempotency and days of slots.

import { isDeepStrictEqual } from "node:util";
import { excuse, field } from "../../contract/index.ts";
import { OutOfReach } from "../input/known-values.ts";
import { type Behaviour, changing, list, type Scene, succeeded } from "./scene.ts";

/** The header that a key of idempotency is sent in. */
export const idempotencyKey = "Idempotency-Key";

const creations = ["createOrder", "placeOrder"] as const;

const lastEventIsLast = (operation: string) =>
  changing("last-event-is-last", operation, async (scene) => {
    const order = scene.valid;
    const events = list(order.body, "events");
    // That either is there is the schema's to say
    if (field(order.body, "events") === undefined) throw new OutOfReach("the order shows no events");
    if (field(order.body, "last_event") === undefined) throw new OutOfReach("the order shows no last event");
    const expected = {
      text: "`last_event` equals the last of `events`.",
      pointer: "#/components/schemas/Order/properties/last_event",
    };
    // That an order has an event from the start on is assumed
    const { Order } = scene.session.contract.document.components.schemas;
    const assumption = events.length === 0 ? excuse(Order?.["x-assumption"], "count") : undefined;
    scene.expectEqual(field(order.body, "last_event"), events.at(-1), order, "`last_event`", expected, assumption);
  });

const accessNotesKept = (operation: string) =>
  changing("access-notes-kept", operation, async (scene) => {
    const access_notes = "Side entrance, ring twice.";
    const address = field(scene.data.bodies?.[operation], "patient_address");
    const order = await scene.call(operation, { body: { patient_address: { ...Object(address), access_notes } } });
    const kept = field(order.body, "patient_address", "access_notes");
    if (field(order.body, "patient_address") === undefined) throw new OutOfReach("the order shows no address");
    const expected = {
      text: "The order has the notes that it was created with.",
      pointer: "#/components/schemas/PatientAddress/properties/access_notes",
    };
    scene.expectEqual(kept, access_notes, order, "`access_notes`", expected);
  });

const orderNotDuplicated = (operation: string) =>
  changing("order-not-duplicated", operation, async (scene) => {
    const { pointer, assumption } = scene.assumptionOn(idempotencyKey);
    const header = { [idempotencyKey]: scene.freshId("order") };
    const first = await scene.call(operation, { header });
    const again = await scene.call(operation, { header });
    const expected = { text: "The same key gives the same order.", pointer };
    const isSame = isDeepStrictEqual(again.body, first.body);
    scene.expect(isSame, again, "The second answer is another order.", expected, assumption);
    const access_notes = scene.freshId("Notes of another order");
    const address = field(scene.data.bodies?.[operation], "patient_address");
    const other = await scene.call(operation, {
      header: { "Idempotency-Key": scene.freshId("order") },
      body: { patient_address: { ...Object(address), access_notes } },
    });
    const mixed = isDeepStrictEqual(other.body, first.body);
    const different = { text: "Another key gives another order.", pointer };
    scene.expect(!mixed, other, "The answer to another key is the first order.", different, assumption);
  });

const bookingNotDuplicated = changing("booking-not-duplicated", "bookPscAppointment", async (scene) => {
  const { pointer, assumption } = scene.assumptionOn(idempotencyKey);
  const { input, body } = scene.valid;
  if (!(idempotencyKey in input.header)) throw new OutOfReach("the booking was sent without a key");
  // The same call again, and no other booking: an order may well take one only
  const text = "The same key gives the same appointment.";
  const again = await scene.demand("bookPscAppointment", input, "accepted", text, assumption);
  if (!again.asDemanded) return;
  const message = "The second answer is another appointment.";
  scene.expect(isDeepStrictEqual(again.body, body), again, message, { text, pointer }, assumption);
});

const pendingAccountImports = changing("pending-account-imports", "importOrder", async (scene) => {
  const lab_account_id = scene.named("pending_lab_account_id");
  await scene.demand(
    "importOrder",
    { body: { lab_account_id } },
    "accepted",
    "An import accepts a lab account that is pending.",
  );
});

/** Expects that a call is accepted without what another call was accepted with. */
async function expectOptional(scene: Scene, text: string, pointer: string): Promise<void> {
  const bare = await scene.ask(scene.operation.id, {}, "accepted");
  const message = `It is refused with ${bare.exchange.answer?.status ?? "no answer"}.`;
  scene.expect(succeeded(bare), bare, message, { text, pointer });
}

const labAccountOptional = (operation: string) =>
  changing("lab-account-optional", operation, async (scene) => {
    // An order that is accepted with an account shows that nothing else is missing without one
    await scene.call(operation, { body: { lab_account_id: scene.named("lab_account_id") } });
    await expectOptional(
      scene,
      "Without `lab_account_id` the service picks an account itself.",
      "#/components/schemas/OrderRequest/properties/lab_account_id",
    );
  });

const slotsFromStartDate = (operation: string) =>
  changing("slots-from-start-date", operation, async (scene) => {
    const { pointer, assumption } = scene.assumptionOn("start_date");
    const start = Date.now() + 3 * dayMs;
    const wanted = Array.from({ length: 14 }, (_, index) => new Date(start + index * dayMs).toISOString().slice(0, 10));
    const found = await scene.call(operation, { query: { start_date: wanted[0] ?? "" } });
    await expectOptional(scene, "Without `start_date` there are slots, too.", pointer);
    const entries = list(found.body, "slots");
    // Only the day is compared: its format is that of the contract
    const dates = entries.map((entry) => field(entry, "date")).filter((date) => date !== undefined);
    const days = [...new Set(dates.map((date) => String(date).slice(0, 10)))];
    // How the days are listed is assumed
    if (days.length === 0) throw new OutOfReach("the answer has no `slots` with a `date`");
    const all = {
      text: "There are slots of 14 days.",
      pointer: "#/components/schemas/AppointmentAvailability/properties/slots",
    };
    const { AppointmentAvailability } = scene.session.contract.document.components.schemas;
    // A flat list has more entries than days, and none for a day without slots
    const isFlat = entries.length > wanted.length && days.length < wanted.length;
    const listing = isFlat ? AppointmentAvailability?.properties?.["slots"]?.["x-assumption"] : undefined;
    const assumedCount = excuse(scene.operation.operation["x-assumption"], "count") ?? excuse(listing, "count");
    const isAll = days.length === wanted.length;
    scene.expect(isAll, found, `There are slots of ${days.length} days.`, all, assumedCount);
    if (!isAll) return;
    const expected = { text: "The days of slots follow one another from `start_date` on.", pointer };
    scene.expectEqual(days, wanted, found, "The list of days", expected, assumption);
  });

const dayMs = 86_400_000;

const appointmentNotesKept = (operation: string) =>
  changing("appointment-notes-kept", operation, async (scene) => {
    const appointment = scene.valid;
    const wanted = field(appointment.input.body, "appointment_notes");
    const kept = field(appointment.body, "appointment_notes");
    if (kept === undefined) throw new OutOfReach("the answer shows no notes");
    const expected = {
      text: "The appointment has the notes that it was given.",
      pointer: "#/components/schemas/Appointment/properties/appointment_notes",
    };
    scene.expectEqual(kept, wanted, appointment, "`appointment_notes`", expected);
  });

export const orderBehaviours: readonly Behaviour[] = [
  ...[...creations, "importOrder"].map(lastEventIsLast),
  ...creations.flatMap((id) => [accessNotesKept(id), orderNotDuplicated(id)]),
  bookingNotDuplicated,
  pendingAccountImports,
  ...["getPhlebotomyAppointmentAvailability", "getPscAppointmentAvailability"].map(slotsFromStartDate),
  ...[
    "bookPhlebotomyAppointment",
    "requestPhlebotomyAppointment",
    "reschedulePhlebotomyAppointment",
    "bookPscAppointment",
  ].map(appointmentNotesKept),
  ...creations.map(labAccountOptional),
];
