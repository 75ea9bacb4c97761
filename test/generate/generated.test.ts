// The generated tables, examples and validators say what the contract says, and need nothing at run time.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { documentedBodies, multipartRoutes } from "../../generated/call-tables.ts";
import { eventValidators } from "../../generated/event-validators.js";
import { eventNameOf } from "../../generated/events.ts";
import * as examples from "../../generated/examples.ts";
import * as knownValues from "../../generated/known-values.ts";
import { generatedDirectory, readContract, resolve, type Schema } from "../../src/shared/contract/index.ts";
import { validatorsOf } from "../run/validators.ts";

const { document, operations, events } = await readContract();
const schemas = Object.entries(document.components.schemas);
const modules = readdirSync(generatedDirectory).filter((name) => /\.[jt]s$/.test(name));

describe("routes.ts", () => {
  test("has every operation once, under its credential, its method and its path", () => {
    const credential: Record<string, string> = { TeamRoutes: "TeamApiKey", ManagementRoutes: "ManagementKey" };
    const found = membersOf("routes.ts").flatMap(({ name, members }) =>
      members.flatMap((method) =>
        method.members.map(({ name: path, type }) => ({
          security: [[credential[name]]],
          method: method.name,
          path,
          type,
        })),
      ),
    );
    const expected = operations.map(({ id, security, method, path }) => ({
      security,
      method: method.toUpperCase(),
      path,
      type: `operations["${id}"]`,
    }));
    expect(sorted(found)).toEqual(sorted(expected));
  });
});

describe("call-tables.ts", () => {
  const routeOf = ({ method, path }: (typeof operations)[number]) => `${method.toUpperCase()} ${path}`;

  test("lists the routes that take a form", () => {
    const forms = operations.filter(({ requestBody }) =>
      requestBody?.bodies.some(({ mediaType }) => mediaType === "multipart/form-data"),
    );
    expect(multipartRoutes).toEqual(forms.map(routeOf));
  });

  test("lists every documented failure, and whether a success is an object, a list or not shown", () => {
    const expected = operations.map((operation) => {
      const { bodies = [] } = operation.responses.find(({ status }) => status.startsWith("2")) ?? {};
      const { type } = resolve<Schema>(document, bodies[0]?.schema ?? {});
      const statuses = operation.responses.map(({ status }) => Number(status)).filter((status) => status >= 300);
      return [routeOf(operation), [type === "array" ? "list" : (type ?? "any"), ...statuses]];
    });
    expect(Object.entries(documentedBodies)).toEqual(expected);
  });
});

describe("schemas.ts", () => {
  test("names every schema, the types they come from and the known values", () => {
    const exported = exportsOf("schemas.ts");
    const known = exportsOf("known-values.ts").filter((name) => name.startsWith("Known"));
    const sources = ["paths", "operations", "components", "webhooks"];
    expect(sorted(exported)).toEqual(sorted([...schemas.map(([name]) => name), ...sources, ...known]));
  });
});

describe("known-values.ts", () => {
  const openEnums = schemas.flatMap(([name, schema]) =>
    schema["x-extensible-enum"] === undefined ? [] : [[name, schema["x-extensible-enum"]] as const],
  );
  const lists = Object.entries(knownValues).filter(([, value]) => Array.isArray(value));

  test("has a list, a guard and a union for each open enum, and nothing else", () => {
    const marks = JSON.stringify(document).match(/"x-extensible-enum":/g) ?? [];
    expect(openEnums).toHaveLength(marks.length);
    expect(exportsOf("known-values.ts")).toHaveLength(3 * marks.length);
    expect(lists).toHaveLength(marks.length);
  });

  test.each(openEnums)("%s", (name, values) => {
    const plural = new RegExp(`^known${name.replace(/y$/, "")}(s|es|ies)$`);
    const list = lists.find(([key]) => plural.test(key));
    expect(list?.[1]).toEqual(values);
    expect(unionOf("known-values.ts", `Known${name}`)).toEqual(values);
    const isKnown: unknown = Reflect.get(knownValues, `isKnown${name}`);
    if (typeof isKnown !== "function") throw new Error(`There is no guard isKnown${name}.`);
    for (const value of values) expect(isKnown(value)).toBe(true);
    for (const value of ["a newer value", `${values[0]} `, "", "constructor", null, undefined]) {
      expect(isKnown(value)).toBe(false);
    }
  });
});

