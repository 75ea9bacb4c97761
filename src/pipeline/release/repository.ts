// Opens the repository that is released, and refuses one that a release cannot be made from.
import { realpathSync } from "node:fs";
import { Git } from "../../tools/contract/index.ts";
import { Failure } from "../../tools/terminal/index.ts";

/**
 * Opens the repository whose top is this directory.
 *
 * @throws {Failure} when there is none, nothing was committed, or a part of the history is missing.
 */
export async function openRepository(directory: string): Promise<Git> {
  const git = new Git(realpathSync(directory));
  const top = await git.top().catch((error: unknown) => {
    throw new Failure("git could not be started.", "Install git.", { cause: error });
  });
  if (top !== git.directory) {
    throw new Failure(`${directory} is not the root of a git repository.`, "Release from a clone of this project.");
  }
  if (await git.isShallow()) {
    throw new Failure(
      "This is a shallow clone: the latest release may be missing.",
      "Fetch the rest with `git fetch --unshallow --tags`.",
    );
  }
  if ((await git.commit("HEAD")) === undefined) {
    throw new Failure("There is no commit yet.", "Commit what is to be released.");
  }
  return git;
}
