// The PostgreSQL of a run ends with the run, also with one that is killed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { needs } from "./needs.ts";

const script = `
import { startGuarded } from ${JSON.stringify(import.meta.resolve("./postgres.ts"))};
process.stdout.write((await startGuarded()).directory);
setInterval(() => {}, 1_000_000);`;

test.runIf(needs("PostgreSQL"))(
  "PostgreSQL ends and its folder goes when the process that started it is killed",
  async () => {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const directory = String((await once(child.stdout, "data"))[0]);
    expect(existsSync(directory)).toBe(true);
    child.kill("SIGKILL");
    await expect.poll(() => existsSync(directory)).toBe(false);
  },
);
