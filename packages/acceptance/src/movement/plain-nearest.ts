// The nearest place that an agent may enter, and what it reaches from there, by a look at all sides
// and borders: the place lies on one of them, or where two of them meet.
import {
  areaAt,
  costAlong,
  isFree,
  isOpenAt,
  isSeen,
  type PlainWorld,
  type Ring,
} from './plain-world.ts';

type Point = readonly [x: number, y: number];
type Segment = readonly [ax: number, ay: number, bx: number, by: number];

export interface PlainLink {
  readonly from: Point;
  readonly to: Point;
  readonly twoWay: boolean;
}

/** A place this near to a segment lies on it. Surroundings of places are tried this far away. */
const ON = 1e-9;
const BESIDE = 1e-6;
/** Walks of at most this through closed areas are rounding. */
const SHORT = 1e-8;

export interface PlainNearest {
  /** Whether an agent may be at a place: on the mesh, with open ground beside it. */
  isPlace(x: number, y: number): boolean;
  /** How far the nearest place is; Infinity without one. */
  distance(x: number, y: number): number;
  /** How far the nearest place is that is reached from another one, by links too. */
  reachedDistance(x: number, y: number, from: Point): number;
}

export function plainNearest(world: PlainWorld, links: readonly PlainLink[]): PlainNearest {
  const box = [0, 0, world.side, 0, world.side, world.side, 0, world.side];
  const rings = [box, ...world.obstacles, ...world.areas.map(({ polygon }) => polygon)];
  const segments = rings.flatMap(sidesOf);
  const near = nearWorlds(world);
  const isPlace = (x: number, y: number): boolean => isOpenBeside(near, segments, x, y);
  const corners = meetings(segments).filter(([x, y]) => isPlace(x, y));
  const isWalked = (a: Point, b: Point): boolean => {
    const there = near(a, b);
    return isSeen(there, ...a, ...b) && costAlong(there, [...a, ...b], SHORT) < Infinity;
  };
  /**
   * Computed when first asked for: the part of each corner, and the parts that both ends of each
   * open link belong to.
   */
  let parts: number[] | undefined;
  let arcs: (readonly [from: Set<number>, to: Set<number>])[] | undefined;
  const partsOf = (p: Point): Set<number> => {
    parts ??= joinCorners(corners, isWalked);
    const found = new Set<number>();
    for (const i of nearestFirst(corners, p))
      if (!found.has(parts[i]) && isWalked(p, corners[i])) found.add(parts[i]);
    return found;
  };

  /** The parts that are reached from a place. */
  function reachedFrom(from: Point): Set<number> {
    const reached = partsOf(from);
    arcs ??= links.flatMap(({ from: a, to: b, twoWay }) => {
      if (!isPlace(...a) || !isPlace(...b)) return [];
      const [start, end] = [partsOf(a), partsOf(b)];
      const there = [start, end] as const;
      return twoWay ? [there, [end, start] as const] : [there];
    });
    for (let size = -1; size < reached.size;) {
      size = reached.size;
      for (const [start, end] of arcs)
        if ([...start].some((part) => reached.has(part))) for (const part of end) reached.add(part);
    }
    return reached;
  }

  /**
   * The distance to the nearest place that `isWanted` accepts; Infinity without one. `corner`: the
   * number of the corner that is tried, -1 for other places.
   */
  function least(x: number, y: number, isWanted: (p: Point, corner: number) => boolean): number {
    const away = ([px, py]: Point): number => Math.hypot(px - x, py - y);
    if (isPlace(x, y) && isWanted([x, y], -1)) return 0;
    const tried = [
      ...segments.map((s) => ({ p: nearestOn(s, x, y), corner: -1 })),
      ...corners.map((p, corner) => ({ p, corner })),
    ].map((one) => ({ ...one, far: away(one.p) }));
    tried.sort((a, b) => a.far - b.far);
    const isRight = ({ p, corner }: (typeof tried)[number]): boolean =>
      (corner >= 0 || isPlace(...p)) && isWanted(p, corner);
    return tried.find(isRight)?.far ?? Infinity;
  }

  return {
    isPlace,
    distance: (x, y) => least(x, y, () => true),
    reachedDistance(x, y, from) {
      const reached = reachedFrom(from);
      return least(x, y, (p, corner) => {
        if (corner >= 0) return reached.has(parts![corner]);
        if (isWalked(from, p)) return true;
        const order = nearestFirst(corners, p);
        return order.some((i) => reached.has(parts![i]) && isWalked(p, corners[i]));
      });
    },
  };
}

