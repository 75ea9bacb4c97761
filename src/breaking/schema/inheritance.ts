// Knows which components inherit from a schema: those that hold it in their `allOf`.
import { isObject, listEntries, own, type Source } from "../../shared/contract/index.ts";
import { listMembers } from "./branch.ts";

type Named = readonly [name: string, schema: unknown];

/** What inherits from each schema; it is looked up often, and always the same. */
const childrenBySource = new WeakMap<Source, ReadonlyMap<unknown, readonly Named[]>>();

/** The components that inherit from a schema. */
export function listChildren(source: Source, holder: unknown): readonly Named[] {
  const known = childrenBySource.get(source);
  if (known !== undefined) return known.get(holder) ?? [];
  const children = new Map<unknown, Named[]>();
  for (const [name, component] of listEntries(
    source.resolve(own(source.resolve(source.root["components"]), "schemas")),
  )) {
    const schema = source.resolve(component);
    for (const parent of listAncestors(source, schema)) {
      const siblings = children.get(parent);
      if (siblings) siblings.push([name, schema]);
      else children.set(parent, [[name, schema]]);
    }
  }
  childrenBySource.set(source, children);
  return children.get(holder) ?? [];
}

/** What a schema holds in its `allOf`, also through further ones. */
export function listAncestors(source: Source, schema: unknown): Set<unknown> {
  const listParents = (child: unknown) =>
    isObject(child) ? listMembers(child, "allOf", []).map((member) => source.resolve(member.value)) : [];
  const ancestors = new Set(listParents(schema));
  for (const ancestor of ancestors) for (const further of listParents(ancestor)) ancestors.add(further);
  return ancestors;
}
