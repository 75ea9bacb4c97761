// The input and the output of the writer of a page.
import type { Contract } from "../../contract/index.ts";
import type { Html } from "../../look/index.ts";
import type { WorldIndex } from "../world/store.ts";
import type { World } from "../world/world.ts";
import type { Worlds } from "../worlds.ts";
import type { LinkTo } from "./links.ts";

/** A request for a page. */
export interface View {
  readonly worlds: Worlds;
  /** The worlds in the database, in the same transaction. */
  readonly index: WorldIndex;
  /** The world that the page shows. */
  readonly world: World;
  /** The control document, which the forms are made of. */
  readonly control: Contract;
  /** The operations of the service, by id. */
  readonly operationIds: readonly string[];
  /** Where the sandbox answers, as seen by this browser. */
  readonly origin: string;
  /** The URL of the organization's operations, if they have a separate port. */
  readonly managementUrl: string | undefined;
  /** The URL of the reference, if it is served with this. */
  readonly reference: string | undefined;
  readonly query: URLSearchParams;
  /** The id in the path; empty where the page has none. */
  readonly id: string;
  readonly to: LinkTo;
  /** The page itself, for forms to come back to. */
  readonly here: string;
}

/** The content of a page. */
export interface Content {
  readonly title: string;
  /** The page that the navigation shows as the one above this. */
  readonly above?: { readonly title: string; readonly path: string };
  readonly body: Html;
}

/** Writes a page. */
export type Writer = (view: View) => Content | Promise<Content>;

/** The subject of a page does not exist. */
export class NotThere extends Error {
  override readonly name = "NotThere";
}
