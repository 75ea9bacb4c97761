// Progress of long work: shown on a terminal, silent in a pipe.

/**
 * Shows what a command is doing, on the error stream, only when that is a terminal.
 *
 * @returns A function that clears the line; call it before printing anything else.
 */
export function showProgress(text: string): () => void {
  const stream = process.stderr;
  if (!stream.isTTY) return () => {};
  stream.write(`${text} …`);
  return () => {
    stream.clearLine(0);
    stream.cursorTo(0);
  };
}
