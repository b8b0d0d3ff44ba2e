// The end of an epoch on a uniform grid. Labels below the window are final and go to the results.
// The window is subtracted from the others, and their tiles wait again. See grid-tile.wgsl.ts.
import { gridWgsl } from './grid-steps.wgsl.ts';
import { paramsWgsl, roundsWgsl } from './rounds.wgsl.ts';

export const epochWgsl: string =
  paramsWgsl +
  roundsWgsl +
  gridWgsl +
  /* wgsl */ `
@group(0) @binding(8) var<storage, read_write> labels: array<u32>;

/** Marks all results as unknown; runs before the end of the first epoch. */
@compute @workgroup_size(256)
fn clearResults(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let end = params.sources * params.stride;
  for (var i = id.x; i < end; i += groups.x * 256u) { labels[i] = params.unreached; }
}

@compute @workgroup_size(256)
fn endEpoch(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  // the end of an epoch counts as a round, so no stamp has its number yet
  let round = atomicLoad(&state[record(params.dispatch + 2u)]) + 1u;
  if (id.x == 0u && id.y == 0u) {
    atomicStore(&state[record(params.dispatch)], round);
    atomicStore(&state[record(params.dispatch + 1u) + WAITING], 0u);
  }
  if (id.y == 0u) { clearLeast(id.x, groups.x * 256u); }
  for (var v = id.x; v < params.nodes; v += groups.x * 256u) {
    let slot = slotOf(v % params.width, v / params.width);
    let i = id.y * params.slots + slot;
    let d = atomicLoad(&dist[i]);
    if (d == params.unreached) { continue; }
    if (d >= params.window) {
      atomicStore(&dist[i], d - params.window);
      activate(round, id.y * params.tiles + slot / (TILE_WIDTH * TILE_HEIGHT), d - params.window);
      continue;
    }
    let result = id.y * params.stride + v;
    if (labels[result] == params.unreached) { labels[result] = d; }
    atomicStore(&dist[i], 0u);
    relaxedLabel[i] = 0u;
  }
}
`;
