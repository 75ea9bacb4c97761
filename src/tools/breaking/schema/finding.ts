// What a comparison of two schemas finds.

import type { Path } from "../../contract/index.ts";
import type { Effect, Level } from "../direction.ts";
import type { Nested } from "./pairs.ts";

/** One difference between two schemas. Paths lead from the compared schema, through references, to the node. */
export interface Finding {
  readonly effect: Effect;
  /** Says the level where it does not follow from the effect. */
  readonly level?: Level;
  /** Name of the rule, such as `schema/max-length`. */
  readonly rule: string;
  /** The changed node in the base; the nearest one when it is new. */
  readonly base: Path;
  /** The changed node in the revision; the nearest one when it is gone. */
  readonly revision: Path;
  /** What happened, as the part of a sentence behind the name of the field: "`maxLength` went from 10 to 5". */
  readonly text: string;
  /** What was removed had been marked as deprecated. */
  readonly announced?: boolean;
  /** The finding says nothing itself: it stands for all that is found in another pair of schemas. */
  readonly nested?: Nested;
}

/** A finding that says that compatibility could not be proven, and why. */
export function unproven(base: Path, revision: Path, why: string): Finding {
  const text = `changed, and could not be proven compatible: ${why}`;
  return { effect: "different", rule: "schema/not-proven", base, revision, text };
}
