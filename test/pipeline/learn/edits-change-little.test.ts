// Whatever node and kind of edit is picked, the contract can be bundled, and its bundle differs only where it is meant to.
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { bundle } from "../../../src/pipeline/bundle/index.ts";
import { CannotEdit } from "../../../src/pipeline/learn/edit/edited.ts";
import { carryOut } from "../../../src/pipeline/learn/edit/edits.ts";
import { planEdits } from "../../../src/pipeline/learn/edit/index.ts";
import { ContractTree } from "../../../src/pipeline/learn/edit/tree.ts";
import { unitsOf } from "../../../src/pipeline/learn/edit/units.ts";
import type { Finding, Proposal } from "../../../src/pipeline/learn/proposal.ts";
import {
  type Assumption,
  canonical,
  contractRoot,
  isObject,
  type OpenWord,
  own,
  pathOf,
  pointerOf,
  readContract,
} from "../../../src/tools/contract/index.ts";
import { depth, isFull } from "../../run/depth.ts";

const { document } = await readContract();

interface Node {
  readonly pointer: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly words: readonly OpenWord[];
}

/** Every node of the contract that has an assumption. */
const nodes: Node[] = [];
const visit = (value: unknown, path: readonly string[]): void => {
  if (typeof value !== "object" || value === null) return;
  const mark = own(value, "x-assumption") as Assumption | undefined;
  if (mark !== undefined && isObject(value)) nodes.push({ pointer: pointerOf(path), value, words: mark.leaves_open });
  for (const [key, child] of Object.entries(value)) if (key !== "examples") visit(child, [...path, key]);
};
visit(document, []);

const isField = ({ pointer }: Node) => /\/properties\/[^/]+$/.test(pointer);
const isAnswer = ({ pointer }: Node) => /\/responses\/\d+$/.test(pointer);

/** What may be found of a node. */
function proposalsFor(node: Node): Proposal[] {
  const { pointer, value } = node;
  if (isAnswer(node)) {
    const status = pathOf(pointer).at(-1)?.startsWith("2") ? "207" : "418";
    const schema = { type: "string" } as const;
    return [
      { kind: "change-status", pointer, status },
      { kind: "add-header", pointer, name: "X-Request-Id", schema },
    ];
  }
  if (!isField(node)) return [];
  const { type } = value;
  return [
    { kind: "rename", pointer, name: "another_name" },
    { kind: "require", pointer, required: true },
    { kind: "require", pointer, required: false },
    ...(type === undefined ? [] : [{ kind: "nullable", pointer, nullable: !Array.isArray(type) } as const]),
    ...(type === "string" ? [{ kind: "change-schema", pointer, schema: { type: "integer" } } as const] : []),
  ];
}

function findingOf({ pointer, words }: Node, proposal: Proposal): Finding {
  return {
    pointer,
    mark: "x-assumption",
    verdict: proposal.kind === "confirm" ? "confirmed" : "contradicted",
    words,
    message: "The answers say so.",
    evidence: { exchanges: 40, users: 4, date: "2026-11-22" },
    against: 0,
    shownBy: [],
    proposal,
  };
}

const confirmations = fc.constantFrom(...nodes).map((node): [Node, Proposal] => [node, { kind: "confirm" }]);
const changes = fc
  .constantFrom(...nodes.filter((node) => proposalsFor(node).length > 0))
  .chain((node) => fc.constantFrom(...proposalsFor(node)).map((proposal): [Node, Proposal] => [node, proposal]));

/** The pointers at which two documents differ, each the outermost. */
function differences(before: unknown, after: unknown, path: readonly string[] = []): string[] {
  if (canonical(before ?? null) === canonical(after ?? null)) return [];
  const areLists = Array.isArray(before) && Array.isArray(after) && before.length === after.length;
  if (!areLists && !(isObject(before) && isObject(after))) return [pointerOf(path)];
  const keys = new Set([...Object.keys(Object(before)), ...Object.keys(Object(after))]);
  return [...keys].flatMap((key) => differences(own(before, key), own(after, key), [...path, key]));
}

/** Where an edit of a node may change the bundle: at the node, at what its parent says of it, in examples and links. */
function isMeant(at: string, { pointer }: Node, { kind }: Proposal): boolean {
  if (kind === "confirm") return at.startsWith(`${pointer}/x-assumption`);
  const parent = pointer.split("/").slice(0, -1).join("/");
  const holder = parent.replace(/\/properties$/, "");
  const itsNew = kind === "rename" ? "another_name" : "(207|418)";
  return (
    at.startsWith(pointer) ||
    new RegExp(`^/${itsNew}(/|$)`).test(at.startsWith(parent) ? at.slice(parent.length) : "") ||
    at.startsWith(`${holder}/required`) ||
    // What its texts say of the field, and its parts
    (at.startsWith(`${holder}/`) && /\/(description|x-assumption|x-not-shown|allOf|anyOf)(\/|$)/.test(at)) ||
    /^#\/components\/(examples|links)\/|\/(examples|links)(\/|$)/.test(at)
  );
}

test("an edit changes the bundle where it is meant to, and no other file than it names", async () => {
  const directory = await mkdtemp(join(tmpdir(), "little-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const root = join(directory, "openapi", "openapi.yaml");
  await cp(dirname(contractRoot), dirname(root), { recursive: true });
  const tree = await ContractTree.read(dirname(root));
  const undo = tree.snapshot();
  await fc.assert(
    fc.asyncProperty(fc.oneof(confirmations, changes), async ([node, proposal]) => {
      const before = tree.texts();
      const [unit] = unitsOf([findingOf(node, proposal)], tree).units;
      if (unit === undefined) throw new Error(`Nothing stands at ${node.pointer}.`);
      try {
        carryOut(tree, unit);
      } catch (error) {
        if (!(error instanceof CannotEdit)) throw error;
        undo();
        return;
      }
      const after = tree.texts();
      const changed = [...after].filter(([file, text]) => before.get(file) !== text);
      const gone = [...before.keys()].filter((file) => !after.has(file));
      for (const file of gone) await rm(join(dirname(root), file));
      for (const [file, text] of changed) {
        await mkdir(dirname(join(dirname(root), file)), { recursive: true });
        await writeFile(join(dirname(root), file), text);
      }
      const bundled = bundle(root).finally(async () => {
        undo();
        for (const [file] of changed) await rm(join(dirname(root), file));
        for (const [file, text] of before) {
          if (after.get(file) !== text) await writeFile(join(dirname(root), file), text);
        }
      });
      const edited = (await bundled).document;
      const unmeant = differences(document, edited).filter((at) => !isMeant(at, node, proposal));
      expect(unmeant, `${proposal.kind} ${node.pointer}`).toEqual([]);
    }),
    { numRuns: depth(4, 50) },
  );
});

test("every assumption can be confirmed at once", async () => {
  const all = nodes.map((node) => findingOf(node, { kind: "confirm" }));
  const tree = await ContractTree.read(dirname(contractRoot));
  for (const unit of unitsOf(all, tree).units) carryOut(tree, unit);
  expect([...tree.texts().values()].join("\n")).not.toMatch(/leaves_open: \[\w/);
  // That lint finds nothing then, too: the quick run lints some confirmations in `edits.test.ts`
  if (!isFull) return;
  const { groups, dropped } = await planEdits(all);
  expect(dropped).toEqual([]);
  const files = groups.flatMap((group) => group.files);
  expect(files.every(({ before, after }) => before !== undefined && after !== undefined)).toBe(true);
  expect(files.map(({ after = "" }) => after).join("\n")).not.toMatch(/leaves_open: \[\w/);
});
