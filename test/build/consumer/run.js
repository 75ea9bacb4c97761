// Runs the compiled consumer on whichever runtime it is started with: `node run.js <address of the mock> <one that redirects>`.
import { main } from "./main.js";

for (const line of await main(process.argv[2] ?? "", process.argv[3] ?? "")) console.log(line);
