// The door of the recording room: what was exchanged, by shape and without values, written and read.
export { Capture, type Exchange } from "./capture.ts";
export type { RecordedLine, Recording } from "./read-recording.ts";
export { readRecording } from "./reader.ts";
export type {
  RecordedExchange,
  RecordedWord,
  ScalarShape,
  Shape,
} from "./recording.ts";
export type { Unused } from "./unused.ts";
export { Recorder, recordedTo } from "./writer.ts";
