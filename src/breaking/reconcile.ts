// Brings together what the engine found and what was judged here, so that each change is told once.
import type { EngineChange } from "./engine.ts";
import type { JudgedChange } from "./judge.ts";

/** By how much the version has to grow. */
export type Bump = "major" | "minor" | "patch" | "none";

/**
 * The engine's rules that this room judges itself, by the principle: where it is silent, it has proven them wrong.
 * A rule that is not among them is taken at its word.
 */
const judgedHere: ReadonlySet<string> = new Set([
  "enum-values-added",
  "enum-values-removed",
  "media-type-removed",
  "operation-id-changed",
  "operation-removed",
  "parameter-became-required",
  "parameter-removed",
  "parameter-serialization-changed",
  "path-removed",
  "property-removed",
  "request-body-became-required",
  "request-body-removed",
  "required-properties-added",
  "required-properties-removed",
  "response-header-removed",
  "response-removed",
  "schema-combinator-changed",
  "schema-constraint-changed",
  "schema-type-changed",
  "security-requirement-changed",
  "security-scheme-changed",
  "server-removed",
]);

/** Adds what only the engine found. */
export function reconcile(judged: readonly JudgedChange[], found: readonly EngineChange[]): JudgedChange[] {
  const alone = found.flatMap((change) =>
    change.verdicts
      .filter(({ ruleId, impact }) => impact === "major" && !judgedHere.has(ruleId))
      .filter(() => !judged.some(({ pointers }) => pointers.some((pointer) => pointer.startsWith(change.path))))
      .map(({ ruleId, message, location: { file, line, col } }): JudgedChange => {
        const pointer = change.property === undefined ? change.path : `${change.path}/${change.property}`;
        return {
          level: "breaking",
          rule: `redocly/${ruleId}`,
          operation: "",
          pointer,
          location: `${file}:${line}:${col}`,
          message,
          remedy: "Undo it; to break it on purpose, add a waiver and release a major version.",
          place: { file, line, column: col },
          pointers: [pointer],
        };
      }),
  );
  return [...alone, ...judged];
}

/**
 * The bump that the changes ask for. Another spelling of the same contract is a patch; the version of the document,
 * and parts that the engine merely finds at another place, such as a component that was inlined, are no change.
 */
export function bumpOf(changes: readonly JudgedChange[], found: readonly EngineChange[]): Bump {
  if (changes.some(({ level }) => level === "breaking")) return "major";
  if (changes.some(({ rule }) => !rule.startsWith("documentation/"))) return "minor";
  if (changes.length > 0) return "patch";
  const isSpelling = ({ path, kind, property }: EngineChange) =>
    kind === "modified" && !(path === "#/info" && property === "version");
  return found.some(isSpelling) ? "patch" : "none";
}
