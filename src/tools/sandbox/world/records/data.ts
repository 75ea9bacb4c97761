// What is remembered of health data.

/** The data of one resource on one day, from one provider: a summary, or the day's group of timeseries values. */
export interface StoredData {
  readonly user_id: string;
  readonly provider: string;
  readonly resource: string;
  /** A date, in the user's fallback time zone: simulated data has no time zone. */
  readonly day: string;
  readonly app_id?: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly created_on: string;
  readonly updated_on: string;
}

/** The id of a piece of data. */
export function dataId({
  user_id,
  provider,
  resource,
  day,
}: Pick<StoredData, "user_id" | "provider" | "resource" | "day">): string {
  return [user_id, provider, resource, day].join("/");
}

/** The owner of a user's data of one resource. */
export function dataOwner(userId: string, resource: string): string {
  return `${userId}/${resource}`;
}
