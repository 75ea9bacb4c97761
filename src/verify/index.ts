// Public exports of verify: checks a running server against the contract.
export { verifyCommand } from "./command.ts";
export { exampleCast, type VerifyData } from "./data.ts";
export { EventInbox } from "./events/inbox.ts";
export { listFindings, type VerifyFinding, type VerifyReport } from "./report.ts";
export { type VerifyOptions, verify } from "./verify.ts";
