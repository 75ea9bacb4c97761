// Writes what recordings say into the marks of the contract: what is confirmed, and what is chosen anew.
import { posix } from "node:path";
import {
  type Assumption,
  type Evidence,
  isObject,
  type OpenWord,
  openWords,
  own,
} from "../../../tools/contract/index.ts";
import { type ContractTree, isSamePlace, type Place, referenceTo } from "./tree.ts";
import { yamlOf } from "./yaml-edit.ts";

const keyword = "x-assumption";
const shown = "recordings show it";

/** What recordings settle of one node. */
export interface Settled {
  readonly place: Place;
  readonly words: readonly OpenWord[];
  readonly evidence: Evidence;
}

/** How a choice is worded. */
export interface Choice {
  readonly chose: string;
  readonly couldBe: string;
  /** What an assumption that leaves more open calls the thing, and what it is called now. */
  readonly instead?: readonly [before: string, now: string];
}

/** What else it could be, where this word is still open. */
const alternatives: Readonly<Record<OpenWord, string>> = {
  status: "another status",
  body: "another body",
  path: "under another path",
  presence: "left out",
  place: "elsewhere",
  name: "under another name",
  fields: "without some of its fields",
  type: "of another type",
  format: "in another format",
  values: "with other values",
  refusal: "refused, or not",
  count: "another number",
  encoding: "encoded otherwise",
  meaning: "of another meaning",
  stability: "less stable",
};

/** The node that has the mark: this one, or what it refers to. */
export function marked(tree: ContractTree, place: Place): Place | undefined {
  if (own(tree.value(place), keyword) !== undefined) return place;
  const target = tree.behind(place);
  return target && marked(tree, target);
}

/** The file of a mark that several places may share; undefined for one that is written at the node. */
export function sharedFileOf(tree: ContractTree, holder: Place): string | undefined {
  return tree.behind({ file: holder.file, path: [...holder.path, keyword] })?.file;
}

/** The mark of a node itself. */
function markOf(tree: ContractTree, holder: Place): Assumption | undefined {
  const place = { file: holder.file, path: [...holder.path, keyword] };
  const mark = tree.value(tree.resolved(place));
  return isObject(mark) ? (mark as unknown as Assumption) : undefined;
}

/** Writes that what these nodes assume is so. */
export function confirm(tree: ContractTree, nodes: readonly Settled[]): void {
  settle(tree, nodes, confirmed, "-confirmed");
}

/** Writes what was found in place of what these nodes assumed, or where they said nothing. */
export function chooseAnew(tree: ContractTree, nodes: readonly Settled[], choice: Choice): void {
  settle(tree, nodes, (mark, words, evidence) => chosen(mark, words, evidence, choice), undefined);
}

/** The evidence that holds for each of several places: that of the one that has the least. */
function weakest(evidence: readonly Evidence[]): Evidence {
  const [first, ...others] = evidence;
  if (first === undefined) throw new Error("Expected evidence, found none.");
  return others.reduce((least, one) => (one.exchanges < least.exchanges ? one : least), first);
}

type Rewrite = (mark: Assumption | undefined, words: readonly OpenWord[], evidence: Evidence) => Assumption;

/**
 * Rewrites the marks of nodes. A shared one is rewritten in its file when all that refer to it are among the nodes and agree;
 * otherwise the nodes get a file beside it, or, without a suffix, a mark of their own.
 */
function settle(tree: ContractTree, nodes: readonly Settled[], rewrite: Rewrite, suffix: string | undefined): void {
  const byMark = Map.groupBy(nodes, ({ place, words }) => {
    const shared = sharedFileOf(tree, place);
    return shared === undefined ? JSON.stringify(place) : `${shared} ${[...words].sort()}`;
  });
  for (const group of byMark.values()) {
    const [{ place, words }] = group as [Settled];
    const evidence = weakest(group.map((one) => one.evidence));
    const shared = sharedFileOf(tree, place);
    const mark = rewrite(markOf(tree, place), words, evidence);
    const isWhole =
      shared !== undefined &&
      tree.references(shared).every((at) => {
        const holder = { file: at.file, path: at.path.slice(0, -1) };
        return group.some((one) => isSamePlace(one.place, holder));
      });
    if (shared !== undefined && isWhole) {
      for (const [key, value] of Object.entries(mark)) tree.set({ file: shared, path: [key] }, value);
    } else if (shared !== undefined && suffix !== undefined) {
      const file = fileBeside(tree, shared, suffix, mark);
      for (const one of group) refer(tree, one.place, file);
    } else {
      for (const one of group) write(tree, one.place, rewrite(markOf(tree, one.place), one.words, one.evidence));
    }
  }
  for (const file of tree.files) if (file.includes("/assumptions/")) bringHome(tree, file);
}

