// A thread with the sandbox: it posts where it answers.
import { parentPort } from "node:worker_threads";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";

const sandbox = await startSandbox({ port: 0 });
parentPort?.postMessage({ sandboxUrl: sandbox.url, apiKey: sandbox.apiKey });
