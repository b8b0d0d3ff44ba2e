// Lists: for each row the bodies of the grid that its seeker, a body or an area, finds. On each
// level the bounds of the seeker are widened by half the largest body of the level (not for
// neighbours, which are points within a radius). The seeker scans all cells that the bounds reach,
// row by row: the cells of a row are one run of sorted bodies. With more rows than 8 plus a quarter
// of the bodies of the level, the seeker scans all bodies of the level instead, which are one run
// too.
//
// The search runs twice: first the entries of all rows are counted and the counts are summed, then
// the entries are written. Runs of more than params.long bodies, and levels where the seeker
// reaches more than params.many rows of cells, go to the heavy list, which whole workgroups share.
// The list is the same both times. Workgroups write a row from its end backwards, seekers from its
// start. If the list is full, each remaining seeker scans its runs by itself, and the host makes a
// longer list for the next search.
//
// Neighbours are kept in a stash while they are counted, up to params.kept per seeker. Most rows
// are then copied from the stash, 16 invocations per row, so that neighbouring invocations write
// neighbouring words. With one invocation per row, each word would be a write to another cache
// line.
import { bodyWgsl, headWgsl, planWgsl } from '../grid/grid.wgsl.ts';
import { circlesTouchWgsl, shapesTouchWgsl } from '../touches.wgsl.ts';

/** Words of one area: position, radius, extent, shape, mask, self, and two unused. */
export const QUERY_WORDS = 12;
/** Elements of a query: the kernels read them as vec4u. */
const QUERY_ROWS = QUERY_WORDS / 4;
/** Words of the scratch buffer before those of the rows. */
export const SEEK_COUNTERS = 4;
/** Words of an item of the heavy list. */
export const HEAVY_WORDS = 8;

