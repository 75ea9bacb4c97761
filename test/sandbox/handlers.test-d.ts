// Operations are bound to the contract by type: what is missing, misnamed, undocumented or of another shape does not compile.
import { expectTypeOf, test } from "vitest";
import { operations as handlers } from "../../src/sandbox/domain/index.ts";
import type { Operations } from "../../src/sandbox/domain/topic.ts";
import { operations as users } from "../../src/sandbox/domain/users.ts";

test("a missing handler does not compile", () => {
  const { createUser: _, ...others } = handlers;
  // @ts-expect-error createUser is missing
  others satisfies Operations;
  // The table itself is held to that: no cast has made it what it is to be
  expectTypeOf(handlers).not.toEqualTypeOf<Operations>();
});

test("a misnamed handler does not compile", () => {
  // @ts-expect-error there is no operation of this name
  ({ createUsers: users.createUser }) satisfies Partial<Operations>;
});

test("an undocumented status does not compile", () => {
  // @ts-expect-error the contract does not document 418
  ({ resolveUser: () => ({ status: 418, body: { detail: "" } }) }) satisfies Partial<Operations>;
});

test("a wrong body does not compile", () => {
  // @ts-expect-error a user has more fields
  ({ resolveUser: () => ({ status: 200, body: { user_id: "" } }) }) satisfies Partial<Operations>;
  // @ts-expect-error a conflict names the existing user
  ({ createUser: () => ({ status: 400, body: { detail: "" } }) }) satisfies Partial<Operations>;
  // @ts-expect-error success is no text
  ({ disconnectProvider: () => ({ status: 200, body: { success: "yes" } }) }) satisfies Partial<Operations>;
});
