// Counts the keys of each segment; a scan then makes offsets of the counts. Up to LOCAL_SEGMENTS
// segments are counted in workgroup memory first, so that many equal keys do not all add to one
// word of storage.
import { blocksWgsl, quadLoadWgsl } from '../parallel/blocks.wgsl.ts';

/** Most segments that are counted in workgroup memory: 8 KiB of it. */
export const LOCAL_SEGMENTS = 2048;

const kernels = /* wgsl */ `
override WG: u32 = 256;
override LOCAL: u32 = 1; // at least the number of segments
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;
var<workgroup> localCount: array<atomic<u32>, LOCAL>;

@compute @workgroup_size(WG)
fn clearCounts(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) count: vec3u,
) {
  for (var i = id.x * WG + local; i <= params.segments; i += count.x * WG) {
    atomicStore(&counts[i], 0u);
  }
}

@compute @workgroup_size(WG)
fn countLocal(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) count: vec3u,
) {
  let length = actualLength();
  for (var q = id.x * WG + local; 4u * q < length; q += count.x * WG) {
    let keys = loadKeys(q, length);
    for (var c = 0u; c < 4u && 4u * q + c < length; c++) {
      if (keys[c] < params.segments) { atomicAdd(&localCount[keys[c]], 1u); }
    }
  }
  workgroupBarrier(); // publishes localCount
  for (var s = local; s < params.segments; s += WG) {
    let n = atomicLoad(&localCount[s]);
    if (n != 0u) { atomicAdd(&counts[s], n); }
  }
}

@compute @workgroup_size(WG)
fn countDirect(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) count: vec3u,
) {
  let length = actualLength();
  for (var q = id.x * WG + local; 4u * q < length; q += count.x * WG) {
    let keys = loadKeys(q, length);
    // keys are often sorted or nearly so: neighbours with the same key are added at once
    var run = 1u;
    for (var c = 0u; c < 4u && 4u * q + c < length; c++) {
      let last = c == 3u || 4u * q + c + 1u == length;
      if (!last && keys[c + 1u] == keys[c]) { run++; continue; }
      if (keys[c] < params.segments) { atomicAdd(&counts[keys[c]], run); }
      run = 1u;
    }
  }
}
`;

/** The kernels `segments`: entry points clearCounts, then countLocal or countDirect. */
export function segmentsWgsl(quads: boolean): string {
  return blocksWgsl(['segments']) + quadLoadWgsl('keys', 2, quads) + kernels;
}