const common = /* wgsl */ `
override WG: u32 = 128;
override BOUNDS: bool = false;
@group(0) @binding(3) var<storage, read> table: array<u32>;
@group(0) @binding(4) var<storage, read> sorted: array<vec4f>;
@group(0) @binding(5) var<storage, read> sortedSlot: array<u32>;
// Word 1: the number of items of the heavy list; 2: the number of sums that did not fit in 32 bits;
// 3: 1 if some row is not copied from the stash. From word 4 on, one word per row: when counting,
// the number of the row's items of the heavy list; when writing, the number of entries written from
// the end of the row. Then the heavy list.
@group(0) @binding(6) var<storage, read_write> scratch: array<atomic<u32>>;
// counting: the number of entries of each row; writing: the first place of each row
@group(0) @binding(7) var<storage, read_write> firstOf: array<atomic<u32>>;
@group(0) @binding(8) var<storage, read_write> entries: array<u32>;

struct Seeker {
  position: vec3f,
  half: vec3f,  // half its bounds; for neighbours the radius
  radius: f32,  // of a circle
  row: u32,
  own: u32,
  mask: u32,
}

var<private> found: u32;
var<private> start: u32;     // of the row, when writing
var<private> backwards: bool;
var<private> asked: u32;   // the number of the seeker
var<private> listed: u32;  // its items of the heavy list; when writing, those not reached yet
var<private> isFull: bool; // the heavy list is full

fn place(row: u32, at: u32, slot: u32) {
  if (at >= params.capacity) { return; }
  if (params.lists != 0u) {
    entries[at] = slot;
  } else {
    entries[2u * at] = row;
    entries[2u * at + 1u] = slot;
  }
}
fn take(s: Seeker, slot: u32) {
  if (params.write != 0u) {
    if (backwards) {
      let last = atomicLoad(&firstOf[s.row + 1u]) - 1u;
      place(s.row, last - atomicAdd(&scratch[4u + s.row], 1u), slot);
    } else {
      place(s.row, start + found, slot);
    }
  } else if (!backwards) {
    keep(asked, found, slot);
  }
  found++;
}
fn inRow(b: vec4f, level: Level, y: i32, z: i32) -> bool {
  return cellIndex(b.y, plan.originY, level.inverse) == y
    && (DIM == 2u || cellIndex(b.z, plan.originZ, level.inverse) == z);
}
fn consider(s: Seeker, j: u32, level: Level, hashed: bool, y: i32, z: i32) {
  let b = sorted[j];
  if (!mayMeet(s, b)) { return; }
  if (hashed && !inRow(b, level, y, z)) { return; }
  let slot = sortedSlot[j];
  // the highest bit marks QUERY bodies, which are never found
  if (slot == s.own || (slot >> 31u) != 0u) { return; }
  if (params.masked != 0u) {
    if ((groupOf(slot) & s.mask) == 0u) { return; }
    // for sightings only, whose rows are slots
    if ((params.masked & 2u) != 0u && isFixed(slot) && isFixed(s.row)) { return; }
  }
  if (accepts(s, slot, b)) { take(s, slot); }
}

// When counting, puts a run or a box on the heavy list. When writing, tells whether it was put
// there: a seeker reaches the same items in the same order both times, and its first items are the
// listed ones. False: the list is full, and the seeker scans the run or the box by itself.
fn isShared(seeker: u32, what: vec4u, y: i32, z: i32) -> bool {
  if (params.write != 0u) {
    if (listed == 0u) { return false; }
    listed--;
    return true;
  }
  if (isFull) { return false; }
  let item = atomicAdd(&scratch[1], 1u);
  if (item >= params.heavyCapacity) {
    isFull = true;
    return false;
  }
  let at = ${SEEK_COUNTERS}u + params.rows + ${HEAVY_WORDS}u * item;
  atomicStore(&scratch[at], seeker);
  atomicStore(&scratch[at + 1u], what.x);
  atomicStore(&scratch[at + 2u], what.y);
  atomicStore(&scratch[at + 3u], what.z);
  atomicStore(&scratch[at + 4u], what.w);
  atomicStore(&scratch[at + 5u], bitcast<u32>(y));
  atomicStore(&scratch[at + 6u], bitcast<u32>(z));
  listed++;
  return true;
}
// what.w: the kind of an item
const RUN = 0u;
const HASHED_RUN = 1u;
const ROWS = 2u;

struct Box {
  low: vec3i,
  high: vec3i,
  rows: u32,
  all: bool, // scan all bodies of the level
}
fn boxOf(s: Seeker, level: Level) -> Box {
  // The box is widened, so that the cell of each body that is found is inside: cellIndex is
  // monotone, exact tests err by 2^-22 of the reach, and the ends below by 2^-24 of the position
  // and the reach.
  let away = (s.half + vec3f(WIDENED * level.half)) * (1.0 + 0x1p-18f) + abs(s.position) * 0x1p-21f;
  var box: Box;
  box.low = cellOf(s.position - away, level.inverse);
  box.high = cellOf(s.position + away, level.inverse);
  box.rows = 0u;
  box.all = false;
  if (level.hashed == 0u) {
    let first = vec3i(level.minX, level.minY, level.minZ);
    let last = first + vec3i(i32(level.nx) - 3, i32(level.ny) - 1, i32(level.nz) - 1);
    box.low = max(box.low, first);
    box.high = min(box.high, last);
  }
  let size = vec3f(box.high) - vec3f(box.low) + vec3f(1.0);
  if (size.x < 1.0 || size.y < 1.0 || size.z < 1.0) { return box; }
  box.all = size.y * size.z > 8.0 + f32(level.bodies) * 0.25
    || (level.hashed != 0u && size.x > f32(level.size));
  box.rows = 1u;
  if (!box.all) { box.rows = u32(box.high.y - box.low.y + 1) * u32(box.high.z - box.low.z + 1); }
  return box;
}
// scans every 'stride'-th row of a box from 'begin' on, or all bodies of the level
fn scanBox(
  s: Seeker, seeker: u32, l: u32, level: Level, box: Box, begin: u32, stride: u32, share: bool,
) {
  let tall = u32(box.high.y - box.low.y + 1);
  for (var r = begin; r < box.rows; r += stride) {
    let c = vec3i(box.low.x, box.low.y + i32(r % tall), box.low.z + i32(r / tall));
    let hashed = level.hashed != 0u && !box.all;
    var k = 0u;
    var left = level.size;
    if (!box.all) {
      let span = spanOf(s, level, c, box.high.x);
      if (span.x > span.y) { continue; }
      k = keyInLevel(level, vec3i(span.x, c.y, c.z));
      left = u32(span.y - span.x + 1);
    }
    while (left > 0u) {
      let run = min(left, level.size - k);
      let first = table[level.base + k];
      var last = table[level.base + k + run];
      if (share && last - first > params.long
          && isShared(seeker, vec4u(l, first, last, u32(hashed)), c.y, c.z)) { last = first; }
      for (var j = first; j < last; j++) { consider(s, j, level, hashed, c.y, c.z); }
      left -= run;
      k = 0u;
    }
  }
}
fn scanLevels(s: Seeker, seeker: u32) {
  for (var l = 0u; l < plan.levels; l++) {
    let level = plan.level[l];
    let box = boxOf(s, level);
    if (box.rows > params.many && isShared(seeker, vec4u(l, 0u, box.rows, ROWS), 0, 0)) {
      continue;
    }
    scanBox(s, seeker, l, level, box, 0u, 1u, true);
  }
}

fn seek(seeker: u32) {
  let s = seekerOf(seeker);
  found = 0u;
  backwards = false;
  asked = seeker;
  listed = 0u;
  isFull = false;
  if (params.write != 0u) {
    start = atomicLoad(&firstOf[s.row]);
    let count = atomicLoad(&firstOf[s.row + 1u]) - start;
    if (count <= keptOf(seeker)) { return; } // the row is copied from the stash
    // from here on this word counts the entries written from the end of the row
    listed = atomicExchange(&scratch[4u + s.row], 0u);
  }
  scanLevels(s, seeker);
  if (params.write == 0u) {
    atomicStore(&firstOf[s.row], found);
    atomicStore(&scratch[4u + s.row], listed);
    if (listed > 0u) { keepNone(seeker); }
    if (params.kept > 0u && (listed > 0u || found > params.kept)) { atomicStore(&scratch[3], 1u); }
  }
}

@compute @workgroup_size(WG)
fn seekAll(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) count: vec3u) {
  let all = max(params.rows, plan.bodies);
  // if all rows are copied, only sums beyond 2^32 remain to be found
  let idle = params.write * params.kept != 0u && atomicLoad(&scratch[3]) == 0u;
  for (var i = id.x; i < all; i += count.x * WG) {
    if (params.write == 0u && i < params.rows && isIdle(i)) {
      atomicStore(&firstOf[i], 0u);
      atomicStore(&scratch[4u + i], 0u);
    }
    // a sum beyond 2^32 wrapped around
    if (params.write != 0u && i < params.rows
        && atomicLoad(&firstOf[i + 1u]) < atomicLoad(&firstOf[i])) {
      atomicAdd(&scratch[2], 1u);
    }
    if (!idle && seeks(i)) { seek(i); }
  }
}

var<workgroup> items: u32;
@compute @workgroup_size(WG)
fn seekHeavy(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) count: vec3u,
) {
  if (local == 0u) { items = min(atomicLoad(&scratch[1]), params.heavyCapacity); }
  let all = workgroupUniformLoad(&items);
  backwards = true;
  for (var k = id.x; k < all; k += count.x) {
    let at = ${SEEK_COUNTERS}u + params.rows + ${HEAVY_WORDS}u * k;
    let seeker = atomicLoad(&scratch[at]);
    let l = atomicLoad(&scratch[at + 1u]);
    let begin = atomicLoad(&scratch[at + 2u]);
    let end = atomicLoad(&scratch[at + 3u]);
    let kind = atomicLoad(&scratch[at + 4u]);
    let y = bitcast<i32>(atomicLoad(&scratch[at + 5u]));
    let z = bitcast<i32>(atomicLoad(&scratch[at + 6u]));
    let s = seekerOf(seeker);
    let level = plan.level[l];
    found = 0u;
    if (kind == ROWS) {
      scanBox(s, seeker, l, level, boxOf(s, level), local, WG, false);
    } else {
      for (var j = begin + local; j < end; j += WG) {
        consider(s, j, level, kind == HASHED_RUN, y, z);
      }
    }
    if (params.write == 0u && found > 0u) { atomicAdd(&firstOf[s.row], found); }
  }
}
`;

