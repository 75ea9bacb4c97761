// An example is a file, and goes by the name of its file wherever it is used.
// @ts-check

import { quoted, text } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

const folder = "#/components/examples/";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { key, value: example, path, parent } of nodes(document, "example")) {
    if (parent?.kind === "components") continue;
    const reference = text(example["$ref"]);
    if (!reference.startsWith(folder)) {
      yield {
        message: `An example is a file of its own; found ${quoted(key)} written in place. Move it to examples/${key}.yaml.`,
        path,
      };
    } else if (reference !== folder + key) {
      yield {
        message: `The key of an example is the name of its file; found ${quoted(key)} for ${quoted(reference.slice(folder.length))}. Use the file's name as the key.`,
        path,
      };
    }
  }
}
