// One invocation answers one query on a uniform grid: A* or Dijkstra in exact order without a heap.
//
// The key = label + lower bound rises from a cell to the next by one of few amounts: on 8
// neighbours with the octile heuristic by 0, 1393, 1970, 3363, 4756 or 6726 ticks (`risesOf`).
// Cells are taken in ascending order of keys, so cells queued with the same rise are in order as
// well. There is one first-in-first-out queue per rise, and the least of their heads is the least
// of all (the idea of two queues for two step lengths, after Dial 1969). Cells queued with rise 0
// form a stack instead, which runs straight towards the target. A cell comes at most once into each
// queue, because a cell is queued again only with fewer ticks, and so with a smaller key. Keys of a
// queue ascend, so a later entry of the same queue cannot have a smaller key. There are rises for
// consistent lower bounds alone; with any other bound invocations search with a heap (see `kindFor`
// in invocation-engine.ts).
//
// Record of a cell: ticks from the source; generation << 5 | closed << 4 | source << 3 | direction
// of arrival (grid-moves.ts); closed: the cell is settled. Successors are those of canonical
// ordering, as in @wayfield/cpu-wasm. Queues: a section of `cells` pairs (cell, key) per rise.
import { INVOCATION_HEAD, INVOCATION_MAIN } from './invocation-head.wgsl.ts';
import { SEARCH_BINDINGS } from './layout.ts';

/** Words of `Params` after the five that come with each dispatch. */
export const QUEUE_PARAMS = {
  width: 5,
  cells: 6,
  /** Sections of the map: see `queues` in invocation-engine.ts. */
  moves: 7,
  successors: 8,
  component: 9,
  straight: 10,
  diagonal: 11,
} as const;

const PARAMS = /* wgsl */ `
struct Params {
  queryCount: u32, limit: u32, pathWords: u32, workspaces: u32,
  generation: u32, width: u32, cells: u32, moves: u32,
  successors: u32, component: u32, straight: u32, diagonal: u32,
}
`;

const HEAD = /* wgsl */ `
/** 8 neighbours, else 4. */
override EIGHT: bool = true;
@group(0) @binding(6) var<storage, read_write> records: array<vec2u>;
/** Entries: cell, key. */
@group(0) @binding(7) var<storage, read_write> queues: array<vec2u>;
`;

