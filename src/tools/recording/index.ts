// The door of the recording room: what was exchanged, by shape and without values, written and read.
export type { Exchange, Message } from "./capture.ts";
export { type RecordedLine, type Recording, readRecording, type Unused } from "./reader.ts";
export type {
  RecordedEvent,
  RecordedExchange,
  RecordedMessage,
  RecordedWord,
  RecordingHeader,
  RecordingLine,
  ScalarShape,
  Shape,
} from "./recording.ts";
export { Recorder } from "./writer.ts";
