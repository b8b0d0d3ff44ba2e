// The border of the places where the centre of a disc may be, piece by piece. nearest-ends.ts makes
// a `FreeBorder` for targets that move and cannot move to the nearest place of all; nearest-disc.ts
// asks it for the points nearest to the target.

import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from '@wayfield/triangulation';
import {
  after,
  before,
  betweenSegments,
  type Segment,
  toSegment,
  triangleOf,
} from '@wayfield/triangulation/internal/half-edges';
import { type Intervals, linearBetween, meet, takeOut } from './intervals.ts';

const FULL_TURN = 2 * Math.PI;

/**
 * What the centre of a disc cannot pass: a wall or a corner. A wall is a side of a triangle without
 * a neighbour; its border lies to its left, at the radius. A corner is a vertex with a sector of
 * free space around it, from one wall to the next; its border is an arc around the vertex.
 */
export type Feature = Wall | Corner;

interface Wall {
  readonly kind: 'wall';
  readonly side: number;
}

interface Corner {
  readonly kind: 'corner';
  /** A side that starts at the vertex: the first one of the sector, to the left of a wall. */
  readonly side: number;
  /** The direction of that side, in radians; the sector goes on from there to the left. */
  readonly start: number;
  readonly sweep: number;
}

/**
 * The border of the free space of a disc's centre: the points at the radius from a wall or a vertex
 * and no nearer to any other (the boundary of the Minkowski sum of obstacles and disc). For radii
 * above 0.
 */
export interface FreeBorder {
  /**
   * Begins for another disc: no feature counts as given. A distance of at least `least`, which is
   * the radius less rounding, counts as clear.
   */
  begin(radius: number, least: number): void;
  /** The features whose border can come into a triangle and that were not given before. */
  featuresNear(triangle: number): Feature[];
  /**
   * The distance of a point to a feature's border, as if all of the border were free: a lower bound
   * on the distances to the points that `nearest` gives.
   */
  distance(feature: Feature, px: number, py: number): number;
  /** The nearest point of each free piece of a feature's border, as x, y, x, y, …. */
  nearest(feature: Feature, px: number, py: number): number[];
}

export function createFreeBorder(mesh: PolygonMesh): FreeBorder {
  const sideCount = mesh.corner.length;
  const border: Border = {
    mesh,
    radius: 0,
    least: 0,
    visit: createVisit(mesh),
    disc: 0,
    givenCorner: new Uint32Array(sideCount),
    givenWall: new Uint32Array(sideCount),
  };
  return {
    begin(radius, least) {
      border.radius = radius;
      border.least = least;
      border.disc++;
    },
    featuresNear: (triangle) => featuresNear(border, triangle),
    distance(feature, px, py) {
      const { x, y, corner } = mesh;
      if (feature.kind === 'corner') {
        const v = corner[feature.side];
        return Math.abs(Math.hypot(px - x[v], py - y[v]) - border.radius);
      }
      return Math.sqrt(toSegment(px, py, segmentOf(frameOf(border, feature))));
    },
    nearest: (feature, px, py) =>
      feature.kind === 'wall'
        ? nearestOnWall(border, feature, px, py)
        : nearestOnArc(border, feature, px, py),
  };
}

interface Border {
  readonly mesh: PolygonMesh;
  readonly visit: Visit;
  radius: number;
  least: number;
  /**
   * The number of the disc, and per side the disc for which its corner, or wall, was given last.
   */
  disc: number;
  readonly givenCorner: Uint32Array;
  readonly givenWall: Uint32Array;
}

/**
 * Visits the sides of triangles, from some triangles on across sides that are near, until
 * `hasEnough` returns true. `isFirst`: the vertex at which the side starts is visited first now.
 */
type Visit = (
  from: readonly number[],
  isNear: (side: Segment) => boolean,
  hasEnough: (side: number, isFirst: boolean) => boolean,
) => void;

function createVisit({ x, y, corner, twin, polygonCount, vertexCount }: PolygonMesh): Visit {
  /** Per triangle, and per vertex, the last visit that came to it. */
  const triangles = new Uint32Array(polygonCount);
  const vertices = new Uint32Array(vertexCount);
  const queue: number[] = [];
  let call = 0;

  function isFirst(v: number): boolean {
    if (vertices[v] === call) return false;
    vertices[v] = call;
    return true;
  }

  return (from, isNear, hasEnough) => {
    call++;
    queue.length = 0;
    for (const t of from) {
      queue.push(t);
      triangles[t] = call;
    }
    for (let i = 0; i < queue.length; i++)
      for (let s = 3 * queue[i]; s < 3 * queue[i] + 3; s++) {
        if (hasEnough(s, isFirst(corner[s]))) return;
        if (twin[s] === NONE) continue;
        const other = triangleOf(twin[s]);
        if (triangles[other] === call) continue;
        const [a, b] = [corner[s], corner[after(s)]];
        if (!isNear([x[a], y[a], x[b], y[b]])) continue;
        triangles[other] = call;
        queue.push(other);
      }
  };
}

