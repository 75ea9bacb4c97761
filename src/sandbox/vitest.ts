// The export `wearable-health-api-tools/vitest`: gives each test a world of its own, with clients that call it.
import { test as base, type TestAPI } from "vitest";
import { type Client, createClient, createManagementClient, type ManagementClient } from "../client/index.ts";
import { type NewWorldOptions, type Sandbox, type SandboxOptions, startSandbox } from "./start-sandbox.ts";

/** The fixtures of a test. */
export interface SandboxFixtures {
  /** How the sandbox of a file is started; by default without a port and in memory. */
  readonly sandboxOptions: SandboxOptions;
  /** How the world of each test is made; by default empty, with a clock that stands still until it is advanced. */
  readonly worldOptions: NewWorldOptions;
  /** The sandbox of the file. */
  readonly sandbox: Sandbox;
  /** The world of the test: no other test sees what happens in it. */
  readonly world: Awaited<ReturnType<Sandbox["createWorld"]>>;
  /** A client with the key of the world's team. */
  readonly client: Client;
  /** A client with the key of the world's organization. */
  readonly managementClient: ManagementClient;
}

/**
 * The `test` of vitest, with a world for each test. The sandbox starts once in a file, with the first test that asks for it.
 *
 * @example
 * test("a taken id is refused", async ({ client, world }) => {
 *   await world.faults.add({ operation_id: "createUser", effect: "status", status: 503, count: 1 });
 * });
 * @example
 * test.override("worldOptions", { seed: "demo" });
 */
export const test: TestAPI<SandboxFixtures> = base.extend<SandboxFixtures>({
  sandboxOptions: [{}, { scope: "file" }],
  worldOptions: { seed: "empty", frozen: true },
  sandbox: [
    async ({ sandboxOptions }, use) => {
      const sandbox = await startSandbox(sandboxOptions);
      await use(sandbox);
      await sandbox.close();
    },
    { scope: "file" },
  ],
  world: async ({ sandbox, worldOptions }, use) => use(await sandbox.createWorld(worldOptions)),
  client: async ({ sandbox, world }, use) =>
    use(createClient({ apiKey: world.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch })),
  managementClient: async ({ sandbox, world }, use) => {
    // With a separate port the organization's calls have another host
    const baseUrl = sandbox.managementUrl ?? "http://sandbox";
    await use(createManagementClient({ managementKey: world.managementKey, baseUrl, fetch: sandbox.fetch }));
  },
});
