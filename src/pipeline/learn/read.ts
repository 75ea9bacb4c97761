// Reads recordings into evidence, one line at a time.
import { basename } from "node:path";
import type { RecordedLine, RecordingHeader } from "../../tools/recording/index.ts";
import type { Evidence } from "./evidence.ts";

/** What is read: a recording, or anything of its form. */
export interface Readable extends AsyncIterable<RecordedLine> {
  readonly file: string;
  readonly header: RecordingHeader;
}

/** Counts what a recording shows. */
export async function collect(evidence: Evidence, recording: Readable): Promise<void> {
  const name = basename(recording.file);
  const { date } = recording.header;
  evidence.startRecording();
  for await (const line of recording) {
    const index = evidence.total.exchanges;
    if ("word" in line) evidence.addWord(line);
    else if ("event" in line)
      evidence.addEvent(line, { index, name: `${name} event ${line.event}`, user: line.user, date });
    else evidence.addExchange(line, { index, name: `${name} ${line.exchange}`, user: line.user, date });
  }
  evidence.endRecording();
}
