// Finds the roads near a place by a grid of square cells, each with a list of the segments in it.
// candidates.ts asks it for every point of a trace.
import { E7_TO_RADIANS, measureOf, METRES_PER_E7, ROUND_E7, shortWay } from '../bearing.ts';
import type { PlaceOnRoad } from '../route/shape.ts';
import type { RoutingNetwork } from '../types.ts';

/** The roads near a place, in no order; the next call of `near` overwrites them. */
export interface NearRoads {
  readonly count: number;
  readonly road: Uint32Array;
  /** Metres from the place to the road. */
  readonly distance: Float64Array;
  /** The first point of the nearest segment; the share of the road before its nearest place. */
  readonly point: Uint32Array;
  readonly share: Float64Array;
}

/** An index of road segments by place. */
export interface Segments {
  /**
   * The MOST_ROADS nearest roads within `radius` metres of a place in degrees. Beyond MOST_FOUND
   * roads within the radius, some of them are not looked at.
   */
  near(lon: number, lat: number, radius: number): NearRoads;
  /** The place at a share of a road. */
  placeAt(road: number, share: number): PlaceOnRoad;
}

/** Metres on a side of a cell. Larger maps get larger cells, at most MOST_CELLS of them. */
const SIDE = 60;
const MOST_CELLS = 2 ** 22;
/** The most roads that `near` returns. A place in a dense town has 20 within 60 m. */
const MOST_ROADS = 64;
/** The most roads that `near` compares; bounds the memory. */
const MOST_FOUND = 1024;

export function createSegments({ network }: RoutingNetwork): Segments {
  const { roads } = network;
  const { lonE7, latE7, firstPoint } = roads;
  const grid = createGrid(network);
  /** Per segment: the last search that saw it; a segment lies in several cells. */
  const seen = new Uint32Array(lonE7.length);
  let generation = 0;
  const nearest = createNearest(network);
  const { before } = nearest;

  return {
    near(lon, lat, radius) {
      const [lon0, lat0] = [lon * 1e7, lat * 1e7];
      const north = METRES_PER_E7;
      const east = METRES_PER_E7 * Math.max(0.01, Math.cos(lat0 * E7_TO_RADIANS));
      const most = radius * radius;
      generation++;
      nearest.clear();
      const offer = (p: number): void => {
        if (seen[p] === generation) return;
        seen[p] = generation;
        const ax = shortWay(lonE7[p] - lon0) * east;
        const ay = (latE7[p] - lat0) * north;
        const dx = shortWay(lonE7[p + 1] - lonE7[p]) * east;
        const dy = (latE7[p + 1] - latE7[p]) * north;
        const square = dx * dx + dy * dy;
        const t = square > 0 ? Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square)) : 0;
        const [ex, ey] = [ax + t * dx, ay + t * dy];
        const squared = ex * ex + ey * ey;
        if (squared <= most) nearest.offer(p, squared, t);
      };
      const [low, high] = [grid.row(lat0 - radius / north), grid.row(lat0 + radius / north)];
      for (const [left, right] of grid.columnsNear(lon0, radius / east)) {
        for (let y = low; y <= high; y++) {
          const end = grid.first[y * grid.columns + right + 1];
          for (let k = grid.first[y * grid.columns + left]; k < end; k++) offer(grid.points[k]);
        }
      }
      return nearest.keep();
    },
    placeAt(r, part) {
      const last = firstPoint[r + 1] - 1;
      const at = part * before[last];
      let p = firstPoint[r];
      while (p + 1 < last && before[p + 1] < at) p++;
      const length = before[p + 1] - before[p];
      const t = length > 0 ? Math.min(1, (at - before[p]) / length) : 0;
      return {
        point: p,
        lonE7: shortWay(Math.round(lonE7[p] + t * shortWay(lonE7[p + 1] - lonE7[p]))),
        latE7: Math.round(latE7[p] + t * (latE7[p + 1] - latE7[p])),
      };
    },
  };
}

/** Collects the nearest place of each road. */
interface Nearest {
  /** Metres along its road before each point. */
  readonly before: Float64Array;
  clear(): void;
  /** Offers a place: at a share of the segment that begins at `point`, at a squared distance. */
  offer(point: number, squared: number, share: number): void;
  /** Keeps the MOST_ROADS nearest roads, with shares of roads and distances in metres. */
  keep(): NearRoads;
}

function createNearest(network: RoutingNetwork['network']): Nearest {
  const { firstPoint, count: roadCount } = network.roads;
  const { before, roadOfPoint } = measure(network);
  const slotOf = new Int32Array(roadCount).fill(-1);
  const road = new Uint32Array(MOST_FOUND);
  const distance = new Float64Array(MOST_FOUND);
  const point = new Uint32Array(MOST_FOUND);
  const share = new Float64Array(MOST_FOUND);
  const found = { count: 0, road, distance, point, share };

  return {
    before,
    clear() {
      for (let i = 0; i < found.count; i++) slotOf[road[i]] = -1;
      found.count = 0;
    },
    offer(p, squared, t) {
      const r = roadOfPoint[p];
      if (slotOf[r] < 0) {
        if (found.count === MOST_FOUND) return;
        slotOf[r] = found.count++;
        road[slotOf[r]] = r;
        distance[slotOf[r]] = Infinity;
      }
      const slot = slotOf[r];
      if (squared >= distance[slot]) return;
      distance[slot] = squared;
      point[slot] = p;
      share[slot] = t;
    },
    keep() {
      for (let i = 0; i < found.count; i++) {
        const [r, p] = [road[i], point[i]];
        const all = before[firstPoint[r + 1] - 1];
        const at = before[p] + share[i] * (before[p + 1] - before[p]);
        share[i] = all > 0 ? Math.min(1, at / all) : 0;
        distance[i] = Math.sqrt(distance[i]);
        slotOf[r] = -1;
      }
      if (found.count <= MOST_ROADS) return found;
      const order = Array.from({ length: found.count }, (_, i) => i);
      order.sort((a, b) => distance[a] - distance[b] || road[a] - road[b]);
      for (const column of [road, distance, point, share]) {
        column.set(order.slice(0, MOST_ROADS).map((i) => column[i]));
      }
      found.count = MOST_ROADS;
      return found;
    },
  };
}

