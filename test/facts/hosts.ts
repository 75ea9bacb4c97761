// The two hosts of the conventions and of 4.15, each with the local mock and sandbox beside it.
import { type Contract, isList, isObject, type Json } from "./contract.ts";
import { ASSUMED, type Fact, fact, same } from "./fact.ts";

const MANAGEMENT = "listOrganizationTeams";
const LOCAL = ["http://127.0.0.1:4010", "http://127.0.0.1:4020"];

const serversOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
const url = (server: Json | undefined): Json => (isObject(server) ? (server["url"] ?? null) : null);

function variableDefault(server: Json | undefined, name: string): Json | undefined {
  const variables = isObject(server) ? server["variables"] : undefined;
  const variable = isObject(variables) ? variables[name] : undefined;
  return isObject(variable) ? variable["default"] : undefined;
}

function hostFacts(
  row: string,
  name: string,
  fallback: string,
  servers: (contract: Contract) => Json | undefined,
): Fact[] {
  return [
    fact(row, `the host is {${name}}, a variable`, (contract) => {
      const [first] = serversOf(servers(contract));
      same("url", `{${name}}`, url(first));
    }),
    fact(ASSUMED, `{${name}} defaults to the reserved example domain ${fallback}`, (contract) => {
      const [first] = serversOf(servers(contract));
      same("default", fallback, variableDefault(first, name));
    }),
    fact(ASSUMED, `the local mock and sandbox stand beside {${name}}`, (contract) =>
      same("servers", LOCAL, serversOf(servers(contract)).slice(1).map(url)),
    ),
  ];
}

export const hosts: readonly Fact[] = [
  ...hostFacts("conventions", "base_url", "https://api.example.com", (contract) => contract.document["servers"]),
  ...hostFacts("4.15", "management_url", "https://management.example.com", (contract) => {
    const { node, pathItem } = contract.operation(MANAGEMENT);
    return node["servers"] ?? pathItem["servers"];
  }),
  fact("conventions", "no other operation has a host of its own", (contract) => {
    for (const { id, node, pathItem } of contract.operations()) {
      if (id !== MANAGEMENT) same(`servers of ${id}`, undefined, node["servers"] ?? pathItem["servers"]);
    }
  }),
];
