// The data of a page for its Try it form; written when the site is built, read in the browser.

/** A field of the form: a parameter, or a part of a multipart body. */
export interface FieldData {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "part";
  readonly required: boolean;
  /** Its type and limits in words. */
  readonly hint: string;
  /** The media types that it may have; of a file only. */
  readonly accept?: string | undefined;
  /** May it be given more than once? Then its values are separated by commas. */
  readonly list: boolean;
  /** Values that are offered; any other can be sent as well. */
  readonly offered: readonly string[];
  /** Its initial value. */
  readonly value: string;
}

/** The body that is written as text. */
export interface BodyData {
  readonly mediaType: string;
  readonly required: boolean;
  /** Its examples: the texts are on the page, under `data-example`. */
  readonly examples: readonly { readonly name: string; readonly title: string }[];
  /** Does the call say something only with a body? */
  readonly filled: boolean;
}

/** A server that can be chosen. */
export interface ServerData {
  readonly name: string;
  /** Its address, by the header of the credential that it takes there. */
  readonly hosts: Readonly<Record<string, string>>;
  /** The command that starts it at such an address, to be followed by the port. */
  readonly commands?: Readonly<Record<string, string>>;
  /** The keys that it begins with, by header. They are public: only a local server accepts them. */
  readonly keys?: Readonly<Record<string, string>>;
}

/** Everything that the form of one operation needs. */
export interface TryItData {
  readonly method: string;
  readonly path: string;
  /** The header that carries the key. */
  readonly credential: string;
  readonly fields: readonly FieldData[];
  readonly body?: BodyData | undefined;
  /** Is the body sent as multipart, with the fields that are parts? */
  readonly multipart: boolean;
}

/** A name in examples that a server takes once only: the form makes up another for each call. */
export const madeUpName = "my-user-01";
