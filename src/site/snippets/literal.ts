// Writes JSON values as TypeScript and Python write them.

/** Writes a value in TypeScript. */
export function writeTypescriptValue(value: unknown): string {
  return writeLines(value, 2, " ").replaceAll(/(?<=^\s*|[{,] )"([A-Za-z_$][\w$]*)":/gm, "$1:");
}

const pythonWords: Readonly<Record<string, string>> = { null: "None", true: "True", false: "False" };

/** Writes a value in Python. */
export function writePythonValue(value: unknown): string {
  return writeLines(value, 4, "").replaceAll(
    /"(?:[^"\\]|\\.)*"|\b(?:null|true|false)\b/g,
    (token) => pythonWords[token] ?? token,
  );
}

/** Writes JSON with a line for each entry; an only entry stays on the line of its brackets. */
function writeLines(value: unknown, indent: number, space: string): string {
  const alone = /([{[])\n\s*([^\n]*)\n\s*([}\]])/g;
  const flatten = (text: string) => text.replaceAll(alone, `$1${space}$2${space}$3`);
  return flatten(flatten(JSON.stringify(value, null, indent)));
}
