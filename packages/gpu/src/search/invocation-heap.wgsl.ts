// One invocation answers one query on any map, by any of the three algorithms, with a binary heap
// and records in storage (Bleiweiss 2008: agents on grids and roads). Deletion is lazy: a node
// whose label falls is pushed once more, and heap entries of settled nodes are skipped. Settled
// nodes are not relaxed again. With a consistent lower bound none has to be (see
// lower-bound.wgsl.ts; bounds in f32 are consistent but for rounding). With a bound that
// overestimates (allowInadmissible) the path may be longer than the shortest.
//
// Record of a node: label (u32 ticks or f32 bits); generation << 5 | closed << 4; the node before;
// an unused word, so that a record is one load of 16 bytes.
import { INVOCATION_HEAD, INVOCATION_MAIN } from './invocation-head.wgsl.ts';
import { SEARCH_BINDINGS } from './layout.ts';
import { LOWER_BOUND } from './lower-bound.wgsl.ts';

/** Words of `Params` after the five that come with each dispatch; sections of the map first. */
export const HEAP_PARAMS = {
  nodeCount: 5,
  firstOut: 6,
  outArcs: 7,
  x: 8,
  y: 9,
  component: 10,
  original: 11,
  nodeOf: 12,
  /** Entries of the heap of one workspace. */
  heapSize: 13,
  /** What heuristic distances are multiplied by. */
  scale: 14,
  straight: 15,
  diagonal: 16,
} as const;

const PARAMS = /* wgsl */ `
struct Params {
  queryCount: u32, limit: u32, pathWords: u32, workspaces: u32,
  generation: u32, nodeCount: u32, firstOut: u32, outArcs: u32,
  x: u32, y: u32, component: u32, original: u32,
  nodeOf: u32, heapSize: u32, scale: f32, straight: u32,
  diagonal: u32, pad0: u32, pad1: u32, pad2: u32,
}
`;

const HEAD = /* wgsl */ `
/** Weights and labels are whole numbers, else f32. */
override TICKS: bool = true;
/** Keys are the heuristic alone, and the first label of a node stays. */
override GREEDY: bool = false;
@group(0) @binding(6) var<storage, read_write> records: array<vec4u>;
/** Entries: key, node. */
@group(0) @binding(7) var<storage, read_write> heap: array<vec2u>;
`;

