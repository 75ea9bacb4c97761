// Reads the name of a component out of a reference to it.

/** The last part of a reference or a path, without the ending of a file: `schemas/User.yaml` is `User`. */
export function baseName(reference: string): string {
  return (reference.split(/[/\\]/).at(-1) ?? reference).replace(/\.(ya?ml|json)$/, "");
}
