// Jump point search (Harabor & Grastien, "Online graph pruning for pathfinding on grid maps", 2011)
// over the numbered jump points of a layer. The cell where a path turns from diagonal steps into
// straight ones needs no node. JPS scans the bitmaps for the jump points that come next, JPS+ reads
// them from tables; all else is the same.
//
// A bucket of the queue holds 1024 ticks, a little under half a step, last in, first out: a point
// may be settled too early and is then opened again when a shorter path to it is found. The search
// ends when no bucket left can hold a path shorter than the one found: other points in the bucket
// of `best` may still lead to one, points in later buckets cannot. Ticks may wrap around 2^32: only
// differences of the ticks of points in the queue are used. They stay below 2^31 while
// width + height is at most 400,000, see MOST_SIDES in src/jps/map.ts.

import { DIAGONAL, META, MOVES, NODES, RECORD_BYTES, SUCCESSORS, TICKS, WIDTH } from './layout';
import { BUDGET_SPENT, FOUND, NONE, NO_PATH } from '../status';
import { bucketsCursor, bucketsPop, bucketsPush, BUCKETS, bucketsReset } from '../buckets';
import { setSettled, stepX, stepY } from '../grid/state';
import { horizontalOf, verticalOf } from './layer';
import { FAR, LONG } from './plus';
import { CLOSED, columnBitsOf, GENERATION, nextGeneration } from './records';
import { clearAhead, END, isPoint, jumpDiagonal, jumpStraight, pointAt, scanLayer } from './scan';

/** Ticks of a bucket: a power of two somewhat below half a step of 2378. Chosen, not measured. */
const BUCKET_TICKS: u32 = 1024;
const BUCKET_SHIFT: u32 = 10;
/** Ticks of a straight step, and how many more a diagonal one takes: 3363 in all. */
const STRAIGHT: u32 = 2378;
const EXTRA: u32 = 985;

/** The width of the map searched last. */
let mapWidth: u32 = 0;
/** The records of the last search, behind their header; the bits of a record's column number. */
let points: usize = 0;
let columnBits: u32 = 0;
/** The last search: its ends, and the jump point before the target (NONE: the source). */
let sourceCell: u32 = 0;
let targetCell: u32 = 0;
let lastPoint: u32 = NONE;

/** Address of the list of jump points that come next, see `jpsBind`. */
let buffer: usize = 0;
/** Open cells on the diagonal from the current point towards the target, see `Scan`. */
let openDiagonal: u32 = 0;

/**
 * Gives the searches 16 * min(width, height) + 64 bytes to collect jump points in. Two diagonals
 * lead through a point, of at most min(width, height) cells each; each cell passed gives at most
 * two jump points of 4 bytes. 16 words more have room for the points at the ends of four diagonals
 * and of four straight jumps, and for the word behind the list.
 */
export function jpsBind(bufferAt: usize): void {
  buffer = bufferAt;
}

/** The octile distance in ticks: `distanceInTicks` of grid/heuristic.ts without its branches. */
function octileTicks(dx: i32, dy: i32): u32 {
  const ax = <u32>abs(dx);
  const ay = <u32>abs(dy);
  return EXTRA * (ax + ay) + (STRAIGHT - EXTRA) * select<u32>(ax, ay, ax > ay);
}

/** The first direction of the path over (dx, dy) that takes its diagonal steps first. */
function departure(dx: i32, dy: i32): u32 {
  const west = <u32>dx >>> 31;
  const north = <u32>dy >>> 31;
  if (dx == 0) return 2 + north;
  if (dy == 0) return west;
  return 4 + 2 * north + west;
}

/**
 * The last direction of the path over (dx, dy) that takes its diagonal steps first. Without
 * branches, which could not be predicted.
 */
function arrival(dx: i32, dy: i32): u32 {
  const west = <u32>dx >>> 31;
  const north = <u32>dy >>> 31;
  const ax = abs(dx);
  const ay = abs(dy);
  const straight = select<u32>(west, 2 + north, ax > ay);
  return select<u32>(4 + 2 * north + west, straight, ax == ay);
}

/**
 * Searches from `source` to `target`; with `plus` by the tables of JPS+. Returns FOUND, after which
 * jpsPathLength and jpsPath read the path, NO_PATH, or BUDGET_SPENT after `maxSettled` jump points,
 * the source included, also where a path was found that is not yet proven shortest.
 */
