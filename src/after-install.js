// Runs at the end of `npm ci` in this repository: removes what weighs most of the parts of dependencies that nothing here uses.
// It is plain JavaScript, because it also runs on an old Node.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const postmanNames = "node_modules/postman-collection/node_modules/@faker-js/faker";

// For compiling addons
remove(`node_modules/node/node_modules/node-${process.platform}-${process.arch}/include`);
// Of the invented names for Postman collections, which Prism reads too, all but the English ones
remove(join(postmanNames, "dist"));
removeIn(join(postmanNames, "lib", "locales"), (name) => /^[a-df-z]\w+$/.test(name));
// The maps from compiled code to its source, which Node reads only when it is told to
removeIn("node_modules", (name) => name.endsWith(".map"));

/** @param {string} path */
function remove(path) {
  rmSync(path, { recursive: true, force: true });
}

/**
 * Removes what is in a folder, or deeper.
 *
 * @param {string} folder
 * @param {(name: string) => boolean} isUnused Whether nothing needs what has this name: a path from the folder.
 */
function removeIn(folder, isUnused) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (isUnused(name)) remove(join(folder, name));
  }
}
