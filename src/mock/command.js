// The entry of `npm run mock`: an older Node cannot read command.ts, and would not say what to do.
import "../require-node-24.js";

const [{ runCommand }, { mockCommand }] = await Promise.all([
  import("../shared/terminal/index.ts"),
  import("./command.ts"),
]);
await runCommand(mockCommand);
