// The door of the verify room: is that server true to the contract?
export { type CheckName, checks } from "./check-names.ts";
export { verifyCommand } from "./command.ts";
export { describedEvent, formDeviations, readEvent } from "./events/form.ts";
export { EventInbox } from "./events/inbox.ts";
export { exampleCast, type VerifyData } from "./input/data.ts";
export { findingsOf, type VerifyFinding, type VerifyReport } from "./report/report.ts";
export { acceptance, judge } from "./verdicts/judge.ts";
export { type VerifyOptions, verify } from "./verify.ts";
