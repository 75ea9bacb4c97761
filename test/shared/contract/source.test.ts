// Every part of the bundle is found in the file, at the place, where a person wrote it.
import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import {
  contractRoot,
  generatedDirectory,
  projectDirectory,
  Source,
  toPointer,
} from "../../../src/shared/contract/index.ts";
import { writeFiles } from "../../files.ts";

type Path = readonly (string | number)[];

const sources = await Source.read(contractRoot);
const bundle: unknown = JSON.parse(await readFile(join(generatedDirectory, "openapi.json"), "utf8"));

/** Where a part of the bundle is written, with the file as the repository names it and the key that stands there. */
async function placeOf(path: Path) {
  const { file, line, column, pointer } = sources.locate(path);
  const { lines } = await fileAt(file);
  return {
    file: relative(projectDirectory, file).replaceAll("\\", "/"),
    pointer,
    key: lines[line - 1]?.slice(column - 1).replace(/:( .*)?$/, ""),
  };
}

describe("finds", () => {
  test.each<[what: string, path: Path, file: string, pointer: string, key: string]>([
    ["the document", [], "openapi/openapi.yaml", "#", "openapi"],
    ["a component", ["components", "schemas", "User"], "openapi/v2/schemas/User.yaml", "#", "type"],
    [
      "a path in the index",
      ["paths", "/v2/user/resolve/{client_user_id}"],
      "openapi/openapi.yaml",
      "#/paths/~1v2~1user~1resolve~1{client_user_id}",
      "/v2/user/resolve/{client_user_id}",
    ],
  ])("%s", async (_, path, file, pointer, key) => {
    expect(await placeOf(path)).toEqual({ file, pointer, key });
  });

  test.each<[what: string, path: Path, file: string, pointer: string, key: string]>([
    [
      "a property that is not there",
      ["components", "schemas", "User", "properties", "nickname", "type"],
      "openapi/v2/schemas/User.yaml",
      "#/properties",
      "properties",
    ],
    [
      "an operation that is not there",
      ["paths", "/v2/user/resolve/{client_user_id}", "put", "summary"],
      "openapi/v2/paths/resolve-user.yaml",
      "#",
      "get",
    ],
    [
      "a component that is not there",
      ["components", "schemas", "Nobody", "type"],
      "openapi/openapi.yaml",
      "#/components",
      "components",
    ],
    [
      "an item that is not there",
      ["components", "schemas", "User", "required", 99],
      "openapi/v2/schemas/User.yaml",
      "#/required",
      "required",
    ],
    [
      "something below a plain value",
      ["components", "schemas", "User", "type", "format"],
      "openapi/v2/schemas/User.yaml",
      "#/type",
      "type",
    ],
  ])("the nearest place of %s", async (_, path, file, pointer, key) => {
    expect(await placeOf(path)).toEqual({ file, pointer, key });
  });
});

test("finds what is behind names and references that need escaping", async () => {
  const directory = writeFiles({
    "openapi.yaml": "# The index.\npaths:\n  /a~b:\n    $ref: odd%20names/a%7Eb.yaml\n",
    "odd names/a~b.yaml": "# A path.\nget:\n  x~y/z:\n    - one\n    - two\n",
  });
  const odd = await Source.read(join(directory, "openapi.yaml"));
  const named = (path: Path) => {
    const { file, ...place } = odd.locate(path);
    return { file: relative(directory, resolve(file)), ...place };
  };
  expect(named(["paths", "/a~b"])).toEqual({ file: "openapi.yaml", line: 3, column: 3, pointer: "#/paths/~1a~0b" });
  expect(named(["paths", "/a~b", "get", "x~y/z", 1])).toEqual({
    file: join("odd names", "a~b.yaml"),
    line: 5,
    column: 7,
    pointer: "#/get/x~0y~1z/1",
  });
});

/** Reads a document of one file. */
const readYaml = (text: string) => Source.read(join(writeFiles({ "openapi.yaml": text }), "openapi.yaml"));

test("finds the nearest place in a document whose reference leads back to itself", async () => {
  const source = await readYaml("components:\n  schemas:\n    A:\n      $ref: '#/components/schemas/A'\n");
  const { line, pointer } = source.locate(["components", "schemas", "A", "type"]);
  expect({ line, pointer }).toEqual({ line: 3, pointer: "#/components/schemas/A" });
});

