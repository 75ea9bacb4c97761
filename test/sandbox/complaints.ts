// Lines in the log of a sandbox that a test does not expect.

/** A log that collects what is wrong: an answer that breaks the contract, a fault of the sandbox. A note to the developer is neither. */
export function logInto(complaints: string[]): (line: string) => void {
  return (line) => {
    if (!line.startsWith("note: ")) complaints.push(line);
  };
}
