// The contract room: reads the contract as plain typed objects, finds where each part of it is written, and holds values against it.

export { ApplicableSchemas, type Located } from "./applicable-schemas.ts";
export {
  type Alternative,
  type Assumed,
  type Assumption,
  excuse,
  listAssumptions,
  type OpenWord,
  openWords,
  writeSentence,
} from "./assumption.ts";
export {
  type Contract,
  type ContractBody,
  type ContractEvent,
  type ContractOperation,
  type ContractResponse,
  freeze,
  type NamedExample,
  readContract,
  readControlDocument,
} from "./contract.ts";
export { dateTimeMs, isDateTime } from "./date-time.ts";
export { contractRoot, controlRoot, generatedDirectory, projectDirectory } from "./directories.ts";
export {
  listHappenings,
  type Method,
  type OpenApiDocument,
  type Parameter,
  resolve,
  type SandboxChoice,
  type Schema,
  type Story,
  type StoryStep,
} from "./document.ts";
export {
  type EventVariant,
  isOfNewerService,
  spell,
  withAddedFields,
  withLength,
  withNewerValues,
  withUnknownType,
  withUnknownValues,
} from "./event-variants.ts";
export {
  canonical,
  escapeToken,
  field,
  isDeeper,
  isObject,
  type JsonObject,
  listEntries,
  listStrings,
  own,
  type Path,
  parseJson,
  parsePointer,
  parseReference,
  toPointer,
} from "./json.ts";
export { parseFile } from "./parsed-file.ts";
export { readRegister, registerFile } from "./register.ts";
export { seededRandom } from "./seeded-random.ts";
export { type Place, Source } from "./source.ts";
export { spellKnownValues, spellMark } from "./spelled-out.ts";
export { fromHere, isMissing, type ReadBytes, readText } from "./text-file.ts";
export { addFormats, findProblem, findProblems, type SchemaProblem } from "./validation.ts";
export { type Form, findRow, formats, isForm, type Limit, limits, type Order, vocabulary } from "./vocabulary.ts";
