// The errors for what a person can get wrong: shown with place and remedy, never as a stack trace.
import { styleText } from "node:util";
import { type Finding, formatFindings } from "./finding.ts";

/**
 * A command could not run for a reason that a person can mend.
 *
 * @example
 * throw new Failure("Port 4010 is taken.", "Choose another with `npm run mock -- --port N`.");
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

/** Files that a person wrote are wrong; `findings` say where and what to do. */
export class FindingsError extends Error {
  override readonly name: string = "FindingsError";
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings.map((finding) => `${finding.file}:${finding.line ?? 1}: ${finding.message}`).join("\n"));
    this.findings = findings;
  }
}

/** Prints an error for a person, on the error stream. */
export function reportError(error: unknown): void {
  const stream = process.stderr;
  if (error instanceof FindingsError) stream.write(formatFindings(error.findings, stream));
  else stream.write(`${styleText("red", "error:", { stream })} ${describe(error)}\n`);
}

function describe(error: unknown): string {
  if (error instanceof Failure) return `${error.message} ${error.remedy}`;
  const text = error instanceof Error ? error.message : String(error);
  const remedy = systemRemedies[error instanceof Error && "code" in error ? String(error.code) : ""];
  if (remedy !== undefined) return `${text}. ${remedy}`;
  const trace = process.env["DEBUG"] && error instanceof Error ? `\n${error.stack}` : "";
  return `${text} This is a fault of this project, not yours. Set DEBUG=1 for the stack trace.${trace}`;
}

/** What to do when the machine refuses something; Node's message names what and where. */
const systemRemedies: Readonly<Record<string, string>> = {
  EACCES: "Allow it to be read and written, or name another place.",
  EPERM: "Allow it to be read and written, or name another place.",
  EROFS: "Name a place that can be written.",
  ENOENT: "Correct the path, or create what it names.",
  ENOTDIR: "Name a directory, or a path whose parents are directories.",
  EISDIR: "Name a file.",
  EEXIST: "Name another place, or remove what stands there.",
  ENOSPC: "Free some disk space.",
  EMFILE: "Allow this process more open files (ulimit -n).",
};
