// Compares listed values: closed enums, constants, and open enums with their known values.
import { canonical, own } from "../../contract/index.ts";
import { type Written, writtenFor } from "./keywords.ts";
import type { Finding } from "./model.ts";
import { accepts, constraintsOf, type TypedBranch } from "./types.ts";

export function compareValues(base: TypedBranch, revision: TypedBranch): Finding[] {
  return [...compareClosed(base, revision), ...compareOpen(base, revision)];
}

function compareClosed(base: TypedBranch, revision: TypedBranch): Finding[] {
  const [was, is] = [base.values, revision.values];
  if (was === undefined && is === undefined) return [];
  const at = { base: placeOfValues(base), revision: placeOfValues(revision) };
  const found = (effect: Finding["effect"], text: string): Finding => ({ effect, rule: "schema/enum", text, ...at });
  if (was !== undefined && is !== undefined) {
    const gone = without(was, is);
    const come = without(is, was);
    if (gone.length > 0 && come.length > 0 && gone.length === was.length) {
      return [found("different", `the only value${plural(was)} went from ${shown(was)} to ${shown(is)}`)];
    }
    return [
      ...(gone.length > 0 ? [found("narrower", `${shown(gone)} ${is_(gone)} no longer allowed`)] : []),
      ...(come.length > 0 ? [found("wider", `${shown(come)} ${is_(come)} now allowed`)] : []),
    ];
  }
  if (was !== undefined) {
    // Known values of an open enum are compared there
    if (knownValues(revision).length > 0) {
      return [found("opened", "is now an open enum: any value may occur")];
    }
    const refused = was.filter((value) => !accepts(revision, value));
    const free = constraintsOf(revision).length === 0 ? "any value" : "other values";
    return [
      found("wider", `${free} are now allowed, no longer only ${shown(was)}`.replace("any value are", "any value is")),
      ...(refused.length > 0 ? [found("narrower", `${shown(refused)} ${is_(refused)} no longer allowed`)] : []),
    ];
  }
  const listed = is ?? [];
  if (knownValues(base).length > 0) {
    return [found("different", `the open enum was closed: only ${shown(listed)} ${is_(listed)} left`)];
  }
  const unknown = listed.filter((value) => !accepts(base, value));
  return [
    found("narrower", `only ${shown(listed)} ${is_(listed)} allowed now`),
    ...(unknown.length > 0 ? [found("wider", `${shown(unknown)} ${is_(unknown)} now allowed`)] : []),
  ];
}

/** Values that an open enum lists may grow in number; one that is gone was relied upon. */
function compareOpen(base: TypedBranch, revision: TypedBranch): Finding[] {
  const [was, is] = [knownValues(base), knownValues(revision)];
  if (was.length === 0 && is.length === 0) return [];
  const before = [...was.flatMap(listOf), ...(was.length === 0 ? (base.values ?? []) : [])];
  const after = [...is.flatMap(listOf), ...(is.length === 0 ? (revision.values ?? []) : [])];
  const at = { base: was[0]?.at ?? base.at, revision: is[0]?.at ?? revision.at };
  // A closed enum in place of the open one is already reported, with all its values
  const gone = revision.values === undefined ? without(before, after) : [];
  const come = revision.values === undefined ? without(after, before) : [];
  const found = (effect: Finding["effect"], rule: string, text: string): Finding => ({ effect, rule, text, ...at });
  return [
    ...(gone.length > 0
      ? [found("known-value-removed", "schema/known-value-removed", `${shown(gone)} ${is_(gone)} no longer known`)]
      : []),
    ...(come.length > 0
      ? [found("harmless", "schema/known-value-added", `${shown(come)} may now occur: the enum is open`)]
      : []),
  ];
}

function knownValues({ parts }: TypedBranch): Written[] {
  return writtenFor(parts, "x-extensible-enum").filter(({ value }) => Array.isArray(value));
}

function listOf({ value }: Written): unknown[] {
  return Array.isArray(value) ? value : [];
}

function without(values: readonly unknown[], others: readonly unknown[]): unknown[] {
  const texts = new Set(others.map(canonical));
  return values.filter((value) => !texts.has(canonical(value)));
}

function placeOfValues(branch: TypedBranch) {
  for (const keyword of ["enum", "const", "x-extensible-enum"]) {
    const part = branch.parts.find(({ schema }) => own(schema, keyword) !== undefined);
    if (part) return [...part.at, keyword];
  }
  return branch.at;
}

function shown(values: readonly unknown[]): string {
  return values.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
}

function is_(values: readonly unknown[]): string {
  return values.length === 1 ? "is" : "are";
}

function plural(values: readonly unknown[]): string {
  return values.length === 1 ? "" : "s";
}
