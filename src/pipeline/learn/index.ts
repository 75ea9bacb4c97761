// The door of the learn room: what recordings of the service say of the contract.
export { learnCommand } from "./command.ts";
