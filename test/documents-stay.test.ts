// No room changes a document that it is handed: each that takes one gets one that is frozen all the way down. What is generated: `generate/generate.test.ts`.
import { afterAll, expect, test } from "vitest";
import { startSandbox } from "../src/sandbox/start-sandbox.ts";
import { contractRoot, readContract } from "../src/shared/contract/index.ts";
import { buildSiteFiles } from "../src/site/index.ts";
import { exampleCast, verify } from "../src/verify/index.ts";
import { frozen } from "./frozen.ts";
import { depth, isFull } from "./run/depth.ts";
import { oddSite } from "./site/odd-site.ts";

const contract = frozen(await readContract());
const { document } = contract;
const sandbox = await startSandbox({ port: 0 });
const { apiKey, managementKey, url = "" } = sandbox;
afterAll(() => sandbox.close());

test("the site", async () => {
  // Other tests read a site that is made of a frozen document: it is made once
  const files = isFull ? await buildSiteFiles(document, contractRoot) : (await oddSite()).files;
  expect(files.size).toBeGreaterThan(100);
});

test("verify", async () => {
  const report = await verify({
    contract,
    base: { url, key: apiKey },
    management: { url, key: managementKey },
    data: { values: exampleCast, file: undefined },
    only: depth(["listLabs", "createUser"], []),
    readOnly: false,
    timeoutMs: 10_000,
    depth: 1,
    seed: 1,
  });
  expect(report.operations.flatMap(({ findings }) => findings)).toEqual([]);
});
