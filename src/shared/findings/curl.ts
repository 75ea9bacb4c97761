// Writes requests as arguments of curl that a shell takes as they are.

/** A text as one word of a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Writes a request as the arguments of curl.
 *
 * @param variables Headers whose values must not be shown: each has the name of a shell variable instead.
 * @param data What is sent, each with its option, such as `--data-raw`.
 */
export function curlArguments({
  method,
  url,
  headers,
  variables = {},
  data,
}: {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly data: readonly (readonly [option: string, text: string])[];
}): string {
  return [
    ...(method === "GET" ? [] : ["-X", method]),
    quote(url),
    ...Object.entries(variables).flatMap(([name, variable]) => ["-H", `"${name}: $${variable}"`]),
    // curl leaves a header without a value out, unless it ends with a semicolon
    ...Object.entries(headers).flatMap(([name, value]) => [
      "-H",
      quote(value === "" ? `${name};` : `${name}: ${value}`),
    ]),
    ...data.flatMap(([option, text]) => [option, quote(text)]),
  ].join(" ");
}
