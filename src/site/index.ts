// Public exports of the site: building the reference documentation and serving it.
export { buildSite } from "./build.ts";
export { type SiteFiles, type SiteServer, serveSite } from "./serve.ts";
export { buildSiteFiles } from "./site.ts";
