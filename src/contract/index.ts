// The door of the contract room: the contract as plain typed objects, and where each part of it is written.
export { type Bundle, bundle, ContractError } from "./bundle.ts";
export {
  type Contract,
  type ContractBody,
  type ContractEvent,
  type ContractOperation,
  type ContractResponse,
  type NamedExample,
  readContract,
} from "./contract.ts";
export {
  type Example,
  isReference,
  type MediaType,
  type OpenApiDocument,
  type Parameter,
  type Reference,
  resolve,
  type Schema,
  type SecurityScheme,
  type Server,
} from "./document.ts";
export { contractRoot, generatedDirectory, projectDirectory } from "./places.ts";
export { configurationOf, runRedocly } from "./redocly.ts";
export { replaceFiles } from "./replace-files.ts";
export { schemaFindings, soundBundle } from "./sound-bundle.ts";
export { readSourceFiles, type SourceFile } from "./source-files.ts";
export { SourceMap } from "./source-map.ts";
export { structureFindings } from "./structure.ts";
export { runTool, type ToolRun } from "./tool.ts";
export { type ContractValidator, validatorsOf } from "./validators.ts";
export { watchContract } from "./watch.ts";
