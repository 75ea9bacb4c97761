// A thread with the sandbox and the mock: it posts where they answer.
import { parentPort } from "node:worker_threads";
import { startMock } from "../../../src/pipeline/mock/index.ts";
import { readContract } from "../../../src/tools/contract/index.ts";
import { startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";

const { document } = await readContract();
const sandbox = await startSandbox({ port: 0 });
const mock = await startMock({ document, port: 0 });
parentPort?.postMessage({ sandboxUrl: sandbox.url, mockUrl: mock.url, apiKey: sandbox.apiKey });
