// How vitest runs: the tests of behaviour, and beside them the type check of the whole project.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    typecheck: {
      enabled: true,
      // By its place: which of the installed compilers is `tsc` on the path is a matter of chance
      checker: "node_modules/typescript/bin/tsc",
      include: ["test/**/*.test-d.ts"],
      tsconfig: "tsconfig.json",
    },
    reporters: ["default", "./test/closing-line.ts"],
    // A deadline that detects a hang, not a measure of speed: the machine is shared
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
