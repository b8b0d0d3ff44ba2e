// PHAST (Delling, Goldberg, Nowatzyk and Werneck 2011) for many sources at once. An invocation has
// one rank and a quad, four sources, whose distances lie beside those of all other sources; so the
// invocations of a subgroup read the same arc and neighbouring distances. There is one dispatch per
// level, because no arc joins ranks of a level.
//
// The upward half (seed, then up level by level) has ranks that a source reached pass their
// distance on. Ranks do not ask below instead: at the top hundreds of ranks lead to one rank, too
// many for one invocation. The downward half (down, from the highest level) has ranks ask above.
// Distances are bits of f32 >= 0, which order like their values. On the way up they are INFINITY
// less these bits, so that the zeros of a cleared buffer are the worst.

export const sweepWgsl: string = /* wgsl */ `
override WORKGROUP_SIZE: u32 = 256;
const INFINITY = 0x7f800000u;

struct Level { first: u32, count: u32 }
// quads: groups of four sources; stride: words of a row by node
struct Batch { sources: u32, quads: u32, nodes: u32, stride: u32 }

@group(0) @binding(0) var<uniform> level: Level;
@group(0) @binding(1) var<uniform> batch: Batch;
@group(0) @binding(2) var<storage, read> rows: array<u32>;       // ranks + 1
@group(0) @binding(3) var<storage, read> arcs: array<vec2u>;     // upper end, bits of the weight
// 1: an upward path reached the rank
@group(0) @binding(4) var<storage, read_write> marks: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> dist: array<vec4u>;
// the buffer of dist, word by word
@group(0) @binding(6) var<storage, read_write> climbing: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read> sources: array<u32>;    // ranks

/** Distances at the end of an arc; INFINITY stays. */
fn beyond(known: vec4u, weight: u32) -> vec4u {
  let sum = bitcast<vec4u>(bitcast<vec4f>(known) + bitcast<f32>(weight));
  return select(sum, vec4u(INFINITY), known == vec4u(INFINITY));
}

/** Distance 0 at the sources. */
@compute @workgroup_size(64)
fn seed(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= batch.sources) { return; }
  let rank = sources[id.x];
  atomicStore(&marks[rank], 1u);
  atomicStore(&climbing[rank * batch.quads * 4u + id.x], INFINITY);
}

/** Upward, one level: rows are those of the upward arcs. */
@compute @workgroup_size(WORKGROUP_SIZE)
fn up(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let quads = batch.quads;
  let count = level.count * quads;
  for (var i = id.x; i < count; i += groups.x * WORKGROUP_SIZE) {
    let rank = level.first + i / quads;
    if (atomicLoad(&marks[rank]) == 0u) { continue; }
    let quad = i % quads;
    let at = (rank * quads + quad) * 4u;
    let known = vec4u(INFINITY) - vec4u(
      atomicLoad(&climbing[at]), atomicLoad(&climbing[at + 1u]),
      atomicLoad(&climbing[at + 2u]), atomicLoad(&climbing[at + 3u]));
    if (all(known == vec4u(INFINITY)) && quad > 0u) { continue; }
    let end = rows[rank + 1u];
    for (var a = rows[rank]; a < end; a++) {
      let arc = arcs[a];
      if (quad == 0u) { atomicStore(&marks[arc.x], 1u); }
      let sum = vec4u(INFINITY) - beyond(known, arc.y);
      let to = (arc.x * quads + quad) * 4u;
      if (sum.x > 0u) { atomicMax(&climbing[to], sum.x); }
      if (sum.y > 0u) { atomicMax(&climbing[to + 1u], sum.y); }
      if (sum.z > 0u) { atomicMax(&climbing[to + 2u], sum.z); }
      if (sum.w > 0u) { atomicMax(&climbing[to + 3u], sum.w); }
    }
  }
}

/** The least distance over four neighbouring arcs; independent loads, which wait together. */
fn fourArcs(a: u32, quads: u32, quad: u32) -> vec4u {
  let a0 = arcs[a];
  let a1 = arcs[a + 1u];
  let a2 = arcs[a + 2u];
  let a3 = arcs[a + 3u];
  let d0 = dist[a0.x * quads + quad];
  let d1 = dist[a1.x * quads + quad];
  let d2 = dist[a2.x * quads + quad];
  let d3 = dist[a3.x * quads + quad];
  return min(
    min(beyond(d0, a0.y), beyond(d1, a1.y)),
    min(beyond(d2, a2.y), beyond(d3, a3.y)));
}

/** The distances of four sources at a rank, from those at the ranks above. */
fn fall(rank: u32, quad: u32, quads: u32) {
  var least = vec4u(INFINITY);
  if (atomicLoad(&marks[rank]) != 0u) { least -= dist[rank * quads + quad]; }
  let end = rows[rank + 1u];
  var a = rows[rank];
  for (; a + 8u <= end; a += 8u) {
    least = min(least, min(fourArcs(a, quads, quad), fourArcs(a + 4u, quads, quad)));
  }
  if (a + 4u <= end) {
    least = min(least, fourArcs(a, quads, quad));
    a += 4u;
  }
  for (; a < end; a++) {
    let arc = arcs[a];
    least = min(least, beyond(dist[arc.x * quads + quad], arc.y));
  }
  dist[rank * quads + quad] = least;
}

/** Downward, one level: rows are those of the arcs into each rank from above. */
@compute @workgroup_size(WORKGROUP_SIZE)
fn down(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let quads = batch.quads;
  let count = level.count * quads;
  for (var i = id.x; i < count; i += groups.x * WORKGROUP_SIZE) {
    fall(level.first + i / quads, i % quads, quads);
  }
}

@group(0) @binding(8) var<storage, read> ranks: array<u32>;      // of each node
@group(0) @binding(9) var<storage, read_write> byNode: array<u32>; // a row of nodes per source

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
