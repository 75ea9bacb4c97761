// Says where in the files of a contract the findings of Spectral stand, which checks its bundle:
// `spectral lint 'dist/bundle/*.yaml' --format json --quiet | node src/lint/at-source.ts`.
// A bundle has the name that redocly.yaml gives its API.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { Source } from "../shared/contract/index.ts";
import { type FileProblem, formatFileProblems } from "../shared/findings/index.ts";

/** One result of Spectral. */
interface SpectralResult {
  readonly code: string;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly source: string;
}

const input = await text(process.stdin);
if (input.trim() === "") {
  // Spectral itself could not run, and has said why
  process.exitCode = 2;
} else {
  const { apis } = parse(readFileSync("redocly.yaml", "utf8")) as { apis: Record<string, { readonly root: string }> };
  // A schema that is used in several places is reported once
  const problems = new Map<string, FileProblem>();
  for (const [bundle, results] of Map.groupBy(JSON.parse(input) as readonly SpectralResult[], ({ source }) => source)) {
    const source = await Source.read(apis[basename(bundle, ".yaml")]?.root ?? bundle);
    for (const { path, code, message } of results) {
      // The form of an assumption is that of its entry, behind the key that a place or a list of a place names
      const isForm = code === "assumption-form";
      const problem = {
        ...source.locate(isForm ? [...path, "behind"] : path),
        rule: code,
        message: isForm ? message.replace(/("x-assumption" property|Item at index \d+) must/, "it must") : message,
      };
      problems.set(JSON.stringify(problem), problem);
    }
  }
  process.stderr.write(formatFileProblems([...problems.values()], process.stderr));
  if (problems.size > 0) process.exitCode = 1;
}
