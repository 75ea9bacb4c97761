// Where the contract and what is generated from it stand in this repository.
import { join } from "node:path";

/** The repository's directory. */
export const projectDirectory = join(import.meta.dirname, "..", "..", "..");

/** The root document of the hand-written contract. */
export const contractRoot = join(projectDirectory, "openapi", "openapi.yaml");

/** The description of the sandbox's control plane: of our tool, not of the service. */
export const controlRoot = join(projectDirectory, "src", "sandbox", "control", "openapi.yaml");

/** The directory of everything that `npm run generate` writes. */
export const generatedDirectory = join(projectDirectory, "generated");
