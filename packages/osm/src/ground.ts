// Places on open ground, off all roads: which corners a place sees, and whether two places see one
// another (`sees` of mesh-area.ts).
import { number, object, refuse, whole } from '@wayfield/check';
import { isInside, isOnOutline, sees } from './mesh-area.ts';
import type { OpenArea } from './open-areas.ts';
import { MEASURES, shortWay } from './projection.ts';
import { networkRule } from './rules.ts';
import type { RoadNetwork } from './types.ts';

/** A place on open ground. */
export interface GroundPlace {
  /** Index into `RoadNetwork.openAreas`. */
  readonly area: number;
  readonly lonE7: number;
  readonly latE7: number;
  /** Corners in sight, at least one: a node of the graph, and metres along the straight line. */
  readonly corners: readonly { readonly node: number; readonly metres: number }[];
}

/** The open ground of a network. */
export interface Ground {
  /**
   * A place in degrees as one on open ground. Undefined: it lies inside no area, or sees no corner
   * at which lines across end. If areas overlap, the first one in which it sees a corner counts.
   */
  at(lon: number, lat: number): GroundPlace | undefined;
  /** Metres of the straight line between places of one area; undefined: it leaves the ground. */
  between(from: GroundSpot, to: GroundSpot): number | undefined;
}

/** A place on open ground, without the corners that it sees. */
export type GroundSpot = Pick<GroundPlace, 'area' | 'lonE7' | 'latE7'>;

interface Vertex {
  readonly x: number;
  readonly y: number;
  readonly node: number;
  after: Vertex;
}

/** An area on a plane: places relative to its first corner, in units of 1e-7 degrees. */
interface FlatArea {
  readonly lonE7: number;
  readonly latE7: number;
  readonly rings: readonly (readonly Vertex[])[];
  readonly box: readonly [west: number, south: number, east: number, north: number];
}

/**
 * Finds places on the open ground of a network that was read with `openAreas`. A call of `at` looks
 * at the boxes of all areas up to the one that holds the place.
 *
 * @example
 * const place = createGround(network).at(13.41, 52.52);
 * console.log(place?.corners.length);
 */
export function createGround(network: RoadNetwork): Ground {
  networkRule(network, 'network');
  const measure = MEASURES[network.lengths ?? 'sphere'];
  const areas = (network.openAreas ?? []).map(flatten);
  const flat = ({ lonE7, latE7 }: Pick<GroundSpot, 'lonE7' | 'latE7'>, area: FlatArea) => ({
    x: shortWay(lonE7 - area.lonE7),
    y: latE7 - area.latE7,
  });

  function placeOn(area: number, lonE7: number, latE7: number): GroundPlace | undefined {
    const { rings, box } = areas[area];
    const [west, south, east, north] = box;
    const at = flat({ lonE7, latE7 }, areas[area]);
    if (at.x < west || at.x > east || at.y < south || at.y > north) return undefined;
    if (!isInside(at, rings) || isOnOutline(at, rings)) return undefined;
    const corners: { node: number; metres: number }[] = [];
    for (const vertex of rings.flat()) {
      if (vertex.node < 0 || !sees(at, vertex, rings)) continue;
      const [lon, lat] = [network.lonE7[vertex.node], network.latE7[vertex.node]];
      corners.push({ node: vertex.node, metres: measure(lonE7, latE7, lon, lat) });
    }
    return corners.length > 0 ? { area, lonE7, latE7, corners } : undefined;
  }

  function checkSpot(spot: GroundSpot, name: string): void {
    SPOT(spot, name);
    if (spot.area >= areas.length) refuse(`${name}.area`, spot.area, `below ${areas.length}`);
  }

  return {
    at(lon, lat) {
      LONGITUDE(lon, 'lon');
      LATITUDE(lat, 'lat');
      const [lonE7, latE7] = [shortWay(Math.round(lon * 1e7)), Math.round(lat * 1e7)];
      for (let area = 0; area < areas.length; area++) {
        const place = placeOn(area, lonE7, latE7);
        if (place) return place;
      }
      return undefined;
    },
    between(from, to) {
      checkSpot(from, 'from');
      checkSpot(to, 'to');
      if (from.area !== to.area) return undefined;
      const area = areas[from.area];
      if (!sees(flat(from, area), flat(to, area), area.rings)) return undefined;
      return measure(from.lonE7, from.latE7, to.lonE7, to.latE7);
    },
  };
}

const LONGITUDE = number(-360, 360);
const LATITUDE = number(-90, 90);
const E7 = whole(-1_800_000_000, 1_800_000_000);
const SPOT = object({ area: whole(), lonE7: E7, latE7: E7 }, 'a GroundSpot');

function flatten({ rings }: OpenArea): FlatArea {
  const [lonE7, latE7] = [rings[0].lonE7[0], rings[0].latE7[0]];
  const flat = rings.map((ring) => {
    const vertices = ring.lonE7.map(
      (lon, i) =>
        ({ x: shortWay(lon - lonE7), y: ring.latE7[i] - latE7, node: ring.node[i] }) as Vertex,
    );
    vertices.forEach((vertex, i) => (vertex.after = vertices[(i + 1) % vertices.length]));
    return vertices;
  });
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of flat.flat()) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  return { lonE7, latE7, rings: flat, box: [west, south, east, north] };
}
