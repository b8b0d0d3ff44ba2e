// Reduction in at most two dispatches: every workgroup reduces its block, then one reduces the blocks.
import { blocksWgsl } from '../lanes/blocks.wgsl.ts';
import { type Reduction, teamsWgsl } from '../lanes/teams.wgsl.ts';

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
  let tiles = blockTiles(length, WG * PER_LANE, id.x, count.x);
  var all = IDENTITY;
  for (var tile = tiles.x; tile < tiles.y; tile++) {
    let first = tile * WG * PER_LANE + me;
    if ((tile + 1u) * WG * PER_LANE <= length) {
      // a full tile: independent loads, then the arithmetic
      var v: array<Value, PER_LANE>;
      for (var k = 0u; k < PER_LANE; k++) { v[k] = source[first + k * WG]; }
      for (var k = 0u; k < PER_LANE; k++) { all = combine(all, v[k]); }
    } else {
      for (var i = first; i < length; i += WG) { all = combine(all, source[i]); }
    }
  }
  all = reduceGroup(all);
  if (local == 0u) { result[params.a + id.x] = all; }
}
`;

export function reduceWgsl(subgroups: boolean, perLane: number, reduction: Reduction): string {
  const size = `const PER_LANE = ${perLane}u;\n`;
  return teamsWgsl(subgroups, reduction) + size + blocksWgsl + kernels;
}
