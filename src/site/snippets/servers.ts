// The servers that the samples and Try it may call: those of this machine, as the contract names them, and one of the reader's own.
import type { ServerData } from "../assets/try-it/data.ts";
import type { Reference } from "../reference.ts";

const managementHeader = "X-Management-Key";

const mock = { command: "npm run mock -- --port", key: "any" };

/** The servers of this machine by their names in the contract: for each host the command that starts it, and its first key. */
const local = [
  {
    name: "Local sandbox",
    team: { command: "npm run sandbox -- --port", key: "sk_demo_team" },
    management: { command: "npm run sandbox -- --management-port", key: "mk_demo_org" },
  },
  { name: "Local mock", team: mock, management: mock },
];

/** The servers, the sandbox first: it remembers what a call changes, so that the next call finds it. */
export function listLocalServers({ credentials }: Pick<Reference, "credentials">): ServerData[] {
  const listHosts = (isWanted: (description: string) => boolean) =>
    Object.fromEntries(
      credentials.map(({ header, takenBy: [one] }) => [
        header,
        one?.servers.find(({ description }) => isWanted(description))?.url ?? "",
      ]),
    );
  const own = { name: "My server", hosts: listHosts((description) => local.every(({ name }) => name !== description)) };
  return [
    ...local.map(({ name, team, management }) => {
      const hosts = credentials.map(({ header }) => [header, header === managementHeader ? management : team] as const);
      return {
        name,
        hosts: listHosts((description) => description === name),
        commands: Object.fromEntries(hosts.map(([header, { command }]) => [header, command])),
        keys: Object.fromEntries(hosts.map(([header, { key }]) => [header, key])),
      };
    }),
    own,
  ];
}
