// The two hosts of the conventions and of 4.15, each with the local mock and sandbox beside it.
import { type Contract, isList, isObject, type Json, type JsonObject, objectAt, show } from "./contract.ts";
import { ASSUMED, type Fact, fact, same } from "./fact.ts";

const MANAGEMENT = "listOrganizationTeams";
const MOCK = "http://127.0.0.1:4010";
const SANDBOX = "http://127.0.0.1:4020";
/** Where `npm start` has the sandbox's management host. */
const MANAGEMENT_SANDBOX = "http://127.0.0.1:4021";

/** Why the address of a host is an example. */
const UNPUBLISHED = /not published.*reserved example domain/;

const serversOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
const url = (server: Json | undefined): Json => (isObject(server) ? (server["url"] ?? null) : null);

const description = (server: Json): Json => (isObject(server) ? (server["description"] ?? null) : null);

function variableOf(server: Json | undefined, name: string): JsonObject {
  const variables = isObject(server) ? server["variables"] : undefined;
  return objectAt(isObject(variables) ? variables[name] : undefined, `a variable ${name}`);
}

function hostFacts(
  row: string,
  name: string,
  called: string,
  fallback: string,
  sandbox: string,
  servers: (contract: Contract) => Json | undefined,
): Fact[] {
  return [
    fact(row, `the host is {${name}}, a variable`, (contract) => {
      const [first] = serversOf(servers(contract));
      same("url", `{${name}}`, url(first));
    }),
    fact(ASSUMED, `{${name}} defaults to the reserved example domain ${fallback}`, (contract) => {
      const [first] = serversOf(servers(contract));
      const variable = variableOf(first, name);
      same("default", fallback, variable["default"]);
      if (!UNPUBLISHED.test(String(variable["description"]))) {
        throw new Error(`expected a description that mentions ${UNPUBLISHED}, found ${show(variable["description"])}`);
      }
    }),
    fact(
      ASSUMED,
      `the description of a server of {${name}} is a name, since generators make an identifier of it`,
      (contract) =>
        same("descriptions", [called, "Local mock", "Local sandbox"], serversOf(servers(contract)).map(description)),
    ),
    fact(ASSUMED, `the local mock and sandbox stand beside {${name}}`, (contract) =>
      same("servers", [MOCK, sandbox], serversOf(servers(contract)).slice(1).map(url)),
    ),
  ];
}

export const hosts: readonly Fact[] = [
  ...hostFacts(
    "conventions",
    "base_url",
    "Service",
    "https://api.example.com",
    SANDBOX,
    (contract) => contract.document["servers"],
  ),
  ...hostFacts(
    "4.15",
    "management_url",
    "Management",
    "https://management.example.com",
    MANAGEMENT_SANDBOX,
    (contract) => {
      const { node, pathItem } = contract.operation(MANAGEMENT);
      return node["servers"] ?? pathItem["servers"];
    },
  ),
  fact(ASSUMED, "the contract's own description says what the local mock and sandbox are", (contract) => {
    const { description: words } = objectAt(contract.document["info"], "info");
    const expected = /local mock \(`npm run mock`\) keeps no state.*local sandbox \(`npm run sandbox`\) keeps state/;
    if (!expected.test(String(words))) throw new Error(`expected a description that mentions ${expected}`);
  }),
  fact("conventions", "no other operation has a host of its own", (contract) => {
    for (const { id, node, pathItem } of contract.operations()) {
      if (id !== MANAGEMENT) same(`servers of ${id}`, undefined, node["servers"] ?? pathItem["servers"]);
    }
  }),
];
