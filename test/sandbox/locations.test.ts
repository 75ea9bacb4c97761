// The centers and areas around a zip code are those within the radius, nearest first, as the lab and the account allow.
import { expect, test } from "vitest";
import { areaInfo, areaInfoNoPhlebotomy, pscInfoAtCap, pscInfoNoneFound } from "../../generated/examples.ts";
import { nobody, pending } from "./cast.ts";
import { call, useWorlds } from "./fresh-world.ts";

useWorlds();

interface Center {
  readonly distance: number;
  readonly capabilities: readonly string[];
}
interface Area {
  readonly phlebotomy: { readonly providers: readonly { readonly tier: readonly string[] }[] };
  readonly central_labs: Readonly<Record<string, { patient_service_centers: { readonly within_radius: number } }>>;
}

const lookup = (query = "", zip = "85001", lab = 1) =>
  call<{ patient_service_centers: Center[] }>(`GET /v3/order/psc/info?zip_code=${zip}&lab_id=${lab}&${query}`);
const areaOf = (query = "", zip = "85001") => call<Area>(`GET /v3/order/area/info?zip_code=${zip}&${query}`);
const centers = async (query?: string, zip?: string) => (await lookup(query, zip)).body.patient_service_centers;
const area = async (query?: string, zip?: string) => (await areaOf(query, zip)).body;
const north = async (query?: string, zip?: string) =>
  (await area(query, zip)).central_labs["demo_lab_north"]?.patient_service_centers;
const all = ["stat", "appointment_scheduling_via_service", "appointment_scheduling_with_lab"];

test("around 85001 the default radius finds the 30 nearest of 33 centers, those of the example", async () => {
  expect((await lookup()).body).toEqual(pscInfoAtCap);
  expect(await centers("radius=25")).toEqual(await centers());
  expect(await north()).toEqual({ within_radius: 33, radius: "25", capabilities: all });
  expect(await centers("radius=10")).toHaveLength(17);
});

test("a larger radius finds all that a smaller one does, nearest first, nothing beyond it and no more than 30", async () => {
  let nearest: readonly Center[] = [];
  for (const radius of [10, 20, 25, 50, 100]) {
    const found = await centers(`radius=${radius}`);
    const miles = found.map(({ distance }) => Number(distance));
    expect(miles).toEqual(miles.toSorted((a, b) => a - b));
    expect(Math.max(...miles)).toBeLessThanOrEqual(radius);
    expect(found.length).toBeLessThanOrEqual(30);
    expect(found.slice(0, nearest.length)).toEqual(nearest);
    nearest = found;
  }
});

test("an unknown zip code is far from everything", async () => {
  expect((await lookup("radius=100", "99999")).body).toEqual(pscInfoNoneFound);
  const none = { patient_service_centers: { within_radius: 0, radius: "100", capabilities: [] } };
  expect(await area("radius=100", "99999")).toEqual({
    zip_code: "99999",
    phlebotomy: { is_served: false, providers: [] },
    central_labs: { demo_lab_north: none, demo_lab_south: none },
  });
});

test("a lab without centers has none, an unknown lab is refused", async () => {
  const none = { lab_id: 2, slug: "demo_lab_south", patient_service_centers: [] };
  expect((await lookup("radius=100", "85001", 2)).body).toMatchObject(none);
  expect((await lookup("", "85001", 99)).status).toBe(422);
});

test("a pending account is not known to centers that are booked through the service, an unknown one is refused", async () => {
  const query = `radius=10&lab_account_id=${pending}`;
  const found = await centers(query);
  const isBooked = ({ capabilities }: Center) => capabilities.includes("appointment_scheduling_via_service");
  expect(found).toEqual((await centers("radius=10")).filter((one) => !isBooked(one)));
  expect(found.length).toBeGreaterThan(0);
  expect(await north(query)).toMatchObject({ within_radius: found.length });
  for (const one of [lookup, areaOf]) expect((await one(`lab_account_id=${nobody}`)).status).toBe(422);
});

test("an area lists who draws blood at home there, in which tiers", async () => {
  const at = async (zip: string) => (await area("", zip)).phlebotomy;
  const tier = ["appointment-request"];
  const nurses = { name: "Demo Traveling Nurses", tier };
  expect(await at("85001")).toEqual(areaInfo.phlebotomy);
  expect(await at("04001")).toEqual({ is_served: true, providers: [nurses] });
  // Far out of town only one tier is left, and farther none
  expect((await at("85026")).providers).toEqual([{ name: "Demo Home Phlebotomy", tier }, nurses]);
  expect(await at("85045")).toMatchObject({ is_served: false });
  expect(await area("labs=demo_lab_north", "59001")).toEqual(areaInfoNoPhlebotomy);
});
