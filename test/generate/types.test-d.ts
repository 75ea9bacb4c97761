// The generated type of each form of the contract. The tests of the client hold routes, guards and known values, those of events their names.
import { describe, expectTypeOf, test } from "vitest";
import type { KnownEvents } from "../../generated/events.ts";
import type * as examples from "../../generated/examples.ts";
import type { LabReportUpload, User } from "../../generated/schemas.ts";
import type { components, operations, webhooks } from "../../generated/types.ts";

type Schemas = components["schemas"];

/** The payloads of all events. */
type AnyEvent = {
  [K in keyof webhooks]: webhooks[K]["post"]["requestBody"]["content"]["application/json"];
}[keyof webhooks];

/** The values that a union names one by one: `"a"` of `"a" | (string & {})`, where a plain `string` would swallow it. */
type Known<T> = T extends unknown ? (string extends T ? never : T) : never;

describe("a field", () => {
  test("is required, optional or nullable as the contract says; a default does not make it required", () => {
    expectTypeOf<Pick<Schemas["LinkProvider"], "id" | "group">>().toEqualTypeOf<{
      id: number;
      group?: string | null;
    }>();
    type Query<T extends keyof operations> = operations[T]["parameters"]["query"];
    expectTypeOf<Query<"refreshUserData">>().toEqualTypeOf<{ timeout?: number } | undefined>();
    expectTypeOf<Query<"createLinkCode">>().toEqualTypeOf<{ user_id: string; expires_at?: string }>();
    // @ts-expect-error an optional field is left out, not undefined
    const user: Pick<Schemas["User"], "ingestion_start"> = { ingestion_start: undefined };
    expectTypeOf(user).not.toBeAny();
  });

  test("that no schema names is unknown where a body is open, and no field where it is closed", () => {
    expectTypeOf<Schemas["Summary"]["something"]>().toBeUnknown();
    expectTypeOf<Schemas["Summary"]["source"]>().toEqualTypeOf<Schemas["SourceContext"]>();
    // @ts-expect-error a user has no nickname
    expectTypeOf<Schemas["User"]["nickname"]>().toBeAny();
  });

  test("with a file is a Blob", () => {
    type Upload = operations["createLabReportParsingJob"]["requestBody"]["content"]["multipart/form-data"];
    expectTypeOf<Upload["file"]>().toEqualTypeOf<Blob>();
  });

  test("of several forms has those of either", () => {
    expectTypeOf<{ provider: string; type: string; app_id: string }>().toExtend<Schemas["SourceContext"]>();
    expectTypeOf<{ name: string; logo: null; slug: string }>().toExtend<Schemas["SourceContext"]>();
    expectTypeOf<{ provider: string }>().not.toExtend<Schemas["SourceContext"]>();
  });
});

describe("an enum", () => {
  test("that is open knows its values and takes any other", () => {
    expectTypeOf<Known<Schemas["SourceType"]>>().toEqualTypeOf<"app" | "ble" | "device" | "lab" | "provider">();
    expectTypeOf<string>().toExtend<Schemas["SourceType"]>();
    expectTypeOf<Known<"oauth" | string>>().toBeNever();
    // @ts-expect-error a number is no value of an open enum of strings
    const number: Schemas["AuthType"] = 7;
    expectTypeOf(number).not.toBeAny();
  });

  test("that is closed refuses any other value", () => {
    expectTypeOf<Schemas["Region"]>().toEqualTypeOf<"us" | "eu">();
    expectTypeOf<components["parameters"]["RadiusQuery"]>().toEqualTypeOf<10 | 20 | 25 | 50 | 100>();
  });
});

test("the name of an event of a family is recognized by its form, and one named in full by its name", () => {
  type Names = AnyEvent["event_type"];
  expectTypeOf<Extract<Names, `daily.data.${string}.created`>>().toEqualTypeOf<
    `daily.data.${string}.created` | "daily.data.sleep_cycle.created"
  >();
  expectTypeOf<string>().not.toExtend<Names>();
});

test("an example has the type of what it is an example of, and a schema is the component of its name", () => {
  expectTypeOf<typeof examples.user>().toEqualTypeOf<User>();
  expectTypeOf<typeof examples.labReportUpload>().toEqualTypeOf<LabReportUpload>();
  expectTypeOf<typeof examples.orderEvent>().toEqualTypeOf<KnownEvents["order.{event}"]>();
  expectTypeOf<User>().toEqualTypeOf<Schemas["User"]>();
});
