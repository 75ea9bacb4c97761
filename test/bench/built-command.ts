// The command of the tools as it is packed, run where `npm run build` wrote it.
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { projectDirectory } from "../../src/tools/contract/index.ts";

/** The file to run. Beside it stands, as in an install, the package that it imports. */
export function builtCommand(): string {
  const dist = join(projectDirectory, "dist");
  const place = join(dist, "node_modules", "wearable-health-api");
  mkdirSync(join(dist, "node_modules"), { recursive: true });
  rmSync(place, { force: true });
  symlinkSync(projectDirectory, place, "dir");
  return join(dist, "wearable-health-api-tools", "src", "tools", "cli.js");
}
