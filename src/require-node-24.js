// Requires Node 24, before any other import of commands and tests: `npm ci` puts it before the Node of the machine.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Error: Node 24 or later is needed, found ${process.versions.node} at ${process.execPath}.\nRun \`npm ci\` without --ignore-scripts: it installs Node 24 for the npm scripts. Or install Node 24.\n`,
  );
  process.exit(2);
}
