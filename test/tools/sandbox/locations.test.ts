// Lab locations in the sandbox: centers and areas around a zip code, by radius, capabilities, lab and account.
import fc from "fast-check";
import { expect, test } from "vitest";
import { areaInfo, areaInfoNoPhlebotomy, pscInfoAtCap, pscInfoNoneFound } from "../../../generated/examples.ts";
import { frozenSandbox } from "./frozen-sandbox.ts";

const pending = "c5e90bd3-6f48-41a2-97d4-eaf30517c9db";
const nobody = "00000000-0000-4000-8000-000000000000";

const { sandbox, client } = await frozenSandbox();

const radii = [10, 20, 25, 50, 100] as const;
type Radius = (typeof radii)[number];

interface CenterQuery {
  zip_code?: string;
  lab_id?: number;
  radius?: Radius;
  capabilities?: string[];
  lab_account_id?: string;
}

const lookup = (query: CenterQuery = {}) =>
  client.GET("/v3/order/psc/info", { params: { query: { zip_code: "85001", lab_id: 1, ...query } } });

async function centers(query: CenterQuery = {}) {
  const result = await lookup(query);
  if (!result.ok) throw new Error(`The lookup was refused: ${result.status}`);
  return result.data.patient_service_centers;
}

interface AreaQuery {
  zip_code?: string;
  radius?: Radius;
  lab?: string;
  labs?: string[];
  lab_account_id?: string;
}

const areaOf = (query: AreaQuery = {}) =>
  client.GET("/v3/order/area/info", { params: { query: { zip_code: "85001", ...query } } });

async function area(query: AreaQuery = {}) {
  const result = await areaOf(query);
  if (!result.ok) throw new Error(`The lookup was refused: ${result.status}`);
  return result.data;
}

const north = async (query: AreaQuery = {}) =>
  (await area(query)).central_labs["demo_lab_north"]?.patient_service_centers;

test("around 85001 the default radius finds the 30 nearest of 33 centers, those of the example", async () => {
  expect(await lookup()).toMatchObject({ ok: true, data: pscInfoAtCap });
  expect(await centers({ radius: 25 })).toEqual(await centers());
  expect(await north()).toEqual({
    within_radius: 33,
    radius: "25",
    capabilities: ["stat", "appointment_scheduling_via_service", "appointment_scheduling_with_lab"],
  });
  expect(await centers({ radius: 10 })).toHaveLength(17);
});

test("a larger radius finds all that a smaller one does, nearest first, nothing beyond it and no more than 30", async () => {
  const zipCodes = ["85001", "85009", "85045", "59001", "59006", "75001", "75007", "04001", "99999", "00000"];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zipCodes),
      fc.subarray(["stat", "appointment_scheduling_via_service", "appointment_scheduling_with_lab"]),
      async (zip_code, capabilities) => {
        let smaller: string[] = [];
        let fewer = 0;
        for (const radius of radii) {
          const found = await centers({ zip_code, radius, capabilities });
          const miles = found.map(({ distance }) => Number(distance));
          expect(miles).toEqual([...miles].sort((a, b) => a - b));
          expect(Math.max(0, ...miles)).toBeLessThanOrEqual(radius);
          expect(found.length).toBeLessThanOrEqual(30);
          const names = found.map(({ metadata }) => metadata.name);
          // Cut off at 30 they are the nearest, so the smaller radius's come first
          expect(names.slice(0, smaller.length)).toEqual(smaller);
          smaller = names;
          const { within_radius = -1 } = (await north({ zip_code, radius })) ?? {};
          expect(within_radius).toBeGreaterThanOrEqual(Math.max(fewer, capabilities.length === 0 ? found.length : 0));
          fewer = within_radius;
        }
      },
    ),
    { numRuns: 25 },
  );
});

test("capabilities keep the centers that have all of them", async () => {
  for (const capability of ["stat", "appointment_scheduling_via_service", "appointment_scheduling_with_lab"]) {
    const found = await centers({ capabilities: [capability] });
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ capabilities }) => capabilities.includes(capability))).toBe(true);
  }
  const both = await centers({ capabilities: ["stat", "appointment_scheduling_via_service"] });
  expect(both.map(({ metadata }) => metadata.name)).toContain("Demo Lab North, Acorn Street");
  expect(both.every(({ capabilities }) => capabilities.length === 2)).toBe(true);
  expect(await centers({ capabilities: ["drive_through"] })).toEqual([]);
});

