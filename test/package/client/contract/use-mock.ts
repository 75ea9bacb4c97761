// The consumer of the mock: both are there for the tests of one file.
import { afterAll, beforeAll } from "vitest";
import type { Mock } from "../../../../src/pipeline/mock/index.ts";
import type { OpenApiDocument } from "../../../../src/tools/contract/index.ts";
import { serveBundle } from "../../../pipeline/mock/serve-bundle.ts";
import { type Consumer, consumerOf } from "./consumer.ts";

/** Starts the mock for the tests of a file, and makes its consumer. */
export function useMock(document: OpenApiDocument): Consumer {
  let mock: Mock | undefined;
  let consume: Consumer | undefined;
  beforeAll(async () => {
    mock = await serveBundle();
    consume = consumerOf(document, mock.url);
  });
  afterAll(() => mock?.close());
  return (...call) => {
    if (consume === undefined) throw new Error("The mock starts before the tests of a file: call from a test.");
    return consume(...call);
  };
}
