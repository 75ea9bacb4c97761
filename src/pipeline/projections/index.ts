// The door of the projections: the contract in the form that other tools need.
export { openApi30Of } from "./openapi-3-0.ts";
