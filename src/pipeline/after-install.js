// Runs at the end of `npm ci` in this repository: removes what weighs most of the parts of dependencies that nothing here uses.
// It is plain JavaScript, because it also runs on an old Node.
import { rmSync } from "node:fs";

const unused = [
  // For compiling addons
  `node_modules/node/node_modules/node-${process.platform}-${process.arch}/include`,
  // Builds for browsers
  "node_modules/postman-collection/node_modules/@faker-js/faker/dist",
];

for (const path of unused) rmSync(path, { recursive: true, force: true });
