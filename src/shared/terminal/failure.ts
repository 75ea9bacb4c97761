// Errors that the user can fix: shown with place and remedy, never as a stack trace.
import { styleText } from "node:util";
import { FileProblemsError, formatFileProblems } from "../findings/index.ts";

/**
 * A command could not run, for a reason that the user can fix.
 *
 * @example
 * throw new Failure("Port 4010 is already in use.", "Pass another port: `npm run mock -- --port N`.");
 */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly remedy: string;

  /**
   * @param message What was expected and what was found, as a sentence.
   * @param remedy What to do, as a sentence.
   */
  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.remedy = remedy;
  }
}

/** Prints an error on the error stream. */
export function reportError(error: unknown): void {
  const stream = process.stderr;
  if (error instanceof FileProblemsError) stream.write(formatFileProblems(error.problems, stream));
  else stream.write(`${styleText("red", "error:", { stream })} ${describe(error)}\n`);
}

function describe(error: unknown): string {
  if (error instanceof Failure) return [error.message, error.remedy].join(error.message.includes("\n") ? "\n" : " ");
  const text = error instanceof Error ? error.message : String(error);
  const remedy = systemRemedies[error instanceof Error && "code" in error ? String(error.code) : ""];
  if (remedy !== undefined) return `${text}. ${remedy}`;
  const trace = process.env["DEBUG"] && error instanceof Error ? `\n${error.stack}` : "";
  return `${text} This is a bug in this project. Set DEBUG=1 for the stack trace.${trace}`;
}

/** Remedies for errors of the operating system; Node's message names the operation and the path. */
const systemRemedies: Readonly<Record<string, string>> = {
  EACCES: "Allow reading and writing there, or use another path.",
  EPERM: "Allow reading and writing there, or use another path.",
  EROFS: "Use a path that can be written to.",
  ENOENT: "Correct the path, or create the file or directory.",
  ENOTDIR: "Use a directory, or a path whose parents are directories.",
  EISDIR: "Use the path of a file.",
  EEXIST: "Use another path, or remove the existing file.",
  ENOSPC: "Free some disk space.",
  EMFILE: "Raise the limit of open files (ulimit -n).",
};
