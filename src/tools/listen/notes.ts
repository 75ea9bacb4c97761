// Collects what was seen of the events, and what was wrong with them.
import type { Contract, Deviation } from "../contract/index.ts";
import { describedEvent, type ReceivedEvent } from "../events/index.ts";
import { type ListenCheck, readChecks } from "./check-names.ts";
import { shapeOf, shownType } from "./shape.ts";

/** A deviation, with the first event that shows it. */
export interface ListenFinding extends Deviation<ListenCheck> {
  /** The event; undefined for one that did not come. */
  readonly event: ShownEvent | undefined;
  /** How many events show it. */
  readonly times: number;
}

/** An event as the log and the report show it. */
export interface ShownEvent {
  readonly id: string | undefined;
  readonly type: string;
  /** Its shape, or with `--show-values` its text. */
  readonly content: string;
}

/** What is known of the events so far. */
export interface ListenResult {
  /** The different events. */
  readonly events: number;
  /** How many deliveries brought an event again. */
  readonly repeated: number;
  /** How many deliveries had a signature that does not fit; their events are not counted. */
  readonly unsigned: number;
  /** The events by their name in the contract. */
  readonly seen: Readonly<Record<string, number>>;
  /** The events that the contract does not describe, by their name. */
  readonly undescribed: Readonly<Record<string, number>>;
  /** The events of the contract that did not occur. */
  readonly never: readonly string[];
  readonly passed: Readonly<Partial<Record<ListenCheck, number>>>;
  readonly findings: readonly ListenFinding[];
  readonly skipped: readonly { readonly check: string; readonly reason: string }[];
}

export class Notes {
  readonly #contract: Contract;
  readonly #showValues: boolean;
  readonly #redact: (text: string) => string;
  readonly #hidesNames: boolean;
  readonly #seen = new Map<string, number>();
  readonly #undescribed = new Map<string, number>();
  readonly #passed: Partial<Record<ListenCheck, number>> = {};
  readonly #findings = new Map<string, ListenFinding>();
  readonly #skipped = new Map<string, string>();
  events = 0;
  repeated = 0;
  unsigned = 0;

  /** @param hidesNames Whether ids, names and messages are left out, too, since they may hold what the contract does not know. */
  constructor(contract: Contract, showValues: boolean, redact: (text: string) => string, hidesNames = false) {
    this.#hidesNames = hidesNames;
    this.#contract = contract;
    this.#showValues = showValues;
    this.#redact = redact;
  }

  /** Counts an event under its name. */
  see(event: ReceivedEvent): void {
    this.events += 1;
    const described = describedEvent(this.#contract, event.type)?.name;
    const counts = described === undefined ? this.#undescribed : this.#seen;
    const name = described ?? this.#shownType(event.type);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  /** Notes what a check found: nothing when it passed. */
  note(check: ListenCheck, found: readonly Deviation<ListenCheck>[], event?: ReceivedEvent): void {
    if (found.length === 0) this.#passed[check] = (this.#passed[check] ?? 0) + 1;
    const noted = new Set<string>();
    for (const deviation of found) {
      // Several events with a deviation at one place are one finding; one event counts once, also where several schemas lead to it
      const key = [deviation.check, deviation.expected.pointer, deviation.expected.text].join(" ");
      if (noted.has(key)) continue;
      noted.add(key);
      const known = this.#findings.get(key);
      const first = known ?? {
        ...deviation,
        message: this.#hidesNames ? "It is not as expected." : this.#redact(deviation.message),
        event: event && this.shown(event),
        times: 0,
      };
      this.#findings.set(key, { ...first, times: first.times + 1 });
    }
  }

  skip(check: string, reason: string): void {
    this.#skipped.set(check, this.#redact(reason));
  }

  /** An event as it may be shown. */
  shown({ id, type, text, body }: ReceivedEvent): ShownEvent {
    if (this.#hidesNames) {
      return {
        id: undefined,
        type: describedEvent(this.#contract, type)?.name ?? this.#shownType(type),
        content: "recorded",
      };
    }
    const content = this.#showValues ? text : body === undefined ? "not JSON" : shapeOf(body);
    return {
      id: id === undefined ? undefined : this.#redact(id.slice(0, 100)),
      type: this.#redact(shownType(type)),
      content: this.#redact(content.length > shownLength ? `${content.slice(0, shownLength)}…` : content),
    };
  }

  #shownType(type: string | undefined): string {
    return this.#hidesNames ? "an event that the contract does not describe" : this.#redact(shownType(type));
  }

  result(): ListenResult {
    const skipped = [...this.#skipped];
    const isMade = (check: ListenCheck) =>
      this.#passed[check] !== undefined || [...this.#findings.values()].some((finding) => finding.check === check);
    const idle = readChecks.filter((check) => !isMade(check) && !this.#skipped.has(check));
    const reads = this.#skipped.has("reads") ? [] : idle.map((check) => [check, "no event gave cause for it"] as const);
    return {
      events: this.events,
      repeated: this.repeated,
      unsigned: this.unsigned,
      seen: Object.fromEntries(this.#seen),
      undescribed: Object.fromEntries(this.#undescribed),
      never: this.#contract.events.map(({ name }) => name).filter((name) => !this.#seen.has(name)),
      passed: this.#passed,
      findings: [...this.#findings.values()],
      skipped: [...skipped, ...reads].map(([check, reason]) => ({ check, reason })),
    };
  }
}

const shownLength = 2_000;
