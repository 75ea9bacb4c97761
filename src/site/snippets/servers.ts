// The servers that the samples and Try it may call: those of this machine, as the contract names them, and one of the reader's own.
import type { ServerData } from "../assets/try-it/data.ts";
import type { Reference } from "../reference.ts";

/** The servers of this machine by their names in the contract, with the command that starts each and its first keys. */
const local = [
  { name: "Local sandbox", command: "npm run sandbox", teamKey: "sk_demo_team", managementKey: "mk_demo_org" },
  { name: "Local mock", command: "npm run mock", teamKey: "any", managementKey: "any" },
];

const managementHeader = "X-Management-Key";

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
    ...local.map(({ name, command, teamKey, managementKey }) => ({
      name,
      command,
      hosts: listHosts((description) => description === name),
      keys: Object.fromEntries(
        credentials.map(({ header }) => [header, header === managementHeader ? managementKey : teamKey]),
      ),
    })),
    own,
  ];
}
