// Basic customisation (Dibbelt, Strasser and Wagner 2014), level by level. All lower triangles of a
// level are relaxed at once: no arc joins two nodes of a level, so both lower arcs of a triangle
// are final once the levels below have run. Weights are bits of f32 >= 0, which order as u32.

/** Words of a triangle: arcs of its lowest node to the second and the highest; the third arc. */
export const TRIANGLE_WORDS = 3;
/**
 * Words of `flags`, set to 1 for a weight that is refused. `invalid`: it is infinite, NaN or below
 * 0; `tiny`: it is above 0 and below 2^-126.
 */
export const FLAG = { invalid: 0, tiny: 1 } as const;
export const FLAGS = 2;

/** Entry points makeTriangles, fill, takeWeights, relax, split. */
export const CUSTOMIZER_WGSL: string = /* wgsl */ `
const NONE = 0xffffffffu;
const INFINITY = 0x7f800000u;
const LEAST_NORMAL = 0x00800000u;

/** relax: the triangles first to end - 1. Other kernels: end is a number of nodes or arcs. */
struct Range { first: u32, end: u32 }
@group(0) @binding(0) var<uniform> range: Range;
@group(0) @binding(1) var<storage, read> firstArc: array<u32>;
@group(0) @binding(2) var<storage, read> head: array<u32>;
/** The first triangle of each rank. */
@group(0) @binding(3) var<storage, read> firstTriangle: array<u32>;
@group(0) @binding(4) var<storage, read_write> triangles: array<u32>;
/** Up and down of each arc. */
@group(0) @binding(5) var<storage, read_write> weights: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read> arcOf: array<u32>;
@group(0) @binding(7) var<storage, read> graphWeights: array<u32>;
@group(0) @binding(8) var<storage, read_write> flags: array<atomic<u32>>;
@group(0) @binding(9) var<storage, read_write> byDirection: array<u32>;

/** The arc from one rank to a higher one, which must exist. */
fn arcBetween(rank: u32, upper: u32) -> u32 {
  var low = firstArc[rank];
  var high = firstArc[rank + 1u];
  // Bound: the row is halved each time.
  while (high - low > 1u) {
    let middle = (low + high) / 2u;
    if (head[middle] <= upper) { low = middle; } else { high = middle; }
  }
  return low;
}

/** A workgroup makes the triangles of a rank: one for each pair of the arcs of the rank. */
@compute @workgroup_size(64)
fn makeTriangles(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) workgroup: vec3u,
  @builtin(num_workgroups) workgroups: vec3u,
) {
  for (var r = workgroup.x; r < range.end; r += workgroups.x) {
    let begin = firstArc[r];
    let end = firstArc[r + 1u];
    var at = firstTriangle[r];
    for (var e = begin; e + 1u < end; e++) {
      for (var f = e + 1u + local; f < end; f += 64u) {
        let to = ${TRIANGLE_WORDS}u * (at + f - e - 1u);
        triangles[to] = e;
        triangles[to + 1u] = f;
        triangles[to + 2u] = arcBetween(head[e], head[f]);
      }
      at += end - e - 1u;
    }
  }
}

/** Sets all weights to INFINITY, because there is no path yet, and clears the flags. */
@compute @workgroup_size(256)
fn fill(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < 2u * range.end; i += groups.x * 256u) {
    atomicStore(&weights[i], INFINITY);
  }
  if (id.x < 2u) { atomicStore(&flags[id.x], 0u); }
}

/** Takes the weights of the graph, of parallel arcs the lightest, and flags refused weights. */
@compute @workgroup_size(256)
fn takeWeights(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var a = id.x; a < range.end; a += groups.x * 256u) {
    var weight = graphWeights[a];
    if (weight == 0x80000000u) { weight = 0u; } // -0
    // bits from INFINITY on: Infinity, NaN and negative numbers
    if (weight >= INFINITY) { atomicStore(&flags[${FLAG.invalid}], 1u); }
    // bits from 1 to LEAST_NORMAL - 1
    if (weight - 1u < LEAST_NORMAL - 1u) { atomicStore(&flags[${FLAG.tiny}], 1u); }
    let place = arcOf[a];
    if (place != NONE) { atomicMin(&weights[place], weight); }
  }
}

fn plus(a: u32, b: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + bitcast<f32>(b)); }

/** Lowers a weight to a sum, if the sum is smaller. */
fn lower(place: u32, sum: u32) {
  if (sum < atomicLoad(&weights[place])) { atomicMin(&weights[place], sum); }
}

/** Relaxes the triangles of a level: each may lower the weights of its third arc, up and down. */
@compute @workgroup_size(256)
fn relax(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = range.first + id.x; i < range.end; i += groups.x * 256u) {
    let e = 2u * triangles[${TRIANGLE_WORDS}u * i];
    let f = 2u * triangles[${TRIANGLE_WORDS}u * i + 1u];
    let third = 2u * triangles[${TRIANGLE_WORDS}u * i + 2u];
    // the third arc up: down e, then up f; the third arc down: down f, then up e
    let up = plus(atomicLoad(&weights[e + 1u]), atomicLoad(&weights[f]));
    let down = plus(atomicLoad(&weights[f + 1u]), atomicLoad(&weights[e]));
    lower(third, up);
    lower(third + 1u, down);
  }
}

/** Writes the upward weights of all arcs, then the downward weights of all arcs. */
@compute @workgroup_size(256)
fn split(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var arc = id.x; arc < range.end; arc += groups.x * 256u) {
    byDirection[arc] = atomicLoad(&weights[2u * arc]);
    byDirection[range.end + arc] = atomicLoad(&weights[2u * arc + 1u]);
  }
}
`;