/** Metres along its road before each point, and the road of each point. */
function measure(network: RoutingNetwork['network']): {
  before: Float64Array;
  roadOfPoint: Uint32Array;
} {
  const { roads } = network;
  const metres = measureOf(network);
  const { lonE7, latE7, firstPoint, count } = roads;
  const before = new Float64Array(lonE7.length);
  const roadOfPoint = new Uint32Array(lonE7.length);
  for (let r = 0; r < count; r++) {
    roadOfPoint.fill(r, firstPoint[r], firstPoint[r + 1]);
    for (let p = firstPoint[r] + 1; p < firstPoint[r + 1]; p++) {
      before[p] = before[p - 1] + metres(lonE7[p - 1], latE7[p - 1], lonE7[p], latE7[p]);
    }
  }
  return { before, roadOfPoint };
}

/** Cells in rows from south to north, each with the first points of the segments that cross it. */
interface Grid {
  readonly columns: number;
  /** The segments of cell c are `points[first[c]]` to `points[first[c + 1] - 1]`. */
  readonly first: Uint32Array;
  readonly points: Uint32Array;
  /**
   * The first and the last column of each range of columns within `half` of a longitude, in units
   * of 1e-7 degrees. There are several ranges near 180 degrees, and none outside the grid.
   */
  columnsNear(lon: number, half: number): [first: number, last: number][];
  /** The row of a latitude in units of 1e-7 degrees; outside the grid, the row at its border. */
  row(lat: number): number;
}

function createGrid({ roads, centre }: RoutingNetwork['network']): Grid {
  const { lonE7, latE7, firstPoint, count } = roads;
  const least = (list: Int32Array): number => list.reduce((a, b) => Math.min(a, b), list[0] ?? 0);
  const most = (list: Int32Array): number => list.reduce((a, b) => Math.max(a, b), list[0] ?? 0);
  let [west, east] = [least(lonE7), most(lonE7)];
  // a map of more than 180 degrees may lie across 180 degrees, where segments leave [west, east]
  if (east - west > ROUND_E7 / 2) [west, east] = [-ROUND_E7 / 2, ROUND_E7 / 2];
  const [south, north] = [least(latE7), most(latE7)];
  const stretch = Math.max(0.01, Math.cos((centre[1] * Math.PI) / 180));
  let height = SIDE / METRES_PER_E7;
  const sizeOf = (length: number, side: number): number => Math.floor(length / side) + 1;
  const cellsOf = (side: number): number =>
    sizeOf(east - west, side / stretch) * sizeOf(north - south, side);
  while (cellsOf(height) > MOST_CELLS) height *= 1.25;
  const width = height / stretch;
  const [columns, rows] = [sizeOf(east - west, width), sizeOf(north - south, height)];
  const column = (lon: number): number =>
    Math.min(columns - 1, Math.max(0, Math.floor((lon - west) / width)));
  const row = (lat: number): number =>
    Math.min(rows - 1, Math.max(0, Math.floor((lat - south) / height)));

  /**
   * Visits the cells that a segment crosses, row by row; parts outside the grid get cells at its
   * border.
   */
  const walk = (lon: number, p: number, visit: (cell: number) => void): void => {
    const dx = shortWay(lonE7[p + 1] - lonE7[p]);
    const dy = latE7[p + 1] - latE7[p];
    const [lonA, latA, latB] =
      dy >= 0 ? [lon, latE7[p], latE7[p + 1]] : [lon + dx, latE7[p + 1], latE7[p]];
    const slope = dx / (dy || 1);
    const last = row(latB);
    for (let y = row(latA); y <= last; y++) {
      const from = Math.max(latA, south + y * height);
      const to = Math.min(latB, south + (y + 1) * height);
      const x0 = dy === 0 ? lon : lonA + (from - latA) * slope;
      const x1 = dy === 0 ? lon + dx : lonA + (to - latA) * slope;
      const end = column(Math.max(x0, x1));
      for (let x = column(Math.min(x0, x1)); x <= end; x++) visit(y * columns + x);
    }
  };
  const eachSegment = (visit: (cell: number, p: number) => void): void => {
    for (let r = 0; r < count; r++) {
      for (let p = firstPoint[r]; p < firstPoint[r + 1] - 1; p++) {
        walk(lonE7[p], p, (cell) => visit(cell, p));
        // a segment across 180 degrees also lies at the other border
        const other = lonE7[p + 1] - shortWay(lonE7[p + 1] - lonE7[p]);
        if (other !== lonE7[p]) walk(other, p, (cell) => visit(cell, p));
      }
    }
  };
  const first = new Uint32Array(columns * rows + 2);
  eachSegment((cell) => first[cell + 2]++);
  for (let i = 2; i < first.length; i++) first[i] += first[i - 1];
  const points = new Uint32Array(first[first.length - 1]);
  eachSegment((cell, p) => (points[first[cell + 1]++] = p));
  const columnsNear: Grid['columnsNear'] = (lon, half) =>
    [-ROUND_E7, 0, ROUND_E7].flatMap((turn): [number, number][] => {
      const [from, to] = [lon + turn - half, lon + turn + half];
      return to < west || from > east ? [] : [[column(from), column(to)]];
    });
  return { columns, first, points, columnsNear, row };
}
