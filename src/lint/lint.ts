// Checks a contract with everything that holds it: Redocly, Spectral and the layout of its files.
import {
  type Bundle,
  bundle,
  ContractError,
  controlRoot,
  schemaFindings,
  structureFindings,
} from "../contract/index.ts";
import type { Finding } from "../terminal/index.ts";
import { layoutFindings } from "./layout.ts";
import { spectralFindings } from "./spectral-findings.ts";

/** What lint says of a contract; `bundled` is there when it could be bundled. */
export interface LintResult {
  readonly findings: readonly Finding[];
  readonly bundled?: Bundle;
}

/**
 * Checks a contract.
 *
 * A contract that cannot be bundled is reported for that alone, since all else follows from it.
 *
 * @param root The root document.
 */
export function lintContract(root: string): Promise<LintResult> {
  return lintDocument(root, layoutFindings);
}

/**
 * Checks the document of the sandbox's control plane: a single file, which needs no layout. The conventions that are
 * about the service are switched off in the ruleset beside it.
 *
 * @param root The document; by default this repository's.
 */
export function lintControl(root = controlRoot): Promise<LintResult> {
  return lintDocument(root, async () => []);
}

async function lintDocument(root: string, layoutOf: (root: string) => Promise<Finding[]>): Promise<LintResult> {
  // Redocly's rules run beside bundling and Spectral: each is a process of its own
  const structure = structureFindings(root);
  structure.catch(() => {});
  try {
    const bundled = await bundle(root);
    const [conventions, layout, schemas] = await Promise.all([
      spectralFindings(root, bundled.document),
      layoutOf(root),
      schemaFindings(root, bundled.document),
    ]);
    return { findings: [...(await structure), ...schemas, ...conventions, ...layout], bundled };
  } catch (error) {
    await structure.catch(() => {});
    if (error instanceof ContractError) return { findings: error.findings };
    throw error;
  }
}
