// Every time that the sandbox writes is one of RFC 3339, wherever its clock stands and whatever it was given.
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { isDateTime } from "../../../src/tools/contract/index.ts";
import { type SandboxWorld, startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";

const logged: string[] = [];
const sandbox = await startSandbox({ log: (line) => void logged.push(line) });
afterAll(async () => {
  await sandbox.close();
  expect(logged).toEqual([]);
});

const user = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";

/** The calls whose answers tell times, by the world's clock or by what was given. */
async function answers(world: SandboxWorld, expiresAt: string, startDate: string): Promise<unknown[]> {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await sandbox.fetch(`http://sandbox${path}`, {
      method,
      headers: {
        "x-service-api-key": world.apiKey,
        "x-management-key": world.managementKey,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBeLessThan(500);
    return await answer.json();
  };
  return [
    await call("POST", "/v2/user/", { client_user_id: "of a time" }),
    await call("POST", "/v2/user/", { client_user_id: "of a time" }),
    await call("GET", "/v2/user/resolve/of%20a%20time"),
    await call("POST", `/v2/link/code/create?user_id=${user}`),
    await call("POST", `/v2/link/code/create?user_id=${user}&expires_at=${encodeURIComponent(expiresAt)}`),
    await call("GET", `/v2/user/providers/${user}`),
    await call("GET", `/v2/summary/sleep/${user}`),
    await call("GET", `/v1/org/${world.orgId}/team`),
    await call("POST", "/v3/order/phlebotomy/appointment/availability"),
    await call("POST", `/v3/order/phlebotomy/appointment/availability?start_date=${startDate}`),
    await world.events.all(),
    await world.inspect.linkCodes({}),
  ];
}

/** Every text that begins like a date, whatever its year is written with. */
function timesIn(value: unknown): string[] {
  if (typeof value === "string") return /^[+-]?\d{4,6}-\d\d-\d\d/.test(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(timesIn) : [];
}

const first = new Date("1000-01-01T00:00:00Z");
const last = new Date("9999-12-31T23:59:59.999Z");
const dates = (min: Date) => fc.date({ min, max: last, noInvalidDate: true });
const offsets = fc.tuple(fc.constantFrom("+", "-"), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
const given = fc
  .tuple(dates(new Date("0000-01-01T00:00:00Z")), offsets, fc.boolean())
  .map(([date, [sign, hours, minutes], small]) => {
    const two = (number: number) => String(number).padStart(2, "0");
    const text = date.toISOString().replace("Z", `${sign}${two(hours)}:${two(minutes)}`);
    return small ? text.toLowerCase() : text;
  });

test("every time in an answer, an event and an inspection is a date or a date-time of RFC 3339", async () => {
  const clocks = fc.oneof(fc.constantFrom(first, last, new Date("2016-12-31T23:59:59.999Z")), dates(first));
  await fc.assert(
    fc.asyncProperty(clocks, given, dates(first), async (now, expiresAt, start) => {
      const world = await sandbox.createWorld({ now, frozen: true });
      const times = timesIn(await answers(world, expiresAt, start.toISOString().slice(0, 10)));
      // At the end of time there is no appointment, and no code that ends later
      expect(times.length).toBeGreaterThan(5);
      expect(times.filter((time) => !isDateTime(time) && !/^\d{4}-\d\d-\d\d$/.test(time))).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
