// The end of an epoch on a uniform grid: labels below the window are final and go to the results; the
// others count from the window's end from now on, and their tiles wait again. See grid-tile.wgsl.ts.
import { gridWgsl } from './grid-steps.wgsl.ts';
import { paramsWgsl, roundsWgsl } from './rounds.wgsl.ts';

export const epochWgsl: string =
  paramsWgsl +
  roundsWgsl +
  gridWgsl +
  /* wgsl */ `
@group(0) @binding(8) var<storage, read_write> labels: array<u32>;

/** Before the end of the first epoch: no result is known. */
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
  // a round of its own, whose number no stamp has
  let round = atomicLoad(&state[record(params.phase + 2u)]) + 1u;
  if (id.x == 0u && id.y == 0u) {
    atomicStore(&state[record(params.phase)], round);
    atomicStore(&state[record(params.phase + 1u) + 2u], 0u);
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
    done[i] = 0u;
  }
}
`;
