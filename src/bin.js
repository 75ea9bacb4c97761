#!/usr/bin/env node
// What the package installs as `wearable-health-api`: says in one line what to do when Node is too old, then runs the command.
// `--help` and `--version` are answered on any Node.
// It is plain JavaScript without static imports, because it must also run on the Node that it refuses.

const wanted = 24;
const found = Number(process.versions.node.split(".")[0]);
if (process.argv.some((argument) => ["--help", "-h", "--version"].includes(argument))) {
  await import("./cli.ts");
} else if (found < wanted) {
  process.stderr.write(
    `error: Node ${wanted} or later is needed for the commands, found ${process.versions.node} at ${process.execPath}. ` +
      "Install it, or run `npx --package node@24 -- npx wearable-health-api …`.\n",
  );
  process.exitCode = 2;
} else {
  // What was compiled once is read the next time, as require-node.js does for the npm scripts
  process.getBuiltinModule("node:module").enableCompileCache();
  await import("./cli.ts");
}
