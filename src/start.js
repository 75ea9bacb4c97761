// The entry of `npm start`: an older Node cannot read start.ts, and would not say what to do.
import "./require-node-24.js";

const [{ runCommand }, { startCommand }] = await Promise.all([
  import("./shared/terminal/index.ts"),
  import("./start.ts"),
]);
await runCommand(startCommand);
