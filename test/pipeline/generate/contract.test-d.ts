// The generated types say of each field exactly what the service says: required, nullable, open or closed.
import { describe, expectTypeOf, test } from "vitest";
import type { components, operations, paths, webhooks } from "../../../generated/types.ts";

type Schemas = components["schemas"];
type Parameters = components["parameters"];

/** The JSON body of an answer or a request. */
type Json<T extends { content: { "application/json": unknown } }> = T["content"]["application/json"];

/** The values that a union names one by one: `"a"` of `"a" | (string & {})`, where a plain `string` would swallow it. */
type Known<T> = T extends unknown ? (string extends T ? never : T) : never;

/** The payload of a webhook, by its key. */
type Payload<K extends keyof webhooks> = Json<webhooks[K]["post"]["requestBody"]>;

/** The payloads of the events named in full. */
type NamedEvent = { [K in keyof webhooks]: K extends `${string}{${string}` ? never : Payload<K> }[keyof webhooks];

/** The payloads of all events. */
type AnyEvent = { [K in keyof webhooks]: Payload<K> }[keyof webhooks];

describe("what is required, optional and nullable", () => {
  test("User (2.1)", () => {
    expectTypeOf<Schemas["User"]>().toEqualTypeOf<{
      user_id: string;
      team_id: string;
      client_user_id: string;
      created_on: string;
      connected_sources: Schemas["ConnectedSource"][];
      fallback_time_zone: Schemas["FallbackTimeZone"];
      fallback_birth_date?: Schemas["FallbackBirthDate"];
      ingestion_start?: string | null;
      ingestion_end?: string | null;
    }>();
    expectTypeOf<Json<operations["resolveUser"]["responses"][200]>>().toEqualTypeOf<Schemas["User"]>();
  });

  test("a required field cannot be left out, and an optional one that is not nullable cannot be null", () => {
    const required = {
      user_id: "",
      team_id: "",
      client_user_id: "",
      created_on: "",
      connected_sources: [],
      fallback_time_zone: { id: "", source_slug: "manual", updated_at: "" },
    };
    expectTypeOf(required).toExtend<Schemas["User"]>();
    const { team_id: _, ...without } = required;
    // @ts-expect-error team_id is required
    const incomplete: Schemas["User"] = without;
    // @ts-expect-error fallback_birth_date is optional, not nullable
    const withNull: Schemas["User"] = { ...required, fallback_birth_date: null };
    // @ts-expect-error an optional field is left out, not undefined
    const withUndefined: Schemas["User"] = { ...required, ingestion_start: undefined };
    expectTypeOf([incomplete, withNull, withUndefined]).not.toBeAny();
  });

  test("Provider (2.3): the logo is required and nullable, the rest optional", () => {
    expectTypeOf<Schemas["Provider"]>().toEqualTypeOf<{
      name: string;
      slug: string;
      description: string;
      logo: string | null;
      auth_type?: Schemas["AuthType"] | null;
      supported_resources?: Schemas["ProviderResource"][];
    }>();
    expectTypeOf<Json<operations["listProviders"]["responses"][200]>>().toEqualTypeOf<Schemas["Provider"][]>();
  });

  test("LinkProvider (2.4): a default does not make a field required", () => {
    expectTypeOf<Schemas["LinkProvider"]>().toEqualTypeOf<{
      name: string;
      slug: string;
      description: string;
      id: number;
      group?: string | null;
      oauth_url?: string | null;
      auth_type?: Schemas["AuthType"] | null;
      source_type?: Schemas["SourceType"] | null;
      is_active?: boolean | null;
      backfill_num_days?: number | null;
    }>();
  });

  test("CreateUserRequest (4.4): only the id is required", () => {
    expectTypeOf<Json<operations["createUser"]["requestBody"]>>().toEqualTypeOf<Schemas["CreateUserRequest"]>();
    expectTypeOf<Schemas["CreateUserRequest"]>().toEqualTypeOf<{
      client_user_id: string;
      fallback_time_zone?: string | null;
      fallback_birth_date?: string | null;
      ingestion_start?: string | null;
      ingestion_end?: string | null;
    }>();
  });

  test("PortalUrlRequest (4.3): the order is optional and nullable", () => {
    expectTypeOf<Schemas["PortalUrlRequest"]>().toEqualTypeOf<{
      context: Schemas["PortalUrlContext"];
      order_id?: string | null;
    }>();
  });

  test("RefreshResult (2.7): every list is required", () => {
    expectTypeOf<Schemas["RefreshResult"]>().toEqualTypeOf<{
      success: boolean;
      user_id: string;
      refreshed_sources: string[];
      in_progress_sources: string[];
      failed_sources: string[];
    }>();
  });

  test("MarkerPage (4.8): the totals are required and nullable", () => {
    expectTypeOf<Schemas["MarkerPage"]>().toEqualTypeOf<{
      markers: Schemas["Marker"][];
      total: number | null;
      page: number | null;
      size: number | null;
      pages: number | null;
    }>();
  });

  test("OrganizationTeamPage (2.12): the cursor is required and nullable", () => {
    expectTypeOf<Schemas["OrganizationTeamPage"]>().toEqualTypeOf<{
      teams: Schemas["OrganizationTeam"][];
      next_cursor: string | null;
    }>();
  });

  test("an order event (2.13): its detail is nullable, and there", () => {
    expectTypeOf<Schemas["OrderEvent"]["status_detail"]>().toEqualTypeOf<string | null>();
    expectTypeOf<Schemas["Order"]["last_event"]>().toEqualTypeOf<Schemas["OrderEvent"]>();
  });
});

