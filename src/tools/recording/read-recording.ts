// What a recording is once it is read, whatever it was read from.
import type { RecordedEvent, RecordedExchange, RecordedWord, RecordingHeader } from "./recording.ts";
import type { Unused } from "./unused.ts";

/** What a recording is read as, without its header. */
export type RecordedLine = RecordedExchange | RecordedEvent | RecordedWord;

/** A recording that is read: its lines, and afterwards what was not used of it. */
export interface Recording extends AsyncIterable<RecordedLine> {
  readonly file: string;
  readonly header: RecordingHeader;
  /** By reason, in the order in which they were met; complete once all lines are read. */
  unused(): readonly Unused[];
}
