import { loadGeoJson, readOsm, type RoadNetwork } from '@wayfield/osm';

/** The roads of a file that was dropped. */
export async function readRoads(
  name: string,
  bytes: Uint8Array,
  options: Parameters<typeof readOsm>[1],
): Promise<RoadNetwork> {
  return /json$/i.test(name) ? loadGeoJson(bytes, options) : readOsm(bytes, options);
}