// the cells of a row, from c.x to 'last', that have to be scanned
const wholeSpan = /* wgsl */ `
fn spanOf(s: Seeker, level: Level, c: vec3i, last: i32) -> vec2i { return vec2i(c.x, last); }
`;

// Of a ray or a capsule only the cells near the part of its segment that is in the row. Bounds are
// widened by much more than rounding. Where cells differ in size (beyond 2^15) no cell is left out.
const segmentSpan = /* wgsl */ `
fn spanOf(s: Seeker, level: Level, c: vec3i, last: i32) -> vec2i {
  let kind = queries[${QUERY_ROWS}u * s.row + 1u].w;
  if ((kind != RAY && kind != CAPSULE) || max(abs(c.y), abs(c.z)) > 32000) {
    return vec2i(c.x, last);
  }
  let extent = bitcast<vec3f>(queries[${QUERY_ROWS}u * s.row + 1u].xyz);
  let start = select(s.position, s.position - extent, kind == CAPSULE);
  let along = select(extent, 2.0 * extent, kind == CAPSULE);
  let origin = vec3f(plan.originX, plan.originY, plan.originZ);
  let width = 1.0 / level.inverse;
  let slack = (s.radius + level.half) * (1.0 + 0x1p-8f) + width * 0x1p-6f;
  let away = vec3f(slack) + (abs(start) + abs(along) + abs(origin)) * 0x1p-16f;
  let low = origin + vec3f(c) * width - away;
  let high = low + vec3f(width) + 2.0 * away;
  var t = vec2f(0.0, 1.0);
  for (var axis = 1u; axis < DIM; axis++) {
    // the segment is short along this axis, so all of it counts as near the row
    if (abs(along[axis]) <= away[axis]) { continue; }
    let a = (low[axis] - start[axis]) / along[axis];
    let b = (high[axis] - start[axis]) / along[axis];
    t = vec2f(max(t.x, min(a, b)), min(t.y, max(a, b)));
  }
  if (t.x > t.y) { return vec2i(1, 0); }
  let p = start.x + along.x * t.x;
  let q = start.x + along.x * t.y;
  return vec2i(
    max(c.x, cellIndex(min(p, q) - away.x, plan.originX, level.inverse)),
    min(last, cellIndex(max(p, q) + away.x, plan.originX, level.inverse)),
  );
}
`;

