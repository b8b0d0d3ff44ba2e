// Fills new workspaces of workgroup searches: all labels INF, all waiting bits 0.
// workgroup-engine.ts calls `clearLabels` once for each allocation; searches then reset the nodes
// that they touched.
import { encodeSteps, guarded, step } from '@wayfield/gpu-core';
import { COPY_DST, UNIFORM } from '@wayfield/gpu-core/internal';

const CLEAR_WGSL = /* wgsl */ `
struct Params { nodes: u32, workspaces: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> labels: array<u32>;

@compute @workgroup_size(256)
fn clear(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let each = params.nodes + (params.nodes + 31u) / 32u;
  for (var i = id.x; i < each * params.workspaces; i += groups.x * 256u) {
    labels[i] = select(0u, 0xffffffffu, i % each < params.nodes);
  }
}
`;

/** Fills the labels of all workspaces with INF and their waiting bits with 0, once. */
export async function clearLabels(
  device: GPUDevice,
  labels: GPUBuffer,
  nodes: number,
  workspaces: number,
): Promise<void> {
  const kernel = { label: 'search: clear', code: CLEAR_WGSL, entry: 'clear' };
  let params: GPUBuffer | undefined;
  try {
    await guarded(device, 'search: clear', () => {
      params = device.createBuffer({ size: 16, usage: UNIFORM | COPY_DST });
      device.queue.writeBuffer(params, 0, Uint32Array.of(nodes, workspaces));
      const clear = step(device, kernel, { 0: params, 1: labels }, 4096);
      const encoder = device.createCommandEncoder();
      encodeSteps(encoder, 'search: clear', [clear]);
      device.queue.submit([encoder.finish()]);
    });
  } finally {
    params?.destroy();
  }
}
