// Appointments in the sandbox: slots of 14 days, booking, request and reschedule, and service centers with their confirmation.
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { AppointmentDay } from "../../../generated/schemas.ts";
import { createClient } from "../../../src/package/client/index.ts";
import { type Sandbox, type SandboxWorld, startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { logInto } from "./complaints.ts";

const runner = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
const walkIn = "d6fa1ce4-7059-42b3-88e5-fb041628dbec";
const atHome = "e70b2df5-816a-43c4-99f6-0c152739ecfd";
const testKit = "f81c3e06-927b-44d5-8a07-1d26384afd0e";
const nobody = "00000000-0000-4000-8000-000000000000";

const logged: string[] = [];
let sandbox: Sandbox;
let team: SandboxWorld;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
  sandbox = await startSandbox({ log: logInto(logged) });
});
beforeEach(async () => {
  // A world of its own for each test, since clocks never go back
  team = await sandbox.createWorld({
    frozen: true,
    now: new Date("2026-03-02T09:00:00Z"),
    settings: { psc_scheduling: true },
  });
  client = createClient({ apiKey: team.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch });
});
afterEach(() => expect(logged).toEqual([]));
afterAll(() => sandbox.close());

const kinds = ["phlebotomy", "psc"] as const;
type Kind = (typeof kinds)[number];

const ask = (kind: Kind, start_date?: string) =>
  client.POST(`/v3/order/${kind}/appointment/availability`, {
    params: { query: start_date === undefined ? {} : { start_date } },
  });

async function days(kind: Kind, start_date?: string): Promise<AppointmentDay[]> {
  const result = await ask(kind, start_date);
  if (!result.ok) throw new Error(`The availability was refused: ${result.status}`);
  return result.data.slots;
}

async function starts(kind: Kind, start_date?: string): Promise<string[]> {
  return (await days(kind, start_date)).flatMap(({ slots }) =>
    (slots as { start: string }[]).map(({ start }) => start),
  );
}

type Body = { appointment_notes?: string } & Record<string, unknown>;

const book = (order_id: string, body: Body = {}) =>
  client.POST("/v3/order/{order_id}/phlebotomy/appointment/book", { params: { path: { order_id } }, body });

const request = (order_id: string, body: Body = {}) =>
  client.POST("/v3/order/{order_id}/phlebotomy/appointment/request", { params: { path: { order_id } }, body });

const reschedule = (order_id: string, body: Body = {}) =>
  client.PATCH("/v3/order/{order_id}/phlebotomy/appointment/reschedule", { params: { path: { order_id } }, body });

const bookPsc = (order_id: string, body: Body = {}, key?: string) =>
  client.POST("/v3/order/{order_id}/psc/appointment/book", {
    params: { path: { order_id } },
    body,
    idempotencyKey: key,
  });

const details = async (order_id: string) =>
  (await team.inspect.order({ order_id })).events.map(({ status_detail }) => status_detail);

const sentDetails = async () =>
  (await team.events.ofUser(runner)).map(({ event_type, payload }) => [
    event_type,
    (payload as { data: { status_detail: unknown } }).data.status_detail,
  ]);

const statuses = async (order_id: string) =>
  (await team.inspect.appointments({ order_id })).map(({ status }) => status);

const tomorrow = "2026-03-03T10:00:00.000Z";
const dayMs = 86_400_000;

test.each(kinds)("%s availability is always 14 days, from the start date or today", async (kind) => {
  const dates = async (start_date?: string) => (await days(kind, start_date)).map(({ date }) => date);
  const from = (first: string) =>
    Array.from({ length: 14 }, (_, index) => new Date(Date.parse(first) + index * dayMs).toISOString().slice(0, 10));
  expect(await dates()).toEqual(from("2026-03-02"));
  await team.clock.advance({ days: 3 });
  expect(await dates()).toEqual(from("2026-03-05"));
  const dateOf = (date: Date) => date.toISOString().slice(0, 10);
  await fc.assert(
    fc.asyncProperty(
      fc.date({ min: new Date("1900-01-01"), max: new Date("9999-12-18"), noInvalidDate: true }).map(dateOf),
      async (start_date) => {
        expect(await dates(start_date)).toEqual(from(start_date));
      },
    ),
    { numRuns: 25 },
  );
});

test.each(kinds)("%s availability refuses an invalid date, or one whose 14 days exceed the calendar", async (kind) => {
  expect(await ask(kind, "2026-02-30")).toMatchObject({ status: 422 });
  expect(await ask(kind, "9999-12-19")).toMatchObject({ status: 422 });
});

