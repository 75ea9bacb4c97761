// The findings room: collects what checks find, and writes it as text, JSON, JUnit XML and curl commands, without secrets.
export { Collector, type Results } from "./collector.ts";
export { curlArguments, quote } from "./curl.ts";
export { type Finding, FindingsError, formatFindings } from "./finding.ts";
export { junitXml } from "./junit.ts";
export { redaction } from "./redaction.ts";
export {
  answerText,
  findingText,
  headingText,
  jsonText,
  type Paint,
  paintFor,
  shortJson,
  skippedText,
} from "./text.ts";
export { visible } from "./visible.ts";
