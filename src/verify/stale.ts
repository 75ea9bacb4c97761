// Tells whether the contract was edited after its bundle was generated.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** A checkout writes its files in any order, within seconds. */
const slackMs = 10_000;

/**
 * Finds a source file that is newer than the bundle.
 *
 * @param generated The folder with `openapi.json`.
 * @param sources The folder of the contract; an installed package has none.
 */
export function findNewerSource(generated: string, sources: string): string | undefined {
  const bundle = join(generated, "openapi.json");
  if (!existsSync(sources) || !existsSync(bundle)) return undefined;
  const generatedMs = statSync(bundle).mtimeMs;
  const files = readdirSync(sources, { recursive: true, withFileTypes: true }).filter(
    // The waivers are of the gate: nothing is generated from them
    ({ name }) => name.endsWith(".yaml") && name !== "waivers.yaml",
  );
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .find((file) => statSync(file).mtimeMs > generatedMs + slackMs);
}
