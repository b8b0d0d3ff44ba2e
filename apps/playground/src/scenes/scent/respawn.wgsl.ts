import { CHANCE } from '../chance.ts';

/**
 * Agents on a goal begin again elsewhere, then `advance` counts the tick. `params`: number of
 * agents, length of `again`. `goals`: a bit per cell. `tally`: arrivals, ticks.
 */
export const RESPAWN: string = /* wgsl */ `
@group(0) @binding(0) var<storage, read> params: array<u32>;
@group(0) @binding(1) var<storage, read> goals: array<u32>;
@group(0) @binding(2) var<storage, read> again: array<u32>;
@group(0) @binding(3) var<storage, read_write> position: array<u32>;
@group(0) @binding(4) var<storage, read_write> tally: array<atomic<u32>>;

${CHANCE}
@compute @workgroup_size(64)
fn respawn(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  // one tick further with every dispatch: the first workgroup counts after all have read
  let tick = atomicLoad(&tally[1]);
  for (var agent = id.x; agent < params[0]; agent += 64u * groups.x) {
    let cell = position[agent];
    if (((goals[cell / 32u] >> (cell & 31u)) & 1u) == 1u) {
      position[agent] = again[chance(agent, tick) % params[1]];
      atomicAdd(&tally[0], 1u);
    }
  }
}

@compute @workgroup_size(1)
fn advance() {
  atomicAdd(&tally[1], 1u);
}
`;
