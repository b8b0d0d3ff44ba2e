// Lines across open ground: the reduced visibility graph of an area (Lozano-Pérez and Wesley,
// 1979). A shortest path bends only at reflex corners, and each of its lines is tangent to the
// outline there. So lines join entries and reflex corners only. Called by open-areas.ts while a
// source is read; ground.ts asks `sees` for places on the ground.
import { shortWay } from './projection.ts';

/** A corner of an area. */
export interface Corner {
  /** The number of the node in the way list. */
  readonly member: number;
  readonly lonE7: number;
  readonly latE7: number;
  /** Another way or area uses the node, and no barrier is on it: paths enter the ground here. */
  readonly isEntry: boolean;
  /** An entry or a reflex corner, where lines may end: set by `linesAcross`. */
  isEnd?: boolean;
}

/** An area with its outline and its holes; corners are nodes of the way list. */
export interface MeshedArea {
  /** Metres per second of a walk between a corner and any place inside the ground. */
  readonly speed: number;
  readonly rings: readonly (readonly Corner[])[];
}

/** A corner on a plane, with its neighbours on its ring. */
interface Vertex {
  readonly corner: Corner;
  readonly x: number;
  readonly y: number;
  before: Vertex;
  after: Vertex;
}

type Place = Pick<Vertex, 'x' | 'y'>;
/** A corner and the next one. */
type Side = Place & { readonly after: Place };

/**
 * Most corners of an area at which lines end, and most tests of a corner or a line against a side.
 * The tests of an area then take 1 s at most.
 */
export const MOST_ENDS = 400;
const MOST_TESTS = 2e8;
/**
 * Most units of 1e-7 degrees from the first corner, in longitude and in latitude: 3.3 degrees. Two
 * corners are then at most 2^26 units apart, and `turnOf` is exact.
 */
const MOST_EXTENT = 2 ** 25;

/**
 * The lines across an area, each by the nodes of the way list at its ends. Undefined for an area
 * with fewer than two entries or beyond the bounds above. Else sets `isEnd` of entries and reflex
 * corners. `spend` gets the number of tests of a corner or a line against a side, before they are
 * made, and may throw.
 */
export function linesAcross(
  rings: readonly (readonly Corner[])[],
  spend: (tests: number) => void,
): [number, number][] | undefined {
  const flat = flatRings(rings);
  const all = flat.flat();
  if (all.filter(({ corner }) => corner.isEntry).length < 2) return undefined;
  if (all.some(({ x, y }) => Math.abs(x) > MOST_EXTENT || Math.abs(y) > MOST_EXTENT)) {
    return undefined;
  }
  if (all.length ** 2 > MOST_TESTS) return undefined;
  spend(all.length ** 2);
  const ends = all.filter((vertex) => vertex.corner.isEntry || isReflex(vertex, flat));
  const tests = (ends.length * ends.length * all.length) / 2;
  if (ends.length > MOST_ENDS || tests > MOST_TESTS) return undefined;
  spend(tests);
  const lines: [number, number][] = [];
  const isEnd = new Set<Place>(ends);
  ends.forEach((a, i) => {
    for (let j = 0; j < i; j++) {
      const b = ends[j];
      if (!isTouching(a, b) || !isTouching(b, a) || !sees(a, b, flat, isEnd)) continue;
      lines.push([a.corner.member, b.corner.member]);
    }
  });
  for (const { corner } of ends) corner.isEnd = true;
  return lines;
}

function flatRings(rings: readonly (readonly Corner[])[]): Vertex[][] {
  const { lonE7: lon0, latE7: lat0 } = rings[0][0];
  return rings.map((ring) => {
    const vertices = ring.map((corner): Vertex => {
      return { corner, x: shortWay(corner.lonE7 - lon0), y: corner.latE7 - lat0 } as Vertex;
    });
    vertices.forEach((vertex, i) => {
      vertex.before = vertices[(i || vertices.length) - 1];
      vertex.after = vertices[(i + 1) % vertices.length];
    });
    return vertices;
  });
}

/**
 * Above 0: c lies to the left of the line from a to b. Exact if the coordinates are whole numbers
 * that differ by at most 2^26: the products are at most 2^52.
 */
