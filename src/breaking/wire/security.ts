// Compares the credentials that an operation needs.
import type { Message, Spot } from "../difference.ts";
import { canonical, entriesOf, isObject, own, type Path, stringsOf } from "../json.ts";
import type { Source } from "../source.ts";
import type { Comparison } from "./comparison.ts";

/** One scheme with the scopes that are needed of it. */
interface Need {
  readonly name: string;
  /** What the scheme asks for on the wire, whatever it is called. */
  readonly identity: string;
  /** Set for a scheme of OAuth that both documents have under this name: its flows are compared by themselves. */
  readonly kept: boolean;
  readonly scopes: readonly string[];
}

/** All of these together open the operation; none of them means that it is open. */
interface Alternative {
  readonly needs: readonly Need[];
  readonly path: Path;
}

export function compareSecurity(comparison: Comparison, message: Message, base: Spot, revision: Spot): void {
  const isOAuth = (source: Source, name: string) => own(schemeOf(source, name), "type") === "oauth2";
  const isKept = (name: string) => isOAuth(comparison.base, name) && isOAuth(comparison.revision, name);
  const was = alternativesOf(comparison.base, base, isKept);
  const is = alternativesOf(comparison.revision, revision, isKept);
  const places = {
    base: was[0]?.path.slice(0, -1) ?? base.path,
    revision: is[0]?.path.slice(0, -1) ?? revision.path,
  };
  const [inner, outer] = message.direction === "request" ? [was, is] : [is, was];
  const isInBase = message.direction === "request";
  for (const alternative of inner) {
    // Credentials that were enough still are when no more is needed
    if (outer.some((other) => other.needs.every((need) => isMet(need, alternative.needs)))) continue;
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
      (other) => sameSchemes(other, alternative) && other.needs.every((need) => isMet(need, alternative.needs)),
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

function isMet(need: Need, by: readonly Need[]): boolean {
  return by.some((other) => isSameScheme(need, other) && need.scopes.every((scope) => other.scopes.includes(scope)));
}

function isSameScheme(a: Need, b: Need): boolean {
  return a.identity === b.identity || (a.kept && b.kept && a.name === b.name);
}

function sameSchemes(a: Alternative, b: Alternative): boolean {
  const isIn = (needs: readonly Need[], need: Need) => needs.some((other) => isSameScheme(need, other));
  return a.needs.length === b.needs.length && a.needs.every((need) => isIn(b.needs, need));
}

function missingScopes(from: Alternative, to: Alternative): string[] {
  const known = from.needs.flatMap(({ scopes }) => scopes);
  return to.needs.flatMap(({ scopes }) => scopes).filter((scope) => !known.includes(scope));
}

function nameOf({ needs }: Alternative): string {
  return needs.length === 0 ? "no credential at all" : needs.map(({ name }) => `\`${name}\``).join(" with ");
}

function alternativesOf(source: Source, operation: Spot, isKept: (name: string) => boolean): Alternative[] {
  const own_ = own(operation.value, "security");
  const list = Array.isArray(own_) ? own_ : source.root["security"];
  const path = Array.isArray(own_) ? [...operation.path, "security"] : ["security"];
  if (!Array.isArray(list) || list.length === 0) return [{ needs: [], path: [...path, "0"] }];
  return list.map((requirement, index) => ({
    needs: entriesOf(requirement).map(([name, scopes]) => ({
      name,
      identity: identityOf(schemeOf(source, name), name),
      kept: isKept(name),
      scopes: stringsOf(scopes),
    })),
    path: [...path, String(index)],
  }));
}

/** The scheme of this name. */
export function schemeOf(source: Source, name: string): unknown {
  return source.resolve(own(source.resolve(own(source.root["components"], "securitySchemes")), name));
}

/** What a scheme asks for on the wire, whatever it is called. */
export function identityOf(scheme: unknown, name: string): string {
  if (!isObject(scheme)) return canonical([name]);
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
