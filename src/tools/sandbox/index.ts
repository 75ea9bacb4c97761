// The door of the sandbox: the service's behaviour on one machine, with memory.
export { sandboxCommand } from "./command.ts";
export { madeAssets, packedFolder } from "./page/assets.ts";
export { serveSandbox } from "./serve-late.ts";
