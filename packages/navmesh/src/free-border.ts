import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from './polygon-mesh.ts';
import { betweenSegments, toSegment } from './segment-distance.ts';

const triangleOf = (side: number): number => (side / 3) | 0;
const after = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);
const before = (side: number): number => (side % 3 === 0 ? side + 2 : side - 1);
const TURN = 2 * Math.PI;

/**
 * What the centre of a disc cannot pass by: a wall, as a side of a triangle without a neighbour, that has the border at the radius
 * to its left; or a vertex with what is free around it from one wall to the next, that has an arc.
 */
export type Feature = Wall | Corner;

interface Wall {
  readonly kind: 'wall';
  readonly side: number;
}

export interface Corner {
  readonly kind: 'corner';
  /** A side that starts there: the first of those to the left of a wall. */
  readonly side: number;
  /** From the direction of that side to the left, in radians. */
  readonly start: number;
  readonly sweep: number;
}

/** The border of the free space of a disc's centre, feature by feature. */
export interface FreeBorder {
  /** Begins for a disc: no nearer than `least`, the radius but for rounding, counts as clear. All features are to be given once more. */
  begin(radius: number, least: number): void;
  /** The features whose border can come into a triangle, but for those given before. */
  featuresNear(triangle: number): Feature[];
  /** Each vertex with what is free around it, from wall to wall. */
  corners(): Corner[];
  /** Where the circle around a corner is free: turned from its start, from and to. */
  freeOfCorner(corner: Corner): Ranges;
  /** Where a side that is no wall is free: from and to, by the distance from its start. */
  freeOfSide(side: number): Ranges;
  /** The triangles around a corner, from its side to the left as far as nothing is in between. */
  fan(side: number): number[];
  /** The distance of a point to a feature's border, were it free. */
  distance(feature: Feature, px: number, py: number): number;
  /** The nearest points to a point of all pieces of a feature's border that are free, x and y by turns. */
  nearest(feature: Feature, px: number, py: number): number[];
}

/** Ranges of a number, from to to, in any order. */
export type Ranges = [number, number][];
type IsNear = (ax: number, ay: number, bx: number, by: number) => boolean;

/**
 * The border of the free space of a disc's centre: the points at the radius from a wall or a vertex and no nearer to any other (the
 * boundary of the Minkowski sum of obstacles and disc). For radii above 0.
 */
