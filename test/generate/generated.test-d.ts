// The types of the generated modules: examples as fixtures, guards that narrow, routes by credential.
import { describe, expectTypeOf, test } from "vitest";
import type { KnownEvent, KnownEvents } from "../../generated/events.ts";
import { eventNameOf } from "../../generated/events.ts";
import * as examples from "../../generated/examples.ts";
import { isKnownAuthType, type KnownAuthType, knownAuthTypes } from "../../generated/known-values.ts";
import type { ManagementRoutes, TeamRoutes } from "../../generated/routes.ts";
import type { AuthType, components, LabReportUpload, operations, Provider, User } from "../../generated/schemas.ts";

describe("examples", () => {
  test("have the type of what they are examples of, and can be changed within it", () => {
    expectTypeOf(examples.user).toEqualTypeOf<User>();
    expectTypeOf(examples.providers).toEqualTypeOf<Provider[]>();
    expectTypeOf(examples.labReportUpload).toEqualTypeOf<LabReportUpload>();
    expectTypeOf(examples.orderEvent).toEqualTypeOf<KnownEvents["order.{event}"]>();
    const changed: User = { ...examples.user, connected_sources: [], ingestion_start: null };
    // @ts-expect-error a team id is a string
    const wrong: User = { ...examples.user, team_id: 7 };
    expectTypeOf([changed, wrong]).not.toBeAny();
  });
});

describe("known values", () => {
  test("a switch over them is exhaustive, and still has a default for newer ones", () => {
    const describe = (type: AuthType): string => {
      if (!isKnownAuthType(type)) {
        expectTypeOf(type).toExtend<string>();
        return `newer: ${type}`;
      }
      expectTypeOf(type).toEqualTypeOf<KnownAuthType>();
      switch (type) {
        case "oauth":
        case "team_oauth":
        case "sdk":
          return "elsewhere";
        case "password":
        case "email":
        case "app":
          return "here";
        default:
          return type satisfies never;
      }
    };
    expectTypeOf(describe).toBeFunction();
  });

  test("the union is closed, and the guard takes what the contract leaves out or makes null", () => {
    expectTypeOf(knownAuthTypes).toEqualTypeOf<readonly KnownAuthType[]>();
    // @ts-expect-error no known value
    const newer: KnownAuthType = "passkey";
    const provider = examples.providers[0];
    expectTypeOf(isKnownAuthType(provider?.auth_type)).toEqualTypeOf<boolean>();
    expectTypeOf(newer).toEqualTypeOf<KnownAuthType>();
  });
});

describe("events", () => {
  test("are a union discriminated by event_type", () => {
    const read = (event: KnownEvent) => {
      if (event.event_type === "provider.connection.created") {
        expectTypeOf(event).toEqualTypeOf<KnownEvents["provider.connection.created"]>();
      }
      // @ts-expect-error no event has this name
      return event.event_type === "user.deleted";
    };
    expectTypeOf(read).toBeFunction();
  });

  test("the name of an event is one of the map", () => {
    expectTypeOf(eventNameOf("order.something")).toEqualTypeOf<keyof KnownEvents | undefined>();
  });
});

describe("routes", () => {
  test("lead to their operations, by credential", () => {
    expectTypeOf<TeamRoutes["GET"]["/v2/user/resolve/{client_user_id}"]>().toEqualTypeOf<operations["resolveUser"]>();
    expectTypeOf<ManagementRoutes>().toEqualTypeOf<{
      readonly GET: { "/v1/org/{org_id}/team": operations["listOrganizationTeams"] };
    }>();
    expectTypeOf<TeamRoutes>().toHaveProperty("PATCH");
    // The organization's teams need the management key
    expectTypeOf<keyof TeamRoutes["GET"]>().extract<`/v1/org/${string}`>().toBeNever();
  });
});

describe("schemas", () => {
  test("each name is the component's type", () => {
    expectTypeOf<User>().toEqualTypeOf<components["schemas"]["User"]>();
    expectTypeOf<AuthType>().toEqualTypeOf<components["schemas"]["AuthType"]>();
  });
});
