// `npm run docs`: builds the reference documentation.
import { relative, resolve } from "node:path";
import { contractRoot, soundBundle } from "../contract/index.ts";
import { exitCode, runCommand, showProgress } from "../terminal/index.ts";
import { buildSite, siteDirectory } from "./build.ts";

const help = `
Usage: npm run docs [-- --out DIR] [--root FILE]

Builds the reference documentation: plain pages that need no other host and open from disk too.

  --out DIR     where to build (default: dist/site)
  --root FILE   the root document (default: openapi/openapi.yaml)

Exit codes: 0 built, 2 could not run (a broken contract or a broken link included).
`;

await runCommand({
  name: "npm run docs",
  help,
  options: { out: { type: "string", default: siteDirectory }, root: { type: "string", default: contractRoot } },
  async run(options) {
    const out = resolve(options.out);
    const done = showProgress("Building the reference");
    try {
      const root = resolve(options.root);
      const { document } = await soundBundle(root);
      await buildSite(document, out, root);
    } finally {
      done();
    }
    process.stdout.write(`Built ${relative(process.cwd(), out)}/index.html\n`);
    return exitCode.well;
  },
});
