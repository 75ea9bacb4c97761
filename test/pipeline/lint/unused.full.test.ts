// Nothing in this repository is unused, as `npm run lint` says too: reading all of it costs more than the rest of these tests.
import { expect, test } from "vitest";
import { unusedFindings } from "../../../src/pipeline/lint/unused.ts";

test("every file and every export is used", async () => {
  expect(await unusedFindings()).toEqual([]);
});
