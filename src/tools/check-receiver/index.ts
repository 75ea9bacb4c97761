// The door of the check-receiver room: what does a consumer's webhook endpoint get wrong?
export { checkReceiverCommand } from "./command.ts";