function featuresNear(border: Border, triangle: number): Feature[] {
  const { mesh, radius, disc, givenCorner, givenWall } = border;
  const { x, y, corner, twin } = mesh;
  const features: Feature[] = [];
  const own = [0, 1, 2].map((k): Segment => {
    const [u, v] = [corner[3 * triangle + k], corner[3 * triangle + ((k + 1) % 3)]];
    return [x[u], y[u], x[v], y[v]];
  });
  // 0.1 % beyond the square of the radius, so that rounding leaves no feature out
  const isNear = (side: Segment): boolean =>
    own.some((segment) => betweenSegments(side, segment) < radius * radius * 1.001);
  border.visit([triangle], isNear, (s) => {
    if (givenCorner[s] !== disc) {
      const feature = cornerAt(mesh, s);
      features.push(feature);
      for (const t of fan(mesh, feature.side))
        for (let c = 3 * t; c < 3 * t + 3; c++) if (corner[c] === corner[s]) givenCorner[c] = disc;
    }
    if (twin[s] === NONE && givenWall[s] !== disc) {
      givenWall[s] = disc;
      features.push({ kind: 'wall', side: s });
    }
    return false;
  });
  return features;
}

/** The triangles of the sector that begins with a side, to the left until a wall or all around. */
function fan({ twin }: PolygonMesh, side: number): number[] {
  const triangles: number[] = [];
  for (let s = side; ;) {
    triangles.push(triangleOf(s));
    const next = twin[before(s)];
    if (next === NONE || next === side) return triangles;
    s = next;
  }
}

/** The sector, at the vertex where a side starts, that the side lies in. */
function cornerAt({ x, y, corner, twin }: PolygonMesh, side: number): Corner {
  let first = side;
  // to the right until a wall; without walls the side with the lowest number is the first
  let s = side;
  while (twin[s] !== NONE) {
    s = after(twin[s]);
    if (s === side) break;
    if (s < first) first = s;
  }
  if (twin[s] === NONE) first = s;
  const v = corner[first];
  const w = corner[after(first)];
  const start = Math.atan2(y[w] - y[v], x[w] - x[v]);
  if (twin[s] !== NONE) return { kind: 'corner', side: first, start, sweep: FULL_TURN };
  let sweep = 0;
  for (s = first; ;) {
    const [a, b] = [corner[after(s)], corner[before(s)]];
    const [ax, ay, bx, by] = [x[a] - x[v], y[a] - y[v], x[b] - x[v], y[b] - y[v]];
    sweep += Math.atan2(Math.max(0, ax * by - ay * bx), ax * bx + ay * by);
    const next = twin[before(s)];
    if (next === NONE) return { kind: 'corner', side: first, start, sweep };
    s = next;
  }
}

/** The straight border of a wall: where it begins, its direction, its length. */
interface Frame {
  readonly ox: number;
  readonly oy: number;
  readonly ux: number;
  readonly uy: number;
  readonly length: number;
}

function frameOf({ mesh: { x, y, corner }, radius }: Border, { side }: Wall): Frame {
  const [a, b] = [corner[side], corner[after(side)]];
  const [dx, dy] = [x[b] - x[a], y[b] - y[a]];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  return { ox: x[a] - radius * uy, oy: y[a] + radius * ux, ux, uy, length };
}

function segmentOf({ ox, oy, ux, uy, length }: Frame): Segment {
  return [ox, oy, ox + length * ux, oy + length * uy];
}

function nearestOnWall(border: Border, wall: Wall, px: number, py: number): number[] {
  const { ox, oy, ux, uy } = frameOf(border, wall);
  const along = ux * (px - ox) + uy * (py - oy);
  const found: number[] = [];
  for (const [from, to] of freeOfWall(border, wall)) {
    const t = Math.min(to, Math.max(from, along));
    found.push(ox + t * ux, oy + t * uy);
  }
  return found;
}

/** The free intervals of a wall's border, as distances from where the border begins. */
function freeOfWall(border: Border, wall: Wall): Intervals {
  const { mesh, least, visit } = border;
  const { x, y, corner, twin } = mesh;
  const square = least * least;
  const frame = frameOf(border, wall);
  const { ox, oy, ux, uy, length } = frame;
  const segment = segmentOf(frame);
  const free: Intervals = [[0, length]];
  const isNear = (side: Segment): boolean => betweenSegments(segment, side) < square;
  visit([triangleOf(wall.side)], isNear, (s, isFirst) => {
    const v = corner[s];
    const [px, py] = [x[v] - ox, y[v] - oy];
    if (isFirst) {
      const across = ux * py - uy * px;
      const along = ux * px + uy * py;
      const rest = square - across * across;
      if (rest > 0) takeOut(free, along - Math.sqrt(rest), along + Math.sqrt(rest));
    }
    if (twin[s] === NONE && s !== wall.side) {
      const w = corner[after(s)];
      const [wx, wy] = [x[w] - x[v], y[w] - y[v]];
      const long = Math.hypot(wx, wy);
      // where the border begins, in the directions of the other wall, and how both change along it
      const beside = (wy * px - wx * py) / long;
      const past = -(wx * px + wy * py) / long;
      const rise = (wx * uy - wy * ux) / long;
      const run = (wx * ux + wy * uy) / long;
      const within = meet(
        linearBetween(beside, rise, -least, least),
        linearBetween(past, run, 0, long),
      );
      if (within) takeOut(free, within[0], within[1]);
    }
    return free.length === 0;
  });
  return free;
}