// The stash: entry k of all seekers side by side, so that neighbouring invocations read and write
// neighbouring words.
const stash = /* wgsl */ `
@group(0) @binding(9) var<storage, read_write> stash: array<u32>;
fn keep(seeker: u32, k: u32, slot: u32) {
  if (k < params.kept) { stash[k * params.end + seeker] = slot; }
}
fn keepNone(seeker: u32) {
  if (params.kept > 0u) { stash[seeker] = NONE; }
}
// rows of at most this many entries are in the stash
fn keptOf(seeker: u32) -> u32 {
  if (params.kept == 0u || stash[seeker] == NONE) { return 0u; }
  return params.kept;
}
`;
// LANES invocations copy one row
const copying = /* wgsl */ `
const LANES = 16u;
@compute @workgroup_size(WG)
fn copyKept(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) count: vec3u) {
  let lane = id.x % LANES;
  for (var i = id.x / LANES; i < plan.bodies; i += count.x * WG / LANES) {
    let row = sortedSlot[i] & 0x7fffffffu;
    let begin = atomicLoad(&firstOf[row]);
    let words = atomicLoad(&firstOf[row + 1u]) - begin;
    if (words > keptOf(i)) { continue; }
    for (var k = lane; k < words; k += LANES) { place(row, begin + k, stash[k * params.end + i]); }
  }
}
`;
const noStash = /* wgsl */ `
fn keep(seeker: u32, k: u32, slot: u32) {}
fn keepNone(seeker: u32) {}
fn keptOf(seeker: u32) -> u32 { return 0u; }
`;

const neighbours = /* wgsl */ `
const WIDENED = 0.0;
fn seeks(i: u32) -> bool { return i < plan.bodies; }
fn isIdle(i: u32) -> bool { return kindOf(i) == FREE; }
fn seekerOf(i: u32) -> Seeker {
  let slot = sortedSlot[i] & 0x7fffffffu;
  return Seeker(sorted[i].xyz, vec3f(params.reach), 0.0, slot, slot, maskOf(slot));
}
fn mayMeet(s: Seeker, b: vec4f) -> bool {
  let d = b.xyz - s.position;
  if (DIM == 2u) { return dot(d.xy, d.xy) <= params.square * (1.0 + 0x1p-18f); }
  return dot(d, d) <= params.square * (1.0 + 0x1p-18f);
}
fn accepts(s: Seeker, slot: u32, b: vec4f) -> bool {
  return squareOf(b.xyz - s.position) <= params.square;
}
`;

