// Reads the document of the control plane, as `npm run generate` bundled it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Contract, generatedDirectory, type OpenApiDocument, readContract } from "../../contract/index.ts";

export async function readControlDocument(): Promise<Contract> {
  const text = await readFile(join(generatedDirectory, "control-openapi.json"), "utf8");
  return readContract(JSON.parse(text) as OpenApiDocument);
}
