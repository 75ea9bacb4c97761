// Compares the credentials that an operation needs.

import { canonical, entriesOf, isObject, own, type Path, type Source, stringsOf } from "../../contract/index.ts";
import type { Message, Spot } from "../difference.ts";
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

export function compareSecurity(comparison: Comparison, message: Message, base: Spot, revision: Spot): void {
  // What the document requires says who may call the service, and nothing of its events
  if (message.isEvent && [base, revision].every(({ value }) => !Array.isArray(own(value, "security")))) return;
  const originals = new Map([...successorsOf(comparison)].map(([name, successor]) => [successor, name]));
  const isDeclared = (name: string) => schemesIn(comparison.revision).has(name);
  // With a space it differs from each name of the base
  const originalOf = (name: string) => originals.get(name) ?? (isDeclared(name) ? `new ${name}` : name);
  const was = alternativesOf(comparison.base, base, (name) => name);
  const is = alternativesOf(comparison.revision, revision, originalOf);
  const places = {
    base: was[0]?.path.slice(0, -1) ?? base.path,
    revision: is[0]?.path.slice(0, -1) ?? revision.path,
  };
  const [inner, outer] = message.direction === "request" ? [was, is] : [is, was];
  const isInBase = message.direction === "request";
  for (const alternative of inner) {
    // Credentials that were enough still are when no more is needed
    if (outer.some((other) => other.needs.every((need) => isSatisfied(need, alternative.needs)))) continue;
    const twin = outer.find((other) => sameSchemes(other, alternative));
    const paths = isInBase
      ? { base: alternative.path, revision: twin?.path ?? places.revision }
      : { base: twin?.path ?? places.base, revision: alternative.path };
    const text = twin
      ? `scope ${missingScopes(alternative, twin).join(", ")} is now needed of ${nameOf(alternative)}`
      : `${nameOf(alternative)} ${isInBase ? "no longer opens it" : "is now sent"}`;
    const rule = twin ? "security/scope" : "security/alternative";
    comparison.note(message, isInBase ? "narrower" : "wider", rule, paths, "security", text);
  }
  for (const alternative of outer) {
    const isKnown = inner.some(
      (other) => sameSchemes(other, alternative) && other.needs.every((need) => isSatisfied(need, alternative.needs)),
    );
    if (isKnown) continue;
    const paths = isInBase
      ? { base: places.base, revision: alternative.path }
      : { base: alternative.path, revision: places.revision };
    const effect = isInBase ? "wider" : "narrower";
    const text = isInBase ? `${nameOf(alternative)} now opens it too` : `${nameOf(alternative)} is no longer sent`;
    comparison.note(message, effect, "security/alternative", paths, "security", text);
  }
}

function isSatisfied(need: Need, by: readonly Need[]): boolean {
  return by.some(
    (other) => need.original === other.original && need.scopes.every((scope) => other.scopes.includes(scope)),
  );
}

function sameSchemes(a: Alternative, b: Alternative): boolean {
  const isIn = (needs: readonly Need[], need: Need) => needs.some((other) => need.original === other.original);
  return a.needs.length === b.needs.length && a.needs.every((need) => isIn(b.needs, need));
}

function missingScopes(from: Alternative, to: Alternative): string[] {
  const known = from.needs.flatMap(({ scopes }) => scopes);
  return to.needs.flatMap(({ scopes }) => scopes).filter((scope) => !known.includes(scope));
}

function nameOf({ needs }: Alternative): string {
  return needs.length === 0 ? "no credential at all" : needs.map(({ name }) => `\`${name}\``).join(" with ");
}

function alternativesOf(source: Source, operation: Spot, originalOf: (name: string) => string): Alternative[] {
  const own_ = own(operation.value, "security");
  const list = Array.isArray(own_) ? own_ : source.root["security"];
  const path = Array.isArray(own_) ? [...operation.path, "security"] : ["security"];
  if (!Array.isArray(list) || list.length === 0) return [{ needs: [], path: [...path, "0"] }];
  return list.map((requirement, index) => ({
    needs: entriesOf(requirement).map(([name, scopes]) => ({
      name,
      original: originalOf(name),
      scopes: stringsOf(scopes),
    })),
    path: [...path, String(index)],
  }));
}

/** The schemes of a document, by their names. */
export function schemesIn(source: Source): Map<string, unknown> {
  const schemes = source.resolve(own(source.resolve(source.root["components"]), "securitySchemes"));
  return new Map(entriesOf(schemes).map(([name, scheme]) => [name, source.resolve(scheme)]));
}

/**
 * The schemes of the base that the revision still has, with their names there. The name decides first: two schemes that
 * look alike, such as two bearer tokens, are two. A scheme under a new name is the old one when it requires the same.
 */
export function successorsOf({ base, revision }: Comparison): ReadonlyMap<string, string> {
  const [was, is] = [schemesIn(base), schemesIn(revision)];
  const isOAuth = (scheme: unknown) => own(scheme, "type") === "oauth2";
  const isAlike = (name: string, other: string) => identityOf(was.get(name)) === identityOf(is.get(other));
  const successors = new Map<string, string>();
  for (const [name, scheme] of was) {
    // The flows of OAuth are compared by themselves
    const isKept = isAlike(name, name) || (isOAuth(scheme) && isOAuth(is.get(name)));
    if (is.has(name) && isKept) successors.set(name, name);
  }
  const left = new Set([...is.keys()].filter((name) => !successors.has(name)));
  for (const name of was.keys()) {
    if (successors.has(name)) continue;
    const successor = [...left].find((other) => isAlike(name, other));
    if (successor === undefined) continue;
    successors.set(name, successor);
    left.delete(successor);
  }
  return successors;
}

/** What a scheme requires on the wire, whatever it is called. */
function identityOf(scheme: unknown): string {
  if (!isObject(scheme)) return "";
  const { type, in: place, name: field, scheme: http, openIdConnectUrl } = scheme;
  const lower = (value: unknown) => (typeof value === "string" ? value.toLowerCase() : null);
  switch (type) {
    case "apiKey":
      return canonical([type, place ?? null, place === "header" ? lower(field) : (field ?? null)]);
    case "http":
      return canonical([type, lower(http)]);
    case "openIdConnect":
      return canonical([type, openIdConnectUrl ?? null]);
    case "oauth2": {
      const addresses = ["authorizationUrl", "tokenUrl"];
      const flows = entriesOf(scheme["flows"]).map(([flow, found]) => [flow, addresses.map((key) => own(found, key))]);
      return canonical([type, Object.fromEntries(flows)]);
    }
    default:
      return canonical([type ?? null]);
  }
}
