// Checks a contract with everything that holds it: Redocly, Spectral and the layout of its files.

import { type Finding, FindingsError } from "../../tools/terminal/index.ts";
import { type Bundle, bundle, schemaFindings, structureFindings } from "../bundle/index.ts";
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
 * Checks the document of the sandbox's control plane: whose files need no layout of the contract. The conventions that are
 * about the service are switched off in the ruleset beside it.
 *
 * @param root The document.
 */
export function lintControl(root: string): Promise<LintResult> {
  return lintDocument(root, async () => []);
}

async function lintDocument(root: string, layoutOf: (root: string) => Promise<Finding[]>): Promise<LintResult> {
  try {
    const bundled = await bundle(root);
    const findings = await Promise.all([
      structureFindings(root),
      schemaFindings(root, bundled.document),
      spectralFindings(root, bundled.document),
      layoutOf(root),
    ]);
    return { findings: findings.flat(), bundled };
  } catch (error) {
    if (error instanceof FindingsError) return { findings: error.findings };
    throw error;
  }
}
