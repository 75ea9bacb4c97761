// The command of the tools as it is packed, run where `npm run build` wrote it.
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { projectDirectory } from "../../src/tools/contract/index.ts";

/** The file to run. Beside it stands, as in an install, the package that it imports. */
export function builtCommand(): string {
  const dist = join(projectDirectory, "dist");
  const command = join(dist, "wearable-health-api-tools", "src", "tools", "cli.js");
  if (!existsSync(command)) throw new Error("Nothing is built. Run `npm run build` first.");
  const place = join(dist, "node_modules", "wearable-health-api");
  rmSync(place, { recursive: true, force: true });
  mkdirSync(join(place, "dist"), { recursive: true });
  // Its parts, not the repository, which would then contain itself
  copyFileSync(join(projectDirectory, "package.json"), join(place, "package.json"));
  symlinkSync(join(projectDirectory, "generated"), join(place, "generated"), "dir");
  symlinkSync(join(dist, "lib"), join(place, "dist", "lib"), "dir");
  return command;
}
