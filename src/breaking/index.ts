// Public exports: finds breaking changes between two versions of a contract, and the next version.

export { breakingCommand } from "./command.ts";
export { allowsRelease, type Bump, compare, nextVersion, type Report } from "./compare.ts";
export { judgeDocuments } from "./judge.ts";
