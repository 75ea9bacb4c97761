// The door of the breaking room: may a change of a contract be released, and as which version?

export type { Bump } from "./bump.ts";
export { breakingCommand } from "./command.ts";
export { type CompareOptions, type Comparison, compare, passes, type Report, type ReportedChange } from "./compare.ts";
export type { Level } from "./direction.ts";
export { type Change, judgeDocuments } from "./judge.ts";