describe("parameters", () => {
  test("of a query with a default stay optional", () => {
    type Query<T extends keyof operations> = operations[T]["parameters"]["query"];
    expectTypeOf<Query<"refreshUserData">>().toEqualTypeOf<{ timeout?: number } | undefined>();
    expectTypeOf<Query<"listLabTestMarkers">>().toEqualTypeOf<
      { lab_account_id?: string; page?: number; size?: number } | undefined
    >();
    expectTypeOf<NonNullable<Query<"getPscInfo">>["radius"]>().toEqualTypeOf<10 | 20 | 25 | 50 | 100 | undefined>();
  });

  test("of a query that are required make the query required", () => {
    type Query = operations["createLinkCode"]["parameters"]["query"];
    expectTypeOf<Query>().toEqualTypeOf<{ user_id: string; expires_at?: string }>();
    // @ts-expect-error user_id is required
    const empty: Query = {};
    // @ts-expect-error a query string cannot carry null
    const withNull: Query = { user_id: "", expires_at: null };
    expectTypeOf([empty, withNull]).not.toBeAny();
  });

  test("of the link provider lookup (4.13): the link token is optional, the credential is no parameter", () => {
    type Header = operations["getLinkProvider"]["parameters"]["header"];
    expectTypeOf<Header>().toEqualTypeOf<{ "x-service-link-token"?: string } | undefined>();
  });

  test("of a path are required", () => {
    expectTypeOf<operations["disconnectProvider"]["parameters"]["path"]>().toEqualTypeOf<{
      user_id: string;
      provider: Schemas["ProviderSlug"];
    }>();
  });
});

