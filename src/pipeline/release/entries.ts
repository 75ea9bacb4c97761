// Words what changed for those who read the changelog: what it is, where, and what they have to do.
import type { ApiChange } from "./api-report.ts";
import type { Entry } from "./changelog.ts";
import type { ContractChange, ContractReport } from "./contract-report.ts";

/** The entries that follow from the contract. */
export function contractEntries({ bump, changes }: ContractReport): Entry[] {
  const reported = changes.filter((change) => !isWords(change));
  const entries = reported.map(contractEntry);
  // Another spelling leaves no change to report
  const hasWords = reported.length < changes.length || (changes.length === 0 && bump !== "none");
  return hasWords
    ? [...entries, { heading: "Fixed", text: "The contract's descriptions and examples. What to do: nothing." }]
    : entries;
}

function isWords({ rule }: ContractChange): boolean {
  return rule.startsWith("documentation/");
}

/** Whether only the names in generated code change: nothing on the wire, yet a break for those who compile. */
export function isNameOnly({ rule }: Pick<ContractChange, "rule">): boolean {
  return rule.startsWith("code/");
}

function contractEntry(change: ContractChange): Entry {
  const { level, rule, operation, pointer, message, waived } = change;
  const said = operation === "" && !isNameOnly(change) ? `\`${pointer}\`: ${message}` : message;
  const why = waived === undefined ? "" : ` Why: ${sentence(waived)}`;
  const entry = (heading: Entry["heading"], toDo: string): Entry => ({
    heading,
    text: `${said}${why} What to do: ${toDo}`,
  });
  if (isNameOnly(change)) return entry("Breaking", "nothing changes on the wire; use the new name in your code.");
  if (level === "breaking") return entry("Breaking", `adapt ${usersOf(change)} relies on it.`);
  if (level === "warning") return entry("Changed", "check whether your code relies on it.");
  if (/deprecated$/.test(rule))
    return entry("Deprecated", "move to the replacement in its description before it is removed.");
  if (/[/-]added$/.test(rule)) return entry("Added", "nothing.");
  return entry("Changed", "nothing; existing code keeps working.");
}

function usersOf({ operation, pointer }: ContractChange): string {
  if (operation === "") return "every call that";
  return isReceived(pointer) ? `whatever receives \`${operation}\`, where it` : `every call of \`${operation}\` that`;
}

/** Events and callbacks travel the other way: those who read this receive them. */
function isReceived(pointer: string): boolean {
  return pointer.startsWith("#/webhooks/") || pointer.includes("/callbacks/");
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const apiHeadings = { removed: "Breaking", changed: "Breaking", deprecated: "Deprecated", added: "Added" } as const;

const apiWords = {
  removed: (names: string, entry: string) =>
    `Removed from \`${entry}\`: ${names}. What to do: stop importing ${names.includes(",") ? "them" : "it"}.`,
  changed: (names: string, entry: string) =>
    `Changed in \`${entry}\`: ${names}. What to do: compile against it; the compiler names each place to adapt.`,
  deprecated: (names: string, entry: string) =>
    `Deprecated in \`${entry}\`: ${names}. What to do: move to the replacement that your editor shows before it is removed.`,
  added: (names: string, entry: string) => `New in \`${entry}\`: ${names}. What to do: nothing.`,
} as const;

const wholeEntryWords = {
  removed: (entry: string) => `The entry \`${entry}\` was removed. What to do: stop importing it.`,
  added: (entry: string) => `The entry \`${entry}\`. What to do: nothing.`,
} as const;

/** The entries that follow from the package's public surface: one for each entry of the package and kind of change. */
export function apiEntries(changes: readonly ApiChange[]): Entry[] {
  const groups = Map.groupBy(changes, ({ kind, entry, name }) => JSON.stringify([kind, entry, name === ""]));
  return [...groups.values()].flatMap((group): Entry[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { kind, entry, name } = first;
    const heading = apiHeadings[kind];
    if (name === "" && (kind === "removed" || kind === "added"))
      return [{ heading, text: wholeEntryWords[kind](entry) }];
    return [{ heading, text: apiWords[kind](group.map(nameOf).join(", "), entry) }];
  });
}

function nameOf({ name, member }: ApiChange): string {
  return member === undefined ? `\`${name}\`` : `\`${name}\` (\`${member}\`)`;
}
