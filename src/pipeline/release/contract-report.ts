// What a release uses of the comparison of two contracts: the part of the report of `npm run breaking` that is used here.
import type { Bump } from "./version.ts";

/** One change of the contract, judged. */
export interface ContractChange {
  readonly level: "breaking" | "warning" | "compatible";
  readonly rule: string;
  /** The operationId; without one `POST /users`; empty for the document itself. */
  readonly operation: string;
  readonly pointer: string;
  readonly location: string;
  readonly message: string;
  /** Why a break is wanted all the same. */
  readonly waived?: string;
}

/** The changes of the contract, and what they ask of the version. */
export interface ContractReport {
  readonly bump: Bump;
  readonly changes: readonly ContractChange[];
  /** Acknowledgements that no change needs. */
  readonly unusedWaivers?: readonly { readonly rule: string; readonly location: string }[];
}

/** Compares the contract of a git revision with the one in the working tree. */
export type CompareContract = (base: string) => Promise<ContractReport>;
