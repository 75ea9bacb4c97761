// How much evidence a finding needs: stated once, for the judge, the help and the guide.
import type { Tally } from "./tally.ts";

export const thresholds = {
  /** Exchanges that an edit needs. */
  exchanges: 3,
  /** Users that an edit needs, where the recordings have more than one and the exchanges are about users. */
  users: 2,
  /** The share of the exchanges that could show it which have to say the same. */
  agreement: 0.9,
  /** What is only sometimes so (a field left out, null, a further status or field) needs more than this share. */
  sometimes: 0.1,
  /** What nothing may depart from (required, always there) needs so many exchanges, without exception, … */
  exchangesForAlways: 20,
  /** … of so many users. */
  usersForAlways: 3,
} as const;

/** What the exchanges that could show a thing say: `few` agree, but are too few. */
export type Judgement = "agree" | "mixed" | "few" | "none";

/** Judges one answer among all that were given to the same question. */
export function judge(one: Tally, total: number, isManyUsers: boolean): Judgement {
  if (total === 0) return "none";
  if (one.exchanges / total < thresholds.agreement) return total < thresholds.exchanges ? "few" : "mixed";
  return isEnough(one, isManyUsers) ? "agree" : "few";
}

/** Are there enough exchanges, of enough users, for an edit? */
export function isEnough(tally: Tally, isManyUsers: boolean): boolean {
  const users = isManyUsers && tally.isAboutUsers ? thresholds.users : 0;
  return tally.exchanges >= thresholds.exchanges && tally.users >= users;
}

/** Is a thing so often enough, though not always, to be more than noise? */
export function isSometimes(tally: Tally, total: number, isManyUsers: boolean): boolean {
  return tally.exchanges / total > thresholds.sometimes && isEnough(tally, isManyUsers);
}

/** Is a thing always so, by enough exchanges to promise it? */
export function isAlways(tally: Tally, total: number): boolean {
  const users = tally.isAboutUsers ? thresholds.usersForAlways : 0;
  return tally.exchanges === total && total >= thresholds.exchangesForAlways && tally.users >= users;
}
