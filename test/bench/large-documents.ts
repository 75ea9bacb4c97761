// Writes large documents of the kinds that are hard to compare, each with one change.

type Schema = Readonly<Record<string, unknown>>;

/** A document before and after its one change: a text may be shorter. */
interface LargeDocument {
  readonly name: string;
  /** CPU seconds and megabytes that the project promises. */
  readonly limit: { readonly seconds: number; readonly megabytes: number };
  readonly write: (maxLength: number) => unknown;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const referTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Fields with words, as public descriptions have them: about 250 characters each. */
function fields(count: number, of: number): [string, Schema][] {
  const description = `What this field of number ${of} means, in one or two sentences. `.repeat(3);
  return numbers(count).map((index) => [`field_${of}_${index}`, { type: "string", maxLength: 5_000, description }]);
}

function objectOf(properties: readonly (readonly [string, Schema])[], more: Schema = {}): Schema {
  return { type: "object", properties: Object.fromEntries(properties), ...more };
}

/** Each operation has a schema of its own for its request and its response, out of a list of them. */
function documentOf(operations: number, schemas: readonly (readonly [string, Schema])[]): unknown {
  const paths = numbers(operations).map((index) => {
    const [name = ""] = schemas[index % schemas.length] ?? [];
    const content = { "application/json": { schema: referTo(name) } };
    const responses = { "200": { description: "It went well.", content } };
    return [`/things${index}`, { post: { operationId: `change${index}`, requestBody: { content }, responses } }];
  });
  return {
    openapi: "3.1.1",
    info: { title: "A large document", version: "1.0.0" },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  };
}

const changed = (maxLength: number): [string, Schema] => ["changed", { type: "string", maxLength }];

export const largeDocuments: readonly LargeDocument[] = [
  {
    name: "1,000 operations",
    limit: { seconds: 6, megabytes: 450 },
    write: (maxLength) =>
      documentOf(1_000, [
        ...numbers(1_000).map(
          (index) => [`Thing${index}`, objectOf([...fields(12, index), ["shared", referTo("Shared")]])] as const,
        ),
        ["Shared", objectOf([changed(maxLength)])],
      ]),
  },
  {
    name: "one of 110 alternatives",
    limit: { seconds: 5, megabytes: 450 },
    write: (maxLength) => {
      const kinds = numbers(110).map((index) => {
        const kind = ["kind", { const: `kind_${index}` }] as const;
        const rest = [...fields(40, index), ["next", referTo("Any")] as const];
        return [
          `Kind${index}`,
          objectOf([kind, ...rest, ...(index === 5 ? [changed(maxLength)] : [])], { required: ["kind"] }),
        ] as const;
      });
      return documentOf(20, [["Any", { oneOf: kinds.map(([name]) => referTo(name)) }], ...kinds]);
    },
  },
  {
    name: "600 schemas in one another",
    limit: { seconds: 15, megabytes: 800 },
    write: (maxLength) =>
      documentOf(
        500,
        numbers(600).map((index) => {
          const others = numbers(6).map((step) => `Schema${(index * 7 + step * step * 31 + 1) % 600}`);
          const links = others.map((name) => [`to_${name}`, { anyOf: [{ type: "string" }, referTo(name)] }] as const);
          return [
            `Schema${index}`,
            objectOf([...fields(20, index), ...links, ...(index === 5 ? [changed(maxLength)] : [])]),
          ] as const;
        }),
      ),
  },
];
