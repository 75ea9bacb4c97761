// Public exports: finds breaking changes between two versions of a contract, and the next version.

export { type Bump, nextVersion } from "./bump.ts";
export { breakingCommand } from "./command.ts";
export { allowsRelease, compare, type Report } from "./compare.ts";
export { judgeDocuments } from "./judge.ts";
