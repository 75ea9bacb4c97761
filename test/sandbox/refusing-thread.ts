// A worker thread that runs a sandbox and posts its address: a large upload and its refusal meet as between two processes.
import { parentPort } from "node:worker_threads";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";

const sandbox = await startSandbox({ port: 0 });
parentPort?.postMessage({ sandboxUrl: sandbox.url, apiKey: sandbox.apiKey });
