// The mock of the contract, on a free port.
import { join } from "node:path";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { generatedDirectory } from "../../src/shared/contract/index.ts";

/** Starts the mock of `generated/openapi.yaml`. */
export function serveBundle(): Promise<Mock> {
  return startMock(join(generatedDirectory, "openapi.yaml"), 0);
}
