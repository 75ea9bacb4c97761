// Compares the credentials that an operation needs.
import {
  canonical,
  type Located,
  listEntries,
  listStrings,
  own,
  type Path,
  type Source,
} from "../../shared/contract/index.ts";
import type { Message } from "../model.ts";
import type { Comparison } from "./comparison.ts";

/** One scheme with the scopes that are needed of it. */
interface Need {
  readonly name: string;
  /** The name with what the scheme requires on the wire: equal for what is one scheme. */
  readonly identity: string;
  readonly scopes: readonly string[];
}

/** All of these together open the operation; none of them means that it is open. */
interface Alternative {
  readonly needs: readonly Need[];
  readonly path: Path;
}

export function compareSecurity(comparison: Comparison, message: Message, base: Located, revision: Located): void {
  // What the document requires says who may call the service, and nothing of its events
  if (message.isEvent && [base, revision].every(({ value }) => !Array.isArray(own(value, "security")))) return;
  const was = listAlternatives(comparison.base, base);
  const is = listAlternatives(comparison.revision, revision);
  const isRequest = message.direction === "request";
  const [inner, outer] = isRequest ? [was, is] : [is, was];
  const findList = (side: readonly Alternative[]) => side[0]?.path.slice(0, -1) ?? [];
  const makePaths = (one: Path | undefined, other: Path | undefined) => {
    const [before, after] = isRequest ? [one, other] : [other, one];
    return { base: before ?? findList(was), revision: after ?? findList(is) };
  };
  for (const alternative of inner) {
    // Credentials that were enough still are when no more is needed
    if (outer.some((other) => other.needs.every((need) => isSatisfied(need, alternative.needs)))) continue;
    const twin = outer.find((other) => needsSameSchemes(other, alternative));
    const paths = makePaths(alternative.path, twin?.path);
    const effect = isRequest ? "narrower" : "wider";
    const credential = writeName(alternative);
    if (twin) {
      const known = alternative.needs.flatMap(({ scopes }) => scopes);
      const missing = twin.needs.flatMap(({ scopes }) => scopes.filter((scope) => !known.includes(scope)));
      const said = { scopes: missing.join(", "), credential };
      comparison.note(message, "security", { rule: "security/scope", effect, said, ...paths });
    } else {
      const says = isRequest ? undefined : "sent";
      comparison.note(message, "security", {
        rule: "security/alternative",
        effect,
        says,
        said: { credential },
        ...paths,
      });
    }
  }
  for (const alternative of outer) {
    const isKnown = inner.some(
      (other) =>
        needsSameSchemes(other, alternative) && other.needs.every((need) => isSatisfied(need, alternative.needs)),
    );
    if (isKnown) continue;
    comparison.note(message, "security", {
      ...{
        rule: "security/alternative",
        effect: isRequest ? "wider" : "narrower",
        says: isRequest ? undefined : "unsent",
      },
      ...{ said: { credential: writeName(alternative) }, ...makePaths(undefined, alternative.path) },
    });
  }
}

function isSatisfied(need: Need, by: readonly Need[]): boolean {
  return by.some(
    (other) => need.identity === other.identity && need.scopes.every((scope) => other.scopes.includes(scope)),
  );
}

function needsSameSchemes(a: Alternative, b: Alternative): boolean {
  const namesIn = ({ needs }: Alternative) => canonical(needs.map(({ identity }) => identity).sort());
  return namesIn(a) === namesIn(b);
}

function writeName({ needs }: Alternative): string {
  return needs.length === 0 ? "no credential at all" : needs.map(({ name }) => `\`${name}\``).join(" with ");
}

function listAlternatives(source: Source, operation: Located): Alternative[] {
  const schemes = schemesIn(source);
  const ofOperation = own(operation.value, "security");
  const [list, path] = Array.isArray(ofOperation)
    ? [ofOperation, [...operation.path, "security"]]
    : [source.root["security"], ["security"]];
  if (!Array.isArray(list) || list.length === 0) return [{ needs: [], path: [...path, "0"] }];
  return list.map((requirement, index) => ({
    needs: listEntries(requirement).map(([name, scopes]) => ({
      ...{ name, identity: writeIdentity(name, schemes.get(name)), scopes: listStrings(scopes) },
    })),
    path: [...path, String(index)],
  }));
}

/** The schemes of a document, by their names. */
function schemesIn(source: Source): Map<string, unknown> {
  const schemes = source.resolve(own(source.resolve(source.root["components"]), "securitySchemes"));
  return new Map(listEntries(schemes).map(([name, scheme]) => [name, source.resolve(scheme)]));
}

/** What a scheme requires on the wire, and its name: two that look alike, such as two bearer tokens, are two. */
function writeIdentity(name: string, scheme: unknown): string {
  const field = (key: string) => String(own(scheme, key) ?? "");
  const header = field("in") === "header" ? field("name").toLowerCase() : field("name");
  return canonical([
    name,
    field("type"),
    field("in"),
    header,
    field("scheme").toLowerCase(),
    field("openIdConnectUrl"),
  ]);
}

/** Compares the flows of the OAuth schemes that both documents have, as text: where tokens come from, and which scopes there are. */
export function compareFlows(comparison: Comparison, message: Message): void {
  const is = schemesIn(comparison.revision);
  for (const [name, before] of schemesIn(comparison.base)) {
    const after = is.get(name);
    if (after === undefined || writeFlows(before) === writeFlows(after)) continue;
    const at = ["components", "securitySchemes", name, "flows"];
    const difference = { rule: "security/flow", effect: "different", base: at, revision: at } as const;
    comparison.note(message, `security scheme \`${name}\``, difference);
  }
}

/** The flows of a scheme, without the words about its scopes. */
function writeFlows(scheme: unknown): string {
  const flows = listEntries(own(scheme, "flows")).map(([name, flow]) => {
    const scopes = listEntries(own(flow, "scopes")).map(([scope]) => scope);
    return [name, { ...Object(flow), scopes: scopes.sort() }];
  });
  return canonical(Object.fromEntries(flows));
}
