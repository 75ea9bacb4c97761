// The validator compiles a schema once, however many values it judges.
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeInputReader } from "../../../src/sandbox/server/input.ts";
import { findProblems, readContract, resolve, type Schema } from "../../../src/shared/contract/index.ts";

test("a schema is compiled once for a document, however many servers, calls and checks there are", async () => {
  const compile = vi.spyOn(Ajv2020.prototype, "compile");
  onTestFinished(() => compile.mockRestore());
  // One that nobody has compiled yet
  const fresh = structuredClone((await readContract()).document);
  const answerSchema = resolve<Schema>(fresh, { $ref: "#/components/schemas/User" });
  const readAndCheck = async () => {
    const server = await readContract(fresh);
    const operation = server.operations.find(({ id }) => id === "createUser");
    if (operation === undefined) return expect.fail("The contract has no such operation.");
    makeInputReader(server, operation)({ params: {}, url: "", headers: {} }, { client_user_id: "a" });
    findProblems(fresh, answerSchema, {});
  };
  await readAndCheck();
  const compiled = compile.mock.calls.length;
  expect(compiled).toBeGreaterThan(0);
  await readAndCheck();
  expect(compile).toHaveBeenCalledTimes(compiled);
});
