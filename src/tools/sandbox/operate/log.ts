// The log in lines of JSON, for a collector: one for each call, and one for each line that an operator should read.
import { isoOf, machineNow } from "../world/clock.ts";
import type { AnsweredCall } from "./observe.ts";

/** A log that collectors read. */
export interface JsonLog {
  call(call: AnsweredCall): void;
  /** A line of text, such as `error: …`. */
  line(text: string): void;
}

/** Makes the log, on the standard output. It is not made by pino, which Fastify brings: that one logs each request twice, with its path. */
export function jsonLog(): JsonLog {
  const add = (level: "info" | "warn" | "error", what: object) =>
    void process.stdout.write(`${JSON.stringify({ time: isoOf(machineNow()), level, ...what })}\n`);
  return {
    call: (call) => add(call.status >= 500 ? "error" : "info", { message: "call", ...call }),
    line(text) {
      const [, kind, rest = text] = /^(error|violation|note): (.*)$/s.exec(text) ?? [];
      add(kind === "error" ? "error" : kind === "violation" ? "warn" : "info", {
        message: kind === "violation" ? text : rest,
      });
    },
  };
}
