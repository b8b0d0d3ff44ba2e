// PHAST (Delling, Goldberg, Nowatzyk and Werneck 2011) for many sources at once. Four sources, a
// quad, have their distances to a rank side by side, beside those of all other quads. Quads are
// independent of each other, which saves dispatches where levels have few ranks:
//
//   climb       the upward half: one workgroup per quad. Each round relaxes the arcs of a frontier
//               of ranks. If the frontier overflows, the workgroup goes level by level instead
//   fallMerged  the highest levels of the downward half, merged into one dispatch: one workgroup
//               takes a quad through them
//   fallLevel   one of the wide levels below: an invocation takes a rank and a quad. No arc joins
//               ranks of a level.
//
// On the way up a rank passes its distance on to the ranks above. The highest ranks have arcs from
// hundreds of ranks below: if they asked these instead, one invocation would read them all. On the
// way down a rank asks the ranks above. Distances are bits of f32 >= 0, which order like their
// values. On the way up a word holds INFINITY less these bits: 0 means not reached, and atomicMax
// keeps the least distance.
//
// The distances of the batch before are not cleared. A bit per rank and quad says that an upward
// path reached the rank, and the invocation that sets the bit clears the four distances.

/** What every kernel of sweeps needs; `isWanted(rank)` must be defined elsewhere. */
const sweep = /* wgsl */ `
override WORKGROUP_SIZE: u32 = 256;
override QUAD_WORKGROUP: u32 = 256; // invocations of a workgroup of climb and fallMerged
const INFINITY = 0x7f800000u;

struct Level { first: u32, count: u32 }
struct Batch {
  firstSeed: u32, // the seeds of this batch
  seeds: u32,
  quads: u32,     // groups of four sources
  nodes: u32,
  stride: u32,    // words of a row by node
  levels: u32,
  merged: u32,    // the lowest level of fallMerged
}
// bits: those of the distance between a source and the rank; lane: the number of the source
struct Seed { rank: u32, lane: u32, bits: u32, unused: u32 }

@group(0) @binding(0) var<uniform> level: Level;
@group(0) @binding(1) var<uniform> batch: Batch;
@group(0) @binding(2) var<storage, read> rows: array<u32>;       // ranks + 1
@group(0) @binding(3) var<storage, read> arcs: array<vec2u>;     // upper end, bits of the weight
// a bit per rank and quad: an upward path reached the rank
@group(0) @binding(4) var<storage, read_write> reached: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> dist: array<vec4u>;
// the buffer of dist, word by word
@group(0) @binding(6) var<storage, read_write> climbing: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read> seeds: array<Seed>;
@group(0) @binding(8) var<storage, read> levelStart: array<u32>; // levels + 1
// a bit per rank and quad: the rank is in the frontier; all 0 at the end of climb
@group(0) @binding(9) var<storage, read_write> waiting: array<atomic<u32>>;

/** Distances at the end of an arc; INFINITY where the distance at its begin is INFINITY. */
fn beyond(known: vec4u, weight: u32) -> vec4u {
  let sum = bitcast<vec4u>(bitcast<vec4f>(known) + bitcast<f32>(weight));
  return select(sum, vec4u(INFINITY), known == vec4u(INFINITY));
}

fn isReached(rank: u32, quad: u32) -> bool {
  let bit = rank * batch.quads + quad;
  return (atomicLoad(&reached[bit >> 5u]) & (1u << (bit & 31u))) != 0u;
}
`;

