// A* over a few polygons, from side to side, in memory that is made once. The path crosses each
// side at the point nearest to the straight line to the target, so it need not be the shortest one.

import { get, NONE, set } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { endSide, firstSide } from '@wayfield/surface/assembly/world';
import { REACHED, Reached, SEGMENT, Segment } from './layout';
import { beyond, epsilon, holds, leastSquare, readSide } from './mesh';
import { isWithin } from './near';

/** Room for reached polygons: a search reaches fewer than this. */
export const MOST_REACHED: u32 = 4096;
/** Entries of the hash table: a power of two, at most half full. */
const TABLE: u32 = 2 * MOST_REACHED;
/** 2^32 divided by the golden ratio: spreads the numbers of polygons over a hash table. */
export const SPREAD: u32 = 0x9e3779b1;

let reached: usize = 0;
let reachedCount: u32 = 0;
/** Entries that are not expanded, a binary heap by key: each once. */
let open: usize = 0;
let openCount: u32 = 0;
/** Open addressing: polygons to entries, and the search that wrote them. */
let table: usize = 0;
let tableOf: usize = 0;
let searches: u32 = 0;
/** The polygons that the last search led through, from the first to the last one. */
let path: usize = 0;
let pathLength: u32 = 0;
let line: Segment = changetype<Segment>(0);
let side: Segment = changetype<Segment>(0);

/** Of the current search: polygons at most, and whether it follows the line. */
let most: u32 = 0;
let followsLine: bool = false;
/** The width of the disc, and the least square of the length of a side. */
let width: f64 = 0;
let leastSide: f64 = 0;
/** Address and number of the goals; none: polygons that hold the end of the line. */
let goals: usize = 0;
let goalCount: u32 = 0;

export function searchCreate(): void {
  reached = reallocate(0, 0, <usize>MOST_REACHED * REACHED);
  open = reallocate(0, 0, MOST_REACHED << 2);
  path = reallocate(0, 0, MOST_REACHED << 2);
  table = reallocate(0, 0, TABLE << 2);
  tableOf = reallocate(0, 0, TABLE << 2);
  line = changetype<Segment>(reallocate(0, 0, SEGMENT));
  side = changetype<Segment>(reallocate(0, 0, SEGMENT));
}

/** The line of the next search, to be written before. */
export function theLine(): Segment {
  return line;
}
export function lineAddress(): usize {
  return changetype<usize>(line);
}
export function setLine(ax: f64, ay: f64, bx: f64, by: f64): void {
  line.ax = ax;
  line.ay = ay;
  line.bx = bx;
  line.by = by;
}

export function pathFrom(i: u32): usize {
  return path + ((<usize>i) << 2);
}
export function pathCount(): u32 {
  return pathLength;
}
export function pathAt(i: u32): u32 {
  return get(path, i);
}

/**
 * Searches from polygon `from`, which holds the start of the line, for a polygon that holds its
 * end, over sides that come within epsilon of the line. False if there is none. Else the path is
 * the polygons `pathAt(0)` to `pathAt(pathCount() - 1)`.
 */
export function straight(from: u32): bool {
  limit(MOST_REACHED, 0, 0, 0);
  followsLine = true;
  return run(from);
}

/** As `straight`, over any sides, but the search reaches at most `polygons` polygons. */
export function toPoint(from: u32, polygons: u32): bool {
  limit(polygons, 0, 0, 0);
  return run(from);
}

/**
 * As `toPoint`, for one of `count` polygons, the words at `first`, over sides that a disc of width
 * `disc` fits over. The end of the line gives the lower bounds.
 */
export function toGoals(from: u32, polygons: u32, disc: f64, first: usize, count: u32): bool {
  limit(polygons, disc, first, count);
  return run(from);
}

function limit(polygons: u32, disc: f64, first: usize, count: u32): void {
  most = min(polygons, MOST_REACHED - 1);
  followsLine = false;
  width = disc;
  leastSide = disc > 0 ? leastSquare(disc) : 0;
  goals = first;
  goalCount = count;
}

function at(i: u32): Reached {
  return changetype<Reached>(reached + <usize>i * REACHED);
}

function run(from: u32): bool {
  pathLength = 0;
  const found = search(from);
  if (found < 0) return false;
  for (let i = found; i >= 0; i = at(i).parent) pathLength++;
  let k = pathLength;
  for (let i = found; i >= 0; i = at(i).parent) set(path, --k, at(i).polygon);
  return true;
}

