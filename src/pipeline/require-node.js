// Runs before every npm script (`node --import`): says in one line what to do when Node is too old to run TypeScript, and keeps compiled code.
// It is plain JavaScript without imports, because it must also run on the Node that it refuses.

// NO_COLOR is respected: Node itself would colour, and warn, when FORCE_COLOR is set as well.
if (process.env["NO_COLOR"]) delete process.env["FORCE_COLOR"];

const wanted = 24;
const found = Number(process.versions.node.split(".")[0]);
if (found < wanted) {
  process.stderr.write(
    `error: Node ${wanted} or later is needed, found ${process.versions.node} at ${process.execPath}. ` +
      "Run `npm ci` (without --ignore-scripts): it installs Node 24 for the npm scripts of this project.\n",
  );
  process.exit(2);
}

// What was compiled once is read the next time, also by the tools that are started: half of a command's start is compiling
const { enableCompileCache } = process.getBuiltinModule("node:module");
process.env["NODE_COMPILE_CACHE"] ??= `${process.getBuiltinModule("node:os").tmpdir()}/node-compile-cache`;
enableCompileCache(process.env["NODE_COMPILE_CACHE"]);
