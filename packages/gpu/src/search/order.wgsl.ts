/**
 * The order in which single invocations take queries: those that settle the most first, so that
 * invocations that run together end together. Entry point: keysOf.
 */
export const ORDER_WGSL = /* wgsl */ `
struct Params { queryCount: u32, width: u32, height: u32, area: u32 }
@group(0) @binding(0) var<uniform> params: Params;
/** Sources, then targets. */
@group(0) @binding(1) var<storage, read> queries: array<u32>;
@group(0) @binding(2) var<storage, read_write> keys: array<u32>;
@group(0) @binding(3) var<storage, read_write> order: array<u32>;

/** 255 for the shortest search to 0 for the longest one there can be. */
fn key_of(source: u32, goal: u32) -> u32 {
  let from_at = vec2f(f32(source % params.width), f32(source / params.width));
  let d = abs(vec2f(f32(goal % params.width), f32(goal / params.width)) - from_at);
  let reach = max(d.x, d.y) + 0.414 * min(d.x, d.y);
  let size = vec2f(f32(params.width), f32(params.height));
  if (params.area == 0u) {
    // the cells of a path
    return 255u - min(255u, u32(255.0 * reach / (max(size.x, size.y) + 0.414 * min(size.x, size.y))));
  }
  // the cells around the source that are as near as the goal
  let span = min(from_at + reach + 1.0, size) - max(from_at - reach, vec2f(0.0));
  return 255u - min(255u, u32(255.0 * span.x * span.y / (size.x * size.y)));
}

@compute @workgroup_size(256)
fn keysOf(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var q = id.x; q < params.queryCount; q += groups.x * 256u) {
    order[q] = q;
    keys[q] = 0u;
    if (params.width > 0u) { keys[q] = key_of(queries[q], queries[params.queryCount + q]); }
  }
}
`;
