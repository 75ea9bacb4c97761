// A thread with the sandbox, the mock, and the proxy in front of the sandbox: it posts where they answer.
import { parentPort } from "node:worker_threads";
import { startMock, startProxy } from "../../../src/pipeline/mock/index.ts";
import { readContract } from "../../../src/tools/contract/index.ts";
import { startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";

const { document } = await readContract();
const sandbox = await startSandbox({ port: 0 });
const sandboxUrl = sandbox.url ?? "";
const mock = await startMock({ document, port: 0 });
const upstream = new URL(sandboxUrl);
const proxy = await startProxy({ document, upstream, port: 0, timeout: 30_000, onExchange: () => {} });
parentPort?.postMessage({ sandboxUrl, mockUrl: mock.url, proxyUrl: proxy.url, apiKey: sandbox.apiKey });
