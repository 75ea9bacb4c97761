// An invented geography: where zip codes lie, and how far one place is from another.

/** A place on the globe, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A town with zip codes that follow one another, the first one in its middle. */
export interface Town {
  readonly name: string;
  readonly state: string;
  readonly firstZipCode: number;
  readonly zipCodes: number;
  readonly middle: Point;
}

/** Round numbers, which are no real address. The distances between towns are hundreds of miles. */
export const towns = {
  exampleton: {
    name: "Exampleton",
    state: "AZ",
    firstZipCode: 85001,
    zipCodes: 45,
    middle: { latitude: 33.5, longitude: -112 },
  },
  sampleville: {
    name: "Sampleville",
    state: "MT",
    firstZipCode: 59001,
    zipCodes: 6,
    middle: { latitude: 45.5, longitude: -109 },
  },
  testburg: {
    name: "Testburg",
    state: "TX",
    firstZipCode: 75001,
    zipCodes: 12,
    middle: { latitude: 33, longitude: -97 },
  },
  mockford: {
    name: "Mockford",
    state: "ME",
    firstZipCode: 4001,
    zipCodes: 4,
    middle: { latitude: 43.5, longitude: -70.5 },
  },
} as const satisfies Record<string, Town>;

const earthRadiusMiles = 3958.8;

/** How far the middle of each zip code is from that of the town, times its place among them. */
const milesBetweenZipCodes = 0.8;

/** Each direction of a spiral lies between earlier ones: the golden angle. */
const spiralDegrees = 137.5;

const centroids: ReadonlyMap<string, Point> = new Map(
  Object.values(towns).flatMap((town) =>
    Array.from({ length: town.zipCodes }, (_, index) => [
      zipCodeOf(town, index),
      onSpiral(town.middle, index, index * milesBetweenZipCodes),
    ]),
  ),
);

/** The middle of a zip code; undefined when the code is not known. Choice: zip-code-unknown */
export function centroidOf(zipCode: string): Point | undefined {
  return centroids.get(zipCode);
}

/** The zip code of a town by its place among them; the last one stands for all beyond. */
export function zipCodeOf({ firstZipCode, zipCodes }: Town, index: number): string {
  return String(firstZipCode + Math.min(index, zipCodes - 1)).padStart(5, "0");
}

/** A place so many miles from the middle, each index in another direction. */
export function onSpiral(middle: Point, index: number, miles: number): Point {
  return pointAt(middle, miles, (index * spiralDegrees) % 360);
}

/** The distance along the great circle. */
export function milesBetween(a: Point, b: Point): number {
  const [latitudeA, latitudeB] = [radians(a.latitude), radians(b.latitude)];
  const halfLatitude = Math.sin((latitudeB - latitudeA) / 2);
  const halfLongitude = Math.sin(radians(b.longitude - a.longitude) / 2);
  const chord = halfLatitude ** 2 + Math.cos(latitudeA) * Math.cos(latitudeB) * halfLongitude ** 2;
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** The place that is reached along the great circle, by a direction in degrees from north. */
function pointAt({ latitude, longitude }: Point, miles: number, bearing: number): Point {
  const [angle, direction, from] = [miles / earthRadiusMiles, radians(bearing), radians(latitude)];
  const to = Math.asin(Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(direction));
  const turn = Math.atan2(
    Math.sin(direction) * Math.sin(angle) * Math.cos(from),
    Math.cos(angle) - Math.sin(from) * Math.sin(to),
  );
  return { latitude: degrees(to), longitude: longitude + degrees(turn) };
}

function radians(value: number): number {
  return (value * Math.PI) / 180;
}

function degrees(value: number): number {
  return (value * 180) / Math.PI;
}
