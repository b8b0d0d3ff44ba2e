import { loadGeoJson, readOsm, type RoadNetwork } from '@wayfield/osm';

/** Reads the roads of a dropped file. */
export async function readRoads(
  name: string,
  bytes: Uint8Array,
  options: Parameters<typeof readOsm>[1],
): Promise<RoadNetwork> {
  return /json$/i.test(name) ? loadGeoJson(bytes, options) : readOsm(bytes, options);
}
