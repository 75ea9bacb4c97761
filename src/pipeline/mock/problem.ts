// The error that the mock itself answers with, in one form.

/** A request that cannot be mocked, in the shape of Prism's own problems. */
export class RequestProblem extends Error {
  override readonly name = "RequestProblem";
  readonly status: number;
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param detail What was expected and what was found.
   * @param headers Headers of the response.
   */
  constructor(status: number, title: string, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.title = title;
    this.headers = headers;
  }
}

/** The media type of a problem, as a header. */
export const problemType = { "content-type": "application/problem+json" };

/** The body of the response. */
export function problemBody({ status, title, message }: RequestProblem): object {
  return { title, status, detail: message };
}