describe("a YAML file", () => {
  test.each([
    ["words", "a: yes\nb: no\nc: ~\nd:\ne: 2020-01-01\nf: true\n"],
    ["numbers", "a: 017\nb: 0x1F\nc: 0o17\nd: 1_000\ne: 1e3\nf: 9007199254740991\ng: .inf\nh: 3.10\n"],
    ["keys", "1: a\ntrue: b\n'2': c\n__proto__: d\n? e\n: f\n"],
    ["texts", "a: >-\n  one\n  two\nb: |\n  one\nc: \"\\u00e9\\n\"\nd: 'it''s'\ne: one\n  two\n"],
    ["lists", "a:\n- 1\n- - 2\n  - b: 3\n    c: [4, {d: 5}, 6]\n-\n"],
    ["flow style", '{"a": [1, {"b": null}], c: d}'],
    ["a mark of a document", "%YAML 1.2\n---\na: 1\n...\n"],
    ["line breaks of two characters", "a: 1\r\nb:\r\n  c: 2\r\n"],
    ["aliases and merged maps", "a: &a {b: 1}\nc: *a\nd:\n  <<: *a\n  e: 2\n"],
    ["nothing but words", "# Nothing.\n"],
  ])("has the values of YAML 1.2: %s", async (_, text) => {
    const wanted: unknown = parse(text, { merge: true });
    expect((await readYaml(text)).root).toEqual(wanted);
  });

  test("has the place of each key and item", async () => {
    const text = "# Why.\na:\n- 1\n- 'b': 2\n  \"c\": {d: [3]}\n- |\n  text\ne:\n";
    const source = await readYaml(text);
    const placeOf = (...path: string[]) => {
      const { line, column } = source.locate(path);
      return text.split("\n")[line - 1]?.slice(column - 1);
    };
    expect(placeOf()).toBe("a:");
    expect(placeOf("a", "0")).toBe("1");
    expect(placeOf("a", "1")).toBe("'b': 2");
    expect(placeOf("a", "1", "c")).toBe('"c": {d: [3]}');
    expect(placeOf("a", "1", "c", "d", "0")).toBe("3]}");
    expect(placeOf("a", "2")).toBe("|");
    expect(placeOf("e")).toBe("e:");
  });

  test.each([
    ["a key that is there twice", "a: 1\nb:\n  c: 1\n  c: 2\n", { line: 4, column: 3 }],
    ["a list without its end", "a: [1\nb: 2\n", { line: 2, column: 1 }],
    ["a tab as indentation", "a:\n\tb: 3\n", { line: 2, column: 1 }],
  ])("is refused at its place for %s", async (_, text, place) => {
    await expect(readYaml(text)).rejects.toMatchObject({ problems: [expect.objectContaining(place)] });
  });
});

/** Everything in the bundle, by its path. */
const parts: { readonly path: Path; readonly value: unknown }[] = [];
const collect = (path: Path, value: unknown): void => {
  parts.push({ path, value });
  if (Array.isArray(value)) for (const [index, item] of value.entries()) collect([...path, index], item);
  else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) collect([...path, key], item);
  }
};
collect([], bundle);

/** Tells a value that the bundle has for tools that pass over `x-extensible-enum`. */
const isKnownValue = (path: Path) => {
  const around = valueAt(bundle, toPointer(path.slice(0, path.indexOf("examples"))));
  return path.includes("examples") && typeof around === "object" && around !== null && "x-extensible-enum" in around;
};

test("every plain value of the bundle is the value at its place, and a reference leads to the file of its component", async () => {
  const wrong: unknown[] = [];
  for (const { path, value } of parts) {
    if ((typeof value === "object" && value !== null) || isKnownValue(path)) continue;
    const place = sources.locate(path);
    const { content, lines } = await fileAt(place.file);
    // The key of an assumption is the name of its entry
    const isKey = path.at(-1) === "key" && path.includes("x-assumption");
    const written = isKey ? place.pointer.split("/").at(-1) : valueAt(content, place.pointer);
    const same =
      path.at(-1) === "$ref" && !isData(path)
        ? fileOfComponent(String(value)) === join(place.file, "..", decodeURIComponent(String(written)))
        : written === value ||
          // Of an assumption the bundle has the other answers in words
          (path.at(-1) === "could_be" && Array.isArray(written)) ||
          (path.at(-1) === "description" && /^\s+Known value/.test(String(value).slice(String(written).length)));
    // A key begins there, or, in a list, the item, perhaps as a block of text
    const begins = typeof path.at(-1) === "number" || isKey ? String(value).slice(0, 5) : String(path.at(-1));
    const text = lines[place.line - 1]?.slice(place.column - 1).replace(/^['"]/, "") ?? "";
    if (!same || !(text.startsWith(begins) || /^[>|]-?$/.test(text))) wrong.push({ path, place, written, value });
  }
  expect(wrong).toEqual([]);
  expect(parts.length).toBeGreaterThan(4000);
});

describe("whatever the path", () => {
  // The document itself is among them, so that this is also any path at all
  const part = fc.constantFrom(...parts);
  const token = fc.oneof(fc.string(), fc.nat(), fc.constantFrom("$ref", "__proto__", "constructor", "~1", "a/b", "%"));

  test("the place exists in its file", async () => {
    await fc.assert(
      fc.asyncProperty(part, fc.array(token, { maxLength: 4 }), async ({ path }, below) => {
        const place = sources.locate([...path, ...below]);
        const { content, lines } = await fileAt(place.file);
        expect(valueAt(content, place.pointer)).toBeDefined();
        expect(lines[place.line - 1]?.length).toBeGreaterThanOrEqual(place.column);
      }),
      { numRuns: 2000 },
    );
  });

  test("a path that leads nowhere ends at its last place that is there", async () => {
    await fc.assert(
      fc.asyncProperty(part, fc.array(token, { maxLength: 3 }), async ({ path, value }, below) => {
        fc.pre(typeof value !== "object" || value === null);
        expect(sources.locate([...path, ...below])).toEqual(sources.locate(path));
      }),
      { numRuns: 1000 },
    );
  });
});

const files = new Map<string, { readonly content: unknown; readonly lines: readonly string[] }>();

async function fileAt(file: string) {
  const known = files.get(file);
  if (known) return known;
  const text = await readFile(file, "utf8");
  const read = { content: parse(text) as unknown, lines: text.split("\n") };
  files.set(file, read);
  return read;
}

/** The target of a JSON pointer. */
function valueAt(content: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (at, token) =>
        typeof at === "object" && at !== null && Object.hasOwn(at, token) ? Reflect.get(at, token) : undefined,
      content,
    );
}

/** The file of the component that a reference of the bundle names. */
function fileOfComponent(reference: string): string {
  return sources.locate(reference.split("/").slice(1)).file;
}

/** Is this inside an example or a default, where `$ref` would be data? */
function isData(path: Path): boolean {
  return path.includes("value") || path.includes("example") || path.includes("default");
}
