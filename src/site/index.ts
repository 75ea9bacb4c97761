// The door of the site room: builds the reference documentation and serves it.
export { buildSite } from "./build.ts";
export { type SiteFiles, type SiteServer, serveSite } from "./serve.ts";
export { buildSiteFiles } from "./site.ts";