// the areas of the caller, 12 words each
const explore = /* wgsl */ `
const WIDENED = 1.0;
@group(0) @binding(9) var<storage, read> queries: array<vec4u>;
fn seeks(i: u32) -> bool { return i < params.rows; }
fn isIdle(i: u32) -> bool { return false; }
fn radiusOfRow(i: u32) -> f32 { return max(bitcast<f32>(queries[${QUERY_ROWS}u * i].w), LEAST); }
fn seekerOf(i: u32) -> Seeker {
  let p = bitcast<vec3f>(queries[${QUERY_ROWS}u * i].xyz);
  let extent = bitcast<vec3f>(queries[${QUERY_ROWS}u * i + 1u].xyz);
  let half = halfBounds(queries[${QUERY_ROWS}u * i + 1u].w, radiusOfRow(i), extent);
  let last = queries[${QUERY_ROWS}u * i + 2u];
  return Seeker(p, half, radiusOfRow(i), i, last.y, last.x);
}
`;
const exploreShape = /* wgsl */ `
fn acceptsShape(s: Seeker, slot: u32) -> bool {
  let i = ${QUERY_ROWS}u * s.row;
  let extent = bitcast<vec3f>(queries[i + 1u].xyz);
  return shapesTouch(Shape(s.position, s.radius, extent, queries[i + 1u].w), bodyShape(slot));
}
`;

const sightings = /* wgsl */ `
const WIDENED = 1.0;
fn seeks(i: u32) -> bool { return i < params.rows && kindOf(i) == QUERY; }
fn isIdle(i: u32) -> bool { return kindOf(i) != QUERY; }
fn seekerOf(i: u32) -> Seeker {
  return Seeker(positionOf(i), halfOf(i), radiusOf(i), i, i, maskOf(i));
}
`;
const sightingsShape = /* wgsl */ `
fn acceptsShape(s: Seeker, slot: u32) -> bool {
  let first = bodyShape(min(s.row, slot));
  let second = bodyShape(max(s.row, slot));
  if (BOUNDS) { return boundsTouch(first, second); }
  return shapesTouch(first, second);
}
`;

const circles = /* wgsl */ `
fn mayMeet(s: Seeker, b: vec4f) -> bool {
  let d = b.xyz - s.position;
  let reach = s.radius + b.w;
  if (BOUNDS) { return abs(d.x) <= reach && abs(d.y) <= reach && (DIM == 2u || abs(d.z) <= reach); }
  if (DIM == 2u) { return dot(d.xy, d.xy) <= reach * reach * (1.0 + 0x1p-18f); }
  return dot(d, d) <= reach * reach * (1.0 + 0x1p-18f);
}
fn accepts(s: Seeker, slot: u32, b: vec4f) -> bool {
  return BOUNDS || circlesTouch(vec4f(s.position, s.radius), b);
}
`;
const shapes = /* wgsl */ `
fn mayMeet(s: Seeker, b: vec4f) -> bool {
  let d = abs(b.xyz - s.position);
  let reach = s.half + vec3f(b.w);
  return d.x <= reach.x && d.y <= reach.y && (DIM == 2u || d.z <= reach.z);
}
fn accepts(s: Seeker, slot: u32, b: vec4f) -> bool { return acceptsShape(s, slot); }
`;

/** What looks for bodies: bodies for their neighbours, areas, or QUERY bodies. */
export type Seekers = 'neighbours' | 'explore' | 'sightings';

/** `withShapes`: some seekers or bodies are not circles; neighbours are points in any case. */
export function seekWgsl(seekers: Seekers, withShapes: boolean): string {
  const head = headWgsl + bodyWgsl + planWgsl('uniform') + circlesTouchWgsl;
  if (seekers === 'neighbours') return head + stash + common + wholeSpan + neighbours + copying;
  const rules = seekers === 'explore' ? explore : sightings;
  if (!withShapes) return head + noStash + common + wholeSpan + rules + circles;
  const shape = seekers === 'explore' ? segmentSpan + exploreShape : wholeSpan + sightingsShape;
  return head + shapesTouchWgsl + noStash + common + rules + shape + shapes;
}
