// How vitest runs: quick by default, everything with `--mode full`. The type check is a test like the others.
import "./src/require-node-24.js";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const minutes = 60_000;

/** Starts the files of the full run first: they take longest and are small, and Vitest would start them last. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { full = [], others = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      moduleId.endsWith(".full.test.ts") ? "full" : "others",
    );
    return [...full, ...others];
  }
}

export default defineConfig(({ mode }) => {
  const isFull = mode === "full";
  return {
    test: {
      include: ["test/**/*.test.ts"],
      exclude: [...configDefaults.exclude, ...(isFull ? [] : ["test/**/*.full.test.ts"])],
      env: { TEST_DEPTH: isFull ? "full" : "quick" },
      globalSetup: ["./test/run/setup.ts"],
      setupFiles: ["./test/run/seed.ts"],
      reporters: ["default", "./test/run/closing-line.ts"],
      // Node runs the sources as they are, and keeps what it compiled: a fifth less CPU than by way of Vite
      experimental: { viteModuleRunner: false, nodeLoader: false },
      // Only a hang takes this long: the machine may be busy with other things, and in the full run a minute of CPU took ten
      testTimeout: (isFull ? 30 : 10) * minutes,
      hookTimeout: (isFull ? 30 : 10) * minutes,
      teardownTimeout: 5 * minutes,
      expect: { poll: { timeout: 5 * minutes, interval: 20 } },
      ...(isFull ? { sequence: { sequencer: LongestFirst } } : {}),
      // The full run waits more, for what hangs on purpose and for other processes; each worker loads all that it tests once
      maxWorkers: isFull ? 4 : 2,
      // A process for each file took 0.5 s of CPU of each
      isolate: false,
      // Objects of tests live briefly: with room for them from the start, a sixth less CPU goes into collecting them
      execArgv: ["--min-semi-space-size=64", "--max-semi-space-size=64"],
    },
  };
});