test.each(kinds)("%s slots are the same whenever asked, and none has begun", async (kind) => {
  expect(await starts(kind)).toEqual(await starts(kind));
  // It is 9 o'clock, and the demo cast has an appointment at home at 10
  expect((await starts(kind))[0]).toBe(`2026-03-02T1${kind === "psc" ? 0 : 1}:00:00.000Z`);
  const [past] = await days(kind, "2026-03-01");
  expect(past).toEqual({ date: "2026-03-01", slots: [] });
  expect(await days(kind, "2026-04-01")).toMatchObject([
    { slots: [{ start: "2026-04-01T08:00:00.000Z", end: "2026-04-01T09:00:00.000Z" }, ...Array(9).fill({})] },
    ...Array(13).fill({}),
  ]);
});

test("a slot is booked as availability lists it, or its start alone, in any time zone; without one it is the first free", async () => {
  const [free = ""] = await starts("phlebotomy");
  expect(await book(walkIn)).toMatchObject({ data: { start: free } });
  const [slot] = ((await days("phlebotomy"))[1]?.["slots"] ?? []) as { start: string }[];
  expect(await book(testKit, { slot })).toMatchObject({ data: { start: slot?.start } });
  expect(await book(testKit, { slot: tomorrow })).toMatchObject({ data: { start: tomorrow } });
  expect(await book(testKit, { start: "2026-03-04T12:00:00+02:00" })).toMatchObject({
    data: { start: "2026-03-04T10:00:00.000Z" },
  });
});

test("an unknown slot, or one in the past, is refused", async () => {
  for (const start of ["2026-03-02T08:00:00Z", "2026-03-03T10:30:00Z", "2026-03-03T03:00:00Z", "soon", 7]) {
    expect(await book(walkIn, { start })).toMatchObject({ status: 422 });
    expect(await reschedule(atHome, { slot: start })).toMatchObject({ status: 422 });
    expect(await bookPsc(walkIn, { slot: { start } })).toMatchObject({ status: 422 });
  }
  expect(await statuses(walkIn)).toEqual([]);
  expect(await details(walkIn)).toEqual([null]);
});

test("two appointments never hold one slot, however they are booked, moved and requested", async () => {
  const orders = [walkIn, atHome, testKit];
  const hours = Array.from({ length: 4 }, (_, index) => `2026-03-05T${String(8 + index).padStart(2, "0")}:00:00.000Z`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(
          fc.constantFrom(book, reschedule, request, bookPsc),
          fc.constantFrom(...orders),
          fc.constantFrom(undefined, ...hours),
        ),
        { maxLength: 10 },
      ),
      async (calls) => {
        for (const [call, order_id, start] of calls) await call(order_id, start === undefined ? {} : { start });
        for (const kind of kinds) {
          const held = (await Promise.all(orders.map((order_id) => team.inspect.appointments({ order_id }))))
            .flat()
            .filter((one) => one.kind === kind && one.status !== "replaced" && one.status !== "refused")
            .flatMap(({ start }) => (start === null ? [] : [start]));
          expect(new Set(held).size).toBe(held.length);
          if (kind === "phlebotomy") {
            const free = await starts(kind);
            expect(held.filter((start) => free.includes(start))).toEqual([]);
            // Fourteen days of ten hours, without the two of today that have begun
            expect(free.length + held.length).toBe(138);
          }
        }
      },
    ),
    { numRuns: 15 },
  );
});

test("a request keeps its notes, holds no slot, and sends an event", async () => {
  const before = await starts("phlebotomy");
  const result = await request(walkIn, { appointment_notes: "Mornings only." });
  expect(result).toMatchObject({ ok: true, data: { appointment_notes: "Mornings only." } });
  expect(result.ok ? result.data : {}).not.toHaveProperty("start");
  expect(await starts("phlebotomy")).toEqual(before);
  expect(await statuses(walkIn)).toEqual(["requested"]);
  expect(await sentDetails()).toEqual([["order.updated", "A phlebotomy appointment was requested."]]);
  expect(await team.inspect.phlebotomyForwarded({ order_id: walkIn })).toEqual([]);
});

