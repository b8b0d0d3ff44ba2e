// Sorts bodies into the order of cells, without the host:
//
//   measure   measures bounds, and sizes by octave (binary exponent); empties the table
//   planGrid  one workgroup chooses the levels, their cells and the places of their tables
//   countKeys computes the key of each body, and its rank among equal keys by one atomic addition
//   (scan)    turns counts into first places
//   scatter   writes bodies in the order of cells: position and half size as a vec4f, and the slot
import { bodyWgsl, headWgsl, OCTAVES, planWgsl } from './grid.wgsl.ts';

const HALVES: number = 8 + OCTAVES;
/**
 * Words of the tally, all of them maxima or sums, so that 0 is empty: 0 to 2 the complement of the
 * low bounds, 3 to 5 the high bounds, 6 the complement of the slot of some body, 7 unused; from 8
 * the number of bodies of each octave, and from HALVES the bits of their largest half size.
 */
export const TALLY_WORDS: number = HALVES + OCTAVES;

const measure = /* wgsl */ `
override WG: u32 = 256;
@group(0) @binding(3) var<storage, read_write> tally: array<atomic<u32>, ${TALLY_WORDS}>;
@group(0) @binding(4) var<storage, read_write> table: array<u32>;
var<workgroup> part: array<atomic<u32>, ${TALLY_WORDS}>;

// the bits of an f32, changed so that they order as u32 like the numbers
fn ordered(f: f32) -> u32 {
  let bits = bitcast<u32>(f);
  return bits ^ select(0x80000000u, 0xffffffffu, (bits >> 31u) == 1u);
}

@compute @workgroup_size(WG)
fn measure(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) local: u32,
  @builtin(num_workgroups) count: vec3u,
) {
  let all = count.x * WG;
  for (var k = id.x; k <= params.tableCapacity; k += all) { table[k] = 0u; }

  var low = vec3u(0u);  // complements, so that 0 is neutral for all maxima
  var high = vec3u(0u);
  var some = 0u;
  var octave = NONE;    // of the last body: bodies of one octave in a row cost one addition
  var bodies = 0u;
  var largest = 0u;
  for (var i = id.x; i < params.end; i += all) {
    if (!takesPart(kindOf(i))) { continue; }
    let p = positionOf(i);
    let o = vec3u(ordered(p.x), ordered(p.y), ordered(p.z));
    low = max(low, ~o);
    high = max(high, o);
    some = max(some, ~i);
    let half = gridHalf(i);
    let own = octaveOf(half);
    if (own != octave) {
      if (bodies > 0u) {
        atomicAdd(&part[8u + octave], bodies);
        atomicMax(&part[${HALVES}u + octave], largest);
      }
      octave = own;
      bodies = 0u;
      largest = 0u;
    }
    bodies++;
    largest = max(largest, bitcast<u32>(half));
  }
  if (bodies > 0u) {
    atomicAdd(&part[8u + octave], bodies);
    atomicMax(&part[${HALVES}u + octave], largest);
    for (var axis = 0u; axis < 3u; axis++) {
      atomicMax(&part[axis], low[axis]);
      atomicMax(&part[3u + axis], high[axis]);
    }
    atomicMax(&part[6], some);
  }
  workgroupBarrier(); // publishes the part of this workgroup
  for (var k = local; k < ${TALLY_WORDS}u; k += WG) {
    let v = atomicLoad(&part[k]);
    if (v == 0u) { continue; }
    if (k >= 8u && k < ${HALVES}u) { atomicAdd(&tally[k], v); } else { atomicMax(&tally[k], v); }
  }
}
`;