const climb = /* wgsl */ `
const QUEUE = 1024u; // ranks of a frontier
const SHARE = 8u;    // invocations that share the arcs of a rank
const NO_TURN = 2u;  // argument \`turn\` of passOn: ranks whose distance falls enter no frontier

// queue: the frontiers of the current round and of the next one; turn, 0 or 1, tells which half is
// the current one. queued: numbers of ranks in both halves. frontier: number in the current one
var<workgroup> queue: array<u32, 2u * QUEUE>;
var<workgroup> queued: array<atomic<u32>, 2>;
var<workgroup> frontier: u32;

/**
 * Marks a rank as reached by an upward path. The invocation that sets the bit also sets the four
 * distances of the rank to 0, which means not reached.
 */
fn reach(rank: u32, quad: u32) {
  let bit = rank * batch.quads + quad;
  let mask = 1u << (bit & 31u);
  if ((atomicOr(&reached[bit >> 5u], mask) & mask) != 0u) { return; }
  for (var i = 0u; i < 4u; i++) { atomicStore(&climbing[bit * 4u + i], 0u); }
}

/**
 * Puts a rank into the frontier of a turn, unless the rank is there. If the frontier is full, the
 * rank is counted, but not stored. The count then exceeds QUEUE, so climb calls climbLevels, which
 * takes all ranks that a path reached.
 */
fn enqueue(rank: u32, quad: u32, turn: u32) {
  let bit = rank * batch.quads + quad;
  let mask = 1u << (bit & 31u);
  if ((atomicOr(&waiting[bit >> 5u], mask) & mask) != 0u) { return; }
  let place = atomicAdd(&queued[turn], 1u);
  if (place < QUEUE) { queue[turn * QUEUE + place] = rank; }
}

/**
 * The first half of a round, for one rank: clears the waiting bit of the rank, and
 * marks the upper ends of its arcs as reached. Invocations 0 to shares - 1 divide the arcs.
 */
fn reachEnds(rank: u32, quad: u32, share: u32, shares: u32) {
  let bit = rank * batch.quads + quad;
  if (share == 0u) { atomicAnd(&waiting[bit >> 5u], ~(1u << (bit & 31u))); }
  let end = rows[rank + 1u];
  for (var a = rows[rank] + share; a < end; a += shares) { reach(arcs[a].x, quad); }
}

/**
 * The second half of a round, for one rank: lowers the distances at the upper ends of its arcs. An
 * end with a distance that fell enters the frontier of the given turn.
 */
fn passOn(rank: u32, quad: u32, share: u32, shares: u32, turn: u32) {
  let at = (rank * batch.quads + quad) * 4u;
  let known = vec4u(INFINITY) - vec4u(
    atomicLoad(&climbing[at]), atomicLoad(&climbing[at + 1u]),
    atomicLoad(&climbing[at + 2u]), atomicLoad(&climbing[at + 3u]));
  let end = rows[rank + 1u];
  for (var a = rows[rank] + share; a < end; a += shares) {
    let arc = arcs[a];
    let sum = vec4u(INFINITY) - beyond(known, arc.y);
    let to = (arc.x * batch.quads + quad) * 4u;
    var better = false;
    if (sum.x > 0u) { better = atomicMax(&climbing[to], sum.x) < sum.x; }
    if (sum.y > 0u) { better = (atomicMax(&climbing[to + 1u], sum.y) < sum.y) || better; }
    if (sum.z > 0u) { better = (atomicMax(&climbing[to + 2u], sum.z) < sum.z) || better; }
    if (sum.w > 0u) { better = (atomicMax(&climbing[to + 3u], sum.w) < sum.w) || better; }
    if (better && turn != NO_TURN) { enqueue(arc.x, quad, turn); }
  }
}

/** Starts from the seeds of a quad. */
fn start(local: u32, quad: u32) {
  for (var i = local; i < batch.seeds; i += QUAD_WORKGROUP) {
    let seed = seeds[batch.firstSeed + i];
    if (seed.lane / 4u == quad) { reach(seed.rank, quad); }
  }
  storageBarrier(); // publishes the cleared distances
  for (var i = local; i < batch.seeds; i += QUAD_WORKGROUP) {
    let seed = seeds[batch.firstSeed + i];
    if (seed.lane / 4u != quad) { continue; }
    let at = (seed.rank * batch.quads + quad) * 4u + seed.lane % 4u;
    atomicMax(&climbing[at], INFINITY - seed.bits);
    enqueue(seed.rank, quad, 0u);
  }
  storageBarrier(); // publishes the distances
  workgroupBarrier(); // publishes the frontier
  if (local == 0u) { frontier = atomicLoad(&queued[0]); }
}

/** The upward half for one quad: by frontiers, and level by level once a frontier overflows. */
@compute @workgroup_size(QUAD_WORKGROUP)
fn climb(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) id: vec3u) {
  let quad = id.x;
  start(local, quad);
  let share = local % SHARE;
  var turn = 0u;
  // Bound: arcs lead to higher levels, so there are at most as many rounds as levels
  loop {
    let count = workgroupUniformLoad(&frontier);
    if (count == 0u || count > QUEUE) { break; }
    for (var i = local / SHARE; i < count; i += QUAD_WORKGROUP / SHARE) {
      reachEnds(queue[turn * QUEUE + i], quad, share, SHARE);
    }
    if (local == 0u) { atomicStore(&queued[1u - turn], 0u); }
    storageBarrier(); // publishes the cleared distances
    workgroupBarrier(); // publishes the empty frontier
    for (var i = local / SHARE; i < count; i += QUAD_WORKGROUP / SHARE) {
      passOn(queue[turn * QUEUE + i], quad, share, SHARE, 1u - turn);
    }
    storageBarrier(); // publishes the distances
    workgroupBarrier(); // publishes the frontier
    turn = 1u - turn;
    if (local == 0u) { frontier = atomicLoad(&queued[turn]); }
  }
  if (workgroupUniformLoad(&frontier) > 0u) { climbLevels(local, quad); }
}

/**
 * The rest of climb once a frontier has more than QUEUE ranks: all ranks that were reached pass
 * their distances on, level by level. A distance that was passed on before lowers nothing.
 */
fn climbLevels(local: u32, quad: u32) {
  for (var l = 0u; l < batch.levels; l++) {
    let end = levelStart[l + 1u];
    for (var rank = levelStart[l] + local; rank < end; rank += QUAD_WORKGROUP) {
      if (isReached(rank, quad)) { reachEnds(rank, quad, 0u, 1u); }
    }
    storageBarrier(); // publishes the cleared distances
    for (var rank = levelStart[l] + local; rank < end; rank += QUAD_WORKGROUP) {
      if (isReached(rank, quad)) { passOn(rank, quad, 0u, 1u, NO_TURN); }
    }
    storageBarrier(); // publishes the distances
  }
}
`;

