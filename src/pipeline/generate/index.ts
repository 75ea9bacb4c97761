// The door of the generate room: the contract in the forms that other programs need.
export { toOpenApi30 } from "./openapi-3-0.ts";
