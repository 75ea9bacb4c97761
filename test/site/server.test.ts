// The server of the reference: what it says of each file, and of what is not there.
import { describe, expect, test } from "vitest";
import { useServedSite } from "./built.ts";

const site = useServedSite();

describe("the server", () => {
  test.each([
    ["", "text/html"],
    ["index.md", "text/markdown"],
    ["llms.txt", "text/plain"],
    ["site.css", "text/css"],
    ["page.js", "text/javascript"],
    ["openapi.json", "application/json"],
    ["openapi.yaml", "application/yaml"],
  ])("says of /%s that it is %s, and that it may change; HEAD has no body", async (path, type) => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await fetch(`${site.url}/${path}`, { method });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
      expect(answer.headers.get("cache-control")).toBe("no-cache");
      expect(await answer.text()).toBe(method === "HEAD" ? "" : site.files.get(path || "index.html"));
    }
  });

  test.each(["/nope", "/%", "/..%2f..%2fpackage.json", "/%00", "/operations/of/old/createUser.html"])(
    "answers 404 to %s, with a page",
    async (path) => {
      const answer = await fetch(site.url + path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toContain("text/html");
      expect(await answer.text()).toContain("<h1>Page not found</h1>");
    },
  );
});
