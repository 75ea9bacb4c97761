// Runs at the end of `npm ci` in this repository: removes what weighs most of the parts of dependencies that nothing here uses.
// It is plain JavaScript, because it also runs on an old Node.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const unused = [
  // For compiling addons
  `node_modules/node/node_modules/node-${process.platform}-${process.arch}/include`,
  // Builds for browsers
  "node_modules/postman-collection/node_modules/@faker-js/faker/dist",
];

// What leads from compiled code to its sources
const maps = readdirSync("node_modules", { recursive: true, encoding: "utf8" }).filter((path) =>
  /\.[cm]?js\.map$/.test(path),
);

for (const path of [...unused, ...maps.map((path) => join("node_modules", path))])
  rmSync(path, { recursive: true, force: true });
