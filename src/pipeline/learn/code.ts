// Names the lines of the sandbox and of `verify` that have in code what an edit of the contract changes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathOf, projectDirectory } from "../../tools/contract/index.ts";
import type { Evidence } from "./evidence.ts";
import type { Place } from "./places.ts";
import type { Finding, Proposal } from "./proposal.ts";

interface Source {
  readonly name: string;
  readonly lines: readonly string[];
  readonly about: readonly (string | undefined)[];
}

/** Found by what the code names: an operation by its id, a field by its name, a status by its number. */
export class CodePlaces {
  readonly #evidence: Evidence;
  #files: readonly Source[] | undefined;

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  /** The lines that an edit leaves to a person, as `src/tools/sandbox/handlers/users.ts:31, 78`. */
  about({ proposal }: Finding): readonly string[] {
    if (proposal === undefined || !("pointer" in proposal)) return [];
    const word = wordOf(proposal);
    if (word === undefined) return [];
    const operations = this.#operationsWith(proposal.pointer);
    const old = new RegExp(`\\b${word}\\b`);
    this.#files ??= ["sandbox", "verify"].flatMap((room) => this.#sourcesOf(`src/tools/${room}`));
    const found = this.#files.flatMap(({ name, lines, about }) => {
      const isNamed = about.at(-1) !== undefined;
      const at = lines.flatMap((line, index) => {
        const isElsewhere = isNamed && !operations.has(about[index] ?? "");
        return isElsewhere || isComment.test(line) || !old.test(line) ? [] : [index + 1];
      });
      return at.length === 0 ? [] : [{ name, at, isNamed }];
    });
    // A common word, such as `status`, says something only in the files that are about operations
    const isCommon = !word.includes("_") || found.length > mostFiles;
    return found
      .filter(({ isNamed }) => isNamed || !isCommon)
      .map(({ name, at }) => `${name}:${at.slice(0, mostLines).join(", ")}${at.length > mostLines ? ", …" : ""}`);
  }

  /** The sources of a room: of each line, the operation that it is about, which is the last one that was named. */
  #sourcesOf(folder: string): Source[] {
    const id = new RegExp(`\\b(?:${[...this.#evidence.operations.keys()].join("|")})\\b`);
    const names = readdirSync(join(projectDirectory, folder), { recursive: true, encoding: "utf8" });
    return names
      .filter((name) => name.endsWith(".ts"))
      .sort()
      .map((name) => {
        const lines = readFileSync(join(projectDirectory, folder, name), "utf8").split("\n");
        let last: string | undefined;
        const about = lines.map((line) => {
          last = id.exec(line)?.[0] ?? last;
          return last;
        });
        return { name: `${folder}/${name}`, lines, about };
      });
  }

  #operationsWith(pointer: string): ReadonlySet<string> {
    const found = new Set<string>();
    const has = (place: Place | undefined, seen: Set<Place>): boolean => {
      if (place === undefined || seen.has(place)) return false;
      seen.add(place);
      if (place.pointers.includes(pointer)) return true;
      return [...place.fields.values(), place.items, place.values].some((inner) => has(inner, seen));
    };
    for (const [id, { pointer: at, body, responses, parameters }] of this.#evidence.operations) {
      const places = [...parameters, ...[...responses.values()], ...(body === undefined ? [] : [body])];
      const seen = new Set<Place>();
      if (pointer === at || pointer.startsWith(`${at}/`) || places.some(({ place }) => has(place, seen))) found.add(id);
    }
    return found;
  }
}

const isComment = /^\s*(?:\/\/|\/?\*)/;
const mostFiles = 12;
const mostLines = 6;

/** What code calls the thing that changes; undefined where the contract's own data is all that says it. */
function wordOf(proposal: Proposal & { readonly pointer: string }): string | undefined {
  const isInCode = ["change-status", "rename", "move", "require", "nullable", "change-schema"].includes(proposal.kind);
  return isInCode ? String(pathOf(proposal.pointer).at(-1)) : undefined;
}
