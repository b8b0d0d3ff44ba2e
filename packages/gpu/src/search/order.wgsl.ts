// The order in which invocations take queries; order.ts sorts by the keys that this kernel writes.

/**
 * Sort keys of queries for kernels in which an invocation answers a query by itself. Queries that
 * settle the most nodes come first, so that invocations that run together end together. Entry
 * point: sortKeys.
 */
export const ORDER_WGSL = /* wgsl */ `
struct Params { queryCount: u32, width: u32, height: u32, area: u32 }
@group(0) @binding(0) var<uniform> params: Params;
/** Sources, then targets. */
@group(0) @binding(1) var<storage, read> queries: array<u32>;
@group(0) @binding(2) var<storage, read_write> keys: array<u32>;
@group(0) @binding(3) var<storage, read_write> order: array<u32>;

/** 255 for the shortest search, 0 for the longest one that the grid can have. */
fn sortKey(source: u32, goal: u32) -> u32 {
  let sourceAt = vec2f(f32(source % params.width), f32(source / params.width));
  let d = abs(vec2f(f32(goal % params.width), f32(goal / params.width)) - sourceAt);
  let reach = max(d.x, d.y) + 0.414 * min(d.x, d.y); // octile distance: sqrt(2) - 1 = 0.414
  let size = vec2f(f32(params.width), f32(params.height));
  if (params.area == 0u) {
    // A*: by the cells of the path
    let longest = max(size.x, size.y) + 0.414 * min(size.x, size.y);
    return 255u - min(255u, u32(255.0 * reach / longest));
  }
  // Dijkstra: by the cells around the source that are as near as the goal
  let span = min(sourceAt + reach + 1.0, size) - max(sourceAt - reach, vec2f(0.0));
  return 255u - min(255u, u32(255.0 * span.x * span.y / (size.x * size.y)));
}

@compute @workgroup_size(256)
fn sortKeys(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var q = id.x; q < params.queryCount; q += groups.x * 256u) {
    order[q] = q;
    keys[q] = 0u;
    if (params.width > 0u) { keys[q] = sortKey(queries[q], queries[params.queryCount + q]); }
  }
}
`;
