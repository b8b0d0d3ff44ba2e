// Reduction in at most two dispatches: every workgroup reduces its block to one value, then one
// workgroup reduces these values. Length and tuning fix the order of combine(), so f32 sums repeat
// their bits on a device: invocation `me` takes every WG-th element of a tile, and `me` comes from
// the subgroup's ticket (teams.wgsl.ts). Only the order inside subgroupAdd is up to the device.
//
// PER_INVOCATION counts elements of a tile.
import { blocksWgsl } from '../parallel/blocks.wgsl.ts';
import { type Reduction, teamsWgsl } from '../parallel/teams.wgsl.ts';

const kernels = /* wgsl */ `
@group(0) @binding(2) var<storage, read> source: array<Value>;
@group(0) @binding(3) var<storage, read_write> result: array<Value>;

@compute @workgroup_size(WG)
fn reduceBlocks(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) count: vec3u,
) {
  enterTeam(local);
  let length = actualLength();
  let tiles = blockTiles(length, WG * PER_INVOCATION, id.x, count.x);
  var all = IDENTITY;
  for (var tile = tiles.x; tile < tiles.y; tile++) {
    let first = tile * WG * PER_INVOCATION + me;
    if ((tile + 1u) * WG * PER_INVOCATION <= length) {
      // a full tile: independent loads, then the arithmetic
      var v: array<Value, PER_INVOCATION>;
      for (var k = 0u; k < PER_INVOCATION; k++) { v[k] = source[first + k * WG]; }
      for (var k = 0u; k < PER_INVOCATION; k++) { all = combine(all, v[k]); }
    } else {
      for (var i = first; i < length; i += WG) { all = combine(all, source[i]); }
    }
  }
  all = reduceGroup(all);
  if (local == 0u) { result[params.outputIndex + id.x] = all; }
}
`;

/** The kernel `reduce`: entry point reduceBlocks. */
export function reduceWgsl(
  subgroups: boolean,
  perInvocation: number,
  reduction: Reduction,
): string {
  const size = `const PER_INVOCATION = ${perInvocation}u;\n`;
  return teamsWgsl(subgroups, reduction) + size + blocksWgsl(['outputIndex']) + kernels;
}
