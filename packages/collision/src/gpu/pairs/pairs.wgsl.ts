// All pairs that touch, each once; pairs.ts runs these kernels. Which of two bodies finds the
// other: on one level the body in the lower row (by z, then y); in one row the body in the lower
// cell; in one cell the body that was sorted first; on two levels the body of the finer level. A
// body therefore scans, on its own level, its row from itself to the end of the next cell, and
// three cells of the next row (in 3D of the 4 next rows). On each coarser level it scans three
// cells of all 3 (9) rows around it.
//
// Each sorted body has one invocation, so that neighbouring invocations scan the same cells. Runs
// of more than params.long bodies go to the heavy list, which whole workgroups scan. A workgroup
// gathers its pairs in workgroup memory, and reserves room for all of them by one addition to the
// global count.
import { bodyWgsl, headWgsl, planWgsl } from '../grid/grid.wgsl.ts';
import { circlesTouchWgsl, shapesTouchWgsl } from '../touches.wgsl.ts';

/**
 * Bodies that `findDirect` holds in workgroup memory: 4 KiB. With the gathered pairs that is half
 * of the 16 KiB that WebGPU guarantees. No measurement of 256 is recorded.
 */
export const DIRECT_CHUNK = 256;

// counters[0]: pairs found, modulo 2^32. counters[1]: runs of the heavy list. counters[2]: how
// often counters[0] has passed 2^32; the total is counters[0] + 2^32 · counters[2]
// (read-pairs.ts).
//
// WG and GATHER: 512 pairs of 8 bytes are 4 KiB. No measurement of 128 and 512 is recorded.
const gathering = /* wgsl */ `
override WG: u32 = 128;
override GATHER: u32 = 512;    // pairs that a workgroup can hold
override BOUNDS: bool = false; // the broad phase alone
@group(0) @binding(6) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read_write> pairs: array<vec2u>;

var<workgroup> gathered: array<vec2u, GATHER>;
var<workgroup> gatheredCount: atomic<u32>;
var<workgroup> firstPlace: u32;

fn writePair(place: u32, pair: vec2u) {
  if (place < params.capacity) {
    let a = slotOf(pair.x);
    let b = slotOf(pair.y);
    pairs[place] = vec2u(min(a, b), max(a, b));
  }
}
fn reserve(count: u32) -> u32 {
  let place = atomicAdd(&counters[0], count);
  if (place + count < place) { atomicAdd(&counters[2], 1u); }
  return place;
}
fn gather(pair: vec2u) {
  let place = atomicAdd(&gatheredCount, 1u);
  if (place < GATHER) { gathered[place] = pair; }
  else { writePair(reserve(1u), pair); }
}
fn leave(local: u32) {
  workgroupBarrier(); // publishes the gathered pairs
  let count = min(atomicLoad(&gatheredCount), GATHER);
  if (local == 0u && count > 0u) { firstPlace = reserve(count); }
  workgroupBarrier(); // publishes firstPlace; all have read the count
  for (var k = local; k < count; k += WG) { writePair(firstPlace + k, gathered[k]); }
  if (local == 0u) { atomicStore(&gatheredCount, 0u); }
  workgroupBarrier(); // the gathered pairs may be overwritten
}
fn isMasked(i: u32, j: u32) -> bool {
  if (params.masked == 0u) { return false; }
  let m = slotOf(i);
  let n = slotOf(j);
  if ((params.masked & 2u) != 0u && isFixed(m) && isFixed(n)) { return true; }
  return (groupOf(m) & maskOf(n)) == 0u || (groupOf(n) & maskOf(m)) == 0u;
}
`;

