// A plugin of Redocly: are the contract's files named, placed and linked as openapi/README.md says?
// @ts-check

import { readdirSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";

/**
 * The part of a visitor's context in Redocly that this plugin uses.
 * @typedef {{ absoluteRef: string, body: string }} Source
 * @typedef {{ source: Source, key(): Location, child(steps: string[]): Location }} Location
 * @typedef {object} Context
 * @property {Location} location where the thing itself stands
 * @property {Location} rawLocation where it, or a reference to it, stands
 * @property {unknown} rawNode
 * @property {string | number} key
 * @property {(problem: { message: string, location?: object }) => void} report
 */

const link = "See openapi/README.md#layout.";

/** Files beside the index that need no reference: assumptions are named by key, and the gate reads the waivers. */
const besideIndex = new Set(["assumptions.yaml", "waivers.yaml"]);

/** @type {(path: string) => string} */
const topFolder = (path) => path.split("/")[0] ?? path;

function layout() {
  let root = "";
  /** @type {(source: Pick<Source, "absoluteRef">) => string} The path from the index. */
  const toPath = ({ absoluteRef }) => relative(dirname(root), absoluteRef).split(sep).join("/");
  const Root = {
    /** @type {(document: unknown, context: Context) => void} */
    enter(_, { location }) {
      root = location.source.absoluteRef;
    },
  };

  /** URLs and events are written in files of their own, each where its operationId or its key says. */
  function operationFile() {
    /** @type {(findFile: (key: string, item: object) => string | undefined) => (item: object, context: Context) => void} */
    const checkFile =
      (findFile) =>
      (item, { key, location, rawLocation, rawNode, report }) => {
        const isInIndex = typeof Object(rawNode).$ref !== "string";
        const file = isInIndex ? undefined : findFile(String(key), item);
        if (file === toPath(location.source)) return;
        const problem = isInIndex
          ? `"${key}" is written in the index. Move it to a file, and refer to the file here.`
          : file === undefined
            ? `${key} has no version, and folders are named by version. Add the version to the path.`
            : `${key} belongs in ${file}. Move the file.`;
        report({ message: `${problem} ${link}`, location: file === undefined ? rawLocation.key() : location });
      };
    const checkPath = checkFile((path, item) => {
      const { operationId = "" } = Object.values(item).find((value) => Object(value).operationId) ?? {};
      const name = String(operationId).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const version = /\/(v\d+)(?:\/|$)/.exec(path)?.[1];
      return version && `${version}/paths/${name}.yaml`;
    });
    // Braces in the name of a file would have to be quoted in each shell
    const checkEvent = checkFile((event) => `webhooks/${event.replace(/[{}]/g, "")}.yaml`);
    return { Root, Paths: { PathItem: checkPath }, WebhooksMap: { PathItem: checkEvent } };
  }

  /** A file stands in the folder that uses it, or in shared/ when two do; and something uses it. */
  function files() {
    /** @type {Map<string, { source: Source, users: Set<string> }>} */
    const used = new Map();
    let isBroken = false;
    return {
      Root: {
        ...Root,
        /** @type {(document: unknown, context: Context) => void} */
        leave(_, { location: { source }, report }) {
          // The file that a broken reference means would seem to be unused, or in the wrong folder
          if (isBroken) return;
          for (const [path, { source, users }] of used) {
            const problem = findMisplaced(path, [...users], basename(root));
            if (problem !== undefined) report({ message: `${problem} ${link}`, location: { source, pointer: "#/" } });
          }
          for (const entry of readdirSync(dirname(root), { recursive: true, withFileTypes: true })) {
            const path = toPath({ absoluteRef: join(entry.parentPath, entry.name) });
            const isKnown = used.has(path) || besideIndex.has(path) || path === basename(root);
            if (!entry.isFile() || isKnown || entry.name === "README.md") continue;
            const message = `No file refers to ${path}. Add a reference, or delete it. ${link}`;
            report({ message, location: { source, pointer: "#/" } });
          }
        },
      },
      ref: {
        /** @type {(node: object, context: Context, resolved: { node?: unknown, location?: Location }) => void} */
        leave(_, { location }, { node, location: target }) {
          if (node === undefined || target === undefined) {
            isBroken = true;
            return;
          }
          const { source } = target;
          const [from, to] = [toPath(location.source), toPath(source)];
          if (to === basename(root)) return;
          const { users } = used.get(to) ?? { users: new Set() };
          used.set(to, { source, users: to === from ? users : users.add(from) });
        },
      },
    };
  }
  return { "operation-file": operationFile, files, "key-order": keyOrder };
}

const marks = ["x-assumption", "x-not-shown"];

/** In which order an object has its keys, by Redocly's name of its kind. */
/** @type {Readonly<Record<string, readonly string[]>>} */
const keyOrders = {
  Operation: [
    ...[
      "operationId",
      "summary",
      "description",
      "deprecated",
      "tags",
      "x-stability-level",
      "x-preconditions",
      "x-events",
    ],
    ...[...marks, "security", "parameters", "requestBody", "responses"],
  ],
  Parameter: ["name", "in", "required", "deprecated", "description", ...marks, "schema", "example"],
  RequestBody: ["required", "description", "content"],
  Example: ["summary", "description", "value"],
  Response: ["description", ...marks, "content", "links"],
  Schema: [
    ...[
      "type",
      "format",
      "pattern",
      "minLength",
      "maxLength",
      "minimum",
      "maximum",
      "minItems",
      "maxItems",
      "enum",
      "const",
    ],
    ...["x-extensible-enum", "default", "description", "deprecated", ...marks, "additionalProperties", "required"],
    ...["items", "properties", "allOf", "anyOf", "not"],
  ],
};

/** Objects of a kind have their keys in one order, so that they are read quickly: kind, meaning, marks, content. */
function keyOrder() {
  /** @type {(node: unknown, context: Context & { type: { name: string } }) => void} */
  const enter = (node, { type, location, report }) => {
    const order = keyOrders[type.name] ?? [];
    const keys = Object.keys(Object(node)).filter((key) => order.includes(key));
    const at = keys.findIndex((key, index) => order.indexOf(key) < order.indexOf(keys[index - 1] ?? key));
    if (at < 0) return;
    const message = `\`${keys[at]}\` stands before \`${keys[at - 1]}\`. Write the keys in the order ${order.join(", ")}. ${link}`;
    report({ message, location: location.child([keys[at] ?? ""]).key() });
  };
  return { any: { enter } };
}

/**
 * Where a file belongs, if it does not stand there.
 * @param {string} path
 * @param {string[]} users
 * @param {string} index
 */
function findMisplaced(path, users, index) {
  const home = topFolder(path);
  const folders = new Set(users.filter((user) => user !== index).map(topFolder));
  const [folder = home, ...more] = folders;
  if (more.length === 0) {
    // Use by the index is enough
    const isRight = folder === home || (home === "shared" && users.includes(index));
    return isRight
      ? undefined
      : `Only ${folder}/ uses this file. Move it there: shared/ is for files that two folders use.`;
  }
  const others = users.filter((user) => topFolder(user) !== home);
  return home === "shared" ? undefined : `This file is used in ${others.join(" and ")}, too. Move it to shared/.`;
}

export default function plugin() {
  return { id: "layout", rules: { oas3: layout() } };
}
