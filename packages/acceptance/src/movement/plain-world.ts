// A box with convex obstacles and areas by the plainest means, in f64: every obstacle and every
// area is looked at in every question. Own code, which shares nothing with `@wayfield/navmesh`.

/** Corners as x, y, x, y, …, counterclockwise. */
export type Ring = readonly number[];

export interface PlainArea {
  readonly polygon: Ring;
  readonly area: number;
}

export interface PlainWorld {
  readonly side: number;
  /** Obstacles. Those of `randomWorld` do not overlap; judges may add others that do. */
  readonly obstacles: Ring[];
  /** Where areas overlap the later one counts. */
  readonly areas: readonly PlainArea[];
  /** The cost per length of the ground and of the areas. */
  readonly costs: readonly number[];
}

/**
 * Depths in obstacles up to this count as their border: ends of paths lie on it but for the
 * rounding of where lines cross.
 */
const DEPTH = 1e-7;

/**
 * A polygon of 3 to 6 corners on a circle around (cx, cy), its corners rounded to multiples of
 * `unit` where that is above 0; empty where rounding leaves no area.
 */
function convexRing(
  random: () => number,
  [cx, cy, reach]: readonly [number, number, number],
  unit: number,
): Ring {
  const corners = 3 + Math.floor(4 * random());
  const turned = 2 * Math.PI * random();
  const ring: number[] = [];
  for (let k = 0; k < corners; k++) {
    const angle = turned + (2 * Math.PI * k) / corners;
    ring.push(cx + reach * Math.cos(angle), cy + reach * Math.sin(angle));
  }
  return unit > 0 ? hullOf(ring.map((c) => Math.round(c / unit) * unit)) : ring;
}

/** Leaves out corners that rounding has put in line or onto each other. */
function hullOf(ring: Ring): Ring {
  const kept: number[] = [];
  const count = ring.length / 2;
  for (let i = 0; i < count; i++) {
    const [a, b, c] = [(i + count - 1) % count, i, (i + 1) % count];
    const [ux, uy] = [ring[2 * b] - ring[2 * a], ring[2 * b + 1] - ring[2 * a + 1]];
    const [vx, vy] = [ring[2 * c] - ring[2 * b], ring[2 * c + 1] - ring[2 * b + 1]];
    if (ux * vy - uy * vx > 0) kept.push(ring[2 * b], ring[2 * b + 1]);
  }
  return kept.length === ring.length ? kept : kept.length < 6 ? [] : hullOf(kept);
}

/** A box of 12 with an obstacle in most of nine fields; `unit` > 0 rounds all corners to it. */
export function randomWorld(random: () => number, unit: number): PlainWorld {
  const obstacles: Ring[] = [];
  for (let field = 0; field < 9; field++) {
    if (random() < 0.3) continue;
    const [cx, cy] = [2 + 4 * (field % 3), 2 + 4 * Math.floor(field / 3)];
    const ring = convexRing(random, [cx, cy, 0.4 + 1.4 * random()], unit);
    if (ring.length > 0) obstacles.push(ring);
  }
  const areas: PlainArea[] = [];
  for (let i = Math.floor(5 * random()); i > 0; i--) {
    const at = [12 * random(), 12 * random(), 1 + 3 * random()] as const;
    const polygon = convexRing(random, at, unit);
    if (polygon.length > 0) areas.push({ polygon, area: 1 + Math.floor(3 * random()) });
  }
  return { side: 12, obstacles, areas, costs: [1, 0.5, 3, 8] };
}

/** How deep a point lies inside a ring; below 0 outside. */
function depthIn(ring: Ring, x: number, y: number): number {
  let least = Infinity;
  for (let i = 0; i < ring.length; i += 2) {
    const k = (i + 2) % ring.length;
    const [dx, dy] = [ring[k] - ring[i], ring[k + 1] - ring[i + 1]];
    const depth = (dx * (y - ring[i + 1]) - dy * (x - ring[i])) / Math.hypot(dx, dy);
    least = Math.min(least, depth);
  }
  return least;
}

/** Whether a place is in the box and outside obstacles; their borders are free. */
export function isFree({ side, obstacles }: PlainWorld, x: number, y: number): boolean {
  if (!(x >= 0 && y >= 0 && x <= side && y <= side)) return false;
  return obstacles.every((ring) => depthIn(ring, x, y) <= DEPTH);
}

/** Whether a straight line keeps out of all obstacles; it may touch them. */
export function isSeen(
  { obstacles }: PlainWorld,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): boolean {
  return obstacles.every((ring) => {
    let [from, to] = [0, 1];
    for (let i = 0; i < ring.length; i += 2) {
      const k = (i + 2) % ring.length;
      const [dx, dy] = [ring[k] - ring[i], ring[k + 1] - ring[i + 1]];
      const length = Math.hypot(dx, dy);
      const a = (dx * (ay - ring[i + 1]) - dy * (ax - ring[i])) / length - DEPTH;
      const b = (dx * (by - ring[i + 1]) - dy * (bx - ring[i])) / length - DEPTH;
      if (a <= 0 && b <= 0) return true;
      if (a < 0) from = Math.max(from, a / (a - b));
      if (b < 0) to = Math.min(to, a / (a - b));
    }
    return to <= from;
  });
}