const common = /* wgsl */ `
@group(0) @binding(3) var<storage, read> table: array<u32>;
@group(0) @binding(4) var<storage, read> sorted: array<vec4f>;
@group(0) @binding(5) var<storage, read> sortedSlot: array<u32>;
// two vectors per run: the body that looks, the level of the run, y and z of its row; then begin
// and end of the run
@group(0) @binding(8) var<storage, read_write> heavy: array<vec4u>;
fn slotOf(i: u32) -> u32 { return sortedSlot[i]; }

// gathers a pair that 'mayMeet' let through, if all other tests do so too
fn consider(i: u32, a: vec4f, j: u32, b: vec4f, hashed: bool, y: i32, z: i32, inverse: f32) {
  if (hashed) {
    if (cellIndex(b.y, plan.originY, inverse) != y) { return; }
    if (DIM == 3u && cellIndex(b.z, plan.originZ, inverse) != z) { return; }
  }
  if (isMasked(i, j)) { return; }
  if (!touch(i, a, j, b)) { return; }
  gather(vec2u(i, j));
}

// scans 'cells' cells of a row from c on, without places before 'least'
fn scanRow(i: u32, a: vec4f, l: u32, level: Level, c: vec3i, cells: u32, least: u32) {
  if (!hasRow(level, c.y, c.z)) { return; }
  let hashed = level.hashed != 0u;
  var k = keyInLevel(level, c);
  var left = cells;
  var first = least;
  while (left > 0u) {
    let run = min(left, level.size - k);
    let begin = max(table[level.base + k], first);
    var end = table[level.base + k + run];
    if (end > begin && end - begin > params.long) {
      let place = atomicAdd(&counters[1], 1u);
      if (place < params.heavyCapacity) {
        heavy[2u * place] = vec4u(i, l, bitcast<u32>(c.y), bitcast<u32>(c.z));
        heavy[2u * place + 1u] = vec4u(begin, end, 0u, 0u);
        end = begin;
      }
    }
    for (var j = begin; j < end; j++) {
      let b = sorted[j];
      if (mayMeet(a, b)) { consider(i, a, j, b, hashed, c.y, c.z, level.inverse); }
    }
    left -= run;
    k = 0u;
    first = 0u;
  }
}

fn scanBody(i: u32) {
  let a = sorted[i];
  let own = levelOf(a.w);
  for (var l = own; l < plan.levels; l++) {
    let level = plan.level[l];
    let c = cellOf(a.xyz, level.inverse);
    // rows of cells to look at, as offsets (y, z). On the own level half of the neighbours: (0, 0),
    // (1, 0); in 3D also (−1, 1), (0, 1), (1, 1). On other levels all: 3, in 3D 9
    let rows = select(select(3u, 9u, DIM == 3u), select(2u, 5u, DIM == 3u), l == own);
    for (var r = 0u; r < rows; r++) {
      var beside = vec3i(-1, i32(r % 3u) - 1, i32(r / 3u) - select(0, 1, DIM == 3u));
      var cells = 3u;
      var least = 0u;
      if (l == own) {
        beside = select(vec3i(-1, i32(r) - 3, 1), vec3i(-1, 1, 0), r == 1u);
        if (r == 0u) {
          beside = vec3i(0);
          cells = 2u;
          least = i + 1u;
        }
      }
      scanRow(i, a, l, level, c + beside, cells, least);
    }
  }
}

@compute @workgroup_size(WG)
fn findPairs(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) count: vec3u,
) {
  let bodies = plan.bodies;
  for (var tile = id.x; tile * WG < bodies; tile += count.x) {
    let i = tile * WG + local;
    if (i < bodies) { scanBody(i); }
    leave(local);
  }
}
`;

const shared = /* wgsl */ `
var<workgroup> runs: u32;
@compute @workgroup_size(WG)
fn findHeavy(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) count: vec3u,
) {
  if (local == 0u) { runs = min(atomicLoad(&counters[1]), params.heavyCapacity); }
  let all = workgroupUniformLoad(&runs);
  for (var k = id.x; k < all; k += count.x) {
    let item = heavy[2u * k];
    let range = heavy[2u * k + 1u];
    let a = sorted[item.x];
    let hashed = plan.level[item.y].hashed != 0u;
    let inverse = plan.level[item.y].inverse;
    for (var j = range.x + local; j < range.y; j += WG) {
      let b = sorted[j];
      if (mayMeet(a, b)) {
        consider(item.x, a, j, b, hashed, bitcast<i32>(item.z), bitcast<i32>(item.w), inverse);
      }
    }
    leave(local);
  }
}
`;

