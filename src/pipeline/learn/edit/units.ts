// Sorts findings into units: what belongs into one commit, because it is one change of the contract.
import { posix } from "node:path";
import type { Finding, Proposal } from "../proposal.ts";
import { marked, sharedFileOf } from "./marks.ts";
import type { ContractTree, Place } from "./tree.ts";

/** A finding that proposes an edit, and the nodes that it names, as the contract was read. */
export interface Located<Kind extends Proposal["kind"] = Proposal["kind"]> {
  readonly finding: Finding;
  readonly proposal: Proposal & { readonly kind: Kind };
  /** What the finding is about: the node with its mark, where it has one. */
  readonly subject: Place;
  /** What the proposal changes. */
  readonly target: Place;
}

/** Findings that lead to one change. */
export interface Unit {
  readonly key: string;
  readonly findings: readonly Located[];
}

/** A finding that leads to no edit. */
export interface Dropped {
  readonly findings: readonly Finding[];
  readonly reason: string;
}

/** Sorts findings into units, in the order in which they are edited: what is changed first, what is confirmed last. */
export function unitsOf(
  findings: readonly Finding[],
  tree: ContractTree,
): { readonly units: readonly Unit[]; readonly dropped: readonly Dropped[] } {
  const dropped: Dropped[] = [];
  const located = findings.flatMap((finding): Located[] => {
    const { proposal } = finding;
    if (proposal === undefined) return [];
    const drop = (reason: string): [] => {
      dropped.push({ findings: [finding], reason });
      return [];
    };
    if (finding.verdict === "violation") return drop("The service states it: what it states is never edited.");
    const node = tree.locate(finding.pointer);
    const pointer = "pointer" in proposal ? proposal.pointer : finding.pointer;
    const target = tree.locate(pointer);
    if (node === undefined || target === undefined) {
      return drop(`The contract has nothing at ${node === undefined ? finding.pointer : pointer}.`);
    }
    return [{ finding, proposal, subject: marked(tree, node) ?? node, target }];
  });
  const groups = Map.groupBy(located, (one) => keyOf(one, tree));
  const units = [...groups].map(([key, group]) => ({ key, findings: group }));
  const isConfirmation = ({ key }: Unit) => Number(key.startsWith("confirm "));
  return { units: units.sort((a, b) => isConfirmation(a) - isConfirmation(b)), dropped };
}

function keyOf({ proposal, subject, target }: Located, tree: ContractTree): string {
  const shared = sharedFileOf(tree, subject);
  if (proposal.kind === "confirm") return `confirm ${shared ?? posix.dirname(subject.file).split("/")[0]}`;
  const { pointer: _, ...all } = proposal;
  // Values of one enum are one change
  const said = proposal.kind === "add-value" ? {} : all;
  // Fields of one assumption that stand in another object all move there
  if (proposal.kind === "move" && shared !== undefined) {
    return `move ${shared} ${target.file} ${JSON.stringify(proposal.to.slice(0, -1))}`;
  }
  // A response that several operations share, or an assumption of its status, changes for all of them at once
  const component = tree.behind(target)?.file;
  const place =
    proposal.kind === "change-status" && (component ?? shared) !== undefined
      ? (component ?? shared)
      : JSON.stringify([target.file, target.path]);
  return `${proposal.kind} ${place} ${JSON.stringify(said)}`;
}
