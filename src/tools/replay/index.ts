// The door of the replay room.
export { replayCommand } from "./command.ts";
