// The form of a recording: what was exchanged with the service and which events came, by shape and without values.
import type { Method } from "../contract/index.ts";

/**
 * A recording is a text of JSON lines. The first line is its header; each later one stands alone, so that a recording
 * can be read while it is written, compared by line, and used as far as it goes when it was cut off.
 */
export type RecordingLine = RecordingHeader | RecordedExchange | RecordedEvent | RecordedWord;

export interface RecordingHeader {
  /** The version of this form. */
  readonly recording: 1;
  /** `info.version` of the contract that decided what is kept. */
  readonly contract: string;
  /** The day, such as `2026-11-22`. */
  readonly date: string;
  readonly source: "proxy" | "listen" | "har";
}

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
  readonly request: RecordedMessage & {
    /** By place and name: only those of the contract; an unknown one keeps its name and shape. */
    readonly parameters?: Readonly<Partial<Record<"path" | "query" | "header", Readonly<Record<string, Shape>>>>>;
  };
  /** Undefined when no whole answer came. */
  readonly response?: RecordedMessage & { readonly status: number };
}

export interface RecordedEvent {
  /** Its place in the recording, from 1. */
  readonly event: number;
  /** The key of the webhook in the contract; undefined when no name of the contract fits. */
  readonly name?: string;
  /** The pseudonym of the user that it is about. */
  readonly user?: string;
  readonly request: RecordedMessage;
}

export interface RecordedMessage {
  /** Names in lower case; only those of HTTP keep a shape, others their name with `string`; those of the transport are left out. */
  readonly headers?: Readonly<Record<string, ScalarShape>>;
  /** The media type without its parameters, of a list of known ones; otherwise `other`. */
  readonly type?: string;
  readonly body?: Shape;
}

/**
 * An unknown value of an open enum, spelled out: written once it is a plain word (`^[a-z]+([._-][a-z]+)*$`, at most 40 characters)
 * and was sent by the service in at least three exchanges or events. Until then, and for any other text, only its pseudonym is on the disk.
 */
export interface RecordedWord {
  readonly word: string;
  /** Its pseudonym, such as `?order_status:2`. */
  readonly is: string;
}
