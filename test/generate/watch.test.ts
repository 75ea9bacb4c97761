// The pages and servers of `npm start` follow the files from the moment at which it reads them.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { watchContract } from "../../src/generate/index.ts";
import { writeSmallContract } from "../lint/small-contract.ts";

test("an edit that is saved while the contract is shown for the first time is shown, too", async () => {
  const root = writeSmallContract();
  const shown: (string | undefined)[] = [];
  const isShownAgain = Promise.withResolvers<void>();
  const stop = await watchContract(root, async ({ components }) => {
    shown.push(components.schemas["Note"]?.description);
    if (shown.length > 1) return isShownAgain.resolve();
    writeFileSync(join(dirname(root), "shared/schemas/Note.yaml"), "type: string\ndescription: Another note.\n");
  });
  await isShownAgain.promise;
  await stop();
  // One edit may be noticed twice
  expect([...new Set(shown)]).toEqual(["A note.", "Another note."]);
});
