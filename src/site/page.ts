// What a page is made of: blocks that HTML and Markdown are written from alike.
import type { Field, KnownValues, Mark, Shape } from "./fields.ts";
import type { ExampleReference, OperationReference } from "./reference.ts";
import type { Inline } from "./text.ts";

/** Languages of code that are coloured. */
export const languages = ["json", "sh", "ts", "python", "go", "java"] as const;

export type Language = (typeof languages)[number] | "text";

/** The language of a fenced code block, by the word behind its fence. */
export function parseLanguage(word: string): Language {
  return languages.find((language) => language === word) ?? "text";
}

/** A line of a list of operations, events or pages. */
export interface Entry {
  readonly url: string;
  readonly title: string;
  /** The method of an operation. */
  readonly method?: string | undefined;
  readonly code?: string | undefined;
  readonly text?: Inline | undefined;
  /** Words on how far it can be relied on, such as `beta`. */
  readonly badges?: readonly string[] | undefined;
}

/** A row of a table, or the heading of the rows below it. */
export type TableRow =
  | { readonly id?: string; readonly mark?: Mark["kind"]; readonly cells: readonly Inline[] }
  | { readonly id: string; readonly group: Inline };

/** One part of a page. */
export type Block =
  | { readonly kind: "heading"; readonly level: 2 | 3; readonly id: string; readonly text: Inline }
  | { readonly kind: "prose"; readonly text: string }
  | { readonly kind: "line"; readonly text: Inline }
  /** What a body is, above its fields. The heading of the part has its anchor, unless it is of a further media type. */
  | {
      readonly kind: "body";
      readonly part: string;
      readonly hasAnchor: boolean;
      readonly mediaType: string;
      readonly shape: Shape;
    }
  | { readonly kind: "endpoint"; readonly method: string; readonly path: string }
  | {
      readonly kind: "status";
      readonly id: string;
      readonly status: string;
      readonly phrase: string;
      readonly marks: readonly Mark[];
    }
  | { readonly kind: "facts"; readonly items: readonly (readonly [label: string, text: Inline])[] }
  /** Marks that are shown with their words: those of what the whole page is about. */
  | { readonly kind: "marks"; readonly marks: readonly Mark[] }
  | { readonly kind: "values"; readonly known: KnownValues }
  /** `part` begins the anchors of the fields. */
  | { readonly kind: "fields"; readonly part: string; readonly label: string; readonly fields: readonly Field[] }
  /** Examples, of which the first can be open. */
  | {
      readonly kind: "examples";
      readonly label: string;
      readonly examples: readonly ExampleReference[];
      readonly isOpen?: boolean;
    }
  | {
      readonly kind: "code";
      readonly label: string;
      readonly language: Language;
      readonly text: string;
      readonly snippet?: string;
    }
  /** The same thing in several languages; a reader looks at one of them. */
  | { readonly kind: "samples"; readonly label: string; readonly samples: readonly (Block & { kind: "code" })[] }
  | { readonly kind: "entries"; readonly entries: readonly Entry[] }
  | {
      readonly kind: "table";
      readonly label: string;
      readonly head: readonly string[];
      readonly rows: readonly TableRow[];
    }
  /** Code beside the text where there is room: it stays in view. Where there is none, it comes between `main` and `rest`. */
  | {
      readonly kind: "columns";
      readonly main: readonly Block[];
      readonly side: readonly Block[];
      readonly rest: readonly Block[];
    }
  | { readonly kind: "try-it"; readonly operation: OperationReference };

/** Where in the site a page belongs, for its navigation. */
export type Area = "home" | "guides" | "operations" | "events" | "schemas" | "sandbox";

/** One page of the site. */
export interface Page {
  readonly url: string;
  readonly title: string;
  /** What it is about, as the contract calls it: an operationId, an event, a schema. */
  readonly name: string;
  readonly area: Area;
  /** The tag whose members the navigation unfolds. */
  readonly tag?: string | undefined;
  /** The page above this one. */
  readonly above?: { readonly title: string; readonly url: string };
  readonly badges: readonly string[];
  /** One sentence on what is here, in plain words. */
  readonly summary: string;
  readonly blocks: readonly Block[];
}

/** The anchor of a field on a page, by the part of the page that lists it. */
export function toFieldAnchor(part: string, field: Pick<Field, "id">): string {
  return `${part}.${field.id}`;
}
