// A log for the sandbox of a test, which collects the lines that name a fault: the test then expects that there are none.

/** A log that collects what is wrong: an answer that breaks the contract, a fault of the sandbox. A note to the developer is neither. */
export function logInto(complaints: string[]): (line: string) => void {
  return (line) => {
    if (!line.startsWith("note: ")) complaints.push(line);
  };
}
