// The door of the release room: which version comes next, what the changelog says of it, and how it is made at once.
export { type Obstacle, tagObstacles } from "./obstacles.ts";
export { type Plan, planRelease } from "./plan.ts";
export { nextStep, obstaclesText, planText } from "./plan-text.ts";
export { writeRelease } from "./publish.ts";
export { openRepository } from "./repository.ts";
export { changedFiles, driftObstacles, type Files, type Generated, generate } from "./stage.ts";
