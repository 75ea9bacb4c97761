// Runs the compiled consumer on whichever Node it is started with: `node run.js <address of the mock>`.
import { main } from "./main.js";

for (const line of await main(process.argv[2] ?? "")) console.log(line);
