struct Params {
  capacity: u32,    // most elements there can be
  lengthIndex: u32, // word of lengthCell that holds the number of elements
  segments: u32,
  unused1: u32,
  unused2: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> lengthCell: array<u32>;

fn actualLength() -> u32 { return min(params.capacity, lengthCell[params.lengthIndex]); }

/** The first tile of a block, and one past its last. */
fn blockTiles(length: u32, tile: u32, block: u32, blocks: u32) -> vec2u {
  let tiles = (length + tile - 1u) / tile;
  let each = (tiles + blocks - 1u) / blocks;
  let first = min(block * each, tiles);
  return vec2u(first, min(first + each, tiles));
}

@group(0) @binding(2) var<storage, read> keys: array<vec4u>;

fn loadKeys(q: u32, length: u32) -> vec4u {
  let first = 4u * q;
  if (first >= length) { return vec4u(0u); }
  let v = keys[q];
  return select(vec4u(0u), v, vec4u(first) + vec4u(0u, 1u, 2u, 3u) < vec4u(length));
}

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
