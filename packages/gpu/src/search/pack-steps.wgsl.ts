// The paths of a compact wave as directions. compact-wave.ts dispatches the kernels after the
// searches.
import { FOUND } from '@wayfield/graph';
import { SECTION } from './layout.ts';

/**
 * Packs paths on grids as directions, see GpuCompactRoutes. Entry points: lengthsOf; then, after a
 * scan of the lengths to firstWord, packSteps.
 */
export const PACK_STEPS_WGSL: string = /* wgsl */ `
struct Params { queryCount: u32, width: u32 }
/** Bits of a direction. */
override BITS: u32;
/** Steps of a full word. */
override STEPS: u32;
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> results: array<u32>;
@group(0) @binding(2) var<storage, read> firstWord: array<u32>;
@group(0) @binding(3) var<storage, read> paths: array<u32>;
@group(0) @binding(4) var<storage, read_write> packed: array<u32>;

/** The direction of a step by what it adds to the number of the cell. */
fn directionOf(step: u32) -> u32 {
  let width = params.width;
  if (step == 1u) { return 0u; }
  if (step == ~0u) { return 1u; }
  if (step == width) { return 2u; }
  if (step == 0u - width) { return 3u; }
  if (step == width + 1u) { return 4u; }
  if (step == width - 1u) { return 5u; }
  if (step == 1u - width) { return 6u; }
  return 7u;
}

@compute @workgroup_size(256)
fn packSteps(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var q = id.x; q < params.queryCount; q += groups.x * 256u) {
    let count = results[${SECTION.pathLength}u * params.queryCount + q];
    if (count < 2u) { continue; }
    let begin = results[${SECTION.pathAt}u * params.queryCount + q];
    var at = firstWord[q];
    var before = paths[begin];
    for (var first = 1u; first < count; first += STEPS) {
      let steps = min(STEPS, count - first);
      // the bit above the last direction tells how many steps a word has
      var word = 1u << (steps * BITS);
      for (var i = 0u; i < steps; i++) {
        let node = paths[begin + first + i];
        word |= directionOf(node - before) << (i * BITS);
        before = node;
      }
      packed[at] = word;
      at += 1u;
    }
  }
}

@group(0) @binding(5) var<storage, read_write> lengths: array<u32>;

/** Writes the number of words of each path and a 0: a scan makes firstWord of them. */
@compute @workgroup_size(256)
fn lengthsOf(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var q = id.x; q <= params.queryCount; q += groups.x * 256u) {
    if (q == params.queryCount) {
      lengths[q] = 0u;
      break;
    }
    let nodes = results[${SECTION.pathLength}u * params.queryCount + q];
    // a path of n nodes has n - 1 steps
    lengths[q] = select(0u, (nodes + STEPS - 2u) / STEPS, results[q] == ${FOUND}u && nodes > 0u);
  }
}
`;
