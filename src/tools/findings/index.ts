// The findings room: collects what checks find, and writes it as text, JSON, JUnit XML and curl commands, without secrets.
export { Collector, type Results } from "./collector.ts";
export { curlArguments, quote } from "./curl.ts";
export { type Finding, FindingsError, formatFindings } from "./finding.ts";
export { redaction } from "./redaction.ts";
export { junitXml, type Section, sectionsText } from "./report.ts";
export { answerText, jsonText, type Paint, paintFor, shortJson } from "./text.ts";
export { visible } from "./visible.ts";
