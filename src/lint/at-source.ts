// Says where in the files of a contract the findings of Spectral stand, which checks its bundle:
// `spectral lint 'dist/bundle/*.yaml' --format json --quiet | node src/lint/at-source.ts`.
// A bundle has the name that redocly.yaml gives its API. Only `yaml` is needed: the file can be copied as it is.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parse, parseDocument } from "yaml";

/** One result of Spectral. */
interface SpectralResult {
  readonly code: string | number;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly source: string;
}

/** A file of a contract, with where its lines begin. */
interface File {
  readonly name: string;
  readonly document: Document;
  readonly lines: LineCounter;
}

const files = new Map<string, File>();

/** Reads a file once. */
function readFile(name: string): File {
  const known = files.get(name);
  if (known !== undefined) return known;
  const lines = new LineCounter();
  const file = { name, document: parseDocument(readFileSync(name, "utf8"), { lineCounter: lines }), lines };
  files.set(name, file);
  return file;
}

/** Finds where a path of the bundle is written, as deep as the files have it: `FILE:LINE:COLUMN`. */
function locate(root: string, path: readonly string[]): string {
  // A component is a file, which bears its name
  const [first, , component] = path;
  const isFile = (name: string) => basename(name) === `${component}.yaml`;
  const found =
    first === "components" && readdirSync(dirname(root), { recursive: true, encoding: "utf8" }).find(isFile);
  let file = readFile(found ? join(dirname(root), found) : root);
  let node = file.document.contents as Node | null;
  let offset = node?.range?.[0] ?? 0;
  for (const key of found ? path.slice(3) : path) {
    const [to, into] = follow(file, node, root);
    // A plugin adds fields that no file has: they are placed at the beginning of what they were added to
    if (into !== node) offset = into?.range?.[0] ?? 0;
    file = to;
    node = into;
    const pair = isMap(node) ? node.items.find((one) => isScalar(one.key) && String(one.key.value) === key) : undefined;
    const item = isSeq(node) ? node.items[Number(key)] : undefined;
    if (pair === undefined && item === undefined) break;
    node = (pair?.value ?? item ?? null) as Node | null;
    offset = ((pair?.key ?? item) as Node).range?.[0] ?? offset;
  }
  const { line, col } = file.lines.linePos(offset);
  return `${file.name}:${line}:${col}`;
}

/** Goes on to another file: behind a reference, or under the key of an assumption. */
function follow(file: File, node: Node | null, root: string): [File, Node | null] {
  const reference = isMap(node) ? node.get("$ref") : undefined;
  if (typeof reference === "string") {
    const [name = "", pointer = ""] = decodeURI(reference).split("#");
    const path = name === "" ? file.name : join(dirname(file.name), name);
    // Redocly reports a reference to nothing; a finding behind one is placed at the reference
    if (!existsSync(path)) return [file, node];
    const target = readFile(path);
    const keys = pointer.split("/").slice(1);
    const plain = keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    return [target, target.document.getIn(plain, true) as Node | null];
  }
  if (!isScalar(node) || typeof node.value !== "string") return [file, node];
  const name = join(dirname(root), "assumptions.yaml");
  if (!existsSync(name)) return [file, node];
  const register = readFile(name);
  const topics = isMap(register.document.contents) ? register.document.contents.items : [];
  const key = node.value;
  const entry = topics.map(({ value }) => (isMap(value) ? value.get(key, true) : undefined)).find(Boolean);
  return entry === undefined ? [file, node] : [register, entry as Node];
}

const input = await text(process.stdin);
if (input.trim() === "") {
  // Spectral itself could not run, and has said why
  process.exitCode = 2;
} else {
  const { apis } = parse(readFileSync("redocly.yaml", "utf8")) as { apis: Record<string, { readonly root: string }> };
  const findings = (JSON.parse(input) as readonly SpectralResult[]).map(({ source, path, code, message }) => {
    const root = apis[basename(source, ".yaml")]?.root ?? source;
    return `${locate(root, path.map(String))}  ${code}\n  ${message}\n`;
  });
  // A schema that is used in several places is reported once
  process.stderr.write([...new Set(findings)].sort(new Intl.Collator("en", { numeric: true }).compare).join(""));
  if (findings.length > 0) process.exitCode = 1;
}
