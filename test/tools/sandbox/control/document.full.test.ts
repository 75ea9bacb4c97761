// The document of the control plane is sound.
import { expect, test } from "vitest";
import { lintControl } from "../../../../src/pipeline/lint/index.ts";
import { controlRoot } from "../../../../src/tools/contract/index.ts";

// Also a part of `npm run lint`
test("the document has no finding", async () => {
  expect((await lintControl(controlRoot)).findings).toEqual([]);
});
