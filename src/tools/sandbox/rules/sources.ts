// The source of summaries and events, in the form that the deprecation cycle has come to.
import type { SourceContext } from "../../../../generated/schemas.ts";
import { providerOf } from "../catalogue/providers.ts";
import type { World } from "../world/world.ts";
import { newerOr } from "./newer-values.ts";

/**
 * The source of a provider's data. It is made when it is shown, so that kept data follows the setting `source_form`.
 *
 * @param slug Slug of the provider.
 * @param appId The app that the data comes from, where it is not the provider's usual one.
 */
export function sourceContextOf(world: World, slug: string, appId?: string): SourceContext {
  const provider = providerOf(slug);
  const app = appId ?? provider?.appId;
  const current: SourceContext = {
    provider: slug,
    type: newerOr(world, provider?.contextType ?? "device", "newer_source_type"),
    ...(app === undefined ? {} : { app_id: app }),
  };
  const { source_form } = world.settings;
  if (source_form === "new" || provider === undefined) return current;
  const deprecated: SourceContext = { name: provider.listed.name, logo: provider.logo, slug };
  return source_form === "old" ? deprecated : { ...current, ...deprecated };
}
