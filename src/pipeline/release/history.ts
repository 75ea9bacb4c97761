// What a plan asks of the repository: the part of `Git` that reads.
import type { Git } from "../../tools/contract/index.ts";

/** The working tree and its history. Its paths are relative to the directory. */
export type History = Pick<
  Git,
  "directory" | "latestRelease" | "filesAt" | "changedSince" | "branch" | "uncommitted" | "hasTag"
>;
