// A plugin of Redocly: a mark says its key or its values once, and the bundle has them wherever tools outside look.
// @ts-check

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse, parseDocument } from "yaml";
import { spellKnownValues, spellMark } from "../shared/contract/spelled-out.ts";
import { isObject } from "./rules/reading/json.js";

/**
 * The part of a visitor's context in Redocly that this plugin uses.
 * @typedef {{ absoluteRef: string, body: string }} Source
 * @typedef {{ source: Source, child(steps: (string | number)[]): Location }} Location
 * @typedef {{ source: Source, pointer: string, reportOnKey: boolean }} Place
 * @typedef {{ source: Source, pointer: undefined, start: { line: number, col: number } | undefined }} Position
 * @typedef {{ location: Location, report: (problem: { message: string, location?: Location | Place | Position }) => void }} Context
 * @typedef {import("./rules/reading/json.js").JsonObject} Node
 */

const link = "See openapi/README.md#assumptions.";

/** @type {(node: unknown) => string[]} */
const listKeys = (node) => [Object(node)["x-assumption"]].flat().filter((key) => typeof key === "string");

/**
 * Opens the file of all assumptions, which may not be there.
 * @param {Source} root The index.
 * @param {string} [file] The path of the register from there.
 */
function openRegister(root, file = "assumptions.yaml") {
  const path = join(dirname(root.absoluteRef), file);
  // Of Redocly's class, which shows places in it
  const Source = /** @type {new (path: string, text: string) => Source} */ (root.constructor);
  return new Source(path, existsSync(path) ? readFileSync(path, "utf8") : "");
}

/**
 * Lists all assumptions, each with its key, in topics, and where it stands.
 * @param {Source} source The register.
 * @returns {{ topic: string, key: string, entry: unknown, place: Place }[]}
 */
function listAssumptions(source) {
  return Object.entries(Object(parse(source.body))).flatMap(([topic, entries]) =>
    Object.entries(Object(entries)).map(([key, entry]) => {
      const pointer = `#/${[topic, key].map((token) => token.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;
      return { topic, key, entry, place: { source, pointer, reportOnKey: true } };
    }),
  );
}

/** A place names an assumption of the register, and the register has none that no place names. */
function assumptionKeys() {
  /** @type {{ key: string, location: Location }[]} */
  const named = [];
  let isBroken = false;
  /** @type {(node: unknown, context: Context) => void} */
  const enter = (node, { location }) => {
    const isList = Array.isArray(Object(node)["x-assumption"]);
    for (const [index, key] of listKeys(node).entries()) {
      named.push({ key, location: location.child(isList ? ["x-assumption", index] : ["x-assumption"]) });
    }
  };
  return {
    any: { enter },
    ref: {
      enter,
      /** @type {(node: object, context: Context, resolved: { node?: unknown }) => void} */
      leave(_, __, { node }) {
        isBroken ||= node === undefined;
      },
    },
    Root: {
      /** @type {(root: unknown, context: Context) => void} */
      leave(_, { location: { source }, report }) {
        // A bundle has what the keys stood for
        if (named.length === 0) return;
        const file = openRegister(source);
        const [error] = parseDocument(file.body).errors;
        if (error !== undefined) {
          const [reason = ""] = error.message.split(/ at line \d+/);
          const location = { source: file, pointer: undefined, start: error.linePos?.[0] };
          report({ message: `The YAML cannot be read: ${reason}. Correct it. ${link}`, location });
          return;
        }
        const register = listAssumptions(file);
        const find = (/** @type {unknown} */ key) => Object(register.find((one) => one.key === key)?.entry);
        for (const { key, location } of named) {
          if (register.some((one) => one.key === key)) continue;
          const message = `assumptions.yaml has no "${key}". Correct the key, or add it under a topic. ${link}`;
          report({ message, location });
        }
        for (const [index, { key, entry, place }] of register.entries()) {
          const said = JSON.stringify(entry);
          const other = register.slice(0, index).find((one) => one.key === key || JSON.stringify(one.entry) === said);
          const lead = Object(entry)["asked_with"];
          const isAsked = lead === undefined || ("chose" in find(lead) && !("asked_with" in find(lead)));
          const isNamed = named.some((one) => one.key === key);
          // The file that a broken reference means may name it
          if (!isNamed && isBroken) continue;
          const problem = !isNamed
            ? `No place names "${key}". Name it where it applies, or delete it.`
            : !isAsked
              ? `"${key}" is asked with "${lead}", which is no question. Name an entry without asked_with.`
              : other && `"${key}" repeats "${other.key}" of the topic ${other.topic}. Keep one of them.`;
          if (problem) report({ message: `${problem} ${link}`, location: place });
        }
      },
    },
  };
}

/**
 * Puts what a key stands for in its place.
 * @param {{ register?: string }} options Where the register is, from the root document; by default beside it.
 */
function expandAssumptions({ register: file }) {
  /** @type {ReturnType<typeof listAssumptions>} */
  let register = [];
  /** @type {(mark: unknown) => unknown} An unknown key stays: the rule reports it */
  const expand = (mark) => {
    const entry = register.find(({ key }) => key === mark)?.entry;
    return isObject(entry) ? spellMark(String(mark), entry) : mark;
  };
  /** @type {(node: Node) => void} */
  const leave = (node) => {
    const mark = Object(node)["x-assumption"];
    if (mark !== undefined) node["x-assumption"] = Array.isArray(mark) ? mark.map(expand) : expand(mark);
  };
  return {
    Root: {
      /** @type {(root: unknown, context: Context) => void} */
      enter(_, { location }) {
        register = listAssumptions(openRegister(location.source, file));
      },
    },
    any: { leave },
    ref: { leave },
  };
}

/** Writes known values where tools look that pass over the mark. */
function writeKnownValues() {
  /** @type {(schema: Node) => void} */
  const leave = (schema) => {
    const spelled = Object.entries(spellKnownValues(schema));
    for (const name of Object.keys(schema)) delete schema[name];
    for (const [name, value] of spelled) schema[name] = value;
  };
  return { Schema: { leave } };
}

/**
 * Lists the operations of the contract where the document of the control plane takes one of them.
 * @param {{ index: string }} options Where the contract is, from the root document.
 */
function writeOperationIds({ index }) {
  /** @type {(file: string) => Node} */
  const read = (file) => Object(parse(readFileSync(file, "utf8")));
  return {
    Root: {
      /** @type {(root: Node, context: Context) => void} */
      leave(root, { location }) {
        const file = join(dirname(location.source.absoluteRef), index);
        const paths = Object.values(Object(read(file)["paths"])).map(({ $ref }) => read(join(dirname(file), $ref)));
        const ids = paths.flatMap((path) => Object.values(path).flatMap((one) => Object(one)["operationId"] ?? []));
        const { OperationId, OperationIdOrAll } = Object(root["components"]).schemas;
        OperationId.enum = ids;
        OperationIdOrAll.enum = ["*", ...ids];
      },
    },
  };
}

export default function plugin() {
  return {
    id: "marks",
    rules: { oas3: { "assumption-keys": assumptionKeys } },
    decorators: {
      oas3: {
        "expand-assumptions": expandAssumptions,
        "write-known-values": writeKnownValues,
        "write-operation-ids": writeOperationIds,
      },
    },
  };
}
