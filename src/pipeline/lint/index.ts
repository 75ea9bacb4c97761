// The door of the lint room: is the contract sound, and does it keep this project's conventions?
export { lintContract, lintControl } from "./lint.ts";
