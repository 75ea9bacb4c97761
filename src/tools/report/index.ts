// The door of the report room: what the reports of several commands have in common.
export { exitCodeOf, formatOf, jsonText } from "./format.ts";
export { casesOf, findingOutcome, type JUnitCase, junitXml } from "./junit.ts";
export { redaction } from "./redaction.ts";
export { answerText, findingText, type Paint, paintFor, skippedText } from "./text.ts";
export { visible } from "./visible.ts";
