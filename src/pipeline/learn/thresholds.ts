// How much evidence a finding needs: stated once, for the judge and the guide.
import type { Tally } from "./tally.ts";

export const thresholds = {
  /** Exchanges that a finding needs. */
  exchanges: 3,
  /** Users that it needs, where the recordings have more than one and the exchanges are about users. */
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

/** Are there enough exchanges, of enough users? */
export function isEnough(tally: Tally, hasManyUsers: boolean): boolean {
  const users = hasManyUsers && tally.isAboutUsers ? thresholds.users : 0;
  return tally.exchanges >= thresholds.exchanges && tally.users >= users;
}

/** Do enough exchanges, and enough of those that could show it, say the same? */
export function isUsual(tally: Tally, total: number, hasManyUsers: boolean): boolean {
  return tally.exchanges / total >= thresholds.agreement && isEnough(tally, hasManyUsers);
}

/** Is a thing so often enough, though not always, to be more than noise? */
export function isSometimes(tally: Tally, total: number, hasManyUsers: boolean): boolean {
  return tally.exchanges / total > thresholds.sometimes && isEnough(tally, hasManyUsers);
}

/** Is a thing always so, by enough exchanges to promise it? */
export function isAlways(tally: Tally, total: number): boolean {
  const users = tally.isAboutUsers ? thresholds.usersForAlways : 0;
  return tally.exchanges === total && total >= thresholds.exchangesForAlways && tally.users >= users;
}
