// The forms of the happenings, made of the control document, with what the world offers for their fields.
import {
  knownLabReportParsingJobStatuses,
  knownOrderLowLevelStatuses,
  knownOrderStatuses,
  knownProviderResources,
} from "../../../../../generated/known-values.ts";
import { type ContractOperation, resolve, type Schema } from "../../../contract/index.ts";
import type { Html } from "../../../look/index.ts";
import { catalogueProviders } from "../../catalogue/providers.ts";
import { isFinished } from "../../rules/lab-reports.ts";
import { type FieldWriter, form, type Option } from "../parts/forms.ts";
import type { View } from "../view.ts";

/** The number of values that are offered for an id. */
const mostOffers = 20;

const latest = [Number.MAX_SAFE_INTEGER, mostOffers] as const;

/** What a page knows about a form that the document does not. */
interface Known {
  /** Fields that are given and not asked for, such as the user whose page it is. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** By default all providers. */
  readonly providers?: readonly string[];
}

/** The happenings that the document describes. */
export function happeningsIn({ control }: View): readonly ContractOperation[] {
  return control.operations.filter(({ id }) => id.startsWith("simulate"));
}

/** @param id The id of a happening's operation. */
export async function happeningForm(
  view: View,
  id: `simulate${string}`,
  { hidden = {}, providers }: Known = {},
): Promise<Html> {
  const { document, operations } = view.control;
  const happening = operations.find((operation) => operation.id === id);
  if (happening === undefined) throw new Error(`The control document has no operation ${id}.`);
  const name = `${id.charAt(8).toLowerCase()}${id.slice(9)}`;
  const { properties = {}, required = [] } = resolve<Schema>(document, happening.requestBody?.bodies[0]?.schema ?? {});
  const asked = Object.entries(properties).filter(([field]) => !(field in hidden));
  const current = id === "simulateSettingsChanged" ? view.world.settings : {};
  const offers = new Map<string, readonly Option[] | undefined>();
  for (const [field] of asked) {
    const all = await offersFor(view, id, field);
    offers.set(field, field === "provider" && providers ? all?.filter(([value]) => providers.includes(value)) : all);
  }
  return form(view, {
    action: name,
    name: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    hidden,
    fields: (write) =>
      asked.map(([field, schema]) =>
        fieldOf(write, field, resolve(document, schema), {
          required: required.includes(field),
          chosen: Reflect.get(current, field),
          offers: offers.get(field),
        }),
      ),
    button: happening.operation.summary ?? name,
    ...(id === "simulateUserDeleted" ? { kind: "danger" } : {}),
  });
}

interface FieldFacts {
  readonly required: boolean;
  readonly chosen: unknown;
  readonly offers: readonly Option[] | undefined;
}

function fieldOf(write: FieldWriter, name: string, schema: Schema, { required, chosen, offers }: FieldFacts): Html {
  const words = schema.title ?? name.replace(/^is_|_id$/g, "").replaceAll("_", " ");
  const label = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  const types = [schema.type].flat();
  const hint = schema.description ?? "";
  const values = types.includes("boolean") ? [true, false] : schema.enum;
  const options = values?.map((value): Option => [String(value)]) ?? (chosenOnly.includes(name) ? offers : undefined);
  if (options !== undefined) {
    const isOpen = required || chosen !== undefined;
    const all: readonly Option[] = isOpen ? options : [["", "by default"], ...options];
    return write.choice(name, label, all, chosen === undefined ? {} : { chosen: String(chosen) });
  }
  if (types.some((type) => type === "object" || type === "array")) {
    return write.area(name, label, "", { hint: `${hint} Write JSON.` });
  }
  const isNumber = types.some((type) => type === "number" || type === "integer");
  const type = isNumber ? "number" : schema.format === "date" ? "date" : "text";
  return write.input(name, label, { type, hint, required, ...(offers === undefined ? {} : { offers }) });
}

/** The fields whose values are only those that are offered. */
const chosenOnly = ["provider", "resource"];

/** The values that are offered for a field. */
async function offersFor(
  { world: { records } }: View,
  id: string,
  field: string,
): Promise<readonly Option[] | undefined> {
  const known = (values: readonly string[]) => values.map((value): Option => [value]);
  if (field === "user_id") {
    return (await records.users.latest(...latest)).map(({ record }) => [record.user_id, record.client_user_id]);
  }
  if (field === "order_id") {
    return (await records.orders.latest(...latest)).map(({ record }) => [record.id, record.events.at(-1)?.status]);
  }
  if (field === "job_id") {
    const jobs = (await records.parsingJobs.latest(...latest)).filter(({ record }) => !isFinished(record));
    return jobs.map(({ record }) => [record.id, record.status]);
  }
  if (field === "provider") return catalogueProviders.map(({ slug, listed }) => [slug, `${listed.name} (${slug})`]);
  if (field === "resource") return known([...knownProviderResources].sort());
  if (field === "low_level_status") return known(knownOrderLowLevelStatuses);
  if (id === "simulateOrderMoved" && field === "status")
    return known([...knownOrderStatuses, "completed", "cancelled"]);
  if (id === "simulateParsingJobFinished" && field === "status") return known(knownLabReportParsingJobStatuses);
  return undefined;
}