const planGrid = /* wgsl */ `
@group(0) @binding(3) var<storage, read_write> tally: array<u32, ${TALLY_WORDS}>;
var<workgroup> taken: array<u32, ${TALLY_WORDS}>;
var<workgroup> above: atomic<u32>;  // OCTAVES − the lowest octave with bodies
var<workgroup> highest: atomic<u32>;
var<workgroup> total: atomic<u32>;

fn unordered(o: u32) -> f32 {
  return bitcast<f32>(o ^ select(0xffffffffu, 0x80000000u, (o >> 31u) == 1u));
}
fn octaveBodies(octave: u32) -> u32 { return taken[8u + octave]; }

@compute @workgroup_size(${OCTAVES})
fn planGrid(@builtin(local_invocation_index) local: u32) {
  for (var k = local; k < ${TALLY_WORDS}u; k += ${OCTAVES}u) {
    taken[k] = tally[k];
    tally[k] = 0u; // for the next build
  }
  workgroupBarrier(); // publishes the tally
  if (octaveBodies(local) > 0u) {
    atomicMax(&above, ${OCTAVES}u - local);
    atomicMax(&highest, local);
    atomicAdd(&total, octaveBodies(local));
  }
  workgroupBarrier(); // publishes the sums
  if (local != 0u) { return; }
  let lowest = ${OCTAVES}u - atomicLoad(&above);
  let top = atomicLoad(&highest);
  let bodies = atomicLoad(&total);
  plan.bodies = bodies;
  plan.levels = 0u;
  plan.tableWords = 1u;
  plan.multi = 0u;
  if (bodies == 0u) { return; }

  let low = vec3f(unordered(~taken[0]), unordered(~taken[1]), unordered(~taken[2]));
  let high = vec3f(unordered(taken[3]), unordered(taken[4]), unordered(taken[5]));
  let size = high - low;
  let widest = max(max(size.x, size.y), size.z);
  var largest = bitcast<f32>(taken[${HALVES}u + top]);
  if (params.purpose == POINTS) {
    // cells as wide as the radius or, for the k nearest, so wide that a cell holds about k / 2
    // bodies
    var reach = params.reach;
    if (reach == 0.0) {
      var axes = 0.0;
      // logarithm of the volume, over the axes that have a width: more than 2^-20 of the widest. A
      // width of 0 has no logarithm, and a tiny one would make cells too narrow. 2^-20 is chosen.
      var measureOf = 0.0;
      for (var axis = 0u; axis < DIM; axis++) {
        if (size[axis] > widest * 0x1p-20f) {
          axes += 1.0;
          measureOf += log2(size[axis]);
        }
      }
      let share = log2(f32(params.most) * 0.5 / f32(bodies));
      reach = 2.0 * LEAST;
      if (axes > 0.0) { reach = max(reach, exp2(clamp((measureOf + share) / axes, -48.0, 61.0))); }
      reach = min(reach * params.scale, 0x1p62f);
    }
    largest = 0.5 * reach;
    taken[${HALVES}u + top] = bitcast<u32>(largest);
  }

  // the rule of 'auto', simpler than the cost model of src/grid/plan-levels.ts: several levels if
  // the cells of the largest body hold more than 9 bodies on average (in 3D 3), and the smallest
  // bodies are at least two octaves smaller. How 9 and 3 were found is not recorded.
  var volume = 1.0;
  for (var axis = 0u; axis < DIM; axis++) {
    volume *= max(1.0, min(size[axis] / (2.0 * largest), 0x1p40f));
  }
  let crowded = f32(bodies) > select(9.0, 3.0, DIM == 3u) * volume;
  let multi = params.mode == 1u || (params.mode == 2u && top - lowest >= 2u && crowded);
  plan.multi = u32(multi);

  // Cells beyond 2^16 cells from the origin are coarser. The origin is the low corner of the bounds
  // if these are at most 2^15 of the finest cells wide, else some body, so that a few distant
  // bodies do not coarsen the cells of all others.
  var origin = low;
  let finest = bitcast<f32>(taken[${HALVES}u + lowest]);
  if (widest > 65536.0 * finest) { origin = positionOf(~taken[6]); }
  plan.originX = origin.x;
  plan.originY = origin.y;
  plan.originZ = origin.z;

  // Octaves with few bodies (1/256 of all) join the next larger level: every body of a finer level
  // visits each coarser one. How 1/256 was found is not recorded.
  let enough = bodies / 256u + 1u;
  var levels = 0u;
  var waiting = 0u;
  var half = 0u;
  var base = 0u;
  for (var o = lowest; o <= top; o++) {
    plan.octaveLevel[o >> 2u][o & 3u] = levels;
    waiting += octaveBodies(o);
    half = max(half, taken[${HALVES}u + o]);
    let closes = o == top || (multi && waiting >= enough && levels + 1u < LEVELS);
    if (!closes) { continue; }
    var level: Level;
    level.bodies = waiting;
    level.half = bitcast<f32>(half);
    let reach = 2.0 * level.half;
    // derived at the head of grid.wgsl.ts, with n = widest / reach + 2 cells
    let margin = 0x1p-20f + min(widest / reach + 2.0, 65536.0) * 0x1.4p-22f;
    level.inverse = (1.0 - margin) / reach;
    let a = cellOf(low, level.inverse);
    let b = cellOf(high, level.inverse);
    let cells = vec3f(b - a) + vec3f(3.0, 1.0, 1.0);
    level.minX = a.x;
    level.minY = a.y;
    level.minZ = a.z;
    let room = f32(waiting) * f32(params.keysPerBody) + 64.0;
    level.hashed = u32(cells.x * cells.y * cells.z > room);
    if (level.hashed == 0u) {
      level.nx = u32(b.x - a.x) + 3u;
      level.ny = u32(b.y - a.y) + 1u;
      level.nz = u32(b.z - a.z) + 1u;
      level.size = level.nx * level.ny * level.nz;
    } else {
      // a power of two, from twice to four times the bodies
      level.nx = 0u;
      level.ny = 0u;
      level.nz = 0u;
      level.size = max(64u, 2u << (32u - countLeadingZeros(waiting - 1u)));
      if (waiting == 1u) { level.size = 64u; }
    }
    level.base = base;
    base += level.size;
    plan.level[levels] = level;
    levels++;
    waiting = 0u;
    half = 0u;
  }
  plan.levels = levels;
  plan.tableWords = base + 1u;
}
`;

