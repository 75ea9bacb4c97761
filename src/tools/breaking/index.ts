// The door of the breaking room: may a change of a contract be released, and as which version?

export { type Bump, nextVersion } from "./bump.ts";
export { breakingCommand } from "./command.ts";
export { compare, passes, type Report } from "./compare.ts";
export { judgeDocuments } from "./judge.ts";
export type { WrittenReport } from "./report/json.ts";
