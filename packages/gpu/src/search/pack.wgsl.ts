// The paths of a wave, packed in the order of the queries. wave.ts dispatches the kernels after the
// searches.
import { SECTION } from './layout.ts';

/**
 * Packs the paths in the order of the queries; TEAM invocations copy one path. Entry points:
 * lengthsOf, then, after a scan of the lengths to firstNode, pack. Sections: see layout.ts.
 */
export const PACK_WGSL: string = /* wgsl */ `
struct Params { queryCount: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> results: array<u32>;
@group(0) @binding(2) var<storage, read> firstNode: array<u32>;
@group(0) @binding(3) var<storage, read> paths: array<u32>;
@group(0) @binding(4) var<storage, read_write> packed: array<u32>;
const TEAM = 16u;

@compute @workgroup_size(256)
fn pack(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let stride = groups.x * 256u / TEAM;
  for (var q = id.x / TEAM; q < params.queryCount; q += stride) {
    let count = results[${SECTION.pathLength}u * params.queryCount + q];
    let begin = results[${SECTION.pathAt}u * params.queryCount + q];
    let to = firstNode[q];
    for (var i = id.x % TEAM; i < count; i += TEAM) { packed[to + i] = paths[begin + i]; }
  }
}

@group(0) @binding(5) var<storage, read_write> lengths: array<u32>;

/**
 * Copies the lengths of the paths and a 0: a scan makes firstNode of these queryCount + 1 words.
 */
@compute @workgroup_size(256)
fn lengthsOf(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var q = id.x; q <= params.queryCount; q += groups.x * 256u) {
    let length = results[${SECTION.pathLength}u * params.queryCount + q];
    lengths[q] = select(0u, length, q < params.queryCount);
  }
}
`;
