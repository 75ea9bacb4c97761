// What all edits share: what they say of themselves, the node that they settle, and the links that name a field.
import { basename } from "node:path";
import { type Evidence, entriesOf, type OpenWord, own } from "../../../tools/contract/index.ts";
import { bodiesOf, schemaAlong } from "./examples.ts";
import { type Choice, chooseAnew, type Settled } from "./marks.ts";
import { type ContractTree, isSamePlace, type Place } from "./tree.ts";
import type { Located } from "./units.ts";

/** What an edit says of itself. */
export interface Edited {
  /** What the contract says from now on, as the first line of a commit message has it. */
  readonly title: string;
  /** What a person still has to do. */
  readonly byHand: readonly string[];
}

/** Why an edit cannot be made. */
export class CannotEdit extends Error {}

/** Lets the links of answers name a field by its new path: `rewrite` gives it from the old one and the step of the field. */
export function relink(
  tree: ContractTree,
  field: Place,
  rewrite: (tokens: string[], step: number) => readonly string[],
): () => void {
  /** By the link as it is written: the answers that have it, and the new expressions of those in which it names the field. */
  const found = new Map<
    string,
    { link: Place; uses: Place[]; hits: { use: Place; key: string; expression: string }[] }
  >();
  for (const { schema } of bodiesOf(tree)) {
    const isRequest = schema.path.at(-4) === "requestBody";
    const message = { file: schema.file, path: schema.path.slice(0, isRequest ? -4 : -3) };
    const statuses = isRequest ? Object.keys(Object(own(tree.value(message), "responses"))) : [];
    const answers = isRequest ? statuses.map((status) => under(message, "responses", status)) : [message];
    for (const answer of answers) {
      for (const name of Object.keys(Object(own(tree.value(answer), "links")))) {
        const use = under(answer, "links", name);
        const link = tree.resolved(use);
        const entry = found.get(JSON.stringify(link)) ?? { link, uses: [], hits: [] };
        found.set(JSON.stringify(link), entry);
        entry.uses.push(use);
        for (const [key, expression] of entriesOf(own(tree.value(link), "parameters"))) {
          const [head, pointer] = String(expression).split("#");
          if (head !== `$${isRequest ? "request" : "response"}.body` || pointer === undefined) continue;
          const tokens = pointer.split("/").slice(1);
          const step = tokens.findIndex((_, at) =>
            schemaAlong(tree, schema, tokens.slice(0, at + 1)).some((place) => isSamePlace(place, field)),
          );
          if (step === -1) continue;
          entry.hits.push({ use, key, expression: `${head}#/${rewrite(tokens, step).join("/")}` });
        }
      }
    }
  }
  return () => {
    for (const { link, uses, hits } of found.values()) {
      const isWhole = uses.every((use) => hits.some((hit) => isSamePlace(hit.use, use)));
      for (const { use, key, expression } of hits) {
        // A link that other answers share stays as it is: this answer has its own from now on
        if (!isWhole && tree.behind(use) !== undefined) tree.set(use, tree.value(link));
        tree.set(under(isWhole ? link : use, "parameters", key), expression);
      }
    }
  };
}

export function under({ file, path }: Place, ...keys: string[]): Place {
  return { file, path: [...path, ...keys] };
}

/** Writes a choice at the node that it is about; an assumption around it stays, since it is about other things too. */
export function settleAt(
  tree: ContractTree,
  nodes: readonly Settled[],
  subject: Place | undefined,
  choice: Choice,
): void {
  const inner = nodes.map((node) => ({
    ...node,
    words:
      subject === undefined || isSamePlace(node.place, subject)
        ? node.words
        : node.words.map((word): OpenWord => (word === "fields" ? "presence" : word)),
  }));
  chooseAnew(tree, inner, choice);
}

export function wordsOf(findings: readonly Located[]): OpenWord[] {
  return [...new Set(findings.flatMap(({ finding }) => finding.words))];
}

/** What a node is called for people: its file, and the field when it is one. */
export function nameOf({ file, path }: Place): string {
  const name = basename(file, ".yaml");
  return path.at(-2) === "properties" ? `\`${path.at(-1)}\` of ${name}` : name;
}

/** The evidence of findings about one node: that of the one that has the most. */
export function evidenceOf(findings: readonly Located[]): Evidence {
  return findings
    .map(({ finding }) => finding.evidence)
    .reduce((most, one) => (one.exchanges > most.exchanges ? one : most));
}