export function createFreeBorder(mesh: PolygonMesh): FreeBorder {
  const { x, y, corner, twin } = mesh;
  let radius = 0;
  let least = 0;
  let square = 0;
  let reach = 0;
  /** Per triangle, and per vertex, the last look that came to it. */
  const lookedInto = new Uint32Array(mesh.polygonCount);
  const lookedAt = new Uint32Array(mesh.vertexCount);
  let look = 0;
  /** Per side: for which disc the corner that it starts at, or the wall that it is, has been given. */
  const givenCorner = new Uint32Array(corner.length);
  const givenWall = new Uint32Array(corner.length);
  let disc = 0;
  const queue: number[] = [];

  /** Visits the sides of triangles that a disc can reach into, from some on over sides that are near, until there is enough. */
  function visit(
    from: readonly number[],
    isNear: IsNear,
    isEnough: (side: number) => boolean,
  ): void {
    look++;
    queue.length = 0;
    for (const t of from) {
      queue.push(t);
      lookedInto[t] = look;
    }
    for (let i = 0; i < queue.length; i++)
      for (let s = 3 * queue[i]!; s < 3 * queue[i]! + 3; s++) {
        if (isEnough(s)) return;
        if (twin[s] === NONE) continue;
        const other = triangleOf(twin[s]!);
        if (lookedInto[other] === look) continue;
        const [a, b] = [corner[s]!, corner[after(s)]!];
        if (!isNear(x[a]!, y[a]!, x[b]!, y[b]!)) continue;
        lookedInto[other] = look;
        queue.push(other);
      }
  }

  /** Whether the vertex where a side starts has not been looked at in this look. */
  function isNew(side: number): boolean {
    const v = corner[side]!;
    if (lookedAt[v] === look) return false;
    lookedAt[v] = look;
    return true;
  }

  /** The triangles around a corner, from its side to the left as far as nothing is in between. */
  function fan(side: number): number[] {
    const triangles: number[] = [];
    for (let s = side; ;) {
      triangles.push(triangleOf(s));
      const next = twin[before(s)]!;
      if (next === NONE || next === side) return triangles;
      s = next;
    }
  }

  function cornerAt(side: number): Corner {
    let first = side;
    // to the right, up to a wall or all around: then the least number is the first
    let s = side;
    while (twin[s] !== NONE) {
      s = after(twin[s]!);
      if (s === side) break;
      if (s < first) first = s;
    }
    if (twin[s] === NONE) first = s;
    const v = corner[first]!;
    const angleTo = (w: number): number => Math.atan2(y[w]! - y[v]!, x[w]! - x[v]!);
    const start = angleTo(corner[after(first)]!);
    if (twin[s] !== NONE) return { kind: 'corner', side: first, start, sweep: TURN };
    let sweep = 0;
    for (s = first; ;) {
      const [a, b] = [corner[after(s)]!, corner[before(s)]!];
      const [ax, ay, bx, by] = [x[a]! - x[v]!, y[a]! - y[v]!, x[b]! - x[v]!, y[b]! - y[v]!];
      sweep += Math.atan2(Math.max(0, ax * by - ay * bx), ax * bx + ay * by);
      const next = twin[before(s)]!;
      if (next === NONE) return { kind: 'corner', side: first, start, sweep };
      s = next;
    }
  }

  /** Where a wall's border begins, its direction, and the wall's length. */
  function frame({ side }: Wall): Frame {
    const [a, b] = [corner[side]!, corner[after(side)]!];
    const [dx, dy] = [x[b]! - x[a]!, y[b]! - y[a]!];
    const length = Math.hypot(dx, dy);
    const [ux, uy] = [dx / length, dy / length];
    return { ox: x[a]! - radius * uy, oy: y[a]! + radius * ux, ux, uy, length };
  }

  const freeOfWall = (wall: Wall): Ranges =>
    freeAlong(frame(wall), [triangleOf(wall.side)], wall.side);

  /** Where a straight piece that begins in one of some triangles is free of all but one wall. */
  function freeAlong(piece: Frame, from: readonly number[], own: number): Ranges {
    const { ox, oy, ux, uy, length } = piece;
    const [ex, ey] = [ox + length * ux, oy + length * uy];
    const free: Ranges = [[0, length]];
    const isNear = (ax: number, ay: number, bx: number, by: number): boolean =>
      betweenSegments(ox, oy, ex, ey, ax, ay, bx, by) < square;
    visit(from, isNear, (s) => {
      const v = corner[s]!;
      const [px, py] = [x[v]! - ox, y[v]! - oy];
      if (isNew(s)) {
        const across = ux * py - uy * px;
        const along = ux * px + uy * py;
        const rest = square - across * across;
        if (rest > 0) takeOut(free, along - Math.sqrt(rest), along + Math.sqrt(rest));
      }
      if (twin[s] === NONE && s !== own) {
        const w = corner[after(s)]!;
        const [wx, wy] = [x[w]! - x[v]!, y[w]! - y[v]!];
        const long = Math.hypot(wx, wy);
        // of the point at 0, and how both change along the border
        const beside = (wy * px - wx * py) / long;
        const past = -(wx * px + wy * py) / long;
        const rise = (wx * uy - wy * ux) / long;
        const run = (wx * ux + wy * uy) / long;
        const within = meet(between(beside, rise, -least, least), between(past, run, 0, long));
        if (within) takeOut(free, within[0], within[1]);
      }
      return free.length === 0;
    });
    return free;
  }

  function freeOfCorner({ side, start, sweep }: Corner): Ranges {
    const v = corner[side]!;
    const [cx, cy] = [x[v]!, y[v]!];
    const free: Ranges = [[0, sweep]];
    /** From an angle to another, as the disc's centre turns from the start. */
    const block = (from: number, to: number): void => {
      const turned = from - start - TURN * Math.floor((from - start) / TURN);
      takeOut(free, turned, turned + to - from);
      takeOut(free, turned - TURN, turned + to - from - TURN);
    };
    const isNear = (ax: number, ay: number, bx: number, by: number): boolean =>
      toSegment(cx, cy, ax, ay, bx, by) < reach;
    visit(fan(side), isNear, (s) => {
      const a = corner[s]!;
      const [dx, dy] = [x[a]! - cx, y[a]! - cy];
      if (isNew(s)) {
        const d = Math.hypot(dx, dy);
        if (d > 0 && d < radius + least) {
          const cosine = (radius * radius + d * d - square) / (2 * radius * d);
          const half = Math.acos(Math.max(-1, Math.min(1, cosine)));
          const angle = Math.atan2(dy, dx);
          if (half > 0) block(angle - half, angle + half);
        }
      }
      if (twin[s] === NONE) blockWall(s, cx, cy, block);
      return free.length === 0;
    });
    return free;
  }

  function blockWall(
    side: number,
    cx: number,
    cy: number,
    block: (from: number, to: number) => void,
  ): void {
    const [a, b] = [corner[side]!, corner[after(side)]!];
    if (toSegment(cx, cy, x[a]!, y[a]!, x[b]!, y[b]!) >= reach) return;
    const [dx, dy, wx, wy] = [x[a]! - cx, y[a]! - cy, x[b]! - x[a]!, y[b]! - y[a]!];
    const length = Math.hypot(wx, wy);
    const beside = (wy * dx - wx * dy) / length;
    const past = -(wx * dx + wy * dy) / length;
    const angle = Math.atan2(wy, wx);
    for (const [from, to] of coveredByWall(beside, past, length)) block(angle + from, angle + to);
  }

  /**
   * Where a circle of the radius is nearer to a wall than what is clear, by the angle from the wall's direction: its centre is so far to
   * the left of the wall, so far along.
   */
  function coveredByWall(beside: number, past: number, length: number): Ranges {
    const ends = [0];
    for (const sine of [(least - beside) / radius, (-least - beside) / radius])
      if (Math.abs(sine) < 1) ends.push(Math.asin(sine), Math.PI - Math.asin(sine));
    for (const cosine of [-past / radius, (length - past) / radius])
      if (Math.abs(cosine) < 1) ends.push(Math.acos(cosine), -Math.acos(cosine));
    const turns = ends.map((angle) => (angle < 0 ? angle + TURN : angle)).sort((a, b) => a - b);
    turns.push(TURN);
    const covered: Ranges = [];
    for (let i = 0; i + 1 < turns.length; i++) {
      const [from, to] = [turns[i]!, turns[i + 1]!];
      const middle = (from + to) / 2;
      const along = past + radius * Math.cos(middle);
      if (Math.abs(beside + radius * Math.sin(middle)) < least && along > 0 && along < length)
        covered.push([from, to]);
    }
    return covered;
  }

  return {
    corners() {
      const seen = new Uint8Array(corner.length);
      const corners: Corner[] = [];
      for (let s = 0; s < corner.length; s++) {
        if (seen[s]) continue;
        const found = cornerAt(s);
        corners.push(found);
        for (const t of fan(found.side))
          for (let c = 3 * t; c < 3 * t + 3; c++) if (corner[c] === corner[s]) seen[c] = 1;
      }
      return corners;
    },
    freeOfCorner,
    freeOfSide(side) {
      const [a, b] = [corner[side]!, corner[after(side)]!];
      const [dx, dy] = [x[b]! - x[a]!, y[b]! - y[a]!];
      const length = Math.hypot(dx, dy);
      const piece = { ox: x[a]!, oy: y[a]!, ux: dx / length, uy: dy / length, length };
      return freeAlong(piece, [triangleOf(side), triangleOf(twin[side]!)], side);
    },
    fan,
    begin(r, clear) {
      radius = r;
      least = clear;
      square = least * least;
      reach = (radius + least) ** 2;
      disc++;
    },
    featuresNear(triangle) {
      const features: Feature[] = [];
      const own = [0, 1, 2].map((k) => corner[3 * triangle + k]!);
      const isNear = (ax: number, ay: number, bx: number, by: number): boolean =>
        own.some((u, k) => {
          const v = own[(k + 1) % 3]!;
          return (
            betweenSegments(ax, ay, bx, by, x[u]!, y[u]!, x[v]!, y[v]!) < radius * radius * 1.001
          );
        });
      visit([triangle], isNear, (s) => {
        if (givenCorner[s] !== disc) {
          const feature = cornerAt(s);
          features.push(feature);
          for (const t of fan(feature.side))
            for (let c = 3 * t; c < 3 * t + 3; c++)
              if (corner[c] === corner[s]) givenCorner[c] = disc;
        }
        if (twin[s] === NONE && givenWall[s] !== disc) {
          givenWall[s] = disc;
          features.push({ kind: 'wall', side: s });
        }
        return false;
      });
      return features;
    },
    distance(feature, px, py) {
      if (feature.kind === 'corner') {
        const v = corner[feature.side]!;
        return Math.abs(Math.hypot(px - x[v]!, py - y[v]!) - radius);
      }
      const { ox, oy, ux, uy, length } = frame(feature);
      return Math.sqrt(toSegment(px, py, ox, oy, ox + length * ux, oy + length * uy));
    },
    nearest(feature, px, py) {
      const found: number[] = [];
      if (feature.kind === 'wall') {
        const { ox, oy, ux, uy } = frame(feature);
        const along = ux * (px - ox) + uy * (py - oy);
        for (const [from, to] of freeOfWall(feature)) {
          const t = Math.min(to, Math.max(from, along));
          found.push(ox + t * ux, oy + t * uy);
        }
        return found;
      }
      const v = corner[feature.side]!;
      const angle = Math.atan2(py - y[v]!, px - x[v]!) - feature.start;
      const turned = angle - TURN * Math.floor(angle / TURN);
      for (const [from, to] of freeOfCorner(feature)) {
        let t = turned;
        if (turned < from || turned > to) {
          const toFrom = Math.min(Math.abs(turned - from), TURN - Math.abs(turned - from));
          const toTo = Math.min(Math.abs(turned - to), TURN - Math.abs(turned - to));
          t = toFrom <= toTo ? from : to;
        }
        const direction = feature.start + t;
        found.push(x[v]! + radius * Math.cos(direction), y[v]! + radius * Math.sin(direction));
      }
      return found;
    },
  };
}

interface Frame {
  readonly ox: number;
  readonly oy: number;
  readonly ux: number;
  readonly uy: number;
  readonly length: number;
}

/** Where a number that starts at one value and rises by another is between two; undefined where nowhere. */
function between(
  start: number,
  rise: number,
  low: number,
  high: number,
): [number, number] | undefined {
  if (rise === 0) return start > low && start < high ? [-Infinity, Infinity] : undefined;
  const [a, b] = [(low - start) / rise, (high - start) / rise];
  return a < b ? [a, b] : [b, a];
}

function meet(
  a: [number, number] | undefined,
  b: [number, number] | undefined,
): [number, number] | undefined {
  if (!a || !b) return undefined;
  const [from, to] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
  return from < to ? [from, to] : undefined;
}

/** Takes what lies between two numbers, themselves excluded, out of ranges. */
function takeOut(ranges: Ranges, from: number, to: number): void {
  for (let i = ranges.length - 1; i >= 0; i--) {
    const [start, end] = ranges[i]!;
    if (to <= start || from >= end) continue;
    const rest: Ranges = [];
    if (start <= from) rest.push([start, from]);
    if (to <= end) rest.push([to, end]);
    ranges.splice(i, 1, ...rest);
  }
}
