// The door of the learn room: what do recordings of the service show of the contract?
export { learnCommand } from "./command.ts";