export function jpsSearch(
  layer: usize,
  records: usize,
  source: u32,
  target: u32,
  maxSettled: u32,
  plus: bool,
): u32 {
  const width = load<u32>(layer, WIDTH);
  const bits = columnBitsOf(width);
  const low = ((<u32>1) << bits) - 1;
  const rec = records + RECORD_BYTES;
  mapWidth = width;
  points = rec;
  columnBits = bits;
  sourceCell = source;
  targetCell = target;
  lastPoint = NONE;
  setSettled(maxSettled ? 1 : 0);
  if (maxSettled == 0) return BUDGET_SPENT;
  if (source == target) return FOUND;

  scanLayer(layer);
  const nodes: usize = plus ? <usize>load<u32>(layer, NODES) : 0;
  const successors = <usize>load<u32>(layer, SUCCESSORS);
  const stamp = nextGeneration(layer, records) << GENERATION;
  const tx = <i32>(target % width);
  const ty = <i32>(target / width);
  let x = <i32>(source % width);
  let y = <i32>(source / width);
  if (isPoint(x, y)) {
    // no path leads back into the source
    const at = rec + ((<usize>pointAt(x, y)) << 4);
    store<u32>(at, stamp | CLOSED | load<u8>(at, META), META);
    store<u32>(at, 0, TICKS);
  }
  // the first key of the current bucket
  let base = octileTicks(tx - x, ty - y) & ~(BUCKET_TICKS - 1);
  bucketsReset(base >> BUCKET_SHIFT);

  // the current point: its number, its table if any, its ticks and the directions to search
  let u = NONE;
  let node: usize = 0;
  let g: u32 = 0;
  let set = <u32>load<u8>(<usize>load<u32>(layer, MOVES) + source);
  let settled: u32 = 1;
  let found = false;
  let best: u32 = 0;
  // whether a point lies in the last bucket because its key is beyond the ring: see `bucketsPush`
  let displaced = false;
  for (;;) {
    const dx = tx - x;
    const dy = ty - y;
    const goal = departure(dx, dy);

    const end = Scan.listNext(rec, nodes, node, u, x, y, set, goal);
    if (seesTarget(x, y, dx, dy, set, goal)) {
      const ticks = g + octileTicks(dx, dy);
      if (!found || <i32>(ticks - best) < 0) {
        found = true;
        best = ticks;
        lastPoint = u;
      }
    }

    // relax
    for (let at = buffer; at < end; at += 4) {
      const v = load<u32>(at);
      const record = rec + ((<usize>v) << 4);
      const head = load<u64>(record);
      const vx = <i32>(<u32>head & low);
      const vy = <i32>(<u32>head >> bits);
      const meta = <u32>(head >> 32);
      const ticks = g + octileTicks(vx - x, vy - y);
      if ((meta ^ stamp) >> GENERATION == 0 && <i32>(ticks - load<u32>(record, TICKS)) >= 0)
        continue;
      const least = ticks + octileTicks(tx - vx, ty - vy);
      if (found && <i32>(least - best) >= 0) continue;
      store<u32>(record, stamp | (arrival(vx - x, vy - y) << 8) | (meta & 255), META);
      store<u64>(record, <u64>ticks | ((<u64>u) << 32), TICKS);
      let ahead = (least - base) >> BUCKET_SHIFT;
      if (ahead >= BUCKETS) {
        ahead = BUCKETS - 1;
        displaced = true;
      }
      bucketsPush((base >> BUCKET_SHIFT) + ahead, v);
    }

    // the next point that is not settled
    for (;;) {
      u = bucketsPop();
      if (u == NONE) break;
      base += ((bucketsCursor() - (base >> BUCKET_SHIFT)) & (BUCKETS - 1)) << BUCKET_SHIFT;
      const record = rec + ((<usize>u) << 4);
      const head = load<u64>(record);
      const meta = <u32>(head >> 32);
      // an outdated entry: u was pushed again later with fewer ticks, and is settled
      if (meta & CLOSED) continue;
      x = <i32>(<u32>head & low);
      y = <i32>(<u32>head >> bits);
      g = load<u32>(record, TICKS);
      if (found || displaced) {
        const least = g + octileTicks(tx - x, ty - y);
        const ahead = (least - base) >> BUCKET_SHIFT;
        if (ahead) {
          bucketsPush((base >> BUCKET_SHIFT) + min(ahead, BUCKETS - 1), u);
          continue;
        }
        if (found && <i32>(least - best) >= 0) {
          if ((best - base) >> BUCKET_SHIFT == 0) continue;
          u = NONE;
          break;
        }
      }
      store<u32>(record, meta | CLOSED, META);
      set = load<u8>(successors + (meta & 0x7ff));
      if (nodes) node = nodes + ((<usize>u) << 5);
      break;
    }
    if (u == NONE) break;
    if (settled == maxSettled) {
      setSettled(settled);
      return BUDGET_SPENT;
    }
    settled++;
  }
  setSettled(settled);
  return found ? FOUND : NO_PATH;
}

