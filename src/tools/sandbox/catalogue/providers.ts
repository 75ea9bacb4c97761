// The catalog of providers, the same in every world: the demo cast's, with what the catalog itself does not show.
import { linkProvider, providers as listed } from "../../../../generated/examples.ts";
import type { LinkProvider, Provider, Scopes, SourceType } from "../../../../generated/schemas.ts";

/** A provider of the catalog. */
export interface CatalogueProvider {
  /** As the catalog lists it. */
  readonly listed: Provider;
  readonly slug: string;
  /** A connection and a connected source need a logo, which the catalog may lack. */
  readonly logo: string;
  /** What the catalog is filtered by. Choice: provider-source-types */
  readonly sourceType: SourceType;
  /** What the provider's sources are in summaries and events. Choice: source-types */
  readonly contextType: string;
  /** The app that its data comes from, unless the data names another. */
  readonly appId: string | undefined;
  /** Is it a health store on the user's phone, behind an SDK? Disconnecting it has no effect in automatic connect mode. */
  readonly isOnDevice: boolean;
  /** Whether the service can pull its data; what a phone pushes cannot be pulled. */
  readonly isCloud: boolean;
  /** What the link flow needs; only of providers that are linked by OAuth. */
  readonly link: LinkProvider | undefined;
}

interface Further {
  readonly sourceType: SourceType;
  readonly contextType: string;
  readonly appId?: string;
}

const further: Readonly<Record<string, Further>> = {
  demo_ring: { sourceType: "device", contextType: "ring" },
  demo_watch: { sourceType: "device", contextType: "watch" },
  demo_scale: { sourceType: "device", contextType: "scale" },
  demo_meter: { sourceType: "ble", contextType: "meter" },
  demo_phone_health: { sourceType: "app", contextType: "app", appId: "com.example.demo.health" },
  manual: { sourceType: "provider", contextType: "manual" },
};

/** How a user authenticates with a provider that the service pulls from. */
const cloudAuthTypes: readonly unknown[] = ["oauth", "team_oauth", "password", "email"];

/** All providers, in the order of the catalog. */
export const catalogueProviders: readonly CatalogueProvider[] = listed.map((provider, index) => {
  const { slug, name, description, logo, auth_type } = provider;
  const { sourceType, contextType, appId } = further[slug] ?? { sourceType: "device", contextType: "device" };
  return {
    listed: provider,
    slug,
    logo: logo ?? `https://assets.example.com/providers/${slug}.svg`,
    sourceType,
    contextType,
    appId,
    isOnDevice: auth_type === "sdk",
    isCloud: cloudAuthTypes.includes(auth_type),
    link:
      auth_type === "oauth"
        ? {
            ...linkProvider,
            name,
            slug,
            description,
            id: linkProvider.id + index,
            oauth_url: `https://${slug.replace("demo_", "")}.example.com/oauth/authorize`,
            source_type: sourceType,
          }
        : undefined,
  };
});

const bySlug = new Map(catalogueProviders.map((provider) => [provider.slug, provider]));

/** The provider of this slug. */
export function providerOf(slug: string): CatalogueProvider | undefined {
  return bySlug.get(slug);
}

/** Scopes that are not simply `<resource>.read`. */
const ownScopes: Readonly<Record<string, Readonly<Record<string, Scopes>>>> = {
  demo_ring: { sleep: { required: ["sleep.read"], optional: ["heartrate.read"] } },
  demo_watch: {
    activity: { required: ["activity.read"], optional: ["location.read"] },
    workouts: { required: ["activity.read", "workout.read"], optional: [] },
  },
};

/** The scopes by which a provider gives a resource. Choice: scope-names */
export function scopesOf({ slug }: CatalogueProvider, resource: string): Scopes {
  return ownScopes[slug]?.[resource] ?? { required: [`${resource}.read`], optional: [] };
}
