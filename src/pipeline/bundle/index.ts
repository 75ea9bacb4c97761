// The door of the bundle room: the hand-written files as one document, refused where they are broken.
export { bundle } from "./bundle.ts";
export { type Bundle, configurationOf, structureFindings } from "./redocly.ts";
export { schemaFindings, soundBundle } from "./sound-bundle.ts";
export { readSourceFiles, type SourceFile } from "./source-files.ts";
export { watchContract } from "./watch.ts";
