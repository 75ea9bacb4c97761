// `npm run bench`: what the client, the gate and the sandbox cost beside named peers in the same run.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCode, Failure, runCommand } from "../../src/shared/terminal/index.ts";

const help = `
Usage: npm run bench [-- --only NAME,NAME,...]

Measures what this project costs, each figure beside a named peer in the same run. It is no test: no figure makes it fail.

  --only NAME,...   what to measure (default: all):
                    client    CPU of a call beside openapi-fetch
                    gate      CPU of \`npm run breaking\` beside \`redocly diff\` of the same files
                    sandbox   CPU of a read and of a write beside bare node:http

Exit codes: 0 measured, 2 could not run.
`;

type Measure = (directory: string) => Promise<void>;

// Loaded when they run: the client's puts a stub in the place of fetch
const measures: Readonly<Record<string, () => Promise<Measure>>> = {
  client: async () => (await import("./client.ts")).measureClient,
  gate: async () => (await import("./gate.ts")).measureGate,
  sandbox: async () => (await import("./sandbox.ts")).measureSandbox,
};

await runCommand({
  name: "npm run bench --",
  help,
  options: { only: { type: "string" } },
  async run({ only }) {
    const names = only?.split(",").map((name) => name.trim()) ?? Object.keys(measures);
    const unknown = names.find((name) => !Object.hasOwn(measures, name));
    if (unknown !== undefined) {
      throw new Failure(
        `--only takes what can be measured, found "${unknown}".`,
        `Use ${Object.keys(measures).join(", ")}.`,
      );
    }
    const directory = await mkdtemp(join(tmpdir(), "bench-"));
    try {
      for (const [name, load] of Object.entries(measures)) {
        if (!names.includes(name)) continue;
        const measure = await load();
        await measure(directory);
      }
      return exitCode.success;
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
});