// A method, because TypeScript allows the decorator @inline on methods only. Without @inline the
// compiler calls a function of this size, which costs jump point search 4 to 10 %.
class Scan {
  /**
   * Writes the numbers of the jump points that come next to `buffer`, from the current point `u` at
   * (x, y) in the directions of `set`, by the table at `node` if there is one. Sets `openDiagonal`
   * for the direction `goal`. Returns the end of the list.
   */
  @inline
  static listNext(
    rec: usize,
    nodes: usize,
    node: usize,
    u: u32,
    x: i32,
    y: i32,
    set: u32,
    goal: u32,
  ): usize {
    let end = buffer;
    openDiagonal = 0;
    // a sum of loads that only prefetch: the cache misses of all points of the list overlap
    let touched: u32 = 0;
    for (let open = set; open; open &= open - 1) {
      const d = <u32>ctz(open);
      if (d < 4) {
        const difference = node ? <i32>load<i16>(node + (d << 1)) : FAR;
        if (difference == FAR) {
          const v = jumpStraight(d, x, y);
          store<u32>(end, v);
          end += ((v >>> 31) ^ 1) << 2;
        } else if (difference) {
          const v = u + difference;
          store<u32>(end, v);
          end += 4;
          touched += touch(rec, nodes, v);
        }
        continue;
      }
      let last: u32;
      if (node == 0) {
        end = jumpDiagonal(d, x, y, end, NONE);
        last = load<u32>(end);
      } else {
        const where = <u32>load<u8>(node + d, DIAGONAL);
        let at = node + where;
        if (!(where & LONG)) {
          const head = <u32>load<u16>(at);
          if (d == goal) openDiagonal = head >> 4;
          for (let more = head & 15; more; more--) {
            const v = u + load<i16>((at += 2));
            store<u32>(end, v);
            end += 4;
            touched += touch(rec, nodes, v);
          }
          continue;
        }
        at = load<u32>(at - LONG);
        for (last = load<u32>(at); !(last & END); last = load<u32>((at += 4))) {
          store<u32>(end, last);
          end += 4;
        }
      }
      if (d == goal) openDiagonal = abs(<i32>(last & ~END) - x);
    }
    store<u32>(end, touched);
    return end;
  }
}

/** Loads the record and the table of a jump point, so that they are in the cache when needed. */
function touch(rec: usize, nodes: usize, v: u32): u32 {
  return load<u32>(rec + ((<usize>v) << 4)) + load<u32>(nodes + ((<usize>v) << 5));
}

/**
 * Whether the path over (dx, dy) to the target, diagonal steps first, is open and its first
 * direction `goal` is in `set`. Call after `listNext`, which sets `openDiagonal`, 0 where `goal` is
 * not in it.
 */
function seesTarget(x: i32, y: i32, dx: i32, dy: i32, set: u32, goal: u32): bool {
  const ax = <u32>abs(dx);
  const ay = <u32>abs(dy);
  if (goal < 4) return ((set >> goal) & 1) != 0 && clearAhead(goal, x, y, ax + ay);
  const diagonal = min(ax, ay);
  if (openDiagonal < diagonal) return false;
  const straight = max(ax, ay) - diagonal;
  if (straight == 0) return true;
  const ahead = ax > ay ? horizontalOf(goal) : verticalOf(goal);
  return clearAhead(ahead, x + stepX(goal) * diagonal, y + stepY(goal) * diagonal, straight);
}

export function jumpMapWidth(): u32 {
  return mapWidth;
}

export function jumpPoints(): usize {
  return points;
}

export function jumpColumnBits(): u32 {
  return columnBits;
}

export function jumpSourceCell(): u32 {
  return sourceCell;
}

export function jumpTargetCell(): u32 {
  return targetCell;
}

export function jumpLastPoint(): u32 {
  return lastPoint;
}
