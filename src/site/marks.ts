// Writes the contract's marks into its descriptions, since no renderer shows extensions.
import type { OpenApiDocument } from "../contract/index.ts";

type Node = { readonly [key: string]: unknown };

/** The nodes whose keys are names that the contract chose, not keywords, and what `default`-like data must not be touched. */
const data = new Set(["example", "examples", "default", "const", "enum", "x-extensible-enum", "x-not-shown"]);

/**
 * Copies a bundle with the meaning of each mark added to the description beside it:
 * known values of an open enum, assumptions, what is not shown, and stability.
 */
export function withVisibleMarks(document: OpenApiDocument): OpenApiDocument {
  return visit(document) as OpenApiDocument;
}

function visit(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(visit);
  if (!isNode(node)) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, data.has(key) ? value : visit(value)]),
  );
  const said = marksOf(node);
  if (said.length === 0) return copy;
  const own = typeof node["description"] === "string" ? [node["description"]] : [];
  return { ...copy, description: [...own, ...said].join("\n\n") };
}

function marksOf(node: Node): string[] {
  const said: string[] = [];
  const stability = node["x-stability-level"];
  if (typeof stability === "string") said.push(`**Stability: ${stability}.** It may change.`);
  const known = node["x-extensible-enum"];
  if (Array.isArray(known)) {
    said.push(`**Known values** (more may be added): ${known.map((value) => `\`${String(value)}\``).join(", ")}.`);
  }
  const assumption = node["x-assumption"];
  if (typeof assumption === "string") said.push(`**Assumed.** ${assumption}`);
  const gaps = node["x-not-shown"];
  if (Array.isArray(gaps))
    said.push(`**Not published by the service:**\n\n${gaps.map((gap) => `- ${String(gap)}`).join("\n")}`);
  return said;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
