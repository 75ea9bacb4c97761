// A plugin of Redocly: are the contract's files named, placed and linked as openapi/README.md says?
// @ts-check

import { readdirSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";

/**
 * The part of a visitor's context in Redocly that this plugin uses.
 * @typedef {{ absoluteRef: string, body: string }} Source
 * @typedef {{ source: Source, pointer: string, key(): Location, child(steps: string[]): Location }} Location
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
/** @type {(name: string) => string} */
const kebabCase = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Each rule is handed the path of a file relative to the index, and the files that each file refers to. */
function layout() {
  let root = "";
  /** @type {(source: Source) => string} */
  const toPath = ({ absoluteRef }) => relative(dirname(root), absoluteRef).split(sep).join("/");
  const Root = {
    /** @type {(document: unknown, context: Context) => void} */
    enter(_, { location }) {
      root = location.source.absoluteRef;
    },
  };

  /** URLs and events are written in files of their own, each where its operationId or its key says. */
  function operationFile() {
    /** @type {(item: { readonly [method: string]: { operationId?: unknown } }, context: Context) => void} */
    const checkPath = (item, { key, location, rawLocation, rawNode, report }) => {
      if (isInIndex(rawNode)) return reportIndexed(key, rawLocation, report);
      const version = /\/(v\d+)(?:\/|$)/.exec(String(key))?.[1];
      if (version === undefined) {
        const message = `${key} has no version, and folders are named by version. Add the version to the path. ${link}`;
        return report({ message, location: rawLocation.key() });
      }
      const [method, operation] =
        Object.entries(item).find(([, value]) => typeof value?.operationId === "string") ?? [];
      // Redocly reports an operation without an id
      if (method === undefined || operation === undefined) return;
      const expected = `${version}/paths/${kebabCase(String(operation.operationId))}.yaml`;
      if (toPath(location.source) === expected) return;
      const message = `${operation.operationId} (${key}) belongs in ${expected}. Move the file. ${link}`;
      report({ message, location: location.child([method, "operationId"]) });
    };
    /** @type {(item: unknown, context: Context) => void} */
    const checkEvent = (_, { key, location, rawLocation, rawNode, report }) => {
      if (isInIndex(rawNode)) return reportIndexed(key, rawLocation, report);
      // Braces in the name of a file would have to be quoted in each shell
      const expected = `webhooks/${String(key).replace(/[{}]/g, "")}.yaml`;
      if (toPath(location.source) === expected) return;
      report({ message: `The event ${key} belongs in ${expected}. Rename the file. ${link}`, location });
    };
    /** @type {(node: unknown) => boolean} */
    const isInIndex = (node) => typeof Object(node).$ref !== "string";
    /** @type {(key: string | number, place: Location, report: Context["report"]) => void} */
    const reportIndexed = (key, place, report) => {
      const message = `"${key}" is written in the index. Move it to a file, and refer to the file here. ${link}`;
      report({ message, location: place.key() });
    };
    return { Root, Paths: { PathItem: checkPath }, WebhooksMap: { PathItem: checkEvent } };
  }

  /** A file stands in the folder that uses it, or in shared/ when two do, and something uses it. */
  function files() {
    /** @type {Map<string, Set<string>>} */
    const users = new Map();
    /** @type {Map<string, Location>} */
    const places = new Map();
    return {
      Root: {
        ...Root,
        /** @type {(document: unknown, context: Context) => void} */
        leave(_, { location, report }) {
          places.set(basename(root), location);
          for (const [path, place] of places) {
            const move = misplaced(path, [...(users.get(path) ?? [])], basename(root));
            if (move !== undefined) report({ message: `${move} ${link}`, location: place });
          }
          for (const entry of readdirSync(dirname(root), { recursive: true, withFileTypes: true })) {
            const path = relative(dirname(root), join(entry.parentPath, entry.name)).split(sep).join("/");
            if (!entry.isFile() || places.has(path) || besideIndex.has(path) || entry.name === "README.md") continue;
            const message = `No file refers to ${path}. Add a reference, or delete it. ${link}`;
            report({ message, location: location.child([]) });
          }
        },
      },
      ref: {
        /** @type {(node: object, context: Context, resolved: { location?: Location }) => void} */
        leave(_, { location }, { location: target }) {
          if (target === undefined) return;
          const from = toPath(location.source);
          const to = toPath(target.source);
          if (to !== from) users.set(to, (users.get(to) ?? new Set()).add(from));
          if (!places.has(to)) places.set(to, { ...target, pointer: "#/" });
        },
      },
    };
  }
  return { "operation-file": operationFile, files, "key-order": keyOrder };
}

const marks = ["x-assumption", "x-not-shown"];

/** In which order an object has its keys, by Redocly's name of its kind. */
const keyOrders = Object.entries({
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
});

/** Objects of a kind have their keys in one order, so that they are read quickly: kind, meaning, marks, content. */
function keyOrder() {
  const visitors = keyOrders.map(([kind, order]) => {
    /** @type {(node: object, context: Context) => void} */
    const enter = (node, { location, report }) => {
      const keys = Object.keys(node).filter((key) => order.includes(key));
      const at = keys.findIndex((key, index) => index > 0 && order.indexOf(key) < order.indexOf(keys[index - 1] ?? ""));
      if (at < 0) return;
      const message = `\`${keys[at]}\` stands before \`${keys[at - 1]}\`. Write the keys in the order ${order.join(", ")}. ${link}`;
      report({ message, location: location.child([keys[at] ?? ""]).key() });
    };
    return [kind, { enter }];
  });
  return Object.fromEntries(visitors);
}

/**
 * Where a file belongs, if it does not stand there.
 * @param {string} path
 * @param {string[]} usedBy
 * @param {string} index
 */
function misplaced(path, usedBy, index) {
  if (path === index) return undefined;
  const home = topFolder(path);
  const tops = new Set(usedBy.map(topFolder));
  if (home === "shared") {
    // Use by the index or by another shared file is enough
    if (tops.size > 1 || tops.has("shared") || tops.has(index)) return undefined;
    return `Only ${[...tops][0]}/ uses this file. Move it there: shared/ is for files that two folders use.`;
  }
  const others = usedBy.filter((user) => topFolder(user) !== home && user !== index);
  const [other, ...more] = new Set(others.map(topFolder));
  if (other === undefined) return undefined;
  return more.length === 0 && tops.size === 1
    ? `Only ${other}/ uses this file. Move it there.`
    : `This file is used in ${others.join(" and ")}, too. Move it to shared/.`;
}

export default function plugin() {
  return { id: "layout", rules: { oas3: layout() } };
}