describe("open enums", () => {
  test("know their values", () => {
    expectTypeOf<Known<Schemas["FallbackSourceSlug"]>>().toEqualTypeOf<"manual">();
    expectTypeOf<Known<Schemas["ConnectionStatus"]>>().toEqualTypeOf<"connected">();
    expectTypeOf<Known<Schemas["ResourceAvailabilityStatus"]>>().toEqualTypeOf<"available" | "unavailable">();
    expectTypeOf<Known<Schemas["ProviderSlug"]>>().toEqualTypeOf<"manual">();
    expectTypeOf<Known<Schemas["AuthType"]>>().toEqualTypeOf<
      "oauth" | "team_oauth" | "sdk" | "password" | "email" | "app"
    >();
    expectTypeOf<"profile" | "vo2_max" | "hypnogram">().toExtend<Known<Schemas["ProviderResource"]>>();
    expectTypeOf<Known<Schemas["SourceType"]>>().toEqualTypeOf<"app" | "ble" | "device" | "lab" | "provider">();
    expectTypeOf<Known<Schemas["PortalUrlContext"]>>().toEqualTypeOf<"launch" | "communications">();
    expectTypeOf<Known<Schemas["CollectionMethod"]>>().toEqualTypeOf<
      "testkit" | "walk_in_test" | "at_home_phlebotomy" | "on_site_collection"
    >();
    expectTypeOf<Known<Schemas["SampleType"]>>().toEqualTypeOf<
      "dried_blood_spot" | "arm_collector" | "serum" | "saliva" | "urine" | "stool"
    >();
    expectTypeOf<Known<Schemas["MarkerType"]>>().toEqualTypeOf<"biomarker">();
    expectTypeOf<Known<Schemas["PscCapability"]>>().toEqualTypeOf<
      "stat" | "appointment_scheduling_via_service" | "appointment_scheduling_with_lab"
    >();
    expectTypeOf<Known<Schemas["LabSlug"]>>().toEqualTypeOf<"manual">();
    expectTypeOf<Known<Schemas["LabAccountStatus"]>>().toEqualTypeOf<"PENDING">();
    expectTypeOf<Known<Schemas["PhlebotomyTier"]>>().toEqualTypeOf<"appointment-ready" | "appointment-request">();
    expectTypeOf<Known<Schemas["OrderLowLevelStatus"]>>().toEqualTypeOf<
      "problem_in_transit_lab" | "problem_in_transit_customer"
    >();
    expectTypeOf<Known<Schemas["OrderStatus"]>>().toEqualTypeOf<
      "collecting_sample.testkit.problem_in_transit_customer" | "collecting_sample.testkit.problem_in_transit_lab"
    >();
    expectTypeOf<Known<Schemas["LabReportParsingJobStatus"]>>().toEqualTypeOf<
      "completed" | "failed" | "pending_review"
    >();
  });

  test("accept any other value, and give a string", () => {
    expectTypeOf<string>().toExtend<Schemas["AuthType"]>();
    expectTypeOf<Schemas["AuthType"]>().toExtend<string>();
    expectTypeOf<string>().toExtend<Schemas["ProviderResource"]>();
    expectTypeOf<string>().toExtend<Schemas["OrderStatus"]>();
    expectTypeOf<Schemas["OrderStatus"]>().toExtend<string>();
    // @ts-expect-error a number is no value of an open enum of strings
    const number: Schemas["AuthType"] = 7;
    expectTypeOf(number).not.toBeAny();
  });

  test("a plain string would know nothing, which is how the check above distinguishes the two", () => {
    expectTypeOf<Known<"oauth" | string>>().toBeNever();
  });
});

describe("closed enums", () => {
  test("refuse any other value", () => {
    expectTypeOf<Schemas["Region"]>().toEqualTypeOf<"us" | "eu">();
    expectTypeOf<Parameters["RadiusQuery"]>().toEqualTypeOf<10 | 20 | 25 | 50 | 100>();
    // @ts-expect-error the service lists us and eu
    const region: Schemas["Region"] = "ap";
    // @ts-expect-error the service lists five radii
    const radius: Parameters["RadiusQuery"] = 30;
    expectTypeOf([region, radius]).not.toBeAny();
  });
});

