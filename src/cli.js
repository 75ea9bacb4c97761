// The entry of the npm scripts of the tools: an older Node cannot read cli.ts, and would not say what to do.
import "./require-node-24.js";

await import("./cli.ts");
