// Servers whose answers do not come, not whole, or not in time.
import type { Stages } from "../call.ts";
import { violations } from "./wrong-server.ts";

/** Hangs only where nothing is found: each call that hangs costs the test a time limit. */
function hangsWhenNotFound(begin: Stages["send"]): Stages {
  return {
    send: (response, answer, call, next) => (answer.status === 404 ? begin?.(response, answer, call, next) : next()),
  };
}

/** More than anyone reads of an answer. */
const flood = 33 * 1024 * 1024;

export const transportFaults = [
  ...violations({
    "answer-arrives": {
      "listMealSummaries does not stop sending for an unknown user": hangsWhenNotFound(
        (response, { status, headers }) => void response.writeHead(status, headers).end(Buffer.alloc(flood, " ")),
      ),
      "listSleepSummaries ends in the middle of the answer": {
        send(response, { status, headers }) {
          response.writeHead(status, { ...headers, "content-length": "1000" });
          response.write("{", () => response.destroy());
        },
      },
      "listBodySummaries closes the connection without an answer": { send: (response) => void response.destroy() },
      "createLinkCode answers with what is no HTTP": {
        send: (response) => void response.socket?.end("250 OK\r\n\r\n"),
      },
    },
  }),
  ...violations(
    {
      "answer-arrives": {
        "getLabReportParsingJob never answers for an unknown job": hangsWhenNotFound(() => {}),
        "listProfileSummaries stalls after the head of the answer for an unknown user": hangsWhenNotFound(
          (response, { status, headers }) => void response.writeHead(status, headers).write("{"),
        ),
        "listActivitySummaries trickles a byte at a time for an unknown user": hangsWhenNotFound(
          (response, { status, headers }) => {
            response.writeHead(status, headers);
            const timer = setInterval(() => response.write(" "), 50);
            response.on("close", () => clearInterval(timer));
          },
        ),
      },
    },
    { timeoutMs: 2_000 },
  ),
];
