// Reads recordings into evidence, one line at a time.
import { basename } from "node:path";
import type { Recording } from "../../tools/recording/index.ts";
import type { Evidence } from "./evidence.ts";

/** Counts what a recording shows. */
export async function collect(evidence: Evidence, readable: Omit<Recording, "unused">): Promise<void> {
  const name = basename(readable.file);
  const { date } = readable.header;
  const recording = evidence.startRecording();
  for await (const line of readable) {
    if ("word" in line) {
      evidence.addWord(line);
      continue;
    }
    const moment = { index: evidence.total.exchanges, user: line.user, recording, date };
    if ("event" in line) evidence.addEvent(line, { ...moment, name: `${name} event ${line.event}` });
    else evidence.addExchange(line, { ...moment, name: `${name} ${line.exchange}` });
  }
  evidence.endRecording();
}