test("only an order with an appointment at home is rescheduled; notes stay until new ones are sent", async () => {
  expect(await reschedule(walkIn)).toMatchObject({ status: 422 });
  await bookPsc(walkIn);
  expect(await reschedule(walkIn)).toMatchObject({ status: 422 });
  await request(walkIn, { appointment_notes: "Mornings only." });
  expect(await reschedule(walkIn, { start: tomorrow })).toMatchObject({
    data: { start: tomorrow, appointment_notes: "Mornings only." },
  });
  // The slot may stay the same
  expect(await reschedule(walkIn, { start: tomorrow, appointment_notes: "The dog is away." })).toMatchObject({
    data: { start: tomorrow, appointment_notes: "The dog is away." },
  });
});

test("the access notes are forwarded with each booking and each reschedule, and with nothing else", async () => {
  const created = await client.POST("/v3/order", {
    body: { patient_address: { access_notes: "Side door." }, user_id: runner },
  });
  const order_id = created.ok ? created.data.id : "";
  await request(order_id);
  await book(order_id, { start: tomorrow, appointment_notes: "Call first." });
  await team.clock.advance({ hours: 1 });
  await reschedule(order_id, { start: "2026-03-04T10:00:00.000Z" });
  await book(order_id, { start: "2026-03-05T10:00:00.000Z" });
  expect(await book(order_id, { start: "2026-03-05T10:01:00.000Z" })).toMatchObject({ status: 422 });
  await bookPsc(order_id);
  const sent = { order_id, access_notes: "Side door." };
  expect(await team.inspect.phlebotomyForwarded({ order_id })).toEqual([
    {
      ...sent,
      occasion: "booking",
      forwarded_at: "2026-03-02T09:00:00.000Z",
      start: tomorrow,
      appointment_notes: "Call first.",
    },
    {
      ...sent,
      occasion: "reschedule",
      forwarded_at: "2026-03-02T10:00:00.000Z",
      start: "2026-03-04T10:00:00.000Z",
      appointment_notes: "Call first.",
    },
    {
      ...sent,
      occasion: "booking",
      forwarded_at: "2026-03-02T10:00:00.000Z",
      start: "2026-03-05T10:00:00.000Z",
      appointment_notes: null,
    },
  ]);
});

test("the at-home order of the demo cast has its appointment, whose slot is held", async () => {
  const [appointment] = await team.inspect.appointments({ order_id: atHome });
  expect(appointment).toMatchObject({ kind: "phlebotomy", status: "booked" });
  expect(await starts("phlebotomy")).not.toContain(appointment?.start);
  expect(await team.inspect.phlebotomyForwarded({ order_id: atHome })).toMatchObject([
    { occasion: "booking", access_notes: "Use the side entrance and ring twice." },
  ]);
});

test("an unknown order has no appointments", async () => {
  for (const call of [book, request, reschedule, bookPsc]) {
    expect(await call(nobody)).toMatchObject({ status: 404 });
  }
});

test("a slot at a service center is shown until the cache is refreshed, at the full minute, and booking it is refused", async () => {
  await team.clock.advance({ seconds: 20 });
  expect(await bookPsc(walkIn, { start: tomorrow })).toMatchObject({ ok: true, data: { start: tomorrow } });
  expect(await starts("psc")).toContain(tomorrow);
  expect(await bookPsc(testKit, { start: tomorrow })).toMatchObject({ status: 422 });
  await team.clock.advance({ seconds: 39 });
  expect(await starts("psc")).toContain(tomorrow);
  await team.clock.advance({ seconds: 1 });
  expect(await starts("psc")).not.toContain(tomorrow);
  // Given back, it is missing until the next refresh, and can be booked already
  await bookPsc(walkIn, { start: "2026-03-04T10:00:00.000Z" });
  expect(await starts("psc")).not.toContain(tomorrow);
  await team.clock.advance({ minutes: 1 });
  expect(await starts("psc")).toContain(tomorrow);
});

test("a booking at a service center is confirmed some seconds later, by the clock", async () => {
  expect(await bookPsc(walkIn, { start: tomorrow, appointment_notes: "Wheelchair." })).toMatchObject({
    data: { appointment_notes: "Wheelchair." },
  });
  expect(await statuses(walkIn)).toEqual(["unconfirmed"]);
  const steps = [`An appointment at a patient service center is to be confirmed: ${tomorrow}.`];
  expect(await details(walkIn)).toEqual([null, ...steps]);
  await team.clock.advance({ seconds: 4 });
  expect(await statuses(walkIn)).toEqual(["unconfirmed"]);
  await team.clock.advance({ seconds: 1 });
  expect(await statuses(walkIn)).toEqual(["confirmed"]);
  steps.push(`The patient service center confirmed the appointment of ${tomorrow}.`);
  expect(await details(walkIn)).toEqual([null, ...steps]);
  expect(await sentDetails()).toEqual(steps.map((step) => ["order.updated", step]));
});

