// One step of all agents along their paths; agents.ts binds the kernel.

/** Moves every agent one step along its path. Entry point: advance. */
export const ADVANCE_WGSL = /* wgsl */ `
struct Params { count: u32, hasHold: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> firstNode: array<u32>;
@group(0) @binding(2) var<storage, read> node: array<u32>;
@group(0) @binding(3) var<storage, read_write> done: array<u32>;
@group(0) @binding(4) var<storage, read_write> position: array<u32>;
/** Agents whose word is not 0 stay where they are. */
@group(0) @binding(5) var<storage, read> hold: array<u32>;

@compute @workgroup_size(256)
fn advance(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < params.count; i += groups.x * 256u) {
    let begin = firstNode[i];
    let next = done[i] + 1u;
    if (next >= firstNode[i + 1u] - begin) { continue; }
    if (params.hasHold != 0u && hold[i] != 0u) { continue; }
    done[i] = next;
    position[i] = node[begin + next];
  }
}
`;
