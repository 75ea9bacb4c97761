// `node process.ts FILE`: a sandbox in a process of its own, which tells its parent where it answers and what it logs.
import { startSandbox } from "../../../../src/tools/sandbox/start-sandbox.ts";
import { deliveryTimeoutMs } from "./real.ts";

const sandbox = await startSandbox({
  db: process.argv[2] ?? ":memory:",
  port: 0,
  seed: "empty",
  deliveryTimeoutMs,
  log: (line) => void process.send?.({ log: line }),
});
process.on("disconnect", async () => {
  await sandbox.close();
  process.exit(0);
});
process.send?.({ url: sandbox.url });