/** The entry of the goal that was reached; -1 without one. */
function search(from: u32): i32 {
  searches++;
  reachedCount = 0;
  openCount = 0;
  reach(from, -1, line.ax, line.ay, 0);
  while (openCount > 0) {
    const i = pop();
    const entry = at(i);
    entry.isDone = 1;
    const p = entry.polygon;
    if (isGoal(p)) return <i32>i;
    for (let s = firstSide(p), end = endSide(p); s < end; s++) {
      const q = beyond(s);
      if (q == NONE) continue;
      readSide(p, s, side);
      const dx = side.bx - side.ax;
      const dy = side.by - side.ay;
      const square = dx * dx + dy * dy;
      if (square < leastSide) continue;
      if (followsLine && !isWithin(line, side, epsilon() * epsilon())) continue;
      cross(entry, <i32>i, q, dx, dy, square);
    }
  }
  return -1;
}

function isGoal(p: u32): bool {
  if (goalCount == 0) return holds(p, line.bx, line.by);
  for (let k: u32 = 0; k < goalCount; k++) if (get(goals, k) == p) return true;
  return false;
}

/** Reaches polygon `q` at the point of the current side that is nearest to the line onwards. */
function cross(entry: Reached, i: i32, q: u32, dx: f64, dy: f64, square: f64): void {
  const ax = side.ax;
  const ay = side.ay;
  const x = entry.x;
  const y = entry.y;
  // where the straight line to the target crosses the side, or the nearest point beside it
  const vx = line.bx - x;
  const vy = line.by - y;
  const turn = vx * dy - vy * dx;
  const share =
    turn != 0 ? (vy * (ax - x) - vx * (ay - y)) / turn : ((x - ax) * dx + (y - ay) * dy) / square;
  const margin = min<f64>(0.5, width / 2 / sqrt(square));
  const t = max<f64>(margin, min<f64>(1 - margin, share));
  const px = ax + t * dx;
  const py = ay + t * dy;
  const mx = px - x;
  const my = py - y;
  reach(q, i, px, py, entry.cost + sqrt(mx * mx + my * my));
}

/** Notes that a polygon is entered at a point, at a cost, unless a smaller cost is known. */
function reach(q: u32, parent: i32, px: f64, py: f64, cost: f64): void {
  let slot = (q * SPREAD) & (TABLE - 1);
  while (get(tableOf, slot) == searches && at(get(table, slot)).polygon != q)
    slot = (slot + 1) & (TABLE - 1);
  let i = get(table, slot);
  if (get(tableOf, slot) != searches) {
    if (reachedCount >= most) return;
    i = reachedCount++;
    set(tableOf, slot, searches);
    set(table, slot, i);
    const made = at(i);
    made.polygon = q;
    made.isDone = 0;
    made.place = -1;
    made.cost = Infinity;
  }
  const entry = at(i);
  if (cost >= entry.cost || entry.isDone != 0) return;
  entry.cost = cost;
  entry.parent = parent;
  entry.x = px;
  entry.y = py;
  const rx = line.bx - px;
  const ry = line.by - py;
  entry.key = cost + sqrt(rx * rx + ry * ry);
  push(i);
}

/** Puts an entry into the open list, or moves it up because its key fell. */
function push(i: u32): void {
  const entry = at(i);
  let place: u32 = entry.place < 0 ? openCount++ : <u32>entry.place;
  while (place > 0) {
    const up = (place - 1) >> 1;
    const other = at(get(open, up));
    if (other.key <= entry.key) break;
    set(open, place, get(open, up));
    other.place = place;
    place = up;
  }
  set(open, place, i);
  entry.place = place;
}

/** Takes the entry with the least key from the open list. */
function pop(): u32 {
  const least = get(open, 0);
  const size = --openCount;
  const last = get(open, size);
  const key = at(last).key;
  let place: u32 = 0;
  for (;;) {
    let child: u32 = 2 * place + 1;
    if (child >= size) break;
    if (child + 1 < size && at(get(open, child + 1)).key < at(get(open, child)).key) child++;
    const lower = at(get(open, child));
    if (lower.key >= key) break;
    set(open, place, get(open, child));
    lower.place = place;
    place = child;
  }
  set(open, place, last);
  at(last).place = place;
  return least;
}
