// Asks `redocly diff` about many pairs of documents in one process, and prints a line of JSON for each: to start it takes ten times as long as to compare.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [config, ...documents] = process.argv.slice(2);
const place = dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json"));
const { href } = pathToFileURL(join(place, "lib", "index.js"));
const print = process.stdout.write.bind(process.stdout);

/** All that it prints, once that is whole; without that this process ends with an error. */
function printed(): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    process.stdout.write = (chunk: string | Uint8Array) => {
      text += String(chunk);
      if (text.trimEnd().endsWith("}") && isJson(text)) resolve(JSON.stringify(JSON.parse(text)));
      return true;
    };
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

for (let index = 0; index < documents.length; index += 2) {
  const pair = documents.slice(index, index + 2);
  process.argv = [
    process.execPath,
    "redocly",
    "diff",
    ...pair,
    "--format=json",
    "--fail-on=none",
    `--config=${config}`,
  ];
  const opinion = printed();
  // Another address each time: the module runs when it is first imported
  await import(`${href}?${index}`);
  print(`${await opinion}\n`);
}
