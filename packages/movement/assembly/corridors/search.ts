// A* over a few polygons, from side to side. A path crosses each side at the point nearest to the
// straight line from its previous crossing to the end of the line. So the path need not be the
// shortest. The lower bound is the straight distance from the crossing to the end of the line.
// `straight` tests lines of sight (follow.ts, mend.ts, ../areas/integral.ts, ../areas/beside.ts,
// `sees` of src/corridors/walks.ts), `toPoint` moves ends (follow.ts), `toGoals` repairs and
// shortens corridors (mend.ts). Memory is allocated once, for MOST_REACHED polygons. `straight`
// allocates more, and `toGoals` the numbers of `goalOf`, one per polygon of the mesh.

import { get, NONE, set } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { endSide, firstSide } from '@wayfield/surface/assembly/world';
import { REACHED, Reached, SEGMENT, Segment } from './layout';
import { beyond, epsilon, goalMarks, holds, leastSquare, readSide } from './mesh';
import { isWithin } from './near';

/**
 * `toPoint` and `toGoals` reach fewer polygons than this; `straight` reaches any number. A power of
 * two.
 */
export const MOST_REACHED: u32 = 4096;
/** A prime near 2^32 divided by the golden ratio (Knuth): spreads polygons over a hash table. */
export const SPREAD: u32 = 0x9e3779b1;

let reached: usize = 0;
let reachedCount: u32 = 0;
/** Polygons that all arrays have room for: a power of two. Only `straight` makes more room. */
let room: u32 = 0;
/** The open list: a binary heap by key of the entries not expanded yet, each once. */
let open: usize = 0;
let openCount: u32 = 0;
/**
 * Hash table with open addressing, of 2 * `room` places. Per place: the number of an entry, and in
 * `tableOf` the number of the search that wrote it.
 */
let table: usize = 0;
let tableOf: usize = 0;
/** The number of the current search, from 1 on. After 2^32 - 1 searches `tableOf` is cleared. */
let searches: u32 = 0;
/** The polygons on the path of the last search, in order. */
let path: usize = 0;
let pathLength: u32 = 0;
let line: Segment = changetype<Segment>(0);
let side: Segment = changetype<Segment>(0);

/** The current search reaches at most this many polygons. */
let most: u32 = 0;
/** Whether the current search crosses only sides within epsilon of the line. */
let followsLine: bool = false;
/** The diameter of the disc, and the least squared length of a side that the disc passes. */
let width: f64 = 0;
let leastSide: f64 = 0;
/** Whether the goals are polygons with a mark. If not: all polygons that hold the line's end. */
let hasMarks: bool = false;

/** For tests: sets the number of the last search. */
export function searchesSet(value: u32): void {
  searches = value;
}

export function searchCreate(): void {
  makeRoom(MOST_REACHED);
  line = changetype<Segment>(reallocate(0, 0, SEGMENT));
  side = changetype<Segment>(reallocate(0, 0, SEGMENT));
}

/** Makes room for `polygons` entries. Keeps entries, table and open list, not the last path. */
function makeRoom(polygons: u32): void {
  reached = reallocate(reached, <usize>room * REACHED, <usize>polygons * REACHED);
  open = reallocate(open, (<usize>room) << 2, (<usize>polygons) << 2);
  path = reallocate(path, 0, (<usize>polygons) << 2);
  table = reallocate(table, 0, (<usize>polygons) << 3);
  tableOf = reallocate(tableOf, 0, (<usize>polygons) << 3);
  room = polygons;
  for (let i: u32 = 0; i < reachedCount; i++) putInTable(placeInTable(at(i).polygon), i);
}

/** The place of a polygon in the hash table, or the free place where it belongs. */
function placeInTable(polygon: u32): u32 {
  const last = 2 * room - 1;
  let place = (polygon * SPREAD) & last;
  while (get(tableOf, place) == searches && at(get(table, place)).polygon != polygon)
    place = (place + 1) & last;
  return place;
}

function putInTable(place: u32, i: u32): void {
  set(tableOf, place, searches);
  set(table, place, i);
}

/** The line of a search. Callers write the line before the search, which does not change it. */
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
 * Searches from polygon `from`, which holds the start of the line, for a polygon that holds the end
 * of the line, over sides that come within epsilon of the line. Returns whether there is one. The
 * path is then the polygons `pathAt(0)`, which is `from`, to `pathAt(pathCount() - 1)`.
 */
export function straight(from: u32): bool {
  limit(0, 0, false);
  most = NONE;
  followsLine = true;
  return run(from);
}

/** As `straight`, over any sides, but reaches at most `polygons` and fewer than MOST_REACHED. */
export function toPoint(from: u32, polygons: u32): bool {
  limit(polygons, 0, false);
  return run(from);
}

/**
 * As `toPoint`, but the goals are the `count` polygons whose numbers are the words at `first`, and
 * the search crosses only sides that a disc of diameter `disc` passes. The end of the line
 * guides the search, but is no goal.
 */
export function toGoals(from: u32, polygons: u32, disc: f64, first: usize, count: u32): bool {
  limit(polygons, disc, true);
  markGoals(first, count, 1);
  const found = run(from);
  markGoals(first, count, 0);
  return found;
}

/** Sets the limits of a search: how many polygons, the diameter of the disc, the goals. */
function limit(polygons: u32, disc: f64, byMarks: bool): void {
  most = min(polygons, MOST_REACHED - 1);
  followsLine = false;
  width = disc;
  leastSide = disc > 0 ? leastSquare(disc) : 0;
  hasMarks = byMarks;
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

/** Expands polygons until one is a goal. Returns the entry of the goal; -1 without a path. */
function search(from: u32): i32 {
  if (++searches == 0) {
    memory.fill(tableOf, 0, (<usize>room) << 3);
    searches = 1;
  }
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
      cross(<i32>i, q, dx, dy, square);
    }
  }
  return -1;
}

function markGoals(first: usize, count: u32, mark: u32): void {
  for (let k: u32 = 0; k < count; k++) set(goalMarks(), get(first, k), mark);
}

function isGoal(p: u32): bool {
  return hasMarks ? get(goalMarks(), p) != 0 : holds(p, line.bx, line.by);
}

/**
 * Reaches polygon `q` from entry `i` over the current side, whose vector is (dx, dy) and squared
 * length `square`. The path crosses the side at the point nearest to the straight line from the
 * point of the entry to the end of the line. A disc keeps its radius from the ends of the side.
 */
function cross(i: i32, q: u32, dx: f64, dy: f64, square: f64): void {
  const entry = at(i);
  const ax = side.ax;
  const ay = side.ay;
  const x = entry.x;
  const y = entry.y;
  // where the straight line crosses the side; if both are parallel, the point nearest to (x, y)
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

/**
 * Notes that a polygon is entered at a point, at a cost, unless a smaller cost is known, the
 * polygon is expanded, or the polygon is new and the search has reached `most`.
 */
function reach(q: u32, parent: i32, px: f64, py: f64, cost: f64): void {
  let place = placeInTable(q);
  let i = get(table, place);
  if (get(tableOf, place) != searches) {
    if (reachedCount >= most) return;
    if (reachedCount == room) {
      makeRoom(2 * room);
      place = placeInTable(q);
    }
    i = reachedCount++;
    putInTable(place, i);
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

/** Puts an entry into the open list. An entry that is there already moves up to its smaller key. */
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
