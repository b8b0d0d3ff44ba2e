// A* over a few polygons of a mesh, from side to side, in memory that is made once.

import { isWithin } from '../geometry/segment-distance.ts';
import { type Cells, holds, leastSquare } from './cells.ts';

/** Polygons that one search can reach. */
export const MOST_REACHED = 4096;
/** Polygons that a move, and the search of `optimize`, look at. */
export const MOST_MOVED = 64;
/** Entries of the hash table: a power of two, at most half full. */
const TABLE = 2 * MOST_REACHED;

/** Searches for a row of neighbouring polygons. The result is valid until the next search. */
export interface LocalSearch {
  /** The polygons from the first to the last one, in the first `count` entries. */
  readonly path: Int32Array;
  readonly count: number;
  /** Four numbers for a line, which `straight` and `toPoint` take without an array made for it. */
  readonly line: Float64Array;
  /**
   * From polygon `from`, which holds the start of a line, to a polygon that holds its end, over
   * sides that come within `epsilon` of the line.
   */
  straight(from: number, line: ArrayLike<number>): boolean;
  /** From `from` to a polygon that holds the end of a line, in at most `most` polygons. */
  toPoint(from: number, line: ArrayLike<number>, most: number): boolean;
  /**
   * From `from` to one of the `goals`, towards (tx, ty), in at most `most` polygons, over sides of
   * at least a width.
   */
  toGoals(ask: GoalsAsk): boolean;
}

export interface GoalsAsk {
  from: number;
  sx: number;
  sy: number;
  tx: number;
  ty: number;
  most: number;
  width: number;
  /** The goals are the entries `first` .. `end` - 1. */
  goals: Int32Array;
  first: number;
  end: number;
}

interface State {
  readonly cells: Cells;
  /** Polygons reached: number, the one before, the point of entry, the cost so far. */
  readonly polygon: Int32Array;
  readonly parent: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly cost: Float64Array;
  /** cost + a lower bound on the rest. */
  readonly key: Float64Array;
  /** 1 = expanded. */
  readonly isDone: Uint8Array;
  /** A binary heap by key: every reached polygon that is not expanded, once. */
  readonly heap: Int32Array;
  /** Where a polygon is in the heap, -1 = not yet. */
  readonly place: Int32Array;
  heapSize: number;
  /** Open addressing: polygon numbers to entries, by the search that wrote them. */
  readonly table: Int32Array;
  readonly tableOf: Int32Array;
  call: number;
  reached: number;
  /** Where the polygon that is reached next is entered, x and y, and the cost up to there. */
  readonly next: Float64Array;
}

function createState(cells: Cells): State {
  const floats = (): Float64Array => new Float64Array(MOST_REACHED);
  const words = (): Int32Array => new Int32Array(MOST_REACHED);
  return {
    cells,
    polygon: words(),
    parent: words(),
    x: floats(),
    y: floats(),
    cost: floats(),
    key: floats(),
    isDone: new Uint8Array(MOST_REACHED),
    heap: words(),
    place: words(),
    heapSize: 0,
    table: new Int32Array(TABLE),
    tableOf: new Int32Array(TABLE),
    call: 0,
    reached: 0,
    next: new Float64Array(3),
  };
}

/**
 * Writes point (xs[i], ys[i]) as the start of a line (`at` 0), or its end (2). Arrays, because an
 * engine allocates for fractions that it passes to a function.
 */
export function setEnd(
  line: Float64Array,
  at: number,
  xs: Float64Array,
  ys: Float64Array,
  i: number,
): void {
  line[at] = xs[i];
  line[at + 1] = ys[i];
}

export function createLocalSearch(cells: Cells): LocalSearch {
  const state = createState(cells);
  const path = new Int32Array(MOST_REACHED);
  const given = new Float64Array(4);
  let count = 0;
  const asked = new Float64Array(4);
  const ask: Ask = {
    most: 0,
    isStraight: false,
    line: asked,
    targetX: asked.subarray(2),
    targetY: asked.subarray(3),
    side: new Float64Array(4),
    squares: Float64Array.of(cells.epsilon ** 2, 0, 0),
    goals: undefined,
    first: 0,
    end: 0,
  };

  function run(from: number): boolean {
    count = 0;
    const found = search(state, ask, from);
    if (found < 0) return false;
    for (let i = found; i >= 0; i = state.parent[i]) count++;
    for (let i = found, k = count; i >= 0; i = state.parent[i]) path[--k] = state.polygon[i];
    return true;
  }

  function set(ends: ArrayLike<number>, most: number): void {
    for (let k = 0; k < 4; k++) ask.line[k] = ends[k];
    ask.most = Math.min(most, MOST_REACHED - 1);
    ask.squares[1] = ask.squares[2] = 0;
    ask.isStraight = false;
    ask.goals = undefined;
  }

  return {
    path,
    line: given,
    get count() {
      return count;
    },
    straight(from, line) {
      set(line, MOST_REACHED);
      ask.isStraight = true;
      return run(from);
    },
    toPoint(from, line, most) {
      set(line, most);
      return run(from);
    },
    toGoals({ from, sx, sy, tx, ty, most, width, goals, first, end }) {
      given[0] = sx;
      given[1] = sy;
      given[2] = tx;
      given[3] = ty;
      set(given, most);
      ask.squares[1] = leastSquare(width);
      ask.squares[2] = width;
      ask.goals = goals;
      ask.first = first;
      ask.end = end;
      return run(from);
    },
  };
}

