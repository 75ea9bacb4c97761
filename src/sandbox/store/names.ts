// The names of files by the ids of worlds, and the reverse.

/** Some systems do not tell capital letters from small ones in the name of a file. */
export function nameFile(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `=${letter.toLowerCase()}`);
}

/** The id of the world that a file is named by. */
export function readFileName(name: string): string {
  return name.replace(/=(.)/g, (_, letter: string) => letter.toUpperCase());
}
