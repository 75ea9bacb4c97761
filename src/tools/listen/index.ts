// The door of the listen room: does a provider send the events that the contract describes?
export { listenCommand } from "./command.ts";
export { startListener } from "./listener.ts";
