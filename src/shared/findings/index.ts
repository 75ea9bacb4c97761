// The findings room: writes what checks find as text, JSON, JUnit XML and curl commands, without secrets.
export { type FormPart, writeCurl } from "./curl.ts";
export { type FileProblem, FileProblemsError, formatFileProblems } from "./file-problem.ts";
export { redaction } from "./redaction.ts";
export { type Finding, junitXml, type Results, type Section, sectionsText } from "./report.ts";
export { type AnswerExcerpt, answerText, jsonText, paintFor, shortJson } from "./report-text.ts";
export { visible } from "./visible.ts";
