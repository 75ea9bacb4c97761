// Writes event-validators.js and its types: validators of the known events that need nothing at run time.
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import formatsPlugin from "ajv-formats";
import { build } from "esbuild";
import { type Contract, projectDirectory } from "../shared/contract/index.ts";
import { findComponent, header } from "./writing.ts";

/** The validators as JavaScript, and their declarations. */
export interface EventValidators {
  readonly code: string;
  readonly declarations: string;
}

/** The keywords that the validators use; the others are annotations. */
const forPeople = new Set(["description", "title", "deprecated", "default", "example", "examples"]);

/** Writes a validator for each known event, under its name, and for each schema that several of them use. */
export async function writeEventValidators({ document, events }: Contract): Promise<EventValidators> {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    // A shared schema becomes one function, instead of a copy at each place of use
    inlineRefs: false,
    code: { source: true, esm: true, optimize: 2 },
  });
  // ajv-formats is CommonJS: under Node the module itself is imported, with the plugin as its `default`
  formatsPlugin.default(ajv);
  for (const [name, schema] of Object.entries(document.components.schemas)) ajv.addSchema(plain(schema), name);
  const exported = events.map((event, index) => {
    const name = findComponent(event.payload.schema) ?? event.name;
    if (name === event.name) ajv.addSchema(plain(event.payload.schema ?? {}), name);
    return { event, schema: name, function: `event${index}` };
  });
  const code = exported.reduce(
    // Only the map of them is exported, so that esbuild can remove unused code
    (text, { function: name }) => text.replace(`export const ${name} =`, `const ${name} =`),
    standalone.default(ajv, Object.fromEntries(exported.map(({ schema, function: name }) => [name, schema]))),
  );
  const byName = exported.map(({ event, function: name }) => `  ${JSON.stringify(event.name)}: ${name},\n`).join("");
  const bundled = await build({
    stdin: {
      contents: `${code}\nexport const eventValidators = {\n${byName}};`,
      resolveDir: projectDirectory,
      sourcefile: "the schemas of the events",
    },
    absWorkingDir: projectDirectory,
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    legalComments: "none",
    // Minified: it is installed with the package and not read
    minify: true,
  });
  return { code: header(purpose) + (bundled.outputFiles[0]?.text ?? ""), declarations: header(purpose) + declarations };
}

const purpose = "Validators of the known events, made by Ajv.";

const declarations = `import type { KnownEvents } from "./events.ts";

/** One thing that is wrong with an event. */
export interface EventProblem {
  /** JSON pointer to the place in the event; empty for the event itself. */
  readonly instancePath: string;
  /** The expectation at that place. */
  readonly message: string;
}

/** Is the value such an event? \`errors\` of the last call say what is wrong. */
export interface EventValidator {
  (value: unknown): boolean;
  readonly errors?: readonly EventProblem[] | null;
}

/** The validators by the name under which an event is known; \`eventNameOf\` finds it. */
export declare const eventValidators: Readonly<Record<keyof KnownEvents, EventValidator>>;
`;

/** The schema without annotations, and with the components under their names alone. */
function plain<T>(node: T, isMap = false): T {
  if (Array.isArray(node)) return node.map((item) => plain(item)) as T;
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => isMap || !(forPeople.has(key) || key.startsWith("x-")))
      .map(([key, value]) => {
        const component = key === "$ref" && !isMap ? findComponent({ $ref: value as string }) : undefined;
        return [key, component ?? plain(value, key === "properties" && !isMap)];
      }),
  ) as T;
}
