// The side on which traffic drives, for maps with both sides: by the tag of a way, else by
// areas of a GeoJSON file as OSRM reads them (`RoadOptions.sides`). build-network.ts calls
// `tellSides` before ways are cut, and asks `leftHandRoads` for the costs of turns.
import { refuse, refuseKind } from '@wayfield/check';
import { gather } from './gather.ts';
import type { RoadDetails, RoadSide } from './road-details.ts';
import type { NodePlaces, WayList } from './way-list.ts';
import { PLACED } from './way-list.ts';

/** An area where traffic drives on one side. */
export interface SideArea {
  readonly side: RoadSide;
  /**
   * Closed rings of places in degrees, in any order and direction: a place inside an odd number of
   * them is inside the area, so a ring within a ring is a hole.
   */
  readonly rings: readonly (readonly (readonly [lon: number, lat: number])[])[];
}

/** Most rings of all areas together; a country with its islands has some thousand. */
const MOST_RINGS = 1 << 20;

/**
 * The areas of a GeoJSON text: polygons and multipolygons whose property `driving_side` is 'left'
 * or 'right'. Features without this property are skipped. Throws RangeError for a text that is no
 * JSON and for more than 2^20 rings, TypeError for a text that is no collection of features and for
 * an area that is no polygon.
 *
 * @example
 * const left = { type: 'Feature', properties: { driving_side: 'left' }, geometry: box };
 * const sides = readSideAreas(JSON.stringify({ type: 'FeatureCollection', features: [left] }));
 * const network = await readOsm(file, { profile: 'car', weight: 'seconds', sides });
 * console.log(sides.length, sides[0].side); // 1 left
 */
export function readSideAreas(text: string): SideArea[] {
  if (typeof text !== 'string') refuseKind('text', text, 'a text');
  const features = featuresOf(text);
  if (!Array.isArray(features)) return refuseKind('features', features, 'an array of features');
  const areas: SideArea[] = [];
  let count = 0;
  features.forEach((feature: GeoJsonFeature | null, i) => {
    const side = feature?.properties?.driving_side;
    if (side !== 'left' && side !== 'right') return;
    const { type, coordinates } = feature?.geometry ?? {};
    const name = `features[${i}].geometry`;
    const polygons = type === 'Polygon' ? [coordinates] : coordinates;
    if ((type !== 'Polygon' && type !== 'MultiPolygon') || !Array.isArray(polygons)) {
      refuseKind(name, type, 'a Polygon or a MultiPolygon');
    }
    const rings = (polygons as unknown[]).flat() as SideArea['rings'];
    count += rings.length;
    if (count > MOST_RINGS) refuse('rings', count, `at most ${MOST_RINGS}`);
    rings.forEach((ring, r) => checkRing(ring, `${name}.coordinates, ring ${r}`));
    areas.push({ side, rings });
  });
  return areas;
}

function featuresOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { features?: unknown } | null)?.features;
  } catch {
    return refuse('text', text.slice(0, 40), 'JSON');
  }
}

interface GeoJsonFeature {
  readonly properties?: { readonly driving_side?: unknown } | null;
  readonly geometry?: { readonly type?: unknown; readonly coordinates?: unknown } | null;
}

function checkRing(ring: unknown, name: string): void {
  if (!Array.isArray(ring) || ring.length < 4) refuseKind(name, ring, 'at least 4 places');
  (ring as unknown[]).forEach((place, i) => {
    const [lon, lat] = Array.isArray(place) ? (place as unknown[]) : [];
    if (Number.isFinite(lon) && Number.isFinite(lat)) return;
    refuseKind(`${name}, place ${i}`, place, 'a longitude and a latitude');
  });
}

/**
 * Writes into the details of each way on which side traffic drives: the side of the area that holds
 * the last node with a place of the way, as in OSRM. Of overlapping areas the first counts. Ways
 * whose tag gives a side keep that side.
 */
export function tellSides(list: WayList, places: NodePlaces, areas: readonly SideArea[]): void {
  const sideAt = createSideFinder(areas);
  const refs = list.refs.values();
  const firstRef = list.firstRef.values();
  for (let way = 0; way < list.ways.count; way++) {
    let last = firstRef[way + 1] - 1;
    while (last >= firstRef[way] && !(places.state[refs[last]] & PLACED)) last--;
    if (last < firstRef[way]) continue;
    const side = sideAt(places.lonE7[refs[last]], places.latE7[refs[last]]);
    if (side) list.tell(way, (details) => ({ drivingSide: side, ...details }));
  }
}

/** Units of 1e-7 degrees. */
const E7 = 1e7;

function createSideFinder(
  areas: readonly SideArea[],
): (lonE7: number, latE7: number) => RoadSide | undefined {
  const boxed = areas.map(({ side, rings }) => ({ side, rings: rings.map(boxOf) }));
  return (lonE7, latE7) => {
    const [lon, lat] = [lonE7 / E7, latE7 / E7];
    for (const { side, rings } of boxed) {
      let inside = false;
      for (const { ring, west, south, east, north } of rings) {
        if (lon < west || lon > east || lat < south || lat > north) continue;
        if (isInside(ring, lon, lat)) inside = !inside;
      }
      if (inside) return side;
    }
    return undefined;
  };
}

type Ring = SideArea['rings'][number];

function boxOf(ring: Ring) {
  const box = { ring, west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [lon, lat] of ring) {
    box.west = Math.min(box.west, lon);
    box.east = Math.max(box.east, lon);
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
  }
  return box;
}

/** Whether a ray to the east crosses the ring an odd number of times. */
function isInside(ring: Ring, lon: number, lat: number): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[x0, y0], [x1, y1]] = [ring[i], ring[j]];
    if (y0 > lat !== y1 > lat && lon < x0 + ((lat - y0) * (x1 - x0)) / (y1 - y0)) inside = !inside;
  }
  return inside;
}

/** Per road: 1 = traffic drives on the left, by its details, or by `everywhere` if they lack it. */
export function leftHandRoads(
  detail: Uint32Array,
  details: readonly RoadDetails[],
  everywhere: boolean,
): Uint8Array {
  const left = details.map(({ drivingSide }) =>
    Number(drivingSide ? drivingSide === 'left' : everywhere),
  );
  return gather(Uint8Array, left, detail);
}