const turnOf = (a: Place, b: Place, c: Place): number =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Whether a corner is reflex: the ground takes up more than 180 degrees around it. */
function isReflex(vertex: Vertex, rings: readonly (readonly Vertex[])[]): boolean {
  const turn = turnOf(vertex.before, vertex, vertex.after);
  if (turn === 0) return false;
  // rings may run in either direction, so the ground may lie to the left or to the right
  const left = isGroundToTheLeft(vertex, rings);
  return turn > 0 !== left;
}

/**
 * Whether the ground lies to the left of the side that begins at `from`: whether a place about 1 mm
 * to the left of the middle of the side is inside. Wrong only if another side lies between, where
 * the area or a hole is narrower than that.
 */
function isGroundToTheLeft(from: Vertex, rings: readonly (readonly Vertex[])[]): boolean {
  const { x, y, after } = from;
  const [dx, dy] = [after.x - x, after.y - y];
  const length = Math.hypot(dx, dy);
  // a tenth of a unit of the map
  const beside = {
    x: (x + after.x) / 2 - (dy / length) * 0.1,
    y: (y + after.y) / 2 + (dx / length) * 0.1,
  };
  return isInside(beside, rings);
}

/**
 * Whether a line from another place is tangent to the outline at a corner: both sides of the corner
 * lie on one side of the line. At an entry any line may end.
 */
function isTouching(corner: Vertex, from: Place): boolean {
  if (corner.corner.isEntry) return true;
  const [a, b] = [turnOf(from, corner, corner.before), turnOf(from, corner, corner.after)];
  return (a >= 0 && b >= 0) || (a <= 0 && b <= 0);
}

/**
 * Whether the straight line between two places stays on the ground, its outline included. With
 * `ends`, the answer is no if the line passes over a third end: the two lines to it replace it.
 */
export function sees(
  a: Place,
  b: Place,
  rings: readonly (readonly Side[])[],
  ends?: ReadonlySet<Place>,
): boolean {
  if (a.x === b.x && a.y === b.y) return true;
  const square = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
  /** Shares of the line at corners that lie on it. */
  const cuts: number[] = [];
  for (const ring of rings) {
    for (const vertex of ring) {
      const { after } = vertex;
      const [c, d] = [turnOf(a, b, vertex), turnOf(a, b, after)];
      if (c === 0) {
        const t = ((vertex.x - a.x) * (b.x - a.x) + (vertex.y - a.y) * (b.y - a.y)) / square;
        if (t > 0 && t < 1) {
          if (ends?.has(vertex)) return false;
          cuts.push(t);
        }
        continue;
      }
      if (d === 0 || c > 0 === d > 0) continue;
      const [e, f] = [turnOf(vertex, after, a), turnOf(vertex, after, b)];
      if (e !== 0 && f !== 0 && e > 0 !== f > 0) return false;
    }
  }
  // The line crosses no side. So each part of it between two corners that it touches lies inside,
  // outside or along the outline as a whole, and a test of the middle of the part decides.
  cuts.sort((one, other) => one - other);
  let from = 0;
  for (const to of [...cuts, 1]) {
    const t = (from + to) / 2;
    from = to;
    const middle = { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
    if (!isInside(middle, rings) && !isOnOutline(middle, rings)) return false;
  }
  return true;
}

/** Whether a ray to the east crosses the rings an odd number of times. */
export function isInside({ x, y }: Place, rings: readonly (readonly Side[])[]): boolean {
  let inside = false;
  for (const ring of rings) {
    for (const { x: x0, y: y0, after } of ring) {
      if (y0 > y === after.y > y) continue;
      if (x < x0 + ((y - y0) * (after.x - x0)) / (after.y - y0)) inside = !inside;
    }
  }
  return inside;
}

/** Units of 1e-7 degrees, 0.1 mm: a place that lies on a side may miss it by rounding. */
const NEAR = 0.01;

/** Whether a place lies on a side. */
export function isOnOutline(place: Place, rings: readonly (readonly Side[])[]): boolean {
  for (const ring of rings) {
    for (const from of ring) {
      const [dx, dy] = [from.after.x - from.x, from.after.y - from.y];
      const [px, py] = [place.x - from.x, place.y - from.y];
      const square = dx * dx + dy * dy;
      const t = square > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / square)) : 0;
      if (Math.hypot(px - t * dx, py - t * dy) <= NEAR) return true;
    }
  }
  return false;
}
