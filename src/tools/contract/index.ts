// The door of the contract room: the contract as plain typed objects, and where each part of it is written.
export { type Assumed, type Assumption, listAssumptions, type OpenWord, openWords, sentenceOf } from "./assumption.ts";
export { bodyDeviations } from "./body-deviations.ts";
export {
  type Contract,
  type ContractBody,
  type ContractEvent,
  type ContractOperation,
  type ContractResponse,
  type NamedExample,
  readContract,
  readControlDocument,
} from "./contract.ts";
export { dateTimeMs, isDateTime } from "./date-time.ts";
export { type Deviation, deviationOf, type Expectation, type Verdict } from "./deviation.ts";
export {
  type Link,
  type Method,
  type OpenApiDocument,
  type Parameter,
  resolve,
  type Schema,
  type Story,
  type StoryStep,
} from "./document.ts";
export { absence, anyShape, behaviour, excuse, shape } from "./excuse.ts";
export { type CommittedFile, Git } from "./git.ts";
export {
  canonical,
  entriesOf,
  escapeToken,
  field,
  isObject,
  type JsonObject,
  localPathOf,
  own,
  type Path,
  pathOf,
  pointerOf,
  stringsOf,
} from "./json.ts";
export { knownPathsOf, wireMethods } from "./known-paths.ts";
export { LingeringResponse } from "./lingering-response.ts";
export type { BodyOf, OperationId, ParametersOf, ReplyOf } from "./operation-types.ts";
export { isPreflight, openToAll, preflightHeaders } from "./origins.ts";
export { PlacedText } from "./placed-text.ts";
export { contractRoot, controlRoot, generatedDirectory, projectDirectory } from "./places.ts";
export { randomOf } from "./random.ts";
export { replaceFiles } from "./replace-files.ts";
export { jsonOf, UnreadableBody } from "./request-body.ts";
export {
  type InputReader,
  inputReaders,
  largestFileBytes,
  readBody,
} from "./request-input.ts";
export { nodesAt, nodesBelow, type SchemaNode } from "./schema-nodes.ts";
export { findProblems } from "./schema-problems.ts";
export { Parsed, type Place, Source } from "./source.ts";
export { fromHere, isMissing, type ReadBytes, readText } from "./text-file.ts";
export { runTool } from "./tool.ts";
export { describeUnreadable } from "./unreadable.ts";
export { validatorsOf } from "./validators.ts";
