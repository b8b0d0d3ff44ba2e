// Random towns as OpenStreetMap XML, and what tests ask of them.
import { random } from '@wayfield/graph/generators';
import { type OsmOptions, readOsm } from '@wayfield/osm';
import { cutRoads, type CutRoads } from '@wayfield/testing';
import {
  buildRouting,
  createRoadIndex,
  type Metric,
  type RoadPoint,
  type RoutingNetwork,
} from '../src/index.ts';

/** What a town has besides streets. */
export interface TownOptions {
  readonly width?: number;
  readonly height?: number;
  /** Share of streets that are one-way. */
  readonly oneway?: number;
  readonly restrictions?: number;
}

const STEP = 0.002;
const LON = 13.4;
const LAT = 52.5;

/** Streets on a bent grid with gaps, shape points, speeds, and turn restrictions over one way. */
export function townXml(seed: number, options: TownOptions = {}): string {
  const { width = 6, height = 5, oneway = 0.25, restrictions = 25 } = options;
  const next = random(seed);
  const below = (n: number): number => Math.floor(next() * n);
  const lines: string[] = [];
  const places: [number, number][] = [];
  const addNode = (lon: number, lat: number): number => {
    places.push([lon, lat]);
    lines.push(`<node id="${places.length}" lon="${lon.toFixed(7)}" lat="${lat.toFixed(7)}"/>`);
    return places.length;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      addNode(LON + STEP * (x + 0.4 * next()), LAT + STEP * (y + 0.4 * next()));
    }
  }
  const ways: { id: number; refs: number[]; xml: string }[] = [];
  const kinds = ['residential', 'secondary', 'tertiary', 'living_street'];
  const addStreet = (u: number, v: number): void => {
    if (next() < 0.12) return;
    const refs = [u];
    const [[ax, ay], [bx, by]] = [places[u - 1], places[v - 1]];
    const count = below(4);
    for (let i = 1; i <= count; i++) {
      const t = i / (count + 1);
      const bend = 0.1 * STEP * (next() - 0.5);
      refs.push(addNode(ax + t * (bx - ax) + bend, ay + t * (by - ay) - bend));
    }
    refs.push(v);
    if (next() < 0.5) refs.reverse();
    const tags = [`<tag k="highway" v="${kinds[below(kinds.length)]}"/>`];
    if (next() < 0.8) tags.push(`<tag k="name" v="Street ${below(12)}"/>`);
    if (next() < oneway) tags.push('<tag k="oneway" v="yes"/>');
    const id = 1000 + ways.length;
    const nds = refs.map((ref) => `<nd ref="${ref}"/>`).join('');
    ways.push({ id, refs, xml: `<way id="${id}">${nds}${tags.join('')}</way>` });
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = 1 + y * width + x;
      if (x + 1 < width) addStreet(u, u + 1);
      if (y + 1 < height) addStreet(u, u + width);
    }
  }
  const relations: string[] = [];
  const ends = ({ refs }: { refs: number[] }): number[] => [refs[0], refs[refs.length - 1]];
  for (let i = 0; i < restrictions; i++) {
    const from = ways[below(ways.length)];
    const via = ends(from)[below(2)];
    const meeting = ways.filter((way) => ends(way).includes(via) && way !== from);
    if (meeting.length === 0) continue;
    const to = meeting[below(meeting.length)];
    const far = ends(to).find((id) => id !== via)!;
    const beyond = ways.filter((way) => ends(way).includes(far) && way !== to);
    const word = next() < 0.8 ? 'no_left_turn' : 'only_straight_on';
    const members =
      next() < 0.6 || beyond.length === 0
        ? `<member type="node" ref="${via}" role="via"/>` +
          `<member type="way" ref="${to.id}" role="to"/>`
        : `<member type="way" ref="${to.id}" role="via"/>` +
          `<member type="way" ref="${beyond[below(beyond.length)].id}" role="to"/>`;
    relations.push(
      `<relation id="${i + 1}"><member type="way" ref="${from.id}" role="from"/>${members}` +
        `<tag k="type" v="restriction"/><tag k="restriction" v="${word}"/></relation>`,
    );
  }
  const xml = [...lines, ...ways.map((way) => way.xml), ...relations].join('\n');
  return `<osm version="0.6">${xml}</osm>`;
}

/** A random town, ready for all services. */
export async function town(
  seed: number,
  {
    metric = 'seconds',
    ...options
  }: TownOptions & { readonly metric?: Metric } & Partial<OsmOptions> = {},
): Promise<RoutingNetwork> {
  const { width, height, oneway, restrictions, ...reading } = options;
  const streets = {
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(oneway !== undefined && { oneway }),
    ...(restrictions !== undefined && { restrictions }),
  };
  const bytes = new TextEncoder().encode(townXml(seed, streets));
  const network = await readOsm(bytes, { profile: 'car', weight: 'seconds', ...reading });
  return buildRouting(network, { metric });
}

/**
 * Random points: most anywhere, some at the ends of roads, some on the road of another point, some
 * with one direction of travel.
 */
export function randomPoints(routing: RoutingNetwork, count: number, seed: number): RoadPoint[] {
  const next = random(seed);
  const index = createRoadIndex(routing);
  const { roads } = routing.network;
  const points: RoadPoint[] = [];
  while (points.length < count) {
    const before = points[Math.floor(next() * points.length)];
    const road = next() < 0.2 && before ? before.road : Math.floor(next() * roads.count);
    const first = roads.firstPoint[road];
    const segments = roads.firstPoint[road + 1] - 1 - first;
    const p = first + Math.floor(next() * segments);
    const t = next() < 0.1 ? Math.round(next()) : next();
    const lon = (roads.lonE7[p] + t * (roads.lonE7[p + 1] - roads.lonE7[p])) / 1e7;
    const lat = (roads.latE7[p] + t * (roads.latE7[p + 1] - roads.latE7[p])) / 1e7;
    const found = index.snap(lon, lat, { filter: (r) => r === road });
    if (!found) continue;
    const turn = next();
    const directions = turn < 0.1 ? 'along' : turn < 0.2 ? 'against' : 'both';
    points.push({ ...found, directions });
  }
  return points;
}

/** The reference: Dijkstra's algorithm on the graph cut at the points. */
export function cut(
  routing: RoutingNetwork,
  points: readonly RoadPoint[],
  closed?: Uint8Array,
): CutRoads {
  const { graph, tail, tick, network } = routing;
  const { nodeCount, head, weight } = graph;
  const { roadOf, baseCount } = network;
  return cutRoads({ nodeCount, tail, head, weight, roadOf, baseCount, tick }, points, closed);
}

/** The ways in which a network can be read. */
export const READINGS = [
  {},
  { turnRestrictions: true },
  { uTurns: false },
  { turnRestrictions: true, uTurns: false },
] as const;