/** A function that leaves out obstacles and areas whose boxes are far from that of two places. */
function nearWorlds(world: PlainWorld): (a: Point, b: Point) => PlainWorld {
  const boxed = <Item>(items: readonly Item[], ringOf: (item: Item) => Ring) =>
    items.map((item) => {
      const [x, y] = [0, 1].map((k) => ringOf(item).filter((_, i) => i % 2 === k));
      return { item, box: [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)] };
    });
  const obstacles = boxed(world.obstacles, (ring) => ring);
  const areas = boxed(world.areas, ({ polygon }) => polygon);
  return ([ax, ay], [bx, by]) => {
    const [left, right] = [Math.min(ax, bx) - 0.01, Math.max(ax, bx) + 0.01];
    const [low, high] = [Math.min(ay, by) - 0.01, Math.max(ay, by) + 0.01];
    const isNear = ({ box: [x0, y0, x1, y1] }: { readonly box: readonly number[] }): boolean =>
      x0 <= right && x1 >= left && y0 <= high && y1 >= low;
    return {
      ...world,
      obstacles: obstacles.filter(isNear).map(({ item }) => item),
      areas: areas.filter(isNear).map(({ item }) => item),
    };
  };
}

function sidesOf(ring: Ring): Segment[] {
  return Array.from({ length: ring.length / 2 }, (_, i) => {
    const k = (i + 1) % (ring.length / 2);
    return [ring[2 * i], ring[2 * i + 1], ring[2 * k], ring[2 * k + 1]];
  });
}

/** The numbers of places, the nearest one first. */
function nearestFirst(places: readonly Point[], [x, y]: Point): number[] {
  const away = Float64Array.from(places, ([px, py]) => Math.hypot(px - x, py - y));
  return Array.from(places.keys()).sort((a, b) => away[a] - away[b]);
}

function nearestOn([ax, ay, bx, by]: Segment, x: number, y: number): Point {
  const [dx, dy] = [bx - ax, by - ay];
  const t = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
  if (t <= 0) return [ax, ay];
  return t >= 1 ? [bx, by] : [ax + t * dx, ay + t * dy];
}

/** The ends of segments, and where two of them cross. */
function meetings(segments: readonly Segment[]): Point[] {
  const found: Point[] = [];
  for (const [i, [ax, ay, bx, by]] of segments.entries()) {
    found.push([ax, ay]);
    for (const [cx, cy, dx, dy] of segments.slice(0, i)) {
      if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) continue;
      const turn = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
      if (turn === 0) continue;
      const t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / turn;
      const u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / turn;
      if (t < 0 || t > 1 || u < 0 || u > 1) continue;
      found.push([ax + t * (bx - ax), ay + t * (by - ay)]);
    }
  }
  return found;
}

/**
 * Whether a place is on the mesh, and ground beside it outside obstacles and closed areas. The
 * segments through the place divide its surroundings into sectors; one point of each is tried.
 */
function isOpenBeside(
  near: (a: Point, b: Point) => PlainWorld,
  all: readonly Segment[],
  x: number,
  y: number,
): boolean {
  const world = near([x, y], [x, y]);
  // where a border meets the box, rounding may put the place outside
  const inBox = (c: number): number =>
    Math.abs(c) < ON ? 0 : Math.abs(c - world.side) < ON ? world.side : c;
  if (!isFree(world, inBox(x), inBox(y))) return false;
  const angles: number[] = [];
  for (const s of all) {
    const [px, py] = nearestOn(s, x, y);
    if (Math.abs(px - x) > ON || Math.abs(py - y) > ON) continue;
    const angle = Math.atan2(s[3] - s[1], s[2] - s[0]);
    angles.push(angle, angle > 0 ? angle - Math.PI : angle + Math.PI);
  }
  if (angles.length === 0) angles.push(0, Math.PI);
  angles.sort((a, b) => a - b);
  return angles.some((angle, i) => {
    const next = i + 1 < angles.length ? angles[i + 1] : angles[0] + 2 * Math.PI;
    if (next - angle < 1e-9) return false;
    const middle = (angle + next) / 2;
    const [px, py] = [x + BESIDE * Math.cos(middle), y + BESIDE * Math.sin(middle)];
    return isOpenAt(world, px, py) && world.costs[areaAt(world, px, py, 0)] < Infinity;
  });
}

/** Per corner the number of its part: corners are in one where straight walks join them. */
function joinCorners(
  corners: readonly Point[],
  isWalked: (a: Point, b: Point) => boolean,
): number[] {
  const part = corners.map((_, i) => i);
  for (let i = 0; i < corners.length; i++)
    for (const k of nearestFirst(corners, corners[i])) {
      if (part[i] === part[k] || !isWalked(corners[i], corners[k])) continue;
      const [old, now] = [part[i], part[k]];
      for (let c = 0; c < part.length; c++) if (part[c] === old) part[c] = now;
    }
  return part;
}
