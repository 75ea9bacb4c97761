// The site of a contract that has forms that this one does not combine: odd schemas, and texts with HTML and script in them.
import { join } from "node:path";
import { freeze, type OpenApiDocument, readContract } from "../../src/shared/contract/index.ts";
import { buildSite } from "../../src/site/index.ts";
import { shared } from "../run/shared.ts";
import { readSite, type Site } from "./built.ts";

/** A text that would run, were it taken for HTML. */
export const hostile = `<script>ran = 1</script><img src=x onerror="ran = 2">'\\`;
/** As Markdown knows it, too. */
const hostileText = `${hostile} ![](https://other.example/x.png)`;

/** Where the site of the odd contract is published. */
export const base = "/docs/";

/** The contract, made odd. */
export async function oddDocument(): Promise<OpenApiDocument> {
  const odd = structuredClone((await readContract()).document) as unknown as {
    paths: Record<string, Record<string, object>>;
    components: Record<"schemas" | "examples", Record<string, object & { properties?: object }>>;
  };
  const { schemas, examples } = odd.components;
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  Object.assign(schemas, {
    Limited: {
      type: "object",
      properties: {
        half: { type: "number", minimum: 1 },
        words: { type: "array", maxItems: 3, items: { type: "string", pattern: "^a" } },
        always: { const: "same" },
        either: { type: "object", not: { required: ["a", "b"] } },
      },
    },
    Mixed: {
      type: "object",
      properties: {
        any: {},
        listed: { type: ["array", "null"], items: { type: "string" } },
        keyed: { type: "object", additionalProperties: { type: "integer" } },
      },
    },
    Tree: { type: "object", properties: { branches: { type: "array", items: ref("Tree") }, size: ref("Size") } },
    Size: { type: "integer", minimum: 1 },
    Garden: {
      type: "object",
      properties: { tree: ref("Tree"), small: { ...ref("Size"), type: "integer", maximum: 3 } },
    },
  });
  Object.assign(odd.paths["/v2/user/"]?.["post"] ?? {}, {
    summary: hostile,
    description: hostileText,
    "x-assumption": { chose: hostileText, because: hostileText, could_be: hostileText, leaves_open: ["type"] },
    "x-not-shown": [hostileText, `\`${hostileText}\``],
  });
  Object.assign(schemas["AuthType"] ?? {}, { description: hostileText, "x-extensible-enum": [hostile] });
  Object.assign(schemas["User"]?.properties ?? {}, { "<b>odd</b>": { type: "string", description: hostileText } });
  Object.assign(examples["create-user-request"] ?? {}, {
    value: { client_user_id: "odd", fallback_time_zone: hostile },
  });
  Object.assign(examples["created-user"] ?? {}, { summary: hostileText, value: { user_id: hostileText } });
  return odd as unknown as OpenApiDocument;
}

/** Its site, which all tests of a run share: nobody may change it. The document is frozen: that the site leaves it as it is, is seen here. */
export async function oddSite(): Promise<Site> {
  const place = await shared("odd-site", async (directory) =>
    buildSite(freeze(await oddDocument()), join(directory, "site"), undefined, base),
  );
  return readSite(join(place, "site"));
}
