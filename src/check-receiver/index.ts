// Public exports of check-receiver: checks a webhook endpoint of a consumer.
export { checkReceiverCommand } from "./command.ts";