const BODY = /* wgsl */ `
fn positionOf(v: u32) -> vec2f {
  return vec2f(bitcast<f32>(map[params.x + v]), bitcast<f32>(map[params.y + v]));
}
fn entry(i: u32) -> vec2u { return heap[place(i, params.heapSize)]; }
fn setEntry(i: u32, e: vec2u) { heap[place(i, params.heapSize)] = e; }
fn record(v: u32) -> vec4u { return records[place(v, params.nodeCount)]; }
fn setRecord(v: u32, r: vec4u) { records[place(v, params.nodeCount)] = r; }

/** The label at the end of an arc. */
fn sum(label: u32, weight: u32) -> u32 {
  // INF - 1 stands for a greedy path of INF - 1 ticks or more
  if (TICKS && GREEDY) { return select(label + weight, INF - 1u, label >= INF - 1u - weight); }
  if (TICKS) { return label + weight; }
  return bitcast<u32>(bitcast<f32>(label) + bitcast<f32>(weight));
}

/** The key of v: nodes are expanded in ascending order of keys. */
fn keyOf(v: u32, label: u32, targetAt: vec2f) -> u32 {
  if (HEURISTIC == 0u) { return select(label, 0u, GREEDY); }
  let d = abs(positionOf(v) - targetAt);
  if (GREEDY) { return bitcast<u32>(distanceOf(d)); }
  if (TICKS) { return label + boundInTicks(d); }
  return bitcast<u32>(bitcast<f32>(label) + params.scale * distanceOf(d));
}

/** Adds an entry to the heap, which has \`size\` entries. */
fn push(size: u32, e: vec2u) {
  var i = size;
  // Bound: the heap's height, since i halves.
  while (i > 0u) {
    let up = (i - 1u) >> 1u;
    let other = entry(up);
    if (other.x <= e.x) { break; }
    setEntry(i, other);
    i = up;
  }
  setEntry(i, e);
}

/** Moves the last entry to its place in the heap, whose first entry was taken: \`size\` remain. */
fn sift(size: u32) {
  let e = entry(size);
  var i = 0u;
  // Bound: the heap's height, since i doubles.
  loop {
    var down = 2u * i + 1u;
    if (down >= size) { break; }
    var least = entry(down);
    if (down + 1u < size) {
      let right = entry(down + 1u);
      if (right.x < least.x) {
        least = right;
        down += 1u;
      }
    }
    if (e.x <= least.x) { break; }
    setEntry(i, least);
    i = down;
  }
  setEntry(i, e);
}

fn answerOne(q: u32, generation: u32) {
  let source = map[params.nodeOf + queries[q]];
  let goal = map[params.nodeOf + queries[params.queryCount + q]];
  var status = FOUND;
  if (source == NONE) { status = SOURCE_BLOCKED; }
  else if (goal == NONE) { status = TARGET_BLOCKED; }
  else if (map[params.component + source] != map[params.component + goal]) { status = NO_PATH; }
  if (status != FOUND) {
    report(q, status, INF, 0u, 0u, 0u);
    return;
  }
  let stamp = generation << 5u;
  let targetAt = positionOf(goal);
  setRecord(source, vec4u(0u, stamp, NONE, 0u));
  var u = source;
  var size = 0u;
  var settled = 0u;
  var label = INF;
  var stuck = true;
  // Bound: each arc pushes at most one entry, because each node is settled at most once.
  for (var taken = 0u; taken <= params.heapSize; taken++) {
    let at = record(u);
    if ((at.y & CLOSED) == 0u) {
      records[place(u, params.nodeCount)].y = at.y | CLOSED;
      settled += 1u;
      if (u == goal) {
        label = at.x;
        stuck = false;
        break;
      }
      let last = map[params.firstOut + u + 1u];
      for (var a = map[params.firstOut + u]; a < last; a++) {
        let v = map[params.outArcs + 2u * a];
        let g = sum(at.x, map[params.outArcs + 2u * a + 1u]);
        let old = record(v);
        // known: the record has this search's generation, in bits 5 and up
        let known = (old.y ^ stamp) < 32u;
        if (known && ((old.y & CLOSED) != 0u || g >= old.x)) { continue; }
        if (GREEDY && known) {
          // greedy keys do not tell parallel arcs apart: keep the cheapest
          if (old.z == u) { setRecord(v, vec4u(g, stamp, u, 0u)); }
          continue;
        }
        setRecord(v, vec4u(g, stamp, u, 0u));
        push(size, vec2u(keyOf(v, g, targetAt), v));
        size += 1u;
      }
    }
    if (size == 0u) {
      stuck = false;
      break;
    }
    u = entry(0u).y;
    size -= 1u;
    if (size > 0u) { sift(size); }
  }
  if (stuck) {
    report(q, STUCK, INF, settled, 0u, 0u);
    return;
  }
  if (label == INF || RESULT == 0u) {
    report(q, select(FOUND, NO_PATH, label == INF), label, settled, 0u, 0u);
    return;
  }
  var count = 1u;
  var v = goal;
  var next = goal;
  // Bound: a path has at most all nodes.
  while (v != source && count <= params.nodeCount) {
    next = v;
    v = record(v).z;
    count += 1u;
  }
  if (RESULT == 1u) {
    report(q, FOUND, label, settled, map[params.original + next], 0u);
    return;
  }
  let at = takeRoom(count);
  if (at == INF) {
    report(q, NO_ROOM, label, settled, count, 0u);
    return;
  }
  v = goal;
  for (var i = count; i > 0u; i--) {
    paths[at + i - 1u] = map[params.original + v];
    v = record(v).z;
  }
  report(q, FOUND, label, settled, at, count);
}
`;

/** The kernel `invocation heap`. Entry point: answer, one invocation per workspace. */
export const INVOCATION_HEAP_WGSL: string =
  PARAMS + SEARCH_BINDINGS + HEAD + INVOCATION_HEAD + LOWER_BOUND + BODY + INVOCATION_MAIN;
