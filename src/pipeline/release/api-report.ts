// Compares the API reports of two versions of the package: what was exported, and what is now.

/** One difference of the package's public surface. */
export interface ApiChange {
  readonly kind: "removed" | "changed" | "deprecated" | "added";
  /** The entry of the package, such as `wearable-health-api/events`. */
  readonly entry: string;
  /** The exported name; empty for the entry as a whole. */
  readonly name: string;
  /** The member that is deprecated, when it is not the export itself. */
  readonly member?: string;
}

/** A declaration of a report, as far as it matters to those who import it. */
interface Declaration {
  readonly isExported: boolean;
  readonly isClass: boolean;
  /** Its lines without comments. */
  readonly lines: readonly string[];
  /** The members that are deprecated; the empty text stands for the declaration itself. */
  readonly deprecated: ReadonlySet<string>;
}

/**
 * Compares API reports.
 *
 * A required member that joins an interface is a change, not an addition: code that writes such an object has to add it.
 *
 * @param base The reports by entry, as API Extractor writes them.
 * @param revision The same, now.
 */
export function apiChanges(base: ReadonlyMap<string, string>, revision: ReadonlyMap<string, string>): ApiChange[] {
  return [...new Set([...base.keys(), ...revision.keys()])].sort().flatMap((entry): ApiChange[] => {
    const before = base.get(entry);
    const after = revision.get(entry);
    if (before === after) return [];
    if (before === undefined) return [{ kind: "added", entry, name: "" }];
    if (after === undefined) return [{ kind: "removed", entry, name: "" }];
    return entryChanges(entry, declarationsOf(before), declarationsOf(after));
  });
}

function entryChanges(
  entry: string,
  before: ReadonlyMap<string, Declaration>,
  after: ReadonlyMap<string, Declaration>,
): ApiChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): ApiChange[] => {
    const was = before.get(name);
    const is = after.get(name);
    // What is not exported is seen through what is: that has changed too
    if (was === undefined) return is?.isExported ? [{ kind: "added", entry, name }] : [];
    if (is === undefined) return was.isExported ? [{ kind: "removed", entry, name }] : [];
    const deprecated = [...is.deprecated].filter((member) => !was.deprecated.has(member));
    return [
      ...textChange(was, is).map((kind): ApiChange => ({ kind, entry, name })),
      ...deprecated.map(
        (member): ApiChange => ({ kind: "deprecated", entry, name, ...(member === "" ? {} : { member }) }),
      ),
    ];
  });
}

function textChange(was: Declaration, is: Declaration): ("added" | "changed")[] {
  const joined: string[] = [];
  let next = 0;
  for (const line of is.lines) {
    if (line === was.lines[next]) next++;
    else joined.push(line);
  }
  if (joined.length === 0 && next === was.lines.length) return [];
  return next === was.lines.length && joined.every((line) => isHarmless(line, is)) ? ["added"] : ["changed"];
}

/** Whether a line may join a declaration without a change in the code of consumers: a member on its own line that is optional to write. */
function isHarmless(line: string, { isClass }: Declaration): boolean {
  const isMember = /^ {4}\S.*;$/.test(line);
  const isOptional = /^ {4}(?:readonly )?[\w$]+\?: /.test(line);
  // The tables by event or route have quoted keys, and no consumer writes one
  const isInTable = /^ {4}"[^"]+": /.test(line);
  return isMember && (isClass || isOptional || isInTable);
}

/** The declarations of a report by name; those that share a name, such as overloads, are one. */
function declarationsOf(report: string): Map<string, Declaration> {
  const code = /^```ts\n([\s\S]*?)^```/m.exec(report)?.[1] ?? report;
  const declarations = new Map<string, Declaration>();
  for (const block of code.split(/\n{2,}/)) {
    const lines = block.split("\n").filter((line) => line.trim() !== "");
    const own = lines.filter((line) => !line.trimStart().startsWith("//"));
    const [first = ""] = own;
    const name = nameOf(first);
    if (name === undefined) continue;
    // `export { A_2 as A }` stands right below the declaration of A_2
    const exported = own.map(exportedName).find((found) => found !== undefined) ?? name;
    const before = declarations.get(exported);
    declarations.set(exported, {
      isExported: exported !== name || /^export /.test(first) || before?.isExported === true,
      isClass: /^(?:export )?(?:declare )?(?:abstract )?class /.test(first),
      lines: [...(before?.lines ?? []), ...own],
      deprecated: new Set([...(before?.deprecated ?? []), ...deprecatedIn(lines)]),
    });
  }
  return declarations;
}

function nameOf(line: string): string | undefined {
  const declared =
    /^(?:export )?(?:declare )?(?:abstract )?(?:class|interface|type|const|let|var|function|enum|namespace) ([\w$]+)/;
  return declared.exec(line)?.[1] ?? exportedName(line);
}

function exportedName(line: string): string | undefined {
  return /^export \{ (?:[\w$]+ as )?([\w$]+) \}/.exec(line)?.[1];
}

function deprecatedIn(lines: readonly string[]): string[] {
  return lines.flatMap((line, index) => {
    if (!/^\s*\/\/.*@deprecated/.test(line)) return [];
    const next = lines.slice(index + 1).find((following) => !following.trimStart().startsWith("//")) ?? "";
    return [next.startsWith(" ") ? memberOf(next) : ""];
  });
}

function memberOf(line: string): string {
  return /^\s*(?:readonly |static |get |set )*"?([^"?:(<]+)/.exec(line)?.[1]?.trim() ?? line.trim();
}
