// Public exports of verify: checks a running server against the contract.
export { checks } from "./checks/index.ts";
export { verifyCommand } from "./command.ts";
export { exampleCast, type VerifyData } from "./data.ts";
export { describedEvent, judgeEvent, type ReceivedEvent, readEvent } from "./events/form.ts";
export { EventInbox } from "./events/inbox.ts";
export { listFindings, type VerifyFinding, type VerifyReport } from "./report.ts";
export { closestResponse } from "./verdicts/judge.ts";
export { judgeExchange, type SeenDeviation, type SeenExchange } from "./verdicts/judge-exchange.ts";
export { type VerifyOptions, verify } from "./verify.ts";
