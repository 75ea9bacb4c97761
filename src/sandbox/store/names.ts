// The names of files by the ids of worlds, and the reverse: ids differ by capital letters, which some file systems do not tell apart.

/** The name of the file of a world. */
export function nameFile(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `=${letter.toLowerCase()}`);
}

/** The id of the world that a file is named by. */
export function readFileName(name: string): string {
  return name.replace(/=(.)/g, (_, letter: string) => letter.toUpperCase());
}