describe("events.ts", () => {
  test("has a type for each event", () => {
    const entries = membersOf("events.ts").find(({ name }) => name === "KnownEvents")?.members ?? [];
    const expected = events.map(({ name, payload }) => ({
      name,
      type: payload.schema?.$ref?.replace(/^#\/components\/schemas\/(\w+)$/, 'components["schemas"]["$1"]'),
    }));
    expect(entries.map(({ name, type }) => ({ name, type }))).toEqual(expected);
  });

  test.each(events)("finds $name by the names of its events", ({ name, payload }) => {
    for (const { value } of payload.examples) expect(eventNameOf(typeOf(value as Json))).toBe(name);
    expect(eventNameOf(name.replace(/\{\w+\}/, "something.newer"))).toBe(name);
    expect(eventNameOf(`a.${name}`)).toBeUndefined();
    expect(eventNameOf(name.replace(/\./, "-"))).toBeUndefined();
    if (name.includes("{")) expect(eventNameOf(name.replace(/\{\w+\}/, ""))).toBeUndefined();
    // Only `order.` is open at its end
    expect(eventNameOf(`${name}d`)).toBe(name.startsWith("order.") ? "order.{event}" : undefined);
  });

  test("lets the event named in full win over its family", () => {
    expect(eventNameOf("daily.data.sleep_cycle.created")).toBe("daily.data.sleep_cycle.created");
    expect(eventNameOf("daily.data.sleep_cycle.stage.created")).toBe("daily.data.{resource}.created");
    expect(eventNameOf("order.partial_results")).toBe("order.partial_results");
  });

  test.each(["", "order", "order.", "user.deleted", "daily.data.created", "constructor", "__proto__"])(
    "finds nothing for %j",
    (name) => {
      expect(eventNameOf(name)).toBeUndefined();
    },
  );

  test("tells families by the expressions that the contract has for them", () => {
    const expressions = Array.from(textOf("events.ts").matchAll(/if \(\/(.+)\/\.test/g), ([, source]) => source);
    const patterns = [...new Set(JSON.stringify(document).match(/"pattern":"\^[a-z\\._+]+\$"/g))];
    expect(sorted(expressions)).toEqual(
      sorted(patterns.map((pattern) => (JSON.parse(`{${pattern}}`) as { pattern: string }).pattern)),
    );
  });
});

describe("examples.ts", () => {
  const bodies = [
    ...operations.flatMap(({ id, requestBody, responses }) =>
      [...(requestBody?.bodies ?? []), ...responses.flatMap((response) => response.bodies)].map((body) => ({
        id,
        body,
      })),
    ),
    ...events.map(({ operation, payload }) => ({ id: operation.operationId, body: payload })),
  ];
  const shown = bodies.flatMap(({ id, body }) => body.examples.map((example) => ({ id, body, ...example })));
  const names = [...new Set(shown.map(({ name }) => name))];
  const constantName = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

  test("has every example under its name, in the order of the contract", () => {
    expect(names).toHaveLength(Object.keys(document.components.examples ?? {}).length);
    expect(exportsOf("examples.ts")).toEqual(names.map(constantName));
  });

  test.each(names)("%s has the value of the contract", async (name) => {
    const constant: unknown = Reflect.get(examples, constantName(name));
    const expected = shown.find((example) => example.name === name)?.value;
    expect(await withoutBlobs(constant)).toEqual(expected);
  });

  test("each has the type of a place that shows it", () => {
    for (const { name, type } of constantsOf("examples.ts")) {
      const places = shown.filter((example) => constantName(example.name) === name);
      const component = /^components\["schemas"\]\["(\w+)"\]$/.exec(type)?.[1];
      const operation = /^operations\["(\w+)"\]\[.+\]\["content"\]\["application\/json"\]$/.exec(type)?.[1];
      const fits = places.filter(({ id, body }) =>
        component === undefined ? id === operation : body.schema?.$ref === `#/components/schemas/${component}`,
      );
      expect(fits.length, `${name}: ${type}`).toBeGreaterThan(0);
    }
  });

  test("a file is a Blob", async () => {
    expect(examples.labReportUpload.file).toBeInstanceOf(Blob);
  });
});

describe("event-validators.js", () => {
  const validatorOf = validatorsOf(document);
  const cases = events.flatMap(({ name, payload }) =>
    payload.examples.map((example) => ({
      event: name,
      schema: payload.schema ?? {},
      name: example.name,
      value: example.value as Json,
    })),
  );

  test.each(cases)("accepts $name, with fields that only a newer service knows", ({ value }) => {
    expect(problemsOf(value)).toEqual([]);
    expect(problemsOf(withNewFields(value))).toEqual([]);
  });

  test.each(cases)("says of $name with a broken field what the contract says", ({ event, schema, value }) => {
    const valid = validatorOf(schema);
    let refused = 0;
    for (const broken of mutantsOf(value)) {
      if (!isOf(event, typeOf(broken))) continue;
      const expected = new Set(valid(broken));
      expect(new Set(problemsOf(broken))).toEqual(expected);
      if (expected.size > 0) refused++;
    }
    expect(refused).toBeGreaterThan(0);
  });

  test("names every broken field", () => {
    const { errors } = validate({ ...examples.dailyDataCreatedEvent, user_id: "no uuid", team_id: 7, data: {} });
    expect(errors).toEqual([
      '/user_id must match format "uuid"',
      "/team_id must be string",
      "/data must have required property 'source'",
    ]);
  });

  test("an event named in full is judged by its own schema, not by its family's", () => {
    const { order_id } = examples.orderPartialResultsEvent.data;
    const own = { ...examples.orderPartialResultsEvent, data: { order_id } };
    expect(problemsOf(own)).toEqual([]);
    expect(problemsOf({ ...own, event_type: "order.something" })).toEqual([
      "/data must have required property 'status_detail'",
    ]);
  });

  test("has one for each event that events.ts knows", () => {
    expect(Object.keys(eventValidators)).toEqual(events.map(({ name }) => name));
    for (const { event, value } of cases) expect(eventNameOf(typeOf(value))).toBe(event);
  });

  test.each(["", "order.", "user.deleted", "constructor", "__proto__"])("has none for %j", (type) => {
    expect(eventNameOf(type)).toBeUndefined();
  });
});

describe("every module", () => {
  test.each(modules)("%s opens by saying what it is for, and that it is not edited", (name) => {
    expect(textOf(name)).toMatch(
      /^\/\/ .+\. Written by `npm run generate`; edit (openapi\/|src\/sandbox\/control\/openapi\.yaml) instead\.\n\n/,
    );
  });

  test.each(modules)("%s imports nothing at run time but its siblings", (name) => {
    const { outputText } = ts.transpileModule(textOf(name), {
      compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
    });
    const imported = ts.preProcessFile(outputText, true, true).importedFiles.map(({ fileName }) => fileName);
    expect(imported.filter((file) => !modules.includes(file.replace(/^\.\//, "")))).toEqual([]);
    // The validators are one file by themselves
    if (name.endsWith(".js")) expect(imported).toEqual([]);
  });

  test.each(modules.filter((name) => name.endsWith(".ts")))("%s has no `any`", (name) => {
    expect(
      textOf(name)
        .replace(/\/\*[\s\S]*?\*\//g, "")
        .replace(/\/\/.*/g, "")
        .replace(/"[^"\n]*"/g, ""),
    ).not.toMatch(/\bany\b/);
  });

  test.each(modules.filter((name) => /^[\w-]+\.ts$/.test(name)))(
    "%s leaves nothing behind when nothing of it is used",
    async (name) => {
      expect(await bundled(`import ${JSON.stringify(`./${name}`)};`)).toBe("");
    },
  );

  test("an example brings no other example along", async () => {
    const code = await bundled('import { errorNotFound } from "./examples.ts"; console.log(errorNotFound);');
    expect(code).toContain("console.log");
    expect(code.length).toBeLessThan(200);
  });
});

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

function typeOf(event: Json): string {
  const type: unknown = typeof event === "object" && event !== null ? Reflect.get(event, "event_type") : undefined;
  return typeof type === "string" ? type : "";
}

/** Is the name that of this event, or of this family and of no event named in full? */
function isOf(event: string, type: string): boolean {
  if (!event.includes("{")) return event === type;
  const family = new RegExp(`^${event.replaceAll(".", "\\.").replace(/\{\w+\}/, ".+")}$`);
  return family.test(type) && !events.some(({ name }) => name === type);
}

function validate(event: Json): { known: boolean; errors: string[] } {
  const name = eventNameOf(typeOf(event));
  if (name === undefined) return { known: false, errors: [] };
  const validator = eventValidators[name];
  const accepted = validator(event);
  const errors = (validator.errors ?? []).map(({ instancePath, message }) => `${instancePath || "/"} ${message}`);
  expect(accepted).toBe(errors.length === 0);
  return { known: true, errors };
}

function problemsOf(event: Json): string[] {
  const { known, errors } = validate(event);
  expect(known).toBe(true);
  return errors;
}

/** The value with a field more in each of its objects. */
function withNewFields(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withNewFields);
  const fields = Object.entries(value).map(([key, field]) => [key, withNewFields(field)] as const);
  return { ...Object.fromEntries(fields), a_new_field: { of: ["any shape"] } };
}

/** The value with one thing wrong: a field left out, or something else in its place. */
function* mutantsOf(value: Json): Generator<Json> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const [key, field] of Object.entries(value as { readonly [key: string]: Json })) {
    const { [key]: _, ...without } = value as { readonly [key: string]: Json };
    yield without;
    for (const other of [7, "", "other", null, true, [], {}]) yield { ...value, [key]: other };
    for (const mutant of mutantsOf(field)) yield { ...value, [key]: mutant };
  }
}

/** The value as JSON would have it, with each file as its text. */
async function withoutBlobs(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return value.text();
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map(withoutBlobs));
  const fields = Object.entries(value).map(async ([key, field]) => [key, await withoutBlobs(field)] as const);
  return Object.fromEntries(await Promise.all(fields));
}

function sorted<T>(values: readonly T[]): T[] {
  return [...values].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function textOf(name: string): string {
  return readFileSync(join(generatedDirectory, name), "utf8");
}

/** Bundles this code, beside the generated modules. */
async function bundled(code: string): Promise<string> {
  const result = await build({
    stdin: { contents: code, resolveDir: generatedDirectory, loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    minify: true,
    logLevel: "silent",
  });
  return result.outputFiles[0]?.text.trim() ?? "";
}

/** A property as it is written, with the properties of its type when that is an object. */
interface Member {
  readonly name: string;
  readonly type: string;
  readonly members: readonly Member[];
}

function sourceOf(name: string): ts.SourceFile {
  return ts.createSourceFile(name, textOf(name), ts.ScriptTarget.Latest, true);
}

/** The interfaces of a module. */
function membersOf(file: string): Member[] {
  const read = (members: ts.NodeArray<ts.TypeElement>): Member[] =>
    members.filter(ts.isPropertySignature).map(({ name, type }) => ({
      name: ts.isStringLiteral(name) ? name.text : name.getText(),
      type: type?.getText() ?? "",
      members: type && ts.isTypeLiteralNode(type) ? read(type.members) : [],
    }));
  return sourceOf(file)
    .statements.filter(ts.isInterfaceDeclaration)
    .map(({ name, members }) => ({ name: name.text, type: "", members: read(members) }));
}

/** The names that a module exports, types included, in order. */
function exportsOf(file: string): string[] {
  return sourceOf(file).statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause;
      return clause && ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : [];
    }
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    return ts.isTypeAliasDeclaration(statement) || ts.isFunctionDeclaration(statement)
      ? [statement.name?.text ?? ""]
      : [];
  });
}

/** The constants of a module, with their types as they are written. */
function constantsOf(file: string): { name: string; type: string }[] {
  return sourceOf(file)
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .map(({ name, type }) => ({ name: name.getText(), type: type?.getText() ?? "" }));
}

/** The values of a union of literals. */
function unionOf(file: string, name: string): unknown[] {
  const alias = sourceOf(file)
    .statements.filter(ts.isTypeAliasDeclaration)
    .find((declaration) => declaration.name.text === name);
  if (alias === undefined) throw new Error(`${file} has no type ${name}.`);
  const members = ts.isUnionTypeNode(alias.type) ? [...alias.type.types] : [alias.type];
  return members.map((member) => JSON.parse(member.getText()));
}
