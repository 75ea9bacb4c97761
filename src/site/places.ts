// Where the pages show each part of the contract: by the anchor of a field, a response or a body.
import type { OpenApiDocument } from "../shared/contract/index.ts";
import type { Field, KnownValues, Mark } from "./fields.ts";
import { type Block, type Page, toFieldAnchor } from "./page.ts";
import { code, type Inline } from "./text.ts";

/** A place of the site at which something of the contract is shown. */
export interface PagePlace {
  readonly page: Page;
  readonly url: string;
  /** The place in words, such as `createUser body` `client_user_id`. */
  readonly words: Inline;
  readonly marks: readonly Mark[];
  readonly known: KnownValues | undefined;
  /** The field that is shown here, unless it is something else. */
  readonly field?: Field;
  /** The page itself, whose marks are shown with their words. */
  readonly isPage?: boolean;
}

/** The places of a page, in its order. */
export function listPlaces(page: Page): PagePlace[] {
  const at = (id: string, part = ""): Pick<PagePlace, "page" | "url" | "words"> => {
    // A page of a schema or an event lists one thing only
    const words = part.replace(/^(?:field|payload)$/, "").replace("response-", "");
    return { page, url: id === "" ? page.url : `${page.url}#${id}`, words: code(`${page.name} ${words}`.trim()) };
  };
  const inFields = (fields: readonly Field[], part: string): PagePlace[] =>
    fields.flatMap((field) => {
      const place = at(toFieldAnchor(part, field), part);
      const { marks, known } = field.shape;
      const own = { ...place, words: `${place.words} ${code(nameField(field))}`, marks, known, field };
      return [own, ...inFields(field.shape.fields, part)];
    });
  const inBlock = (block: Block): PagePlace[] => {
    switch (block.kind) {
      case "columns":
        return [block.main, block.side, block.rest].flat().flatMap(inBlock);
      case "marks":
        return [{ ...at(""), marks: block.marks, known: undefined, isPage: true }];
      case "values":
        return [{ ...at("field", "field"), marks: [], known: block.known }];
      case "status":
        return [{ ...at(block.id, block.id), marks: block.marks, known: undefined }];
      case "body":
        return [{ ...at(block.part, block.part), marks: block.shape.marks, known: block.shape.known }];
      case "fields":
        return inFields(block.fields, block.part);
      default:
        return [];
    }
  };
  return page.blocks.flatMap(inBlock);
}

/** The names on the way to a field; the keys of a map are free. */
export function nameField({ id }: Pick<Field, "id">): string {
  return id.replaceAll("_7Bkey_7D", "any key");
}

/**
 * Makes a test for the page that a node belongs to: a component schema is shown in many places, and belongs to its own
 * page; what is written elsewhere belongs to all others.
 */
export function findOwners({ components }: OpenApiDocument): (node: object, page: Page) => boolean {
  const owners = new Map<unknown, string>();
  const visit = (node: unknown, name: string) => {
    if (typeof node !== "object" || node === null) return;
    owners.set(node, name);
    for (const child of Object.values(node)) visit(child, name);
  };
  for (const [name, schema] of Object.entries(components.schemas)) visit(schema, name);
  return (node, page) => owners.get(node) === (page.area === "schemas" ? page.name : undefined);
}