const keys = /* wgsl */ `
override WG: u32 = 256;
@group(0) @binding(3) var<storage, read_write> table: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> placing: array<vec2u>; // key and rank

@compute @workgroup_size(WG)
fn countKeys(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) count: vec3u) {
  for (var i = id.x; i < params.end; i += count.x * WG) {
    if (!takesPart(kindOf(i))) {
      placing[i] = vec2u(NONE, 0u);
      continue;
    }
    let level = plan.level[levelOf(gridHalf(i))];
    let key = level.base + keyInLevel(level, cellOf(positionOf(i), level.inverse));
    placing[i] = vec2u(key, atomicAdd(&table[key], 1u));
  }
}
`;

const scatter = /* wgsl */ `
override WG: u32 = 256;
@group(0) @binding(3) var<storage, read> table: array<u32>;
@group(0) @binding(4) var<storage, read> placing: array<vec2u>;
@group(0) @binding(5) var<storage, read_write> sorted: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> sortedSlot: array<u32>;

@compute @workgroup_size(WG)
fn scatter(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) count: vec3u) {
  for (var i = id.x; i < params.end; i += count.x * WG) {
    let at = placing[i];
    if (at.x == NONE) { continue; }
    let place = table[at.x] + at.y;
    sorted[place] = vec4f(positionOf(i), gridHalf(i));
    sortedSlot[place] = i | select(0u, 0x80000000u, kindOf(i) == QUERY);
  }
}
`;

const reset = /* wgsl */ `
@group(0) @binding(3) var<storage, read_write> counters: array<u32>;
@compute @workgroup_size(4)
fn resetCounters(@builtin(local_invocation_index) local: u32) { counters[local] = params.zero; }
`;

export const resetWgsl: string = headWgsl + reset;
export const measureWgsl: string = headWgsl + bodyWgsl + measure;
export const planGridWgsl: string =
  headWgsl + bodyWgsl + planWgsl('storage, read_write') + planGrid;
export const countKeysWgsl: string = headWgsl + bodyWgsl + planWgsl('uniform') + keys;
export const scatterWgsl: string = headWgsl + bodyWgsl + scatter;
