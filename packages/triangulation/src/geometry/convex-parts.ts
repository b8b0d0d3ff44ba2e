import { orient2d } from 'robust-predicates';

/** Points by number: x and y. */
export interface Points {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

/** Above 0 if a, b, c turn left (y up), 0 exactly if they lie on a line. */
export const turnOf = ({ x, y }: Points, a: number, b: number, c: number): number =>
  -orient2d(x[a], y[a], x[b], y[b], x[c], y[c]);

/** Whether the ring lies on one line. */
export function isFlat(points: Points, ring: readonly number[]): boolean {
  const other = ring.find(
    (v) => points.x[v] !== points.x[ring[0]] || points.y[v] !== points.y[ring[0]],
  );
  return other === undefined || ring.every((v) => turnOf(points, ring[0], other, v) === 0);
}

/** Twice the area, above 0 for a ring that turns left. */
export function areaOf({ x, y }: Points, ring: readonly number[]): number {
  let area = 0;
  const [ox, oy] = [x[ring[0]], y[ring[0]]];
  for (let i = 0; i < ring.length; i++) {
    const [a, b] = [ring[i], ring[(i + 1) % ring.length]];
    area += (x[a] - ox) * (y[b] - oy) - (x[b] - ox) * (y[a] - oy);
  }
  return area;
}

/** Whether a ring in left turns is convex; corners of 180 degrees are allowed. Exact. */
export function isConvex(points: Points, ring: readonly number[]): boolean {
  const { x, y } = points;
  const n = ring.length;
  let turns = 0;
  let wasRising = isRising(ring[n - 1], ring[0]);
  for (let i = 0; i < n; i++) {
    const [a, b, c] = [ring[i], ring[(i + 1) % n], ring[(i + 2) % n]];
    if (turnOf(points, a, b, c) < 0) return false;
    const rising = isRising(a, b);
    if (rising !== wasRising) turns++;
    wasRising = rising;
  }
  // by x, then y: a ring that goes around once changes between rising and falling twice
  return turns === 2;

  function isRising(a: number, b: number): boolean {
    return x[b] > x[a] || (x[b] === x[a] && y[b] > y[a]);
  }
}

/**
 * Triangulates a ring in left turns by cutting off ears (Meisters 1975); exact. Undefined for a
 * ring that crosses itself. Rings that run along a slit to a hole and back are allowed.
 */
export function cutEars(points: Points, given: readonly number[]): number[][] | undefined {
  const { x, y } = points;
  const ring = [...given];
  const triangles: number[][] = [];
  const isEqual = (p: number, q: number): boolean => x[p] === x[q] && y[p] === y[q];
  const isEar = (i: number): boolean => {
    const n = ring.length;
    const [a, b, c] = [ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]];
    if (turnOf(points, a, b, c) <= 0) return false;
    return ring.every(
      (p) =>
        isEqual(p, a) ||
        isEqual(p, b) ||
        isEqual(p, c) ||
        turnOf(points, a, b, p) < 0 ||
        turnOf(points, b, c, p) < 0 ||
        turnOf(points, c, a, p) < 0,
    );
  };
  while (ring.length > 3) {
    const n = ring.length;
    // a slit without area is dropped
    const slit = ring.findIndex(
      (v, i) => isEqual(v, ring[(i + 1) % n]) || isEqual(v, ring[(i + 2) % n]),
    );
    let i = 0;
    while (i < n && !isEar(i)) i++;
    if (i < n) triangles.push([ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]]);
    else if (slit >= 0) i = (slit + 1) % n;
    else return undefined;
    ring.splice(i, 1);
  }
  const [a, b, c] = ring as [number, number, number];
  const side = turnOf(points, a, b, c);
  if (side > 0) triangles.push([a, b, c]);
  return side < 0 ? undefined : triangles;
}