const fall = /* wgsl */ `
/** The least distances over four arcs. The loads are independent, so their waits overlap. */
fn fourArcs(a: u32, step: u32, quad: u32) -> vec4u {
  let a0 = arcs[a];
  let a1 = arcs[a + step];
  let a2 = arcs[a + 2u * step];
  let a3 = arcs[a + 3u * step];
  let d0 = dist[a0.x * batch.quads + quad];
  let d1 = dist[a1.x * batch.quads + quad];
  let d2 = dist[a2.x * batch.quads + quad];
  let d3 = dist[a3.x * batch.quads + quad];
  return min(
    min(beyond(d0, a0.y), beyond(d1, a1.y)),
    min(beyond(d2, a2.y), beyond(d3, a3.y)));
}

/**
 * The distances of a quad at a rank, over every shares-th arc from the ranks above. Share 0 counts
 * the distances that climb found as well.
 */
fn fall(rank: u32, quad: u32, share: u32, shares: u32) -> vec4u {
  var least = vec4u(INFINITY);
  if (share == 0u && isReached(rank, quad)) { least -= dist[rank * batch.quads + quad]; }
  let end = rows[rank + 1u];
  var a = rows[rank] + share;
  for (; a + 7u * shares < end; a += 8u * shares) {
    least = min(least, min(fourArcs(a, shares, quad), fourArcs(a + 4u * shares, shares, quad)));
  }
  if (a + 3u * shares < end) {
    least = min(least, fourArcs(a, shares, quad));
    a += 4u * shares;
  }
  for (; a < end; a += shares) {
    let arc = arcs[a];
    least = min(least, beyond(dist[arc.x * batch.quads + quad], arc.y));
  }
  return least;
}

// fallMerged: the distances that each invocation found over its share of the arcs
var<workgroup> parts: array<vec4u, QUAD_WORKGROUP>;

/** Downward, from the highest level to batch.merged, for one quad. */
@compute @workgroup_size(QUAD_WORKGROUP)
fn fallMerged(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) id: vec3u) {
  let quad = id.x;
  for (var l = batch.levels; l > batch.merged; l--) {
    let begin = levelStart[l - 1u];
    let count = levelStart[l] - begin;
    // invocations that share the arcs of a rank: ranks of levels with few ranks have many arcs
    var shares = 32u;
    for (var i = 0u; i < 5u && shares * count > QUAD_WORKGROUP; i++) { shares /= 2u; }
    let share = local % shares;
    for (var block = 0u; block < count; block += QUAD_WORKGROUP / shares) {
      let i = block + local / shares;
      let rank = begin + i;
      let mine = i < count && isWanted(rank);
      if (mine) { parts[local] = fall(rank, quad, share, shares); }
      workgroupBarrier(); // publishes parts
      if (mine && share == 0u) {
        var least = parts[local];
        for (var s = 1u; s < shares; s++) { least = min(least, parts[local + s]); }
        dist[rank * batch.quads + quad] = least;
      }
      workgroupBarrier(); // parts have been read
    }
    storageBarrier(); // publishes the distances of the level
  }
}

/** Downward, one level, for all quads. */
@compute @workgroup_size(WORKGROUP_SIZE)
fn fallLevel(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = level.count * batch.quads;
  for (var i = id.x; i < count; i += groups.x * WORKGROUP_SIZE) {
    let rank = level.first + i / batch.quads;
    let quad = i % batch.quads;
    if (isWanted(rank)) { dist[rank * batch.quads + quad] = fall(rank, quad, 0u, 1u); }
  }
}
`;

const collect = /* wgsl */ `
fn isWanted(rank: u32) -> bool { return true; }

@group(0) @binding(10) var<storage, read> ranks: array<u32>;      // of each node
@group(0) @binding(11) var<storage, read_write> byNode: array<u32>; // a row of nodes per source

/** Copies distances by rank to distances by node. */
@compute @workgroup_size(WORKGROUP_SIZE)
fn collect(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = batch.nodes * batch.quads;
  for (var i = id.x; i < count; i += groups.x * WORKGROUP_SIZE) {
    let node = i % batch.nodes;
    let quad = i / batch.nodes;
    let four = dist[ranks[node] * batch.quads + quad];
    let at = quad * 4u * batch.stride + node;
    byNode[at] = four.x;
    byNode[at + batch.stride] = four.y;
    byNode[at + 2u * batch.stride] = four.z;
    byNode[at + 3u * batch.stride] = four.w;
  }
}
`;

/** The kernels of a sweep, before a text that defines `isWanted(rank)`. */
export const sweepPartsWgsl: string = sweep + climb + fall;

/** The kernels of sweeps to all nodes. */
export const sweepWgsl: string = sweepPartsWgsl + collect;
