// The operations that look around a zip code.
import { areaInfo, areaInfoNoPhlebotomy } from "../../../../generated/examples.ts";
import { type Handlers, refusal } from "../call.ts";
import { labAccountOf, type Memory } from "../memory.ts";

const centersPerAnswer = 30;

export const locations = {
  getPscInfo({ query, memory }) {
    const { zip_code, lab_id, radius = 25, capabilities = [], lab_account_id } = query;
    const lab = memory.labs.find(({ id }) => id === lab_id);
    if (lab === undefined) return refusal(422, "No lab has this id.");
    if (isUnknownAccount(memory, lab_account_id)) return refusal(422, "No lab account has this id.");
    const found = centersWithin(memory, zip_code, lab_id, radius).filter((center) =>
      capabilities.every((capability) => center.capabilities.includes(capability)),
    );
    const nearest = found.sort((a, b) => Number(a.distance) - Number(b.distance)).slice(0, centersPerAnswer);
    return { status: 200, body: { lab_id, slug: lab.slug, patient_service_centers: nearest } };
  },

  getAreaInfo({ query, memory }) {
    const { zip_code, radius = 25, lab, labs = [], lab_account_id } = query;
    if (isUnknownAccount(memory, lab_account_id)) return refusal(422, "No lab account has this id.");
    const slugs = lab === undefined ? labs : [...labs, lab];
    const shown = memory.labs.filter(({ slug }) => slugs.length === 0 || slugs.includes(slug));
    const coverage = shown.map(({ id, slug }) => {
      const centers = centersWithin(memory, zip_code, id, radius);
      const patient_service_centers = {
        within_radius: centers.length,
        radius: String(radius),
        capabilities: [...new Set(centers.flatMap(({ capabilities }) => capabilities))],
      };
      return [slug, { patient_service_centers }] as const;
    });
    const { phlebotomy } = zip_code === areaInfo.zip_code ? areaInfo : areaInfoNoPhlebotomy;
    return { status: 200, body: { zip_code, phlebotomy, central_labs: Object.fromEntries(coverage) } };
  },
} satisfies Partial<Handlers>;

function centersWithin(memory: Memory, zipCode: string, labId: number, radius: number) {
  return memory.centers
    .filter((stored) => stored.zipCode === zipCode && stored.labId === labId)
    .map(({ center }) => center)
    .filter(({ distance }) => Number(distance) <= radius);
}

function isUnknownAccount(memory: Memory, labAccountId: string | undefined): boolean {
  return labAccountId !== undefined && labAccountOf(memory, labAccountId) === undefined;
}
