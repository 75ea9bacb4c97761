// A slot is one order's at a time, availability shows those that are free, and a service center confirms a booking some seconds later.
import { expect, test } from "vitest";
import { atHome, nobody, readOrder, runner, testKit, walkIn } from "./cast.ts";
import { call, emitted, openWorld, useWorlds, world } from "./fresh-world.ts";

useWorlds();

const kinds = ["phlebotomy", "psc"] as const;
type Kind = (typeof kinds)[number];
interface Day {
  readonly date: string;
  readonly slots: readonly { readonly start: string }[];
}

const ask = (kind: Kind, start_date?: string) =>
  call<{ slots: Day[] }>(
    `POST /v3/order/${kind}/appointment/availability${start_date === undefined ? "" : `?start_date=${start_date}`}`,
  );
const days = async (kind: Kind, start_date?: string) => (await ask(kind, start_date)).body.slots;
const starts = async (kind: Kind) => (await days(kind)).flatMap(({ slots }) => slots.map(({ start }) => start));

const does =
  (line: string) =>
  (order_id: string, body: object = {}, headers?: Record<string, string>) =>
    call(line.replace("ORDER", `/v3/order/${order_id}`), body, headers);
const book = does("POST ORDER/phlebotomy/appointment/book");
const request = does("POST ORDER/phlebotomy/appointment/request");
const reschedule = does("PATCH ORDER/phlebotomy/appointment/reschedule");
const bookPsc = does("POST ORDER/psc/appointment/book");

const details = async (order_id: string) =>
  (await readOrder(world, order_id)).events.map(({ status_detail }) => status_detail);
const sent = async () => (await emitted()).map(({ event_type, data }) => [event_type, data["status_detail"]]);
const states = async (order_id: string) => (await world.records.appointments({ order_id })).map(({ status }) => status);

const tomorrow = "2026-03-03T10:00:00.000Z";
const later = "2026-03-04T10:00:00.000Z";

test.each(kinds)("%s slots are the same whenever asked, and none has begun", async (kind) => {
  expect(await starts(kind)).toEqual(await starts(kind));
  // It is 9 o'clock, and the demo cast has an appointment at home at 10
  expect((await starts(kind))[0]).toBe(`2026-03-02T1${kind === "psc" ? 0 : 1}:00:00.000Z`);
  expect((await days(kind, "2026-03-01"))[0]).toEqual({ date: "2026-03-01", slots: [] });
  // Fourteen days from here exceed the calendar
  expect((await ask(kind, "9999-12-19")).status).toBe(422);
  expect((await days(kind, "2026-04-01"))[0]?.slots).toMatchObject([
    { start: "2026-04-01T08:00:00.000Z", end: "2026-04-01T09:00:00.000Z" },
    ...Array(9).fill({}),
  ]);
});

test("a slot is booked as availability lists it, or its start alone, in any time zone; without one it is the first free", async () => {
  const [free = ""] = await starts("phlebotomy");
  const [slot] = (await days("phlebotomy"))[1]?.slots ?? [];
  for (const [order, body, start] of [
    [walkIn, {}, free],
    [testKit, { slot }, slot?.start],
    [testKit, { slot: tomorrow }, tomorrow],
    [testKit, { start: "2026-03-04T12:00:00+02:00" }, later],
  ] as const) {
    expect((await book(order, body)).body).toMatchObject({ start });
  }
});

test("an unknown slot, one in the past, or an unknown order is refused", async () => {
  for (const start of ["2026-03-02T08:00:00Z", "2026-03-03T10:30:00Z", "2026-03-03T03:00:00Z", "soon", 7]) {
    const calls = [book(walkIn, { start }), reschedule(atHome, { slot: start }), bookPsc(walkIn, { slot: { start } })];
    expect(await Promise.all(calls)).toMatchObject([{ status: 422 }, { status: 422 }, { status: 422 }]);
  }
  expect([await states(walkIn), await details(walkIn)]).toEqual([[], [null]]);
  for (const one of [book, request, reschedule, bookPsc]) expect((await one(nobody)).status).toBe(404);
});