function confirmed(mark: Assumption | undefined, words: readonly OpenWord[], evidence: Evidence): Assumption {
  if (mark === undefined) throw new Error("Found no assumption to confirm.");
  const { confirmed: before, leaves_open: open, ...said } = mark;
  return {
    ...said,
    leaves_open: open.filter((word) => !words.includes(word)),
    confirmed: inOrder({ ...before, ...Object.fromEntries(words.map((word) => [word, evidence])) }),
  };
}

function chosen(
  mark: Assumption | undefined,
  words: readonly OpenWord[],
  evidence: Evidence,
  { chose, couldBe, instead: [before, now] = ["", ""] }: Choice,
): Assumption {
  const open = mark?.leaves_open.filter((word) => !words.includes(word)) ?? [];
  const isAbout = mark === undefined || words.some((word) => mark.leaves_open.includes(word) || mark.confirmed?.[word]);
  const left = open.map((word) => alternatives[word]).join(", or ");
  return confirmed(
    isAbout
      ? {
          ...(left !== "" && before !== "" && mark?.chose.includes(before)
            ? {
                chose: mark.chose.replaceAll(before, now),
                because: `recordings show the ${words.join(" and the ")}; for the rest, ${mark.because}`,
              }
            : { chose, because: shown }),
          could_be: left === "" ? couldBe : left,
          leaves_open: open,
          ...confirmedOf(mark),
        }
      : // A node has one mark: what it says of other things stays
        {
          ...mark,
          chose: `${mark.chose}; ${lowered(chose)}`,
          because: mark.because === shown ? shown : `${mark.because}, and recordings show the rest`,
        },
    words,
    evidence,
  );
}

function confirmedOf(mark: Assumption | undefined): Pick<Assumption, "confirmed"> {
  return mark?.confirmed === undefined ? {} : { confirmed: mark.confirmed };
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function inOrder(confirmed: Assumption["confirmed"]): NonNullable<Assumption["confirmed"]> {
  const known = openWords.flatMap((word) =>
    confirmed?.[word] === undefined ? [] : [[word, confirmed[word]] as const],
  );
  return Object.fromEntries(known);
}

/** Writes a mark at its node: field by field where it has one of its own, so that comments stay. */
function write(tree: ContractTree, { file, path }: Place, mark: Assumption): void {
  const at = [...path, keyword];
  if (tree.value({ file, path: at }) !== undefined && sharedFileOf(tree, { file, path }) === undefined) {
    for (const [key, value] of Object.entries(mark)) {
      const place = { file, path: [...at, key] };
      if (JSON.stringify(tree.value(place)) !== JSON.stringify(value)) tree.set(place, value);
    }
    return;
  }
  tree.set({ file, path: at }, mark, "description");
}

function refer(tree: ContractTree, { file, path }: Place, target: string): void {
  tree.set({ file, path: [...path, keyword, "$ref"] }, referenceTo(target, file));
}

/** The file beside a shared assumption that says the same with this much confirmed. */
function fileBeside(tree: ContractTree, shared: string, suffix: string, mark: Assumption): string {
  const stem = shared.replace(/\.yaml$/, "").replace(/-confirmed(-\d+)?$/, "");
  for (let count = 1; ; count++) {
    const file = `${stem}${suffix}${count === 1 ? "" : `-${count}`}.yaml`;
    const known = tree.files.includes(file) ? (tree.value({ file, path: [] }) as Assumption) : undefined;
    if (known === undefined) {
      const [opening = ""] = tree.text(shared).split("\n");
      tree.write(file, `${opening.replace(/\.?$/, ", where recordings show it.")}\n${yamlOf(mark)}`);
      return file;
    }
    const before = Object.entries(known.confirmed ?? {});
    if (String(before.map(([word]) => word)) !== String(Object.keys(mark.confirmed ?? {}))) continue;
    for (const [word, evidence] of before) {
      const now = mark.confirmed?.[word as OpenWord];
      if (now) tree.set({ file, path: ["confirmed", word] }, weakest([evidence, now]));
    }
    return file;
  }
}

/** Puts the file of an assumption where those who use it are: a folder's own, or `shared/` for two of them. */
function bringHome(tree: ContractTree, file: string): void {
  const users = tree.references(file);
  const tops = new Set(users.map((one) => one.file.split("/")[0] ?? ""));
  const [only = ""] = tops;
  const home = `${tops.size > 1 ? "shared" : only}/assumptions/${posix.basename(file)}`;
  if (home === file) return;
  if (users.length > 0) {
    tree.write(home, tree.text(file));
    for (const { file: from, path } of users)
      tree.set({ file: from, path: [...path, "$ref"] }, referenceTo(home, from));
  }
  tree.write(file, undefined);
}