function nearestOnArc(border: Border, feature: Corner, px: number, py: number): number[] {
  const { mesh, radius } = border;
  const v = mesh.corner[feature.side];
  const [cx, cy] = [mesh.x[v], mesh.y[v]];
  const angle = Math.atan2(py - cy, px - cx) - feature.start;
  const turned = angle - FULL_TURN * Math.floor(angle / FULL_TURN);
  const away = (to: number): number =>
    Math.min(Math.abs(turned - to), FULL_TURN - Math.abs(turned - to));
  const found: number[] = [];
  for (const [from, to] of freeOfArc(border, feature)) {
    const isWithin = turned >= from && turned <= to;
    const t = isWithin ? turned : away(from) <= away(to) ? from : to;
    const direction = feature.start + t;
    found.push(cx + radius * Math.cos(direction), cy + radius * Math.sin(direction));
  }
  return found;
}

/** The free intervals of a corner's arc, as angles from where the arc begins. */
function freeOfArc(border: Border, { side, start, sweep }: Corner): Intervals {
  const { mesh, radius, least, visit } = border;
  const { x, y, corner, twin } = mesh;
  const square = least * least;
  const reach = (radius + least) ** 2;
  const v = corner[side];
  const [cx, cy] = [x[v], y[v]];
  const free: Intervals = [[0, sweep]];
  const block = (from: number, to: number): void => {
    const turned = from - start - FULL_TURN * Math.floor((from - start) / FULL_TURN);
    takeOut(free, turned, turned + to - from);
    takeOut(free, turned - FULL_TURN, turned + to - from - FULL_TURN);
  };
  const isNear = (segment: Segment): boolean => toSegment(cx, cy, segment) < reach;
  visit(fan(mesh, side), isNear, (s, isFirst) => {
    const [a, b] = [corner[s], corner[after(s)]];
    const [dx, dy] = [x[a] - cx, y[a] - cy];
    if (isFirst) {
      const d = Math.hypot(dx, dy);
      if (d > 0 && d < radius + least) {
        const cosine = (radius * radius + d * d - square) / (2 * radius * d);
        const half = Math.acos(Math.max(-1, Math.min(1, cosine)));
        const angle = Math.atan2(dy, dx);
        if (half > 0) block(angle - half, angle + half);
      }
    }
    if (twin[s] === NONE && toSegment(cx, cy, [x[a], y[a], x[b], y[b]]) < reach) {
      const [wx, wy] = [x[b] - x[a], y[b] - y[a]];
      const length = Math.hypot(wx, wy);
      const beside = (wy * dx - wx * dy) / length;
      const past = -(wx * dx + wy * dy) / length;
      const angle = Math.atan2(wy, wx);
      for (const [from, to] of coveredByWall(border, beside, past, length))
        block(angle + from, angle + to);
    }
    return free.length === 0;
  });
  return free;
}

/**
 * Where a circle of the radius is nearer to a wall than `least`, as angles from the wall's
 * direction. `beside`: how far the centre of the circle lies to the left of the wall's line.
 * `past`: how far beyond the wall's start the centre lies, along the wall.
 */
function coveredByWall(
  { radius, least }: Border,
  beside: number,
  past: number,
  length: number,
): Intervals {
  const ends = [0];
  for (const sine of [(least - beside) / radius, (-least - beside) / radius])
    if (Math.abs(sine) < 1) ends.push(Math.asin(sine), Math.PI - Math.asin(sine));
  for (const cosine of [-past / radius, (length - past) / radius])
    if (Math.abs(cosine) < 1) ends.push(Math.acos(cosine), -Math.acos(cosine));
  const turns = ends.map((angle) => (angle < 0 ? angle + FULL_TURN : angle)).sort((a, b) => a - b);
  turns.push(FULL_TURN);
  const covered: Intervals = [];
  for (let i = 0; i + 1 < turns.length; i++) {
    const [from, to] = [turns[i], turns[i + 1]];
    const middle = (from + to) / 2;
    const along = past + radius * Math.cos(middle);
    if (Math.abs(beside + radius * Math.sin(middle)) < least && along > 0 && along < length)
      covered.push([from, to]);
  }
  return covered;
}