/** How far a free place is from the nearest wall; -Infinity in an obstacle and off the box. */
export function clearanceAt({ side, obstacles }: PlainWorld, x: number, y: number): number {
  let least = Math.min(x, y, side - x, side - y);
  for (const ring of obstacles)
    for (let i = 0; i < ring.length; i += 2) {
      const k = (i + 2) % ring.length;
      const [dx, dy] = [ring[k] - ring[i], ring[k + 1] - ring[i + 1]];
      const t = ((x - ring[i]) * dx + (y - ring[i + 1]) * dy) / (dx * dx + dy * dy);
      const share = Math.max(0, Math.min(1, t));
      const away = Math.hypot(ring[i] + share * dx - x, ring[i + 1] + share * dy - y);
      least = Math.min(least, away);
    }
  return isFree({ side, obstacles, areas: [], costs: [] }, x, y) ? least : -Infinity;
}

/** The number of the area at a place; -1 nearer than `margin` to the border of an area. */
export function areaAt({ areas }: PlainWorld, x: number, y: number, margin: number): number {
  let found = 0;
  let isUnsure = false;
  for (const { polygon, area } of areas) {
    const depth = depthIn(polygon, x, y);
    if (Math.abs(depth) < margin) isUnsure = true;
    if (depth > 0) found = area;
  }
  return isUnsure ? -1 : found;
}

/**
 * The integral of the cost along a straight line, piece by piece between all borders. Along a
 * border the cheaper side counts, unless an obstacle covers it. Pieces of at most `shortest` are
 * left out.
 */
export function costAlong(
  world: PlainWorld,
  [ax, ay, bx, by]: readonly [number, number, number, number],
  shortest = 0,
): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy);
  if (length === 0) return 0;
  const cuts = [0, 1];
  for (const { polygon } of world.areas)
    for (let i = 0; i < polygon.length; i += 2) {
      const k = (i + 2) % polygon.length;
      const [ex, ey] = [polygon[k] - polygon[i], polygon[k + 1] - polygon[i + 1]];
      const turn = dx * ey - dy * ex;
      for (const [px, py] of [
        [polygon[i], polygon[i + 1]],
        [polygon[k], polygon[k + 1]],
      ])
        cuts.push(((px - ax) * dx + (py - ay) * dy) / (length * length));
      if (turn !== 0) cuts.push(((polygon[i] - ax) * ey - (polygon[i + 1] - ay) * ex) / turn);
    }
  // an obstacle may cover a part of one side
  for (const ring of world.obstacles)
    for (let i = 0; i < ring.length; i += 2)
      cuts.push(((ring[i] - ax) * dx + (ring[i + 1] - ay) * dy) / (length * length));
  cuts.sort((a, b) => a - b);
  let sum = 0;
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [from, to] = [Math.max(0, cuts[i]), Math.min(1, cuts[i + 1])];
    if (!((to - from) * length > shortest)) continue;
    const [x, y] = [ax + ((from + to) / 2) * dx, ay + ((from + to) / 2) * dy];
    // a step to either side of the line, far below the size of any piece
    const [nx, ny] = [(-dy / length) * 1e-8, (dx / length) * 1e-8];
    const sides = [1, -1].map((hand) => {
      const [px, py] = [x + hand * nx, y + hand * ny];
      return { cost: world.costs[areaAt(world, px, py, 0)], isOpen: isOpenAt(world, px, py) };
    });
    const [cheap, dear] = sides.toSorted((a, b) => a.cost - b.cost);
    sum += (to - from) * length * (cheap.isOpen ? cheap.cost : dear.cost);
  }
  return sum;
}

/** Whether a place lies inside the box and outside all obstacles. */
export const isOpenAt = ({ side, obstacles }: PlainWorld, x: number, y: number): boolean =>
  x > 0 && y > 0 && x < side && y < side && obstacles.every((ring) => depthIn(ring, x, y) <= 0);

/** Shortest paths by a graph of all corners that see each other. */
export interface PlainPaths {
  /** The points of the shortest path as x, y; undefined without one. */
  path(sx: number, sy: number, tx: number, ty: number): [number, number][] | undefined;
}

export function plainPaths(world: PlainWorld): PlainPaths {
  const corners: [number, number][] = [];
  for (const ring of world.obstacles)
    for (let i = 0; i < ring.length; i += 2)
      if (isFree(world, ring[i], ring[i + 1])) corners.push([ring[i], ring[i + 1]]);
  const length = (a: readonly [number, number], b: readonly [number, number]): number =>
    isSeen(world, ...a, ...b) ? Math.hypot(a[0] - b[0], a[1] - b[1]) : Infinity;
  const between = corners.map((a) => corners.map((b) => length(a, b)));
  return {
    path(sx, sy, tx, ty) {
      const target: [number, number] = [tx, ty];
      const toTarget = corners.map((a) => length(a, target));
      const dist = corners.map((a) => length([sx, sy], a));
      const parent = corners.map(() => -1);
      const isDone = corners.map(() => false);
      let [best, last] = [length([sx, sy], target), -1];
      for (;;) {
        let next = -1;
        for (let i = 0; i < corners.length; i++)
          if (!isDone[i] && dist[i] < best && (next < 0 || dist[i] < dist[next])) next = i;
        if (next < 0) break;
        isDone[next] = true;
        if (dist[next] + toTarget[next] < best) [best, last] = [dist[next] + toTarget[next], next];
        for (let i = 0; i < corners.length; i++)
          if (dist[next] + between[next][i] < dist[i]) {
            dist[i] = dist[next] + between[next][i];
            parent[i] = next;
          }
      }
      if (best === Infinity) return undefined;
      const points: [number, number][] = [target];
      for (let i = last; i >= 0; i = parent[i]) points.push(corners[i]);
      points.push([sx, sy]);
      return points.reverse();
    },
  };
}

/** The length of a polyline. */
export function lengthOf(points: readonly (readonly [number, number])[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++)
    sum += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
  return sum;
}
