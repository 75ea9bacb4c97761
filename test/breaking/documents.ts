// Writes small contracts for the tests: whole, valid, and differing in what a test is about.

/** A document with one operation, whose request and response have these schemas. */
export function documentWith(request: unknown, response: unknown = request): Record<string, unknown> {
  return {
    openapi: "3.1.1",
    info: { title: "A test", version: "1.0.0" },
    paths: {
      "/things": {
        post: {
          operationId: "createThing",
          requestBody: { required: true, content: { "application/json": { schema: request } } },
          responses: {
            "200": {
              description: "The thing.",
              content: { "application/json": { schema: structuredClone(response) } },
            },
          },
        },
      },
    },
  };
}