test("a refusal that was prepared gives the slot back, once", async () => {
  await team.simulate.pscConfirmationPrepared({ order_id: walkIn, outcome: "refused" });
  await bookPsc(walkIn, { start: tomorrow });
  await team.clock.advance({ seconds: 5 });
  expect(await statuses(walkIn)).toEqual(["refused"]);
  expect((await details(walkIn)).at(-1)).toBe(`The patient service center refused the appointment of ${tomorrow}.`);
  expect(await bookPsc(testKit, { start: tomorrow })).toMatchObject({ ok: true });
  await bookPsc(walkIn);
  await team.clock.advance({ seconds: 5 });
  expect(await statuses(walkIn)).toEqual(["refused", "confirmed"]);
  // What was prepared last counts
  for (const outcome of ["refused", "confirmed"] as const) {
    await team.simulate.pscConfirmationPrepared({ order_id: walkIn, outcome });
  }
  await bookPsc(walkIn, { start: "2026-03-04T10:00:00.000Z" });
  await team.clock.advance({ seconds: 5 });
  expect(await statuses(walkIn)).toEqual(["refused", "replaced", "confirmed"]);
  await expect(() =>
    team.simulate.pscConfirmationPrepared({ order_id: walkIn, outcome: "maybe" as "refused" }),
  ).rejects.toThrow(/one of "confirmed", "refused"/);
});

test("of two bookings of an order at service centers the later one counts, and alone is confirmed", async () => {
  await bookPsc(walkIn, { start: tomorrow });
  await bookPsc(walkIn, { start: "2026-03-04T10:00:00.000Z" });
  await team.clock.advance({ minutes: 1 });
  expect(await statuses(walkIn)).toEqual(["replaced", "confirmed"]);
  expect((await details(walkIn)).filter((detail) => detail?.includes("confirmed the"))).toEqual([
    "The patient service center confirmed the appointment of 2026-03-04T10:00:00.000Z.",
  ]);
});

test("a key books once: the same answer again, no second appointment, no second step", async () => {
  const first = await bookPsc(walkIn, { start: tomorrow, appointment_notes: "One." }, "key");
  const again = await bookPsc(walkIn, { start: tomorrow, appointment_notes: "Two." }, "key");
  expect(first).toMatchObject({ ok: true });
  expect(again).toMatchObject({ ok: true, data: first.ok ? first.data : {} });
  expect(await statuses(walkIn)).toEqual(["unconfirmed"]);
  expect(await sentDetails()).toHaveLength(1);
  // For another order it is another booking
  expect(await bookPsc(testKit, { start: tomorrow }, "key")).toMatchObject({ status: 422 });
  expect(await bookPsc(testKit, {}, "key")).toMatchObject({ ok: true });
  expect(await statuses(testKit)).toEqual(["unconfirmed"]);
});

test("a team has not opted in to scheduling at service centers unless its world says so: it is refused, and still books at home", async () => {
  team = await sandbox.createWorld({ frozen: true, now: new Date("2026-03-02T09:00:00Z") });
  client = createClient({ apiKey: team.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch });
  const refused = { status: 422, error: { detail: expect.stringContaining("opt") } };
  expect(await ask("psc")).toMatchObject(refused);
  expect(await bookPsc(walkIn)).toMatchObject(refused);
  expect(await bookPsc(nobody)).toMatchObject({ status: 404 });
  expect(await statuses(walkIn)).toEqual([]);
  expect(await book(walkIn)).toMatchObject({ ok: true });
  await team.simulate.settingsChanged({ psc_scheduling: true });
  expect(await bookPsc(walkIn)).toMatchObject({ ok: true });
});

test("when no slot is left in 14 days, a booking without one is refused", async () => {
  const free = await starts("psc");
  for (const start of free) {
    const order = await client.POST("/v3/order", { body: {} });
    await bookPsc(order.ok ? order.data.id : "", { start });
  }
  expect(await bookPsc(walkIn)).toMatchObject({ status: 422 });
  expect(await bookPsc(walkIn, { start: "2026-06-01T10:00:00Z" })).toMatchObject({ ok: true });
});
