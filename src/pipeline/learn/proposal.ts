// What `learn` finds: how each assumption and unknown of the contract fares, and the edits that it proposes.
import type { Evidence, OpenWord } from "../../tools/contract/index.ts";

/** What became of one mark of the contract. */
export interface Finding {
  /** JSON pointer into the bundle to the node that has the mark; of a shared assumption, one finding for each place. */
  readonly pointer: string;
  readonly mark: "x-assumption" | "x-not-shown" | "none";
  /**
   * `confirmed` and `contradicted` rest on evidence above the thresholds. `mixed`: the exchanges do not agree.
   * `few`: they agree, but are too few. `violation`: what the service states is not so; it is never edited.
   * `beyond recordings`: exchanges cannot settle it.
   */
  readonly verdict:
    | "confirmed"
    | "contradicted"
    | "mixed"
    | "few"
    | "not seen"
    | "beyond recordings"
    | "new"
    | "violation";
  /** For an assumption, the words of `leaves_open` that it is about. */
  readonly words: readonly OpenWord[];
  /** What was found, as a sentence. */
  readonly message: string;
  readonly evidence: Evidence;
  /** Exchanges that say otherwise. */
  readonly against: number;
  /** The numbers of a few exchanges or events that show it, with their recording. */
  readonly shownBy: readonly string[];
  readonly proposal?: Proposal;
}

/**
 * An edit of the contract. Each pointer is one into the bundle; `leaves_open` of the assumption loses the words of the finding,
 * which stand under `confirmed` with their evidence from then on.
 */
export type Proposal =
  /** The assumption is so: nothing but its mark changes. */
  | { readonly kind: "confirm" }
  /** The response of this pointer has another status. */
  | { readonly kind: "change-status"; readonly pointer: string; readonly status: string }
  /** The operation of this pointer answers with one more status. */
  | {
      readonly kind: "add-status";
      readonly pointer: string;
      readonly status: string;
      readonly body: LearnedSchema | undefined;
    }
  | { readonly kind: "add-header"; readonly pointer: string; readonly name: string; readonly schema: LearnedSchema }
  /** The property or parameter of this pointer has another name. */
  | { readonly kind: "rename"; readonly pointer: string; readonly name: string }
  /** The property of this pointer stands elsewhere in the body: `to` is the path of names from the body's root, its own name last. */
  | { readonly kind: "move"; readonly pointer: string; readonly to: readonly string[] }
  /** The property or parameter of this pointer is required, or not. */
  | { readonly kind: "require"; readonly pointer: string; readonly required: boolean }
  | { readonly kind: "nullable"; readonly pointer: string; readonly nullable: boolean }
  /** The schema of this pointer is another one: its type, its format, or both. Its description stays. */
  | { readonly kind: "change-schema"; readonly pointer: string; readonly schema: LearnedSchema }
  /** The object schema of this pointer has one more property. */
  | {
      readonly kind: "add-field";
      readonly pointer: string;
      readonly name: string;
      readonly schema: LearnedSchema;
      readonly required: boolean;
    }
  /** The open enum of this pointer has one more known value. */
  | { readonly kind: "add-value"; readonly pointer: string; readonly value: string }
  /** The body of this response or request pointer has another media type. */
  | { readonly kind: "change-media-type"; readonly pointer: string; readonly from: string; readonly to: string };

/** A schema as far as shapes show it. */
export interface LearnedSchema {
  readonly type: "string" | "integer" | "number" | "boolean" | "object" | "array";
  readonly nullable?: boolean;
  readonly format?: "uuid" | "date" | "date-time" | "uri" | "email";
  readonly properties?: Readonly<Record<string, LearnedSchema>>;
  readonly required?: readonly string[];
  readonly items?: LearnedSchema;
}
