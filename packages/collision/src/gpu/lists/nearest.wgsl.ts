// The k nearest of each body. A body scans its own cell (shell 0), then the shells of cells around
// it, and keeps the k best in a heap in its row (square, slot; the worst on top). All bodies
// outside shells 0 to s are at least s cells away, less the rounding (`width` in findNearest). A
// row is done if one of three conditions holds: its heap is full and its worst entry is nearer than
// this lower bound; the radius is smaller than this bound; or all bodies of the grid were seen.
// Rows that are not done after SHELLS shells are searched again on a grid with cells four times as
// wide (nearest.ts). In the last round all bodies are within the shells.
import { bodyWgsl, headWgsl, planWgsl } from '../grid/grid.wgsl.ts';
import { circlesTouchWgsl } from '../touches.wgsl.ts';

const nearest = /* wgsl */ `
override WG: u32 = 128;
const SHELLS = 3;
@group(0) @binding(3) var<storage, read> table: array<u32>;
@group(0) @binding(4) var<storage, read> sorted: array<vec4f>;
@group(0) @binding(5) var<storage, read> sortedSlot: array<u32>;
@group(0) @binding(6) var<storage, read_write> heaps: array<vec2u>;
// the number of entries of each row; NONE: the row is not done
@group(0) @binding(7) var<storage, read_write> counts: array<u32>;
// open[0]: the number of rows that are not done
@group(0) @binding(8) var<storage, read_write> open: array<atomic<u32>>;

fn worse(a: vec2u, b: vec2u) -> bool { return a.x > b.x || (a.x == b.x && a.y > b.y); }

// replaces the root of the heap of 'size' entries by 'v'
fn sink(base: u32, size: u32, v: vec2u) {
  var at = 0u;
  loop {
    var child = 2u * at + 1u;
    if (child >= size) { break; }
    var c = heaps[base + child];
    if (child + 1u < size) {
      let other = heaps[base + child + 1u];
      if (worse(other, c)) {
        c = other;
        child++;
      }
    }
    if (!worse(c, v)) { break; }
    heaps[base + at] = c;
    at = child;
  }
  heaps[base + at] = v;
}

// size: the number of entries of the heap; worst: its root; seen: the number of bodies scanned
var<private> size: u32;
var<private> worst: vec2u;
var<private> seen: u32;

fn offer(base: u32, v: vec2u) {
  if (size == params.most) {
    if (!worse(worst, v)) { return; }
    sink(base, size, v);
  } else {
    // v is added at the end, then moved upwards
    var at = size;
    size++;
    while (at > 0u) {
      let parent = (at - 1u) / 2u;
      let p = heaps[base + parent];
      if (!worse(v, p)) { break; }
      heaps[base + at] = p;
      at = parent;
    }
    heaps[base + at] = v;
  }
  worst = heaps[base];
}

fn scanCells(own: u32, p: vec3f, mask: u32, level: Level, c: vec3i, width: i32) {
  if (!hasRow(level, c.y, c.z)) { return; }
  var low = c.x;
  var high = c.x + width - 1;
  if (level.hashed == 0u) {
    low = max(low, level.minX);
    high = min(high, level.minX + i32(level.nx) - 3);
  }
  if (high < low) { return; }
  var left = u32(high - low + 1);
  var k = keyInLevel(level, vec3i(low, c.y, c.z));
  while (left > 0u) {
    let run = min(left, level.size - k);
    let end = table[level.base + k + run];
    for (var j = table[level.base + k]; j < end; j++) {
      let b = sorted[j];
      if (level.hashed != 0u) {
        let d = cellOf(b.xyz, level.inverse);
        if (any(d.yz != c.yz) || d.x < low || d.x > high) { continue; }
      }
      seen++;
      let slot = sortedSlot[j];
      if (slot == own || (slot >> 31u) != 0u) { continue; }
      if (params.masked != 0u && (groupOf(slot) & mask) == 0u) { continue; }
      let square = squareOf(b.xyz - p);
      if (square <= params.square) { offer(own * params.most, vec2u(bitcast<u32>(square), slot)); }
    }
    left -= run;
    k = 0u;
  }
}

@compute @workgroup_size(WG)
fn findNearest(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) count: vec3u) {
  let level = plan.level[0];
  // Indices that differ by s + 1 belong to coordinates more than s cells apart, less the errors of
  // both quotients, together at most 2^-6 of a cell (see the head of grid.wgsl.ts). With s >= 1
  // that is at least s (1 - 2^-6) cells. 2^-5 also covers the rounding of this line and of squares.
  let width = (1.0 - 0x1p-5f) / level.inverse;
  for (var i = id.x; i < plan.bodies; i += count.x * WG) {
    let slot = sortedSlot[i] & 0x7fffffffu;
    if (counts[slot] != NONE) { continue; }
    let p = sorted[i].xyz;
    let mask = maskOf(slot);
    let c = cellOf(p, level.inverse);
    let base = slot * params.most;
    size = 0u;
    seen = 0u;
    var done = false;
    for (var s = 0; s <= SHELLS && !done; s++) {
      let deep = select(0, s, DIM == 3u);
      for (var z = -deep; z <= deep; z++) {
        for (var y = -s; y <= s; y++) {
          let row = vec3i(c.x - s, c.y + y, c.z + z);
          if (max(abs(y), abs(z)) == s) {
            scanCells(slot, p, mask, level, row, 2 * s + 1);
          } else {
            scanCells(slot, p, mask, level, row, 1);
            scanCells(slot, p, mask, level, row + vec3i(2 * s, 0, 0), 1);
          }
        }
      }
      // a lower bound on the distance of all bodies that were not scanned
      let sure = f32(s) * width;
      let square = sure * sure;
      done = square > params.square || seen == plan.bodies
        || (size == params.most && square > bitcast<f32>(worst.x));
    }
    if (!done) {
      atomicAdd(&open[0], 1u);
      continue;
    }
    counts[slot] = size;
    // each turn moves the root, the worst entry, to the end of the heap and shortens the heap, so
    // that all entries are in rising order at last
    for (var n = size; n > 1u; n--) {
      let last = heaps[base + n - 1u];
      heaps[base + n - 1u] = heaps[base];
      sink(base, n - 1u, last);
    }
  }
}
`;

const pack = /* wgsl */ `
override WG: u32 = 128;
@group(0) @binding(6) var<storage, read> heaps: array<vec2u>;
@group(0) @binding(7) var<storage, read> firstOf: array<u32>;
@group(0) @binding(8) var<storage, read_write> entries: array<u32>;

@compute @workgroup_size(WG)
fn packNearest(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) count: vec3u) {
  for (var row = id.x; row < params.rows; row += count.x * WG) {
    let first = firstOf[row];
    let size = firstOf[row + 1u] - first;
    for (var k = 0u; k < size; k++) {
      if (first + k < params.capacity) { entries[first + k] = heaps[row * params.most + k].y; }
    }
  }
}
// before the first round: no row is done but those of free slots, which are empty
@group(0) @binding(9) var<storage, read_write> counts: array<u32>;
@compute @workgroup_size(WG)
fn openRows(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) count: vec3u) {
  for (var row = id.x; row < params.rows; row += count.x * WG) {
    counts[row] = select(NONE, 0u, kindOf(row) == FREE);
  }
}
`;

export const nearestWgsl: string =
  headWgsl + bodyWgsl + planWgsl('uniform') + circlesTouchWgsl + nearest;
export const packNearestWgsl: string = headWgsl + bodyWgsl + pack;
