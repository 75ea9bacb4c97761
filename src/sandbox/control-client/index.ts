// The export `wearable-health-api-tools/control`: calls of a sandbox's control plane, and a world of it as a handle.
export {
  type ControlClient,
  type ControlClientOptions,
  type ControlMessage,
  type ControlResult,
  createControlClient,
  HappeningRefused,
} from "./client.ts";
export type * from "./world.ts";
export { openWorld } from "./world.ts";