test("a slot at home is one order's: it is neither shown nor booked until that order moves away or is booked anew", async () => {
  await book(walkIn, { start: tomorrow });
  expect(await starts("phlebotomy")).not.toContain(tomorrow);
  expect((await book(testKit, { start: tomorrow })).status).toBe(422);
  expect((await reschedule(atHome, { start: tomorrow })).status).toBe(422);
  await reschedule(walkIn, { start: later });
  expect((await book(testKit, { start: tomorrow })).status).toBe(200);
  await book(testKit, { start: "2026-03-05T10:00:00.000Z" });
  expect(await starts("phlebotomy")).toContain(tomorrow);
  // Fourteen days of ten hours, without the two of today that have begun and the three that are held
  expect(await starts("phlebotomy")).toHaveLength(135);
});

test("a request keeps its notes, holds no slot, and sends an event", async () => {
  const before = await starts("phlebotomy");
  const { body } = await request(walkIn, { appointment_notes: "Mornings only." });
  expect(body).toMatchObject({ appointment_notes: "Mornings only." });
  expect(body).not.toHaveProperty("start");
  expect(await starts("phlebotomy")).toEqual(before);
  expect(await states(walkIn)).toEqual(["requested"]);
  expect(await sent()).toEqual([["order.updated", "A phlebotomy appointment was requested."]]);
  expect(await world.records.forwardings({ order_id: walkIn })).toEqual([]);
});

test("only an order with an appointment at home is rescheduled; notes stay until new ones are sent", async () => {
  expect((await reschedule(walkIn)).status).toBe(422);
  await bookPsc(walkIn);
  expect((await reschedule(walkIn)).status).toBe(422);
  await request(walkIn, { appointment_notes: "Mornings only." });
  // The slot may stay the same
  for (const [notes, appointment_notes] of [
    [{}, "Mornings only."],
    [{ appointment_notes: "The dog is away." }, "The dog is away."],
  ] as const) {
    expect((await reschedule(walkIn, { start: tomorrow, ...notes })).body).toMatchObject({
      start: tomorrow,
      appointment_notes,
    });
  }
});

test("the access notes are forwarded with each booking and each reschedule, and with nothing else", async () => {
  const access_notes = "Side door.";
  const { body } = await call("POST /v3/order", { patient_address: { access_notes }, user_id: runner });
  const order_id = String(body["id"]);
  await request(order_id);
  await book(order_id, { start: tomorrow, appointment_notes: "Call first." });
  await world.clock.advance({ hours: 1 });
  await reschedule(order_id, { start: later });
  await book(order_id, { start: "2026-03-05T10:00:00.000Z" });
  expect((await book(order_id, { start: "2026-03-05T10:01:00.000Z" })).status).toBe(422);
  await bookPsc(order_id);
  const forwarded = await world.records.forwardings({ order_id });
  expect(
    forwarded.map((one) => [one.occasion, one.forwarded_at.slice(11, 16), one.start, one.appointment_notes]),
  ).toEqual([
    ["booking", "09:00", tomorrow, "Call first."],
    ["reschedule", "10:00", later, "Call first."],
    ["booking", "10:00", "2026-03-05T10:00:00.000Z", null],
  ]);
  expect(forwarded).toMatchObject(Array(3).fill({ order_id, access_notes }));
});

test("the at-home order of the demo cast has its appointment, whose slot is held", async () => {
  const [appointment] = await world.records.appointments({ order_id: atHome });
  expect(appointment).toMatchObject({ kind: "phlebotomy", status: "booked" });
  expect(await starts("phlebotomy")).not.toContain(appointment?.start);
  expect(await world.records.forwardings({ order_id: atHome })).toMatchObject([
    { occasion: "booking", access_notes: "Use the side entrance and ring twice." },
  ]);
});

test("a slot at a service center is shown until the cache is refreshed, at the full minute, and booking it is refused", async () => {
  const isShown = async () => (await starts("psc")).includes(tomorrow);
  // Also when it is booked at the very moment of a refresh
  for (const [order, seconds] of [
    [testKit, 0],
    [walkIn, 20],
  ] as const) {
    await world.clock.advance({ seconds });
    expect(await bookPsc(order, { start: tomorrow })).toMatchObject({ status: 200, body: { start: tomorrow } });
    expect(await isShown()).toBe(true);
    expect((await bookPsc(atHome, { start: tomorrow })).status).toBe(422);
    await world.clock.advance({ seconds: 59 - seconds });
    expect(await isShown()).toBe(true);
    await world.clock.advance({ seconds: 1 });
    expect(await isShown()).toBe(false);
    // Given back, it is missing until the next refresh, and can be booked already
    await bookPsc(order, { start: order === walkIn ? later : "2026-03-05T10:00:00.000Z" });
    expect(await isShown()).toBe(false);
    await world.clock.advance({ minutes: 1 });
    expect(await isShown()).toBe(true);
  }
});

