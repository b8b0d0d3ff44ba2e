// One invocation answers one query on a uniform grid: A* or Dijkstra in exact order without a heap.
//
// f = g + h rises from a cell to the next by one of few amounts: on 8 neighbours with the octile
// heuristic 0, 1393, 1970, 3363, 4756 or 6726 ticks. Cells are taken in order of f, so all that is
// queued with the same rise comes in order too: one first-in-first-out queue per rise, and the least of
// their heads is the least of all (the idea of two queues for two step lengths, after Dial 1969). What
// does not rise is a stack, which follows the goal. A cell comes at most once into each queue, because
// f of later ones is not lower.
//
// Records and canonical ordering as in @wayfield/cpu-wasm: u32 ticks, then generation << 5 | closed <<
// 4 | source << 3 | direction of arrival; records of another generation count as unvisited.
import { LANE_HEAD, LANE_MAIN } from './lane-head.wgsl.ts';

const HEAD = /* wgsl */ `
struct Params {
  queryCount: u32, limit: u32, pathWords: u32, slots: u32,
  generation: u32, width: u32, cells: u32, moves: u32,
  successors: u32, component: u32, straight: u32, diagonal: u32,
}
override EIGHT: bool = true;
@group(0) @binding(6) var<storage, read_write> records: array<vec2u>;
/** Cell, f. */
@group(0) @binding(7) var<storage, read_write> queues: array<vec2u>;
`;

