// Probes beside the constraints: credentials, ids that nothing has, and odd input of which nothing is stated.
import { randomUUID } from "node:crypto";
import { type Contract, type ContractOperation, excuse, resolve, type Schema } from "../../contract/index.ts";
import { operationPointer, responsePointer } from "../bundle/pointers.ts";
import { bodySchema, type Credential, FilePart, type Input } from "../sending/request.ts";
import type { Probe } from "./constraints.ts";
import { itemsOf, placesOf, plainValueOf, stating } from "./places.ts";

const same = (input: Input) => input;

/**
 * Requests without the right credential. The other host's real key is among them: a made-up one is refused by a server that
 * takes both as well.
 */
export function credentialProbes(operation: ContractOperation): (Probe & { readonly credential: Credential })[] {
  if (operation.security.length === 0) return [];
  const pointer = `${operationPointer(operation)}/security`;
  const probe = (check: Probe["demand"]["check"], credential: Credential, text: string) => ({
    demand: { check, outcome: "401", expected: { text, pointer }, assumption: undefined } as const,
    apply: same,
    credential,
  });
  return [
    probe("credential-required", "none", "A request without a credential is refused."),
    probe("credential-enforced", "fabricated", "A request with a fabricated credential is refused."),
    probe("credential-of-other-host-refused", "of the other host", "The other host's key is refused."),
    probe(
      "credential-of-other-host-refused",
      "of the other host in its own header",
      "The other host's key is refused, also in the header of this one.",
    ),
  ];
}

/** Ids in the path that nothing has. */
export function unknownIdProbes(contract: Contract, operation: ContractOperation): Probe[] {
  const notFound = operation.responses.find(({ status }) => status === "404");
  if (notFound === undefined) return [];
  return operation.parameters
    .filter(({ name, in: where, ...marks }) => where === "path" && /_id$/.test(name) && marks.schema !== undefined)
    .map(({ name, schema }) => {
      const { format } = resolve<Schema>(contract.document, schema);
      const id = format === "uuid" ? randomUUID() : `verify-unknown-${randomUUID()}`;
      return {
        demand: {
          check: "unknown-id",
          outcome: "404",
          expected: { text: `An unknown \`${name}\` is not found.`, pointer: responsePointer(operation, "404") },
          assumption: excuse(notFound.response["x-assumption"], "status"),
        },
        apply: (input) => ({ ...input, path: { ...input.path, [name]: id } }),
      };
    });
}

/** Media types that the operation does not document: what clients send by mistake, and what a parser may take for JSON. */
const otherMediaTypes = ["application/json", "application/x-www-form-urlencoded", "text/plain"];

/**
 * Bodies of another media type than the documented one. That bodies are JSON is stated; that an upload is a form is assumed, so
 * that a server which takes it otherwise differs.
 */
export function mediaTypeProbes(contract: Contract, operation: ContractOperation): Probe[] {
  const { bodies = [] } = operation.requestBody ?? {};
  const documented = bodies.map(({ mediaType }) => mediaType);
  if (documented.length === 0) return [];
  const assumption = excuse(bodySchema(contract, operation)?.["x-assumption"], "encoding");
  return otherMediaTypes
    .filter((mediaType) => !documented.includes(mediaType))
    .map((mediaType) => ({
      demand: {
        check: "media-type-enforced",
        outcome: "422",
        expected: {
          text: `A body of ${mediaType} is refused: the operation takes ${documented.join(" or ")}.`,
          pointer: `${operationPointer(operation)}/requestBody/content`,
        },
        assumption,
      },
      // What is valid but for its media type: a server that does not look at it takes the body
      apply: (input) => ({ ...input, mediaType, rawBody: textOf(input.body) }),
    }));
}

/** A body as JSON, a file by its name. */
function textOf(body: unknown): string {
  return JSON.stringify(body ?? {}, (_, value: unknown) => (value instanceof FilePart ? value.name : value));
}

/** Input of which nothing is stated: only an error of the server, or no answer, is a finding. */
export function toleranceProbes(contract: Contract, operation: ContractOperation): Probe[] {
  const tolerated = (change: string, apply: Probe["apply"]): Probe => ({
    demand: {
      check: "no-server-error",
      outcome: "tolerated",
      expected: {
        text: `Nothing is stated of ${change}: anything but an error of the server will do.`,
        pointer: operationPointer(operation),
      },
      assumption: undefined,
    },
    apply,
  });
  const probes = [
    tolerated("an unknown query parameter", (input) => ({ ...input, query: { ...input.query, verify_unknown: "1" } })),
  ];
  for (const place of placesOf(contract, operation)) {
    if (place.kind === "query" && place.name === "page") {
      probes.push(tolerated("a page far beyond the last", (input) => place.set(input, 1_000_000)));
    }
    const items = itemsOf(contract, place);
    const values = stating({ nodes: [...place.nodes, ...items] }, "x-extensible-enum")?.value;
    if (values !== undefined && place.kind !== "path") {
      const unknown = typeof values[0] === "number" ? 2_147_483_647 : "verify_unknown_value";
      probes.push(
        tolerated(`${place.label} = ${unknown}`, (input) =>
          place.set(input, place.kind === "query" && items.length > 0 ? [unknown] : unknown),
        ),
      );
    }
    // Only an id can be unknown
    if (place.kind === "path" && !/_id$/.test(place.name)) {
      const strange = "verify-unknown ✓";
      probes.push(tolerated(`${place.label} = ${strange}`, (input) => place.set(input, strange)));
    }
    if (place.kind === "query" && items.length === 0) {
      probes.push(
        tolerated(`${place.label} twice`, (input) => {
          const value = input.query[place.name] ?? plainValueOf(place);
          const [first = ""] = typeof value === "string" ? [value] : value;
          return { ...input, query: { ...input.query, [place.name]: [first, first] } };
        }),
      );
    }
  }
  const [body] = operation.requestBody?.bodies ?? [];
  if (body?.mediaType === "application/json") {
    probes.push(
      tolerated("an unknown body field", (input) => ({
        ...input,
        body: { ...Object(input.body), verify_unknown: { deep: [null, "✓"] } },
      })),
    );
  }
  return probes;
}