// Never false for bodies that touch: rounding and fusing change a square by far less than 2^-18 of
// it.
const circles = /* wgsl */ `
fn mayMeet(a: vec4f, b: vec4f) -> bool {
  let d = b.xyz - a.xyz;
  let reach = a.w + b.w;
  if (BOUNDS) { return abs(d.x) <= reach && abs(d.y) <= reach && (DIM == 2u || abs(d.z) <= reach); }
  if (DIM == 2u) { return dot(d.xy, d.xy) <= reach * reach * (1.0 + 0x1p-18f); }
  return dot(d, d) <= reach * reach * (1.0 + 0x1p-18f);
}
fn touch(i: u32, a: vec4f, j: u32, b: vec4f) -> bool { return BOUNDS || circlesTouch(a, b); }
`;

const shapes = /* wgsl */ `
fn mayMeet(a: vec4f, b: vec4f) -> bool {
  let d = b.xyz - a.xyz;
  let reach = a.w + b.w;
  return abs(d.x) <= reach && abs(d.y) <= reach && (DIM == 2u || abs(d.z) <= reach);
}
fn touch(i: u32, a: vec4f, j: u32, b: vec4f) -> bool {
  let m = slotOf(i);
  let n = slotOf(j);
  let first = bodyShape(min(m, n));
  let second = bodyShape(max(m, n));
  if (BOUNDS) { return boundsTouch(first, second); }
  return shapesTouch(first, second);
}
`;

// Few bodies: tiles of WG bodies against chunks of bodies in workgroup memory, each pair once.
const direct = /* wgsl */ `
const CHUNK = ${DIRECT_CHUNK}u;
var<workgroup> chunk: array<vec4f, CHUNK>; // w < 0: not massive
fn slotOf(i: u32) -> u32 { return i; }
fn load(i: u32) -> vec4f {
  if (i >= params.end || kindOf(i) != MASSIVE) { return vec4f(0.0, 0.0, 0.0, -1.0); }
  return vec4f(positionOf(i), gridHalf(i));
}

@compute @workgroup_size(WG)
fn findDirect(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) count: vec3u,
) {
  let tiles = (params.end + WG - 1u) / WG;
  let chunks = (params.end + CHUNK - 1u) / CHUNK;
  for (var t = id.x; t < tiles * chunks; t += count.x) {
    let tile = t % tiles;
    let first = (t / tiles) * CHUNK;
    if (first + CHUNK <= tile * WG) { continue; } // the whole chunk is before the tile
    let i = tile * WG + local;
    let a = load(i);
    for (var k = local; k < CHUNK; k += WG) { chunk[k] = load(first + k); }
    workgroupBarrier(); // publishes the chunk
    if (a.w >= 0.0) {
      // four bodies of the chunk at a time, because few of them may meet body i
      let after = select(0u, i + 1u - first, i >= first);
      for (var k = after & ~3u; k < CHUNK; k += 4u) {
        var found = u32(mayMeet(a, chunk[k])) | (u32(mayMeet(a, chunk[k + 1u])) << 1u)
          | (u32(mayMeet(a, chunk[k + 2u])) << 2u) | (u32(mayMeet(a, chunk[k + 3u])) << 3u);
        while (found != 0u) {
          let m = k + firstTrailingBit(found);
          found &= found - 1u;
          let b = chunk[m];
          if (m < after || b.w < 0.0) { continue; }
          let j = first + m;
          if (!isMasked(i, j) && touch(i, a, j, b)) { gather(vec2u(i, j)); }
        }
      }
    }
    leave(local); // ends with a barrier, so the chunk may be overwritten
  }
}
`;

/** `withShapes`: some bodies are not circles. */
export function pairsWgsl(withShapes: boolean): string {
  const grid = planWgsl('uniform') + ruleWgsl(withShapes) + common + shared;
  return headWgsl + bodyWgsl + gathering + grid;
}
export function directPairsWgsl(withShapes: boolean): string {
  return headWgsl + bodyWgsl + gathering + ruleWgsl(withShapes) + direct;
}
function ruleWgsl(withShapes: boolean): string {
  if (!withShapes) return circlesTouchWgsl + circles;
  return circlesTouchWgsl + shapesTouchWgsl + shapes;
}
