// The one form in which the mock or the proxy itself, and not the contract, refuses a request.

/** A request that cannot be mocked or passed on, told in the shape that Prism gives its own problems. */
export class RequestProblem extends Error {
  override readonly name = "RequestProblem";
  readonly status: number;
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param detail What was expected and what was found.
   * @param headers What the answer carries beside its body.
   */
  constructor(status: number, title: string, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.title = title;
    this.headers = headers;
  }

  /** The same problem with more headers on its answer. */
  with(headers: Readonly<Record<string, string>>): RequestProblem {
    return new RequestProblem(this.status, this.title, this.message, { ...this.headers, ...headers });
  }
}

/** The media type of a problem, as a header. */
export const problemType = { "content-type": "application/problem+json" };

/** The problem as it is sent. */
export function problemBody({ status, title, message }: RequestProblem): object {
  return { title, status, detail: message };
}
