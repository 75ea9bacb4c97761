// `npm run build`: compiles what other teams import into dist/lib.
import { cp, rename, rm } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedDirectory, projectDirectory, runTool } from "./contract/index.ts";
import { exitCode, runCommand, showProgress } from "./terminal/index.ts";

const help = `
Usage: npm run build [-- --out DIR]

Compiles the client, the events, the types and the examples with tsc, as they are packed by \`npm pack\`.
With a type error nothing is replaced.

  --out DIR   where to build; what stood there is removed (default: dist/lib)

Exit codes: 0 built, 1 type errors, 2 could not run.
`;

/** Written as JavaScript by `npm run generate` already: tsc has nothing to compile in them. */
const copied = ["event-validators.js", "event-validators.d.ts"];

await runCommand({
  name: "npm run build",
  help,
  options: { out: { type: "string", default: join(projectDirectory, "dist", "lib") } },
  async run(options) {
    const out = resolve(options.out);
    // Built beside its place, so that a failed build leaves the last good one
    const work = join(dirname(out), `.${basename(out)}.${process.pid}.new`);
    const done = showProgress("Building the package");
    try {
      const compiler = fileURLToPath(import.meta.resolve("typescript/bin/tsc"));
      const project = join(projectDirectory, "tsconfig.build.json");
      const { code, stdout, stderr } = await runTool(compiler, ["-p", project, "--outDir", work]);
      if (code !== 0) {
        process.stderr.write(`${stdout}${stderr}`);
        return exitCode.findings;
      }
      for (const name of copied) await cp(join(generatedDirectory, name), join(work, "generated", name));
      await rm(out, { recursive: true, force: true });
      await rename(work, out);
    } finally {
      done();
      await rm(work, { recursive: true, force: true });
    }
    process.stdout.write(`Built ${relative(process.cwd(), out)}\n`);
    return exitCode.well;
  },
});
