// What is read of exchanges with the service: their shapes, without values.
import type { Method } from "../../../tools/contract/index.ts";

/**
 * The shape of a value. An object is written as an object, and a list as a list of at most 20 items: the first ones,
 * and of the first 1000 every later one whose shape is new in the list; `… 37 more` ends it when items were left out.
 * A key that is not the name of a field is `(key)`; where several of them have different shapes, `(key 2)` and so on, up to 20.
 * Everything else is a `ScalarShape`.
 */
export type Shape = ScalarShape | readonly Shape[] | { readonly [name: string]: Shape };

/**
 * Words with one space between them, the first one the kind of value:
 *
 * - `null` `boolean` `integer` `number` `string` `file`, or `absent` for a body of no bytes, or `unreadable` for one that is not JSON
 * - a string has its format where the text has one: `string uuid`, `string date`, `string date-time`, `string uri`, `string email`;
 *   and its class of length: `empty`, `short` (up to 40), `medium` (up to 400), `long`
 * - `=connected`: one of the known values of its place, which the contract publishes (never below a health summary: there `known`)
 * - `~user_id:3`: a stable pseudonym, at the places of ids: the same value has the same pseudonym in the whole recording
 * - `?order_status:2`: an unknown value where the contract has known ones: see `RecordedWord`
 * - `!pattern`, `!maximum`: keywords of the schema at its place that the value breaks, and that its shape does not show
 */
export type ScalarShape = string;

export interface RecordedExchange {
  /** Its place in the recording, from 1. */
  readonly exchange: number;
  /** The operation of the contract; undefined when it is none. */
  readonly operation?: string;
  readonly method: Uppercase<Method> | "OTHER";
  /** The path template of the operation; of an unknown path the segments that the contract has, the others by their shape in braces. */
  readonly path: string;
  /** The pseudonym of the user that it is about, when it is about one. */
  readonly user?: string;
  /** The credentials that came, by the name of their header: each a pseudonym, such as `~key:1`. */
  readonly credentials?: Readonly<Record<string, ScalarShape>>;
  readonly request: {
    /** By place and name: only those of the contract; an unknown one keeps its name and shape. */
    readonly parameters?: Readonly<Partial<Record<"path" | "query" | "header", Readonly<Record<string, Shape>>>>>;
    /** The media type without its parameters, of a list of known ones; otherwise `other`. */
    readonly type?: string;
    readonly body?: Shape | undefined;
  };
  /** Undefined when no whole answer came. */
  readonly response?: {
    readonly status: number;
    /** In lower case; those of the transport are left out. */
    readonly headers?: readonly string[];
    readonly body?: Shape | undefined;
  };
}

/**
 * An unknown value of an open enum, spelled out once it is a plain word (`^[a-z]+([._-][a-z]+)*$`, at most 40 characters)
 * and was sent by the service in at least three exchanges. Until then, and for any other text, only its pseudonym is known.
 */
export interface RecordedWord {
  readonly word: string;
  /** Its pseudonym, such as `?order_status:2`. */
  readonly is: string;
}

/** What was not used of a file, and why. */
export interface Unused {
  /** Such as `is cut off`, as the rest of a sentence. */
  readonly reason: string;
  readonly times: number;
  /** The numbers of the first entries that it is about. */
  readonly first: readonly number[];
}

export type RecordedLine = RecordedExchange | RecordedWord;

/** A file that is read: its exchanges, and afterwards what was not used of it. */
export interface Recording extends AsyncIterable<RecordedLine> {
  readonly file: string;
  /** The day of its first exchange, such as `2026-11-22`. */
  readonly date: string;
  /** By reason, in the order in which they were met; complete once all is read. */
  unused(): readonly Unused[];
}
