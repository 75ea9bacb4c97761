// `npm run docs`: builds the reference documentation.
import { relative, resolve } from "node:path";
import { soundBundle } from "../generate/index.ts";
import { contractRoot } from "../shared/contract/index.ts";
import { FileProblemsError } from "../shared/findings/index.ts";
import { defineCommand, exitCode, Failure, reportError, runCommand, showProgress } from "../shared/terminal/index.ts";
import { buildSite, siteDirectory } from "./build.ts";

const help = `
Usage: npm run docs [-- --out DIR] [--base PATH] [--root FILE]

Builds the reference documentation: static pages that load nothing from other hosts, and can be opened from disk.

  --out DIR     where to build (default: dist/site)
  --base PATH   the path that the site is published under, such as /docs/ (default: /); 404.html needs it
  --root FILE   the root document, a revision of this contract (default: openapi/openapi.yaml); anything that the
                pages cannot render is refused, with its place

Exit codes: 0 built, 1 the contract or a link is broken, 2 could not run.
`;

/** `npm run docs`. */
export const docsCommand = defineCommand({
  name: "npm run docs --",
  help,
  options: {
    out: { type: "string", default: siteDirectory },
    base: { type: "string", default: "/" },
    root: { type: "string", default: contractRoot },
  },
  async run(options) {
    if (!/^\/([\w.~-]+\/)*$/.test(options.base)) {
      throw new Failure(
        `--base takes a path, found "${options.base}".`,
        "It begins and ends with a slash, such as /docs/.",
      );
    }
    const out = resolve(options.out);
    const done = showProgress("Building the reference");
    const root = resolve(options.root);
    try {
      const document = await soundBundle(root);
      await buildSite(document, out, root, options.base);
    } catch (error) {
      if (!(error instanceof FileProblemsError)) throw error;
      done();
      reportError(error);
      return exitCode.findings;
    } finally {
      done();
    }
    process.stdout.write(`Built ${relative(process.cwd(), out)}/index.html\n`);
    return exitCode.success;
  },
});

if (import.meta.main) await runCommand(docsCommand);