const BODY = /* wgsl */ `
fn byte_of(at: u32, i: u32) -> u32 { return (map[at + (i >> 2u)] >> ((i & 3u) << 3u)) & 255u; }
fn step_x(d: u32) -> i32 { return i32((0x2252u >> (d << 1u)) & 3u) - 1; }
fn step_y(d: u32) -> i32 { return i32((0x0a25u >> (d << 1u)) & 3u) - 1; }
fn neighbour(u: u32, d: u32) -> u32 {
  return u32(i32(u) + step_y(d) * i32(params.width) + step_x(d));
}

fn bound(dx: i32, dy: i32) -> u32 {
  let x = u32(abs(dx));
  let y = u32(abs(dy));
  if (HEURISTIC == 1u) { return (x + y) * params.straight; }
  if (HEURISTIC == 2u) {
    return max(x, y) * params.straight + min(x, y) * (params.diagonal - params.straight);
  }
  return 0u;
}

fn record(u: u32) -> vec2u { return records[place(u, params.cells)]; }
fn queue_place(c: u32, i: u32) -> u32 { return place(c * params.cells + i, params.cells * CLASSES); }

/** The cell before v on the way to it. */
fn before(v: u32) -> u32 {
  let d = record(v).y & 7u;
  return u32(i32(v) - step_y(d) * i32(params.width) - step_x(d));
}

fn answer_one(q: u32, generation: u32) {
  let source = queries[q];
  let goal = queries[params.queryCount + q];
  let component = map[params.component + source];
  let other = map[params.component + goal];
  if (component == NONE || component != other) {
    let reason = select(select(NO_PATH, TARGET_BLOCKED, other == NONE), SOURCE_BLOCKED, component == NONE);
    report(q, reason, INF, 0u, 0u, 0u);
    return;
  }
  let stamp = generation << 5u;
  let tx = i32(goal % params.width);
  let ty = i32(goal / params.width);
  var head = array<u32, CLASSES>();
  var tail = array<u32, CLASSES>();
  var front = array<u32, CLASSES>();
  for (var c = 0u; c < CLASSES; c++) { front[c] = INF; }
  records[place(source, params.cells)] = vec2u(0u, stamp | SOURCE);
  var u = source;
  var f = bound(i32(source % params.width) - tx, i32(source / params.width) - ty);
  var settled = 0u;
  var ticks = INF;
  var stuck = true;
  // Bound: a cell comes at most once into each queue.
  for (var taken = 0u; taken <= params.cells * CLASSES; taken++) {
    let at = record(u);
    // else it was queued again later with fewer ticks, and is settled
    if ((at.y & CLOSED) == 0u) {
      records[place(u, params.cells)].y = at.y | CLOSED;
      settled += 1u;
      if (u == goal) {
        ticks = at.x;
        stuck = false;
        break;
      }
      var m = byte_of(params.moves, u);
      if ((at.y & SOURCE) == 0u) {
        let d = at.y & 7u;
        if (EIGHT) { m = byte_of(params.successors, (d << 8u) | m); }
        else { m &= ~(1u << (d ^ 1u)); }
      }
      let y = u / params.width;
      let ux = i32(u - y * params.width) - tx;
      let uy = i32(y) - ty;
      // Bound: the eight bits of m, of which each round clears one.
      while (m != 0u) {
        let e = countTrailingZeros(m);
        m &= m - 1u;
        let v = neighbour(u, e);
        let g = at.x + select(params.diagonal, params.straight, e < 4u);
        let old = record(v);
        if ((old.y ^ stamp) < 32u && ((old.y & CLOSED) != 0u || g >= old.x)) { continue; }
        records[place(v, params.cells)] = vec2u(g, stamp | e);
        let fv = g + bound(ux + step_x(e), uy + step_y(e));
        let c = class_of(fv - f);
        queues[queue_place(c, tail[c])] = vec2u(v, fv);
        if (head[c] == tail[c]) { front[c] = fv; }
        tail[c] += 1u;
      }
    }
    var least = INF;
    var c = 0u;
    for (var k = 0u; k < CLASSES; k++) {
      if (front[k] < least) {
        least = front[k];
        c = k;
      }
    }
    if (least == INF) {
      stuck = false;
      break;
    }
    f = least;
    if (STACK && c == 0u) {
      tail[0] -= 1u;
      u = queues[queue_place(0u, tail[0])].x;
      if (tail[0] == 0u) { front[0] = INF; }
    } else {
      let i = head[c];
      u = queues[queue_place(c, i)].x;
      head[c] = i + 1u;
      var next = INF;
      if (i + 1u < tail[c]) { next = queues[queue_place(c, i + 1u)].y; }
      front[c] = next;
    }
  }
  if (stuck) {
    report(q, STUCK, INF, settled, 0u, 0u);
    return;
  }
  if (ticks == INF || RESULT == 0u) {
    report(q, select(FOUND, NO_PATH, ticks == INF), ticks, settled, 0u, 0u);
    return;
  }
  var count = 1u;
  var v = goal;
  var next = goal;
  // Bound: a path has at most all cells.
  while (v != source && count <= params.cells) {
    next = v;
    v = before(v);
    count += 1u;
  }
  if (RESULT == 1u) {
    report(q, FOUND, ticks, settled, next, 0u);
    return;
  }
  let at = take_room(count);
  if (at == INF) {
    report(q, AGAIN, ticks, settled, count, 0u);
    return;
  }
  v = goal;
  paths[at + count - 1u] = goal;
  for (var i = count - 1u; i > 0u; i--) {
    v = before(v);
    paths[at + i - 1u] = v;
  }
  report(q, FOUND, ticks, settled, at, count);
}
`;

/** The text for these rises of f, in ascending order. */
export function laneQueuesWgsl(rises: readonly number[]): string {
  const tests = rises.map((rise, c) => `if (rise == ${rise}u) { return ${c}u; }`);
  const classes = /* wgsl */ `
const CLASSES = ${rises.length}u;
const STACK = ${rises[0] === 0};
fn class_of(rise: u32) -> u32 {
  ${tests.slice(0, -1).join('\n  ')}
  return ${rises.length - 1}u;
}
`;
  return HEAD + LANE_HEAD + classes + BODY + LANE_MAIN;
}

/**
 * By how much f can rise along a step, ascending; undefined where these are not few whole numbers, so
 * that this kernel does not answer.
 */
export function risesOf(
  neighbours: 4 | 8,
  heuristic: string,
  [s, d]: readonly [straight: number, diagonal: number],
): readonly number[] | undefined {
  if (neighbours === 4) {
    if (heuristic === 'zero') return [s];
    return heuristic === 'manhattan' ? [0, 2 * s] : undefined;
  }
  if (heuristic === 'zero') return [s, d];
  // towards the goal; across its diagonal; beside and across its row; away from it
  return heuristic === 'octile' ? [0, 2 * s - d, 2 * (d - s), d, 2 * s, 2 * d] : undefined;
}
