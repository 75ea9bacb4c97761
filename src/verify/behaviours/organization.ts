// What is stated of the teams of an organization: filters by region and search, and a cursor that ends.
import { OutOfReach } from "../known-values.ts";
import { type Behaviour, field, list } from "../scene.ts";

const operation = "listOrganizationTeams";

const regionFilter: Behaviour = {
  check: "region-filter",
  operation,
  changesState: false,
  async run(scene) {
    const { pointer, assumption } = scene.assumptionOn("region");
    const regions = scene.session.contract.document.components.schemas["Region"]?.enum ?? [];
    for (const region of regions.map(String)) {
      const found = await scene.call(operation, { query: { region: [region] } });
      const other = list(found.body, "teams").find((team) => field(team, "region") !== region);
      const message = `A team of region ${JSON.stringify(field(other, "region"))} is listed, asked for ${region}.`;
      scene.expect(
        other === undefined,
        found,
        message,
        { text: `Only teams of region ${region} are listed.`, pointer },
        assumption,
      );
    }
  },
};

const searchFilter: Behaviour = {
  check: "search-filter",
  operation,
  changesState: false,
  async run(scene) {
    const { pointer, assumption } = scene.assumptionOn("search_query");
    const found = await scene.call(operation, {
      query: { search_query: scene.freshId("nobody").replaceAll(/[^a-z0-9-]/g, "") },
    });
    const expected = { text: "Searching for what no team is called finds no team.", pointer };
    const count = list(found.body, "teams").length;
    scene.expect(count === 0, found, `It finds ${count} team${count === 1 ? "" : "s"}.`, expected, assumption);
  },
};

const cursorWalksAllTeams: Behaviour = {
  check: "cursor-walks-all-teams",
  operation,
  changesState: false,
  async run(scene) {
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
      if (typeof cursor !== "string") return;
      if (ids.length === 0) throw new OutOfReach("a page without teams has a cursor");
    }
  },
};

/** How many pages are followed: more than an organization has teams for. */
const pageLimit = 100;

export const organizationBehaviours: readonly Behaviour[] = [regionFilter, searchFilter, cursorWalksAllTeams];