test("a booking at a service center is confirmed some seconds later, by the clock", async () => {
  const { body } = await bookPsc(walkIn, { start: tomorrow, appointment_notes: "Wheelchair." });
  expect(body).toMatchObject({ appointment_notes: "Wheelchair." });
  const steps = [`An appointment at a patient service center is to be confirmed: ${tomorrow}.`];
  expect([await states(walkIn), await details(walkIn)]).toEqual([["unconfirmed"], [null, ...steps]]);
  await world.clock.advance({ seconds: 4 });
  expect(await states(walkIn)).toEqual(["unconfirmed"]);
  await world.clock.advance({ seconds: 1 });
  steps.push(`The patient service center confirmed the appointment of ${tomorrow}.`);
  expect([await states(walkIn), await details(walkIn)]).toEqual([["confirmed"], [null, ...steps]]);
  expect(await sent()).toEqual(steps.map((step) => ["order.updated", step]));
});

test("a refusal that was prepared gives the slot back, once", async () => {
  const prepare = (outcome: "refused" | "confirmed") =>
    world.simulate.pscConfirmationPrepared({ order_id: walkIn, outcome });
  const decided = async (body: object = {}) => {
    await bookPsc(walkIn, body);
    await world.clock.advance({ seconds: 5 });
    return states(walkIn);
  };
  await prepare("refused");
  expect(await decided({ start: tomorrow })).toEqual(["refused"]);
  expect((await details(walkIn)).at(-1)).toBe(`The patient service center refused the appointment of ${tomorrow}.`);
  expect((await bookPsc(testKit, { start: tomorrow })).status).toBe(200);
  expect(await decided()).toEqual(["refused", "confirmed"]);
  // The last preparation counts
  for (const outcome of ["refused", "confirmed"] as const) await prepare(outcome);
  expect(await decided({ start: later })).toEqual(["refused", "replaced", "confirmed"]);
  await expect(prepare("maybe" as "refused")).rejects.toThrow(/one of "confirmed", "refused"/);
});

test("of two bookings of an order at service centers the later one counts, and alone is confirmed", async () => {
  for (const start of [tomorrow, later]) await bookPsc(walkIn, { start });
  await world.clock.advance({ minutes: 1 });
  expect(await states(walkIn)).toEqual(["replaced", "confirmed"]);
  expect((await details(walkIn)).filter((detail) => detail?.includes("confirmed the"))).toEqual([
    `The patient service center confirmed the appointment of ${later}.`,
  ]);
});

test("a key books once for each order", async () => {
  const key = { "idempotency-key": "key" };
  const { body } = await bookPsc(walkIn, {}, key);
  expect((await bookPsc(walkIn, {}, key)).body).toEqual(body);
  expect((await bookPsc(testKit, {}, key)).body["id"]).not.toBe(body["id"]);
});

test("a team that has not opted in to scheduling at service centers is refused, and still books at home", async () => {
  await openWorld({ settings: { psc_scheduling: false } });
  for (const answer of [await ask("psc"), await bookPsc(walkIn)]) {
    expect(answer).toMatchObject({ status: 422, body: { detail: expect.stringContaining("opt") } });
  }
  expect((await bookPsc(nobody)).status).toBe(404);
  expect(await states(walkIn)).toEqual([]);
  expect((await book(walkIn)).status).toBe(200);
  await world.changeSettings({ psc_scheduling: true });
  expect((await bookPsc(walkIn)).status).toBe(200);
});

test("when no slot is left in 14 days, a booking without one is refused", async () => {
  for (const start of await starts("psc")) {
    await bookPsc(String((await call("POST /v3/order", { user_id: runner })).body["id"]), { start });
  }
  expect((await bookPsc(walkIn)).status).toBe(422);
  expect((await bookPsc(walkIn, { start: "2026-06-01T10:00:00Z" })).status).toBe(200);
});
