// The catalog of providers, the same in every world: the demo cast's, with what the catalog itself does not show.
import { linkProvider, providers as listed } from "../../../generated/examples.ts";
import type { LinkProvider, Provider, Scopes, SourceType, UserConnection } from "../../../generated/schemas.ts";
import catalogue from "./catalogue.json" with { type: "json" };

/** A provider of the catalog. */
export interface CatalogueProvider extends ProviderDetails {
  /** As the catalog lists it. */
  readonly listed: Provider;
  readonly slug: string;
  /** A connection and a connected source need a logo, which the catalog may lack. */
  readonly logo: string;
  /** Is it a health store on the user's phone, behind an SDK? Disconnecting it has no effect in automatic connect mode. */
  readonly isOnDevice: boolean;
  /** Can the service pull its data? A phone pushes its own. */
  readonly isCloud: boolean;
  /** The needs of the link flow; only of providers that are linked by OAuth. */
  readonly link: LinkProvider | undefined;
}

interface ProviderDetails {
  /** The filter of the catalog. Choice: provider-source-types */
  readonly sourceType: SourceType;
  /** The type of the provider's sources in summaries and events. Choice: source-types */
  readonly contextType: string;
  /** The app that its data comes from, unless the data names another. */
  readonly appId?: string;
  /** Scopes that are not simply `<resource>.read`, by resource. */
  readonly scopes?: Readonly<Record<string, Scopes>>;
}

const details = catalogue.providers as Readonly<Record<string, ProviderDetails>>;

/** How a user authenticates with a provider that the service pulls from. */
const cloudAuthTypes: readonly unknown[] = ["oauth", "team_oauth", "password", "email"];

/** All providers, in the order of the catalog. */
export const catalogueProviders: readonly CatalogueProvider[] = listed.map((provider, index) => {
  const { slug, name, description, logo, auth_type } = provider;
  const own = details[slug] ?? { sourceType: "device", contextType: "device" };
  const oauth_url = `https://${slug.replace("demo_", "")}.example.com/oauth/authorize`;
  const link = { ...linkProvider, name, slug, description, id: linkProvider.id + index, oauth_url };
  return {
    ...own,
    listed: provider,
    slug,
    logo: logo ?? `https://assets.example.com/providers/${slug}.svg`,
    isOnDevice: auth_type === "sdk",
    isCloud: cloudAuthTypes.includes(auth_type),
    link: auth_type === "oauth" ? { ...link, source_type: own.sourceType } : undefined,
  };
});

/** The provider of this slug. */
export function findProvider(slug: string): CatalogueProvider | undefined {
  return catalogueProviders.find((provider) => provider.slug === slug);
}

/** A provider as connections and connected sources show it. */
export function describeProvider(slug: string): Pick<UserConnection, "name" | "slug" | "logo"> {
  const { listed, logo = "" } = findProvider(slug) ?? {};
  return { name: listed?.name ?? slug, slug, logo };
}

/** The scopes by which a provider gives a resource. Choice: scope-names */
export function listScopes({ scopes }: CatalogueProvider, resource: string): Scopes {
  return scopes?.[resource] ?? { required: [`${resource}.read`], optional: [] };
}
