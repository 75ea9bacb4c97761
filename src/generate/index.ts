// The door of the generate room: the contract in the forms that other programs need, and the hand-written files as one document.
export { bundle, soundBundle } from "./bundle.ts";
export { toOpenApi30 } from "./openapi-3-0.ts";
export { watchContract } from "./watch.ts";