describe("events", () => {
  test("of a family are recognized by the form of their name", () => {
    type Created = Payload<"daily.data.{resource}.created">["event_type"];
    expectTypeOf<Created>().toEqualTypeOf<`daily.data.${string}.created`>();
    expectTypeOf<"daily.data.steps.created">().toExtend<Created>();
    expectTypeOf<"daily.data.created">().not.toExtend<Created>();
    expectTypeOf<"daily.data.steps.updated">().not.toExtend<Created>();
    expectTypeOf<string>().not.toExtend<Created>();
    expectTypeOf<
      Payload<"daily.data.{resource}.updated">["event_type"]
    >().toEqualTypeOf<`daily.data.${string}.updated`>();
    expectTypeOf<
      Payload<"historical.data.{resource}.created">["event_type"]
    >().toEqualTypeOf<`historical.data.${string}.created`>();
    expectTypeOf<Payload<"order.{event}">["event_type"]>().toEqualTypeOf<`order.${string}`>();
  });

  test("named in full have this one name", () => {
    expectTypeOf<
      | "provider.connection.created"
      | "daily.data.sleep_cycle.created"
      | "daily.data.sleep_cycle.updated"
      | "historical.data.sleep_cycle.created"
      | "daily.timeseries.hypnogram.created"
      | "daily.timeseries.hypnogram.updated"
      | "historical.timeseries.hypnogram.created"
      | "lab_report.parsing_job.created"
      | "lab_report.parsing_job.updated"
      | "order.partial_results"
    >().toExtend<NamedEvent["event_type"]>();
    expectTypeOf<"daily.data.steps.created">().not.toExtend<NamedEvent["event_type"]>();
  });

  test("named in full are distinguished by a switch", () => {
    const read = (event: NamedEvent) => {
      switch (event.event_type) {
        case "provider.connection.created":
          expectTypeOf(event).toEqualTypeOf<Schemas["ProviderConnectionCreatedEvent"]>();
          return event.data.provider;
        case "lab_report.parsing_job.updated":
          expectTypeOf(event).toEqualTypeOf<Schemas["LabReportParsingJobUpdatedEvent"]>();
          return event.data.status;
        case "daily.data.sleep_cycle.created":
        case "daily.data.sleep_cycle.updated":
        case "historical.data.sleep_cycle.created":
          expectTypeOf(event.data).toEqualTypeOf<Schemas["SleepCycleEventData"]>();
          return event.data.source;
        default:
          return undefined;
      }
    };
    expectTypeOf(read).returns.not.toBeAny();
  });

  test("a switch leaves nothing over when every name was handled", () => {
    expectTypeOf<Exclude<AnyEvent, { event_type: NamedEvent["event_type"] }>["event_type"]>().toEqualTypeOf<
      | `daily.data.${string}.created`
      | `daily.data.${string}.updated`
      | `historical.data.${string}.created`
      | `order.${string}`
    >();
  });

  test("a switch over all events narrows to the event and the family that its name belongs to", () => {
    const read = (event: AnyEvent) => {
      if (event.event_type === "provider.connection.created") {
        expectTypeOf(event).toEqualTypeOf<Schemas["ProviderConnectionCreatedEvent"]>();
      }
      if (event.event_type === "order.partial_results") {
        expectTypeOf(event).toEqualTypeOf<Schemas["OrderPartialResultsEvent"] | Schemas["OrderStatusEvent"]>();
      }
    };
    expectTypeOf(read).parameter(0).not.toBeAny();
  });

  test("the source of a data event (6) has the new form or the old one, and each field may be missing", () => {
    type Source = Schemas["SourceContext"];
    expectTypeOf<Source["provider" | "type" | "name" | "slug"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Source["app_id" | "logo"]>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<{ provider: string; type: string; app_id: null }>().toExtend<Source>();
    expectTypeOf<{ name: string; logo: null; slug: string }>().toExtend<Source>();
    expectTypeOf<{ provider: string }>().not.toExtend<Source>();
    expectTypeOf<Record<never, never>>().not.toExtend<Source>();
    expectTypeOf<Payload<"daily.data.{resource}.created">["data"]["source"]>().toEqualTypeOf<
      Schemas["SourceContext"]
    >();
  });

  test("is_final, which is being removed, is never required", () => {
    expectTypeOf<Payload<"historical.data.{resource}.created">["data"]["is_final"]>().toEqualTypeOf<
      boolean | undefined
    >();
  });
});

describe("bodies", () => {
  test("an uploaded file is a Blob", () => {
    type Upload = operations["createLabReportParsingJob"]["requestBody"]["content"]["multipart/form-data"];
    expectTypeOf<Upload["file"]>().toEqualTypeOf<Blob>();
    // @ts-expect-error the bytes of a file are no text
    const text: Upload = { file: "%PDF" };
    expectTypeOf(text).not.toBeAny();
  });

  test("a conflict on creating a user (4.4) says which user has the id", () => {
    type Conflict = Json<operations["createUser"]["responses"][400]>;
    expectTypeOf<Conflict>().toEqualTypeOf<Schemas["ClientUserIdConflict"]>();
    expectTypeOf<Conflict>().toExtend<{ user_id: string; created_on: string }>();
    expectTypeOf<Json<operations["createUser"]["responses"][401]>>().toEqualTypeOf<Schemas["ErrorBody"]>();
  });

  test("what an open body does not name is unknown, never any", () => {
    expectTypeOf<Schemas["ErrorBody"][string]>().toBeUnknown();
    expectTypeOf<Schemas["Summary"]["something"]>().toBeUnknown();
    expectTypeOf<Schemas["Order"]["something"]>().toBeUnknown();
    expectTypeOf<Schemas["OrderRequest"]["something"]>().toBeUnknown();
    expectTypeOf<Schemas["EventEnvelope"]["something"]>().toBeUnknown();
    expectTypeOf<Schemas["LabReportResult"]["value"]>().toBeUnknown();
    expectTypeOf<Schemas["LabAccountList"]>().toBeUnknown();
  });

  test("what an open body does name is typed", () => {
    expectTypeOf<Schemas["Summary"]["source"]>().toEqualTypeOf<Schemas["SourceContext"]>();
    expectTypeOf<Schemas["PatientAddress"]["access_notes"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Schemas["Order"]["events"]>().toEqualTypeOf<Schemas["OrderEvent"][]>();
    // @ts-expect-error access_notes is text
    const address: Schemas["PatientAddress"] = { access_notes: 7 };
    expectTypeOf(address).not.toBeAny();
  });

  test("a map has the values that it says", () => {
    expectTypeOf<Schemas["UserConnection"]["resource_availability"]>().toEqualTypeOf<{
      [resource: string]: Schemas["ResourceAvailability"];
    }>();
  });

  test("an object shown in full has no field but its own", () => {
    // @ts-expect-error a user has no nickname
    expectTypeOf<Schemas["User"]["nickname"]>().toBeAny();
  });
});

describe("the parts fit together", () => {
  test("a path has its operation, and no other method", () => {
    type ResolveUser = paths["/v2/user/resolve/{client_user_id}"];
    expectTypeOf<ResolveUser["get"]>().toEqualTypeOf<operations["resolveUser"]>();
    expectTypeOf<ResolveUser["post"]>().toEqualTypeOf<undefined>();
  });

  test("a webhook has its operation", () => {
    expectTypeOf<webhooks["order.{event}"]["post"]>().toEqualTypeOf<operations["onOrderEvent"]>();
  });

  test("nothing on the way is any", () => {
    expectTypeOf<paths>().not.toBeAny();
    expectTypeOf<paths[keyof paths]>().not.toBeAny();
    expectTypeOf<operations[keyof operations]>().not.toBeAny();
    expectTypeOf<Schemas[keyof Schemas]>().not.toBeAny();
    expectTypeOf<AnyEvent>().not.toBeAny();
    expectTypeOf<AnyEvent["data"]>().not.toBeAny();
  });
});
