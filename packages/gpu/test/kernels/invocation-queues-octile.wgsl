struct Params {
  queryCount: u32, limit: u32, pathWords: u32, workspaces: u32,
  generation: u32, width: u32, cells: u32, moves: u32,
  successors: u32, component: u32, straight: u32, diagonal: u32,
}

const INF = 0xffffffffu;
const NONE = 4294967295u;
const FOUND = 1u;
const NO_PATH = 3u;
const SOURCE_BLOCKED = 4u;
const TARGET_BLOCKED = 5u;
/** The path found no room in this wave: the host asks again. */
const NO_ROOM = 250u;
/** The search did not end within its bound. */
const STUCK = 251u;
/** Places in the counters. */
const NEXT_QUERY = 0u;
const PATH_TOP = 1u;

/** 0: costs alone, 1: the node after the source, 2: whole paths. */
override RESULT: u32 = 2;

@group(0) @binding(0) var<uniform> params: Params;
/** Sources, then targets. */
@group(0) @binding(2) var<storage, read> queries: array<u32>;
/** Sections of queryCount words: see layout.ts. */
@group(0) @binding(3) var<storage, read_write> results: array<u32>;
@group(0) @binding(4) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> paths: array<u32>;

fn report(q: u32, status: u32, label: u32, settledCount: u32, pathAt: u32, pathLength: u32) {
  results[q] = status;
  results[1u * params.queryCount + q] = label;
  results[2u * params.queryCount + q] = settledCount;
  results[3u * params.queryCount + q] = pathAt;
  results[4u * params.queryCount + q] = pathLength;
}

/** 8 neighbours, else 4. */
override EIGHT: bool = true;
@group(0) @binding(6) var<storage, read_write> records: array<vec2u>;
/** Entries: cell, key. */
@group(0) @binding(7) var<storage, read_write> queues: array<vec2u>;

/** Bits of a record below the generation. */
const CLOSED = 16u;
const SOURCE = 8u;

override WORKGROUP_SIZE: u32 = 64;
/** 0 zero, 1 manhattan, 2 octile, 3 euclidean. */
override HEURISTIC: u32 = 0;
/** Entries i of all workspaces lie together, as in Bleiweiss 2008; else workspace by workspace. */
override INTERLEAVED: bool = false;

/** Sections of problem.ts, or of queues() in invocation-engine.ts. */
@group(0) @binding(1) var<storage, read> map: array<u32>;
/** The i-th query to take: see order.wgsl.ts. */
@group(0) @binding(8) var<storage, read> queryOrder: array<u32>;

var<private> workspace: u32;

/** Where entry i of this workspace is, given "each" entries per workspace. */
fn place(i: u32, each: u32) -> u32 {
  return select(workspace * each + i, i * params.workspaces + workspace, INTERLEAVED);
}

/**
 * Takes count words of paths; INF where there is no room. Once paths is full the counter stays,
 * so that it cannot wrap around.
 */
fn takeRoom(count: u32) -> u32 {
  if (atomicLoad(&counters[PATH_TOP]) >= params.pathWords) { return INF; }
  let at = atomicAdd(&counters[PATH_TOP], count);
  return select(INF, at, at <= params.pathWords && count <= params.pathWords - at);
}

const QUEUES = 6u;
const STACK = true;
fn queueOf(rise: u32) -> u32 {
  if (rise == 0u) { return 0u; }
  if (rise == 1393u) { return 1u; }
  if (rise == 1970u) { return 2u; }
  if (rise == 3363u) { return 3u; }
  if (rise == 4756u) { return 4u; }
  return 5u;
}

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

@compute @workgroup_size(WORKGROUP_SIZE)
fn answer(@builtin(global_invocation_id) id: vec3u) {
  workspace = id.x;
  if (workspace >= params.workspaces) { return; }
  var generation = params.generation;
  // Bound: params.limit queries, each taken once.
  loop {
    let i = atomicAdd(&counters[NEXT_QUERY], 1u);
    if (i >= params.limit) { break; }
    answerOne(queryOrder[i], generation);
    generation += 1u;
  }
}
