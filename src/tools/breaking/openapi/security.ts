// Compares the credentials that an operation needs.
import {
  canonical,
  isObject,
  type Located,
  listEntries,
  listStrings,
  own,
  type Path,
  type Source,
} from "../../contract/index.ts";
import type { Message } from "../model.ts";
import type { Comparison } from "./comparison.ts";

/** One scheme with the scopes that are needed of it. */
interface Need {
  readonly name: string;
  /** Its name in the base, also in the revision: equal for what is one scheme. */
  readonly original: string;
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
  const originals = new Map([...findSuccessors(comparison)].map(([name, successor]) => [successor, name]));
  const declared = schemesIn(comparison.revision);
  // With a space it differs from each name of the base
  const findOriginal = (name: string) => originals.get(name) ?? (declared.has(name) ? `new ${name}` : name);
  const was = listAlternatives(comparison.base, base, (name) => name);
  const is = listAlternatives(comparison.revision, revision, findOriginal);
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
    (other) => need.original === other.original && need.scopes.every((scope) => other.scopes.includes(scope)),
  );
}

function needsSameSchemes(a: Alternative, b: Alternative): boolean {
  const namesIn = ({ needs }: Alternative) => canonical(needs.map(({ original }) => original).sort());
  return namesIn(a) === namesIn(b);
}

function writeName({ needs }: Alternative): string {
  return needs.length === 0 ? "no credential at all" : needs.map(({ name }) => `\`${name}\``).join(" with ");
}

function listAlternatives(source: Source, operation: Located, findOriginal: (name: string) => string): Alternative[] {
  const ofOperation = own(operation.value, "security");
  const [list, path] = Array.isArray(ofOperation)
    ? [ofOperation, [...operation.path, "security"]]
    : [source.root["security"], ["security"]];
  if (!Array.isArray(list) || list.length === 0) return [{ needs: [], path: [...path, "0"] }];
  return list.map((requirement, index) => ({
    needs: listEntries(requirement).map(([name, scopes]) => ({
      ...{ name, original: findOriginal(name), scopes: listStrings(scopes) },
    })),
    path: [...path, String(index)],
  }));
}

/** The schemes of a document, by their names. */
function schemesIn(source: Source): Map<string, unknown> {
  const schemes = source.resolve(own(source.resolve(source.root["components"]), "securitySchemes"));
  return new Map(listEntries(schemes).map(([name, scheme]) => [name, source.resolve(scheme)]));
}

/**
 * The schemes of the base that the revision still has, with their names there. The name decides first: two schemes that
 * look alike, such as two bearer tokens, are two. A scheme under a new name is the old one when it requires the same.
 */
function findSuccessors({ base, revision }: Comparison): ReadonlyMap<string, string> {
  const [was, is] = [schemesIn(base), schemesIn(revision)];
  const isAlike = (name: string, other: string) => writeIdentity(was.get(name)) === writeIdentity(is.get(other));
  const isOAuth = (scheme: unknown) => own(scheme, "type") === "oauth2";
  // The flows of OAuth are compared by themselves
  const kept = [...was].flatMap(([name, scheme]) =>
    is.has(name) && (isAlike(name, name) || (isOAuth(scheme) && isOAuth(is.get(name)))) ? name : [],
  );
  const successors = new Map(kept.map((name) => [name, name]));
  const left = new Set(is.keys()).difference(new Set(kept));
  for (const name of was.keys()) {
    const successor = successors.has(name) ? undefined : [...left].find((other) => isAlike(name, other));
    if (successor === undefined) continue;
    successors.set(name, successor);
    left.delete(successor);
  }
  return successors;
}

/** What a scheme requires on the wire, whatever it is called. */
function writeIdentity(scheme: unknown): string {
  const field = (key: string) => own(scheme, key) ?? null;
  const lower = (key: string) => String(field(key)).toLowerCase();
  const identities: Readonly<Record<string, () => readonly unknown[]>> = {
    apiKey: () => [field("in"), field("in") === "header" ? lower("name") : field("name")],
    http: () => [lower("scheme")],
    openIdConnect: () => [field("openIdConnectUrl")],
    oauth2: () => [...listFlows(scheme)].sort(),
  };
  const type = String(field("type"));
  return isObject(scheme) ? canonical([type, ...(identities[type]?.() ?? [])]) : "";
}

/** Compares the flows of the OAuth schemes that both documents have, used or not: where tokens come from, and which scopes there are. */
export function compareFlows(comparison: Comparison, message: Message): void {
  const [was, is] = [schemesIn(comparison.base), schemesIn(comparison.revision)];
  for (const [name, successor] of findSuccessors(comparison)) {
    const [before, after] = [listFlows(was.get(name)), listFlows(is.get(successor))];
    const at = (scheme: string) => ["components", "securitySchemes", scheme, "flows"];
    const note = (effect: "removed" | "added", parts: ReadonlySet<string>) => {
      const said = { what: [...parts].join(", ") };
      const paths = { base: at(name), revision: at(successor) };
      if (parts.size === 0) return;
      comparison.note(message, `security scheme \`${name}\``, { rule: "security/flow", effect, said, ...paths });
    };
    note("removed", before.difference(after));
    note("added", after.difference(before));
  }
}

/** Everything that the flows of a scheme say: themselves, their addresses and their scopes. */
function listFlows(scheme: unknown): ReadonlySet<string> {
  return new Set(
    listEntries(own(scheme, "flows")).flatMap(([flow, found]) =>
      listEntries(found).flatMap(([key, value]) =>
        isObject(value) ? Object.keys(value).map((scope) => `scope ${scope} of ${flow}`) : `${key} ${value} of ${flow}`,
      ),
    ),
  );
}
