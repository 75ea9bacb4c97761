// What is stated of the teams of an organization: filters by region and search, and a cursor that ends.
import { field } from "../../contract/index.ts";
import { OutOfReach } from "../input/known-values.ts";
import { type Behaviour, list, reading } from "./scene.ts";

const operation = "listOrganizationTeams";

const teams = (body: unknown) => list(body, "teams");

const regionFilter = reading("region-filter", operation, async (scene) => {
  const { pointer, assumption } = scene.assumptionOn("region");
  const all = await scene.call(operation);
  const regions = scene.session.contract.document.components.schemas["Region"]?.enum ?? [];
  for (const region of regions.map(String)) {
    const found = await scene.call(operation, { query: { region: [region] } });
    const other = teams(found.body).find((team) => field(team, "region") !== region);
    const message = `A team of region ${JSON.stringify(field(other, "region"))} is listed, asked for ${region}.`;
    const expected = { text: `Only teams of region ${region} are listed.`, pointer };
    scene.expect(other === undefined, found, message, expected, assumption);
    const known = teams(all.body).find((team) => field(team, "region") === region);
    const isLost = known !== undefined && teams(found.body).length === 0;
    const each = { text: `The teams of region ${region} are listed.`, pointer };
    scene.expect(
      !isLost,
      found,
      `No team is listed, while ${field(known, "name")} is of that region.`,
      each,
      assumption,
    );
  }
  // Of a list of values each counts
  const both = await scene.call(operation, { query: { region: regions.map(String) } });
  const expected = { text: "With every region all teams are listed.", pointer };
  const ids = (body: unknown) => teams(body).map((team) => field(team, "id"));
  scene.expectEqual(ids(both.body), ids(all.body), both, "The list of teams", expected, assumption);
});

const searchFilter = reading("search-filter", operation, async (scene) => {
  const { pointer, assumption } = scene.assumptionOn("search_query");
  const none = await scene.call(operation, { query: { search_query: scene.freshId("nobody") } });
  const count = teams(none.body).length;
  const nobody = { text: "Searching for what no team is called finds no team.", pointer };
  scene.expect(count === 0, none, `It finds ${count} team${count === 1 ? "" : "s"}.`, nobody, assumption);
  const [team] = teams((await scene.call(operation)).body);
  const name = field(team, "name");
  const allowed = scene.operation.parameters.find((one) => one.name === "search_query")?.schema.pattern ?? "";
  if (typeof name !== "string" || !new RegExp(allowed, "u").test(name))
    throw new OutOfReach("no team has a name to search for");
  const found = await scene.call(operation, { query: { search_query: name } });
  const { Region } = scene.session.contract.document.components.schemas;
  for (const region of (Region?.enum ?? []).map(String)) {
    const both = await scene.call(operation, { query: { search_query: name, region: [region] } });
    const other = teams(both.body).find((one) => field(one, "region") !== region);
    const together = { text: "A search and a region both narrow the teams.", pointer };
    const message = `A team of region ${JSON.stringify(field(other, "region"))} is found, asked for ${region}.`;
    scene.expect(other === undefined, both, message, together, assumption);
  }
  const isFound = teams(found.body).some((one) => field(one, "id") === field(team, "id"));
  scene.expect(
    isFound,
    found,
    `It does not find the team ${name}.`,
    { text: "Searching for a team's name finds it.", pointer },
    assumption,
  );
});

const cursorWalksAllTeams = reading("cursor-walks-all-teams", operation, async (scene) => {
  const { pointer, assumption } = scene.assumptionOn("next_cursor");
  const seen = new Set<unknown>();
  let cursor: unknown;
  for (let page = 1; page <= pageLimit; page += 1) {
    const found = await scene.call(operation, typeof cursor === "string" ? { query: { next_cursor: cursor } } : {});
    const ids = list(found.body, "teams").map((team) => field(team, "id"));
    const twice = ids.find((id) => seen.has(id));
    scene.expect(
      twice === undefined,
      found,
      `Team ${twice} is listed twice.`,
      { text: "Each team is on one page.", pointer },
      assumption,
    );
    if (twice !== undefined) return;
    for (const id of ids) seen.add(id);
    cursor = field(found.body, "next_cursor");
    if (typeof cursor !== "string") {
      if (page === 1) throw new OutOfReach("all teams are on one page");
      return;
    }
    if (ids.length === 0) throw new OutOfReach("a page without teams has a cursor");
  }
});

/** How many pages are followed: more than an organization has teams for. */
const pageLimit = 100;

export const organizationBehaviours: readonly Behaviour[] = [regionFilter, searchFilter, cursorWalksAllTeams];
