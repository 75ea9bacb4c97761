// The door of the bundle room: the hand-written files as one document, refused where they are broken.
export { bundle, soundBundle } from "./bundle.ts";
export { watchContract } from "./watch.ts";
