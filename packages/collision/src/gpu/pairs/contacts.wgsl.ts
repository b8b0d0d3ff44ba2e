// The kernels around the sort into canonical order, and the comparison of two sorted lists of
// contacts.
import { headWgsl } from '../grid/grid.wgsl.ts';

/**
 * Splits pairs into two arrays, and joins them again: counters[0] pairs, at most params.capacity.
 */
export const splitWgsl: string = /* wgsl */ `${headWgsl}
override WG: u32 = 256;
@group(0) @binding(1) var<storage, read> counters: array<u32>;
@group(0) @binding(2) var<storage, read_write> pairs: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> firsts: array<u32>;
@group(0) @binding(4) var<storage, read_write> seconds: array<u32>;

@compute @workgroup_size(WG)
fn split(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) count: vec3u) {
  let all = min(counters[0], params.capacity);
  for (var k = id.x; k < all; k += count.x * WG) {
    let pair = pairs[k];
    firsts[k] = pair.x;
    seconds[k] = pair.y;
  }
}
@compute @workgroup_size(WG)
fn join(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) count: vec3u) {
  let all = min(counters[0], params.capacity);
  for (var k = id.x; k < all; k += count.x * WG) { pairs[k] = vec2u(firsts[k], seconds[k]); }
}
`;

// sizes: 0 old contacts, 1 current contacts, 2 began, 3 ended, 4 old contacts + 1, 5 current ones +
// 1
const changes = /* wgsl */ `${headWgsl}
override WG: u32 = 256;
@group(0) @binding(1) var<storage, read_write> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> oldPairs: array<vec2u>;
@group(0) @binding(3) var<storage, read> newPairs: array<vec2u>;
`;

// generations: of the slots now and, from params.rows on, at the last call
const mark = /* wgsl */ `
@group(0) @binding(4) var<storage, read> generations: array<u32>;
@group(0) @binding(5) var<storage, read_write> began: array<u32>;
@group(0) @binding(6) var<storage, read_write> ended: array<u32>;

fn before(a: vec2u, b: vec2u) -> bool { return a.x < b.x || (a.x == b.x && a.y < b.y); }
fn sameBody(slot: u32) -> bool {
  return generations[slot] == generations[params.rows + slot];
}

@compute @workgroup_size(WG)
fn markChanges(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) count: vec3u) {
  let olds = sizes[0];
  let news = sizes[1];
  for (var k = id.x; k < news; k += count.x * WG) {
    let pair = newPairs[k];
    var low = 0u;
    var high = olds;
    while (low < high) {
      let middle = (low + high) / 2u;
      if (before(oldPairs[middle], pair)) { low = middle + 1u; } else { high = middle; }
    }
    let was = low < olds && all(oldPairs[min(low, olds - 1u)] == pair)
      && sameBody(pair.x) && sameBody(pair.y);
    began[k] = select(1u, 0u, was);
  }
  for (var k = id.x; k < olds; k += count.x * WG) {
    let pair = oldPairs[k];
    var low = 0u;
    var high = news;
    while (low < high) {
      let middle = (low + high) / 2u;
      if (before(newPairs[middle], pair)) { low = middle + 1u; } else { high = middle; }
    }
    let is = low < news && all(newPairs[min(low, news - 1u)] == pair)
      && sameBody(pair.x) && sameBody(pair.y);
    ended[k] = select(1u, 0u, is);
  }
}
`;

// After a scan of the marks, each contact has its place; it is marked if the next place differs.
const move = /* wgsl */ `
@group(0) @binding(4) var<storage, read> began: array<u32>;
@group(0) @binding(5) var<storage, read> ended: array<u32>;
// contacts that began, then those that stayed
@group(0) @binding(6) var<storage, read_write> changed: array<vec2u>;
@group(0) @binding(7) var<storage, read_write> gone: array<vec2u>;

@compute @workgroup_size(WG)
fn moveChanges(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) count: vec3u) {
  let olds = sizes[0];
  let news = sizes[1];
  let beginnings = began[news];
  if (id.x == 0u) {
    sizes[2] = beginnings;
    sizes[3] = ended[olds];
  }
  for (var k = id.x; k < news; k += count.x * WG) {
    let place = began[k];
    if (began[k + 1u] != place) { changed[place] = newPairs[k]; }
    else { changed[beginnings + k - place] = newPairs[k]; }
  }
  for (var k = id.x; k < olds; k += count.x * WG) {
    let place = ended[k];
    if (ended[k + 1u] != place) { gone[place] = oldPairs[k]; }
  }
}
`;
export const markChangesWgsl: string = changes + mark;
export const moveChangesWgsl: string = changes + move;
