// The funnel of a point: chains are straight from vertex to vertex. Each entry has the exact length
// of the path to it through the current channel, an upper bound of the shortest path to its vertex.

import { Entry, ENTRY, ReachedVertex } from './layout';
import {
  apex,
  entryLength,
  entryVertex,
  entryX,
  entryY,
  head,
  isPruning,
  apexTurn,
  setApex,
  setEnd,
  setApexTurn,
  tail,
} from './funnel';
import { addTurn } from './turns';
import { SUMS } from '../rounding';

/** Records `ReachedVertex`. */
let reached: usize = 0;
/** Per vertex, one byte: 1 where a shortest path can turn. */
let corners: usize = 0;
let query: u32 = 0;
/**
 * Twice an area of at most this counts as 0: `areaRounding` of @wayfield/triangulation computes it
 * from the size of the coordinates.
 */
let epsilon: f64 = 0;

export function chainsBind(lengths: usize, corner: usize, smallest: f64): void {
  reached = lengths;
  corners = corner;
  epsilon = smallest;
}
/** Forgets all lengths. */
export function chainsForget(newQuery: u32): void {
  query = newQuery;
}
/** Forgets which query reached which of the `count` vertices. */
export function chainsRestart(count: u32): void {
  for (let v: u32 = 0; v < count; v++) reachedAt(v).query = 0;
}

/** Twice the area of a, b, c: above 0 where they turn left; 0 within rounding. */
export function area(ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64): f64 {
  const twice = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  return abs(twice) <= epsilon ? 0 : twice;
}
export function distance(ax: f64, ay: f64, bx: f64, by: f64): f64 {
  const dx = bx - ax;
  const dy = by - ay;
  return sqrt(dx * dx + dy * dy);
}

function reachedAt(v: u32): ReachedVertex {
  return changetype<ReachedVertex>(reached + <usize>v * offsetof<ReachedVertex>());
}
/**
 * The length of the shortest path that has reached a vertex in this query; Infinity if none has.
 */
export function shortestTo(v: u32): f64 {
  return reachedAt(v).query == query ? reachedAt(v).length : Infinity;
}
function noteLength(v: u32, length: f64): void {
  const best = reachedAt(v);
  if (best.query == query && best.length <= length) return;
  best.length = length;
  best.query = query;
}

/**
 * Whether a shorter path has reached a vertex. Every path on from the vertex is open to both paths,
 * so the longer one cannot be part of a shortest path. Paths of equal length do not prune each
 * other.
 */
function isDominatedAt(v: u32, length: f64): bool {
  return shortestTo(v) < length * (1 - SUMS);
}
/** Whether a shorter path has reached the vertex of the apex since the label was made. */
export function isApexDominated(): bool {
  return isDominatedAt(entryVertex(apex()), entryLength(apex()));
}

/**
 * Makes an entry of a chain the apex: the path turns there for certain. False if no shortest path
 * turns there: the vertex is no corner, so that the path could be cut short, or a shorter path has
 * reached the vertex.
 */
function moveApex(to: usize): bool {
  // paths from the target to entrances need no turns
  if (isPruning()) {
    const v = entryVertex(to);
    if (!load<u8>(corners + v) || isDominatedAt(v, entryLength(to))) return false;
    setApexTurn(addTurn(to, apexTurn()));
  }
  setApex(to);
  return true;
}

/** Above 0 if the path over entries i and k on to a point turns left at k; 0 within rounding. */
function turn(i: usize, k: usize, x: f64, y: f64): f64 {
  return area(entryX(i), entryY(i), entryX(k), entryY(k), x, y);
}

export class VertexChains {
  /**
   * The portal crossed last gets a new end. False if no shortest path leads through. Left and right
   * share the code, mirrored by `hand` and `inwards`, because no processor predicts which of them
   * comes next.
   */
  // @ts-ignore: decorator
  @inline
  static add(x: f64, y: f64, v: u32, isLeft: bool): bool {
    const inwards: usize = isLeft ? ENTRY : 0 - ENTRY;
    const hand: f64 = isLeft ? 1 : -1;
    let end = isLeft ? head() : tail();
    while (end != apex() && hand * turn(end + inwards, end, x, y) <= 0) end += inwards;
    if (end == apex()) {
      const other = isLeft ? tail() : head();
      while (apex() != other && hand * turn(apex(), apex() + inwards, x, y) < 0)
        if (!moveApex(apex() + inwards)) return false;
      end = apex();
    }
    const length = entryLength(end) + distance(entryX(end), entryY(end), x, y);
    end -= inwards;
    setEnd(end, isLeft);
    const entry = changetype<Entry>(end);
    entry.x = x;
    entry.y = y;
    entry.length = length;
    entry.vertex = v;
    if (isPruning()) noteLength(v, length);
    return true;
  }
}

/** The entry from which the shortest path within the funnel goes straight to a point ahead. */
export function lastTurn(x: f64, y: f64): usize {
  return lastTurnIn(head(), apex(), tail(), x, y);
}

/** `lastTurn` in a funnel that lies elsewhere. */
function lastTurnIn(left: usize, top: usize, right: usize, x: f64, y: f64): usize {
  let i = top;
  if (i > left && turn(i, i - ENTRY, x, y) > 0) {
    i -= ENTRY;
    while (i > left && turn(i, i - ENTRY, x, y) > 0) i -= ENTRY;
  } else {
    while (i < right && turn(i, i + ENTRY, x, y) < 0) i += ENTRY;
  }
  return i;
}

/** `lastTurn` to a point infinitely far away in direction (dx, dy). */
export function lastTurnTowards(dx: f64, dy: f64): usize {
  let i = apex();
  while (i > head() && cross(i, i - ENTRY, dx, dy) > 0) i -= ENTRY;
  if (i == apex()) while (i < tail() && cross(i, i + ENTRY, dx, dy) < 0) i += ENTRY;
  return i;
}

/** Above 0 if the direction (dx, dy) turns left from the line over entries i and k. */
function cross(i: usize, k: usize, dx: f64, dy: f64): f64 {
  return (entryX(k) - entryX(i)) * dy - (entryY(k) - entryY(i)) * dx;
}

/** Lengths, inlined: every lower bound asks for several. */
export class VertexLengths {
  /** The length of the path through the portals so far to a point ahead. */
  // @ts-ignore: decorator
  @inline
  static to(x: f64, y: f64): f64 {
    return VertexLengths.within(head(), apex(), tail(), x, y);
  }
  /** The length to a point ahead through a funnel that lies elsewhere. */
  // @ts-ignore: decorator
  @inline
  static within(left: usize, top: usize, right: usize, x: f64, y: f64): f64 {
    const last = lastTurnIn(left, top, right, x, y);
    return entryLength(last) + distance(entryX(last), entryY(last), x, y);
  }
}

/** Adds the turns from the apex to an entry of one of the chains, and returns the last. */
export function turnsTo(entry: usize): u32 {
  let last = apexTurn();
  const step: usize = entry < apex() ? 0 - ENTRY : ENTRY;
  for (let i = apex(); i != entry;) {
    i += step;
    last = addTurn(i, last);
  }
  return last;
}
