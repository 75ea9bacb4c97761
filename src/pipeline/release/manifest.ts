// package.json, as far as a release reads it.
import { isDeepStrictEqual } from "node:util";
import { Failure } from "../../tools/terminal/index.ts";

/** The manifest of the tools in the repository. `npm run build` adds the version, which is that of package.json. */
export const toolsManifest = "src/tools/manifest.json";

/** What a package is called and exports. */
export interface Exporting {
  readonly name: string;
  readonly exports?: Readonly<Record<string, unknown>>;
}

/** What package.json says. */
export interface Manifest extends Exporting {
  readonly version: string;
}

/** Fields that only work in this repository: npm packs them, but they mean nothing to consumers. */
const internal = new Set(["version", "scripts", "devDependencies", "allowScripts", "scarfSettings"]);

/**
 * Reads package.json.
 *
 * @throws {Failure} when it has no name and version.
 */
export function parseManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text);
  if (isManifest(value)) return value;
  throw new Failure("package.json has no `name` and `version`.", "Write both.");
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== "object" || value === null) return false;
  const { name, version, exports = {} } = value as Record<string, unknown>;
  return typeof name === "string" && typeof version === "string" && typeof exports === "object";
}

/** Whether two manifests are the same to those who install the package. */
export function isSameToConsumers(a: Manifest, b: Manifest): boolean {
  return isDeepStrictEqual(shipped(a), shipped(b));
}

function shipped(manifest: Manifest): Record<string, unknown> {
  return Object.fromEntries(Object.entries(manifest).filter(([field]) => !internal.has(field)));
}
