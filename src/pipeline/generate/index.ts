// The door of the generate room: the contract in the forms that other programs need.
export { openApi30Of } from "./openapi-3-0.ts";