test("an unknown zip code is far from everything", async () => {
  expect(await lookup({ zip_code: "99999", radius: 100 })).toMatchObject({ ok: true, data: pscInfoNoneFound });
  expect(await area({ zip_code: "99999", radius: 100 })).toEqual({
    zip_code: "99999",
    phlebotomy: { is_served: false, providers: [] },
    central_labs: {
      demo_lab_north: { patient_service_centers: { within_radius: 0, radius: "100", capabilities: [] } },
      demo_lab_south: { patient_service_centers: { within_radius: 0, radius: "100", capabilities: [] } },
    },
  });
});

test("a zip code is five digits, and a radius is one of five", async () => {
  expect(await lookup({ zip_code: "8500" })).toMatchObject({ status: 422 });
  expect(await areaOf({ zip_code: "85001-0001" })).toMatchObject({ status: 422 });
  expect(await lookup({ radius: 30 as Radius })).toMatchObject({ status: 422 });
});

test("a lab without centers has none, an unknown lab is refused", async () => {
  expect(await lookup({ lab_id: 2, radius: 100 })).toMatchObject({
    data: { lab_id: 2, slug: "demo_lab_south", patient_service_centers: [] },
  });
  expect(await lookup({ lab_id: 99 })).toMatchObject({ status: 422 });
});

test("a pending account is not known to centers that are booked through the service, an unknown one is refused", async () => {
  const found = await centers({ lab_account_id: pending, radius: 10 });
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(17);
  expect(found.flatMap(({ capabilities }) => capabilities)).not.toContain("appointment_scheduling_via_service");
  expect((await north({ lab_account_id: pending, radius: 10 }))?.within_radius).toBe(found.length);
  expect(await lookup({ lab_account_id: nobody })).toMatchObject({ status: 422 });
  expect(await areaOf({ lab_account_id: nobody })).toMatchObject({ status: 422 });
});

test("an area lists who draws blood at home there, in which tiers", async () => {
  expect((await area()).phlebotomy).toEqual(areaInfo.phlebotomy);
  expect((await area({ zip_code: "04001" })).phlebotomy).toEqual({
    is_served: true,
    providers: [{ name: "Demo Traveling Nurses", tier: ["appointment-request"] }],
  });
  // Far out of town only one tier is left, and farther none
  expect((await area({ zip_code: "85026" })).phlebotomy.providers).toEqual([
    { name: "Demo Home Phlebotomy", tier: ["appointment-request"] },
    { name: "Demo Traveling Nurses", tier: ["appointment-request"] },
  ]);
  expect((await area({ zip_code: "85045" })).phlebotomy.is_served).toBe(false);
});

test("around 59001 there is no phlebotomy at home, and one center is near", async () => {
  expect(await area({ zip_code: "59001", labs: ["demo_lab_north"] })).toEqual(areaInfoNoPhlebotomy);
});

test("an area shows the labs that are asked for, by the old parameter, the new one, or both together", async () => {
  const shown = async (query: AreaQuery) => Object.keys((await area(query)).central_labs);
  expect(await shown({})).toEqual(["demo_lab_north", "demo_lab_south"]);
  expect(await shown({ lab: "demo_lab_south" })).toEqual(["demo_lab_south"]);
  expect(await shown({ labs: ["demo_lab_north"] })).toEqual(["demo_lab_north"]);
  expect(await shown({ lab: "demo_lab_south", labs: ["demo_lab_north"] })).toEqual([
    "demo_lab_north",
    "demo_lab_south",
  ]);
  expect(await shown({ labs: ["no_lab"] })).toEqual([]);
});

test("a newer service shows capabilities and tiers that the contract does not know", async () => {
  await sandbox.simulate.settingsChanged({ newer_values: true });
  expect((await centers())[0]?.capabilities).toContain("newer_capability");
  expect((await area()).phlebotomy.providers[0]?.tier).toContain("newer-tier");
});