interface Ask {
  most: number;
  isStraight: boolean;
  /** The line, its end in two parts, and a side: arrays, which nothing allocates for. */
  readonly line: Float64Array;
  readonly targetX: Float64Array;
  readonly targetY: Float64Array;
  readonly side: Float64Array;
  /** Of the distance that counts as 0, and of the least length of a side; then the width. */
  readonly squares: Float64Array;
  goals: Int32Array | undefined;
  first: number;
  end: number;
}

/** The entry of the goal that was reached; -1 without one. */
function search(state: State, ask: Ask, from: number): number {
  const { cells, polygon, isDone } = state;
  state.call++;
  state.reached = state.heapSize = 0;
  state.next[0] = ask.line[0];
  state.next[1] = ask.line[1];
  state.next[2] = 0;
  reach(state, ask, from, -1);
  for (;;) {
    const i = pop(state);
    if (i < 0) return -1;
    isDone[i] = 1;
    const p = polygon[i];
    if (isGoal(cells, ask, p)) return i;
    for (let s = cells.begin(p), end = cells.end(p); s < end; s++) {
      const other = cells.across(s);
      if (other < 0) continue;
      if (!mayCross(cells, ask, p, s)) continue;
      cross(state, ask, i, cells.owner(other));
    }
  }
}

function isGoal(cells: Cells, { goals, first, end, targetX, targetY }: Ask, p: number): boolean {
  if (!goals) return holds(cells, p, targetX, targetY, 0);
  for (let k = first; k < end; k++) if (goals[k] === p) return true;
  return false;
}

/** Whether a side is wide enough and, for `straight`, within epsilon of the line. */
function mayCross(cells: Cells, ask: Ask, p: number, s: number): boolean {
  const { side, squares } = ask;
  cells.read(p, s, side);
  const dx = side[2] - side[0];
  const dy = side[3] - side[1];
  if (dx * dx + dy * dy < squares[1]) return false;
  return !ask.isStraight || isWithin(ask.line, side, squares);
}

/** Reaches the polygon behind a side, at the point of the side nearest to the straight line on. */
function cross(state: State, ask: Ask, i: number, q: number): void {
  const { x, y, cost } = state;
  // the side that `mayCross` has read
  const ax = ask.side[0];
  const ay = ask.side[1];
  const dx = ask.side[2] - ax;
  const dy = ask.side[3] - ay;
  const square = dx * dx + dy * dy;
  // where the straight line to the target crosses the side, or the nearest point beside it
  const vx = ask.line[2] - x[i];
  const vy = ask.line[3] - y[i];
  const turn = vx * dy - vy * dx;
  const share =
    turn !== 0
      ? (vy * (ax - x[i]) - vx * (ay - y[i])) / turn
      : ((x[i] - ax) * dx + (y[i] - ay) * dy) / square;
  const margin = Math.min(0.5, ask.squares[2] / 2 / Math.sqrt(square));
  const t = Math.max(margin, Math.min(1 - margin, share));
  const px = ax + t * dx;
  const py = ay + t * dy;
  const { next } = state;
  next[0] = px;
  next[1] = py;
  const mx = px - x[i];
  const my = py - y[i];
  // Math.hypot, and functions of fractions, may allocate
  next[2] = cost[i] + Math.sqrt(mx * mx + my * my);
  reach(state, ask, q, i);
}

/** Reaches a polygon at the new point, by the new cost. */
function reach(state: State, ask: Ask, q: number, parent: number): void {
  const { next } = state;
  const px = next[0];
  const py = next[1];
  const cost = next[2];
  const { table, tableOf, call, polygon } = state;
  let slot = Math.imul(q, 0x9e3779b1) & (TABLE - 1);
  while (tableOf[slot] === call && polygon[table[slot]] !== q) slot = (slot + 1) & (TABLE - 1);
  let i = table[slot];
  if (tableOf[slot] !== call) {
    if (state.reached >= ask.most) return;
    i = state.reached++;
    tableOf[slot] = call;
    table[slot] = i;
    polygon[i] = q;
    state.isDone[i] = 0;
    state.place[i] = -1;
    state.cost[i] = Infinity;
  }
  if (cost >= state.cost[i] || state.isDone[i]) return;
  state.cost[i] = cost;
  state.parent[i] = parent;
  state.x[i] = px;
  state.y[i] = py;
  const rx = ask.line[2] - px;
  const ry = ask.line[3] - py;
  state.key[i] = cost + Math.sqrt(rx * rx + ry * ry);
  push(state, i);
}

/** Puts a reached polygon into the heap, or moves it up because its key fell. */
function push(state: State, i: number): void {
  const { heap, key, place } = state;
  let at = place[i] < 0 ? state.heapSize++ : place[i];
  for (; at > 0;) {
    const up = (at - 1) >> 1;
    if (key[heap[up]] <= key[i]) break;
    heap[at] = heap[up];
    place[heap[at]] = at;
    at = up;
  }
  heap[at] = i;
  place[i] = at;
}

/** The reached polygon with the least key; -1 if there are none. */
function pop(state: State): number {
  const { heap, key, place } = state;
  if (state.heapSize === 0) return -1;
  const least = heap[0];
  const size = --state.heapSize;
  const last = heap[size];
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && key[heap[child + 1]] < key[heap[child]]) child++;
    if (key[heap[child]] >= key[last]) break;
    heap[at] = heap[child];
    place[heap[at]] = at;
    at = child;
  }
  heap[at] = last;
  place[last] = at;
  return least;
}
