// Date-times are those of RFC 3339, for every validator of the project.
import fc from "fast-check";
import { expect, test } from "vitest";
import { dateTimeMs, isDateTime, readContract } from "../../../src/shared/contract/index.ts";
import { validatorsOf } from "../../run/validators.ts";

const { document } = await readContract();
const problemsOf = validatorsOf(document)({ type: "string", format: "date-time" });

test.each([
  "2026-03-02T09:00:00Z",
  "2026-03-02t09:00:00z",
  "2026-03-02T09:00:00.000000001+23:59",
  "2026-03-02T09:00:00-00:00",
  "2024-02-29T00:00:00Z",
  "2000-02-29T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "1990-12-31T23:59:60Z",
  "1990-12-31T15:59:60-08:00",
  "1991-01-01T05:29:60.5+05:30",
])("%s is one", (text) => {
  expect(problemsOf(text)).toEqual([]);
  expect(dateTimeMs(text)).not.toBeNaN();
});

test.each([
  "2026-03-02 09:00:00Z",
  "2026-03-02T09:00:00",
  "2026-03-02T09:00:00+0000",
  "2026-03-02T09:00:00+00",
  "2026-03-02T09:00:00+24:00",
  "2026-03-02T09:00Z",
  "2026-03-02T09:00:00,5Z",
  "2026-03-02T09:00:00.Z",
  "2026-03-02T24:00:00Z",
  "2026-02-29T00:00:00Z",
  "1900-02-29T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-04-31T00:00:00Z",
  "2026-00-10T00:00:00Z",
  "+012026-03-02T09:00:00Z",
  "1990-12-31T22:59:60Z",
  "1990-12-31T23:59:60+01:00",
  "1990-12-31T23:59:61Z",
  "2026-03-02T09:00:00Z ",
  "２０26-03-02T09:00:00Z",
  "Mon, 02 Mar 2026 09:00:00 GMT",
  "2026-03-02",
  "",
])("%j is none", (text) => {
  expect(problemsOf(text)).toEqual(['/ must match format "date-time"']);
  expect(dateTimeMs(text)).toBeNaN();
});

test("a leap second is the second after it", () => {
  expect(dateTimeMs("2016-12-31T23:59:60.25Z")).toBe(Date.parse("2017-01-01T00:00:00.250Z"));
});

test("every time of the years of four digits is one as Date writes it", () => {
  const dates = fc.date({
    min: new Date("0000-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59.999Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(dates, (date) => {
      expect(isDateTime(date.toISOString())).toBe(true);
      expect(dateTimeMs(date.toISOString())).toBe(date.getTime());
    }),
  );
});
