// The examples of the contract agree with each other: they tell of the same users, labs and orders.
import { describe, expect, test } from "vitest";
import { listValues } from "./statements/claims.ts";
import { type Json, readBundle, readPlaces } from "./statements/places.ts";

describe("the examples", () => {
  const bodies = new Map(Array.from(readPlaces(readBundle()).values(), ({ name, examples }) => [name, examples ?? {}]));
  const shown = (place: string, path: string, name?: string): Json[] =>
    Object.entries(bodies.get(place) ?? {}).flatMap(([key, value]) =>
      name === undefined || name === key ? listValues(value, path.split(".")) : [],
    );

  test("of a link code carry it in their address", () => {
    const codes = shown("createLinkCode 200", "code");
    expect(codes.filter((code) => !/^(sk|pk)(eu|us)([\da-f]{8})/.test(String(code)))).toEqual([]);
    expect(shown("createLinkCode 200", "exchange_url").map((url) => String(url).split("?code=")[1])).toEqual(codes);
  });

  test.each(["createOrder 200", "placeOrder 200", "importOrder 200"])("of %s end with the last event", (place) => {
    expect(shown(place, "events").map((events) => (events as Json[]).at(-1))).toEqual(shown(place, "last_event"));
  });

  test("have data of connected providers only", () => {
    const connected = shown("listUserConnections 200", "providers.*.slug", "user-connections");
    expect(shown("resolveUser 200", "connected_sources.*.source.slug", "user")).toEqual(connected);
    for (const [place, examples] of bodies) {
      const path = /^list\w+Summaries 200$/.test(place)
        ? "*.*.source"
        : /^(daily|historical)\./.test(place)
          ? "data.source"
          : "";
      for (const name of path === "" ? [] : Object.keys(examples)) {
        const slugs = ["provider", "slug"].flatMap((field) => shown(place, `${path}.${field}`, name));
        expect(
          slugs.filter((slug) => !connected.includes(slug)),
          name,
        ).toEqual([]);
        expect(slugs, name).not.toEqual([]);
      }
    }
  });

  test("of an area count the centers that are found there", () => {
    const coverage = "central_labs.demo_lab_north.patient_service_centers";
    const centers = shown("getPscInfo 200", "patient_service_centers.*", "psc-info");
    expect(shown("getAreaInfo 200", `${coverage}.within_radius`, "area-info")).toEqual([centers.length]);
    expect(shown("getAreaInfo 200", `${coverage}.capabilities.*`, "area-info")).toEqual(
      shown("getPscInfo 200", "patient_service_centers.*.capabilities.*", "psc-info"),
    );
  });

  test("have a last page that is the last", () => {
    const place = "listLabTestMarkers 200";
    expect(shown(place, "page", "markers-last-page")).toEqual(shown(place, "pages", "markers-last-page"));
  });
});
