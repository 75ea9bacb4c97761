// The door of the edits: from what `learn` found to changes of the contract's files, of the size of a commit each.
export { applyGroup, type EditedFile, type EditGroup, type EditPlan, planEdits } from "./plan.ts";
export type { Dropped } from "./units.ts";