const BODY = /* wgsl */ `
fn byteAt(at: u32, i: u32) -> u32 { return (map[at + (i >> 2u)] >> ((i & 3u) << 3u)) & 255u; }
// column and row of the step in direction d, E W S N SE SW NE NW: two bits each, the offset + 1
fn stepX(d: u32) -> i32 { return i32((0x2252u >> (d << 1u)) & 3u) - 1; }
fn stepY(d: u32) -> i32 { return i32((0x0a25u >> (d << 1u)) & 3u) - 1; }
fn neighbour(u: u32, d: u32) -> u32 {
  return u32(i32(u) + stepY(d) * i32(params.width) + stepX(d));
}

/** Lower bound on the ticks between two cells that lie dx columns and dy rows apart. */
fn lowerBound(dx: i32, dy: i32) -> u32 {
  let x = u32(abs(dx));
  let y = u32(abs(dy));
  if (HEURISTIC == 1u) { return (x + y) * params.straight; }
  if (HEURISTIC == 2u) {
    return max(x, y) * params.straight + min(x, y) * (params.diagonal - params.straight);
  }
  return 0u;
}

fn record(u: u32) -> vec2u { return records[place(u, params.cells)]; }
/** Where entry i of queue c is. */
fn queuePlace(c: u32, i: u32) -> u32 { return place(c * params.cells + i, params.cells * QUEUES); }

/** The cell before v on its path. */
fn before(v: u32) -> u32 {
  let d = record(v).y & 7u;
  return u32(i32(v) - stepY(d) * i32(params.width) - stepX(d));
}

fn answerOne(q: u32, generation: u32) {
  let source = queries[q];
  let goal = queries[params.queryCount + q];
  let component = map[params.component + source];
  let other = map[params.component + goal];
  if (component == NONE || component != other) {
    let blocked = select(NO_PATH, TARGET_BLOCKED, other == NONE);
    report(q, select(blocked, SOURCE_BLOCKED, component == NONE), INF, 0u, 0u, 0u);
    return;
  }
  let stamp = generation << 5u;
  let tx = i32(goal % params.width);
  let ty = i32(goal / params.width);
  // Per queue. head: its first entry; tail: one past its last entry; headKey: the key of its first
  // entry, INF if the queue is empty
  var head = array<u32, QUEUES>();
  var tail = array<u32, QUEUES>();
  var headKey = array<u32, QUEUES>();
  for (var c = 0u; c < QUEUES; c++) { headKey[c] = INF; }
  records[place(source, params.cells)] = vec2u(0u, stamp | SOURCE);
  var u = source;
  var key = lowerBound(i32(source % params.width) - tx, i32(source / params.width) - ty);
  var settled = 0u;
  var ticks = INF;
  var stuck = true;
  // Bound: a cell comes at most once into each queue.
  for (var taken = 0u; taken <= params.cells * QUEUES; taken++) {
    let at = record(u);
    // a closed cell was queued again with fewer ticks, and is settled already
    if ((at.y & CLOSED) == 0u) {
      records[place(u, params.cells)].y = at.y | CLOSED;
      settled += 1u;
      if (u == goal) {
        ticks = at.x;
        stuck = false;
        break;
      }
      // Bit e of m: look at the step in direction e. The source has all legal steps. Other cells,
      // which were reached in direction d, have those of canonical ordering, or on 4 neighbours all
      // but the step back (direction d ^ 1).
      var m = byteAt(params.moves, u);
      if ((at.y & SOURCE) == 0u) {
        let d = at.y & 7u;
        if (EIGHT) { m = byteAt(params.successors, (d << 8u) | m); }
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
        // the cell is known where its record has this search's generation, in bits 5 and up
        if ((old.y ^ stamp) < 32u && ((old.y & CLOSED) != 0u || g >= old.x)) { continue; }
        records[place(v, params.cells)] = vec2u(g, stamp | e);
        let newKey = g + lowerBound(ux + stepX(e), uy + stepY(e));
        let c = queueOf(newKey - key);
        queues[queuePlace(c, tail[c])] = vec2u(v, newKey);
        if (head[c] == tail[c]) { headKey[c] = newKey; }
        tail[c] += 1u;
      }
    }
    var least = INF;
    var c = 0u;
    for (var k = 0u; k < QUEUES; k++) {
      if (headKey[k] < least) {
        least = headKey[k];
        c = k;
      }
    }
    if (least == INF) {
      stuck = false;
      break;
    }
    key = least;
    if (STACK && c == 0u) {
      tail[0] -= 1u;
      u = queues[queuePlace(0u, tail[0])].x;
      if (tail[0] == 0u) { headKey[0] = INF; }
    } else {
      let i = head[c];
      u = queues[queuePlace(c, i)].x;
      head[c] = i + 1u;
      var next = INF;
      if (i + 1u < tail[c]) { next = queues[queuePlace(c, i + 1u)].y; }
      headKey[c] = next;
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
  let at = takeRoom(count);
  if (at == INF) {
    report(q, NO_ROOM, ticks, settled, count, 0u);
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

/** The kernel `invocation queues` for these rises of key, in ascending order. */
export function invocationQueuesWgsl(rises: readonly number[]): string {
  // a rise is always one of these, so the last queue needs no test
  const tests = rises.map((rise, c) => `if (rise == ${rise}u) { return ${c}u; }`);
  const queueText = /* wgsl */ `
const QUEUES = ${rises.length}u;
const STACK = ${rises[0] === 0};
fn queueOf(rise: u32) -> u32 {
  ${tests.slice(0, -1).join('\n  ')}
  return ${rises.length - 1}u;
}
`;
  return PARAMS + SEARCH_BINDINGS + HEAD + INVOCATION_HEAD + queueText + BODY + INVOCATION_MAIN;
}

/**
 * The amounts by which the key can rise along a step, ascending. Undefined for lower bounds whose
 * rises are not listed here, such as euclidean: then invocations search with a heap.
 *
 * A rise is the ticks of the step plus the change of the lower bound. The octile bound falls by d
 * along a diagonal step towards the target, by s along a straight step on the longer axis, and by d
 * - s along one on the shorter axis; a step in the other direction raises it by as much.
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
  //   0          along the longer axis, or diagonally, towards the target
  //   2s - d     along the shorter axis towards the target
  //   2d - 2s    diagonally, nearer on the longer axis and farther on the shorter one
  //   d          along the shorter axis away from the target
  //   2s         along the longer axis away, or diagonally away there and nearer on the shorter one
  //   2d         diagonally away from the target
  return heuristic === 'octile' ? [0, 2 * s - d, 2 * (d - s), d, 2 * s, 2 * d] : undefined;
}
