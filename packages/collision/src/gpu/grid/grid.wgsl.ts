// What all kernels share: the words from the host, the bodies, the plan of the grid, and how a
// position becomes a cell.
//
// The grid. A cell of a level is as wide as the reach of two of its largest bodies, which is twice
// their half size, and wider by the margin that is derived below. So bodies that touch are in the
// same cell or in neighbouring cells, on the level of the larger body. Cells of a row (same y and
// z) have neighbouring keys, so three neighbouring cells of a row are one run of sorted bodies.
//
// A level is dense or hashed. A dense level has a key for each cell of a box around its bodies. A
// hashed level has a table of two to four keys per body; a row starts at a hash of (y, z) and wraps
// around at the end. Rows of a hashed level may share keys: a body found there counts only if its
// own row is the row that was asked for.
//
// Why no pair is found twice. `cellIndex` is monotone, and all kernels compute it with the same
// roundings (`exactly` keeps compilers from fusing them), so each body has one cell. Which of two
// bodies then finds the other is the head of gpu/pairs/pairs.wgsl.ts.
//
// Why no pair is missed. Let two bodies touch: |d| <= ha + hb in f32 on every axis, so their
// centres are at most reach (1 + 2^-22) apart (src/grid/plan-grid.ts, MARGIN). The quotient q = (x
// − origin) · inverse has two roundings of 2^-24, so q is off by at most 2^-23 |q|. With |q| <= n
// for both bodies, their quotients differ by at most reach (1 + 2^-22) inverse + 2^-22 n.
// `planGrid` takes inverse = (1 − margin) / reach with margin = 2^-20 + 1.25 · 2^-22 n, so the
// quotients differ by less than 1, and the cells are equal or neighbours. 2^-20 covers the 2^-22 of
// the distance and the rounding of `inverse` itself: its division may be off by 2.5 units in the
// last place, less than 2^-21. 1.25: a quarter to spare.
//
// Up to 2^16 cells from the origin a cell is one unit of q. From 2^16 on cells are coarser: two
// units up to 2^17, four up to 2^18, and so on. The reason: from 2^15 on, `cellIndex` counts 2^8
// neighbouring f32 numbers as one cell. They span one unit between 2^15 and 2^16, and twice as much
// in each further octave. In the octave that ends at 2^k a cell is 2^(k − 16) units. Both errors
// together are 2^-22 2^k units, so 2^-6 of a cell. That is the error at n = 2^16, which is why
// `planGrid` counts at most 65,536 cells. The index of the largest f32 is below 2^22, so no key
// overflows, and no coordinate is clamped.

import {
  BOX,
  CAPSULE,
  CIRCLE,
  FREE,
  GHOST,
  MASSIVE,
  NONE,
  QUERY,
  RAY,
  SWEPT,
} from '../../constants.ts';
import type { CellLevel } from '../../types.ts';

/** Words of `Plan` that the host reads or points at. */
export const PLAN_TABLE_WORDS = 5;
export const PLAN_MULTI = 6;
/** Words of `Plan` before its tables. */
export const PLAN_HEAD = 8;
/** Octaves of half sizes: `octaveOf` gives fewer than this. */
export const OCTAVES = 128;
/** The most levels. */
export const LEVELS = 24;
const LEVEL_WORDS = 12;
const PLAN_LEVELS = 3;
const PLAN_FIRST_LEVEL: number = PLAN_HEAD + OCTAVES;
/** The head, the level of each octave, and the levels. */
export const PLAN_WORDS: number = PLAN_FIRST_LEVEL + LEVELS * LEVEL_WORDS;

// The purposes of a grid, `Params.purpose`: contacts of massive bodies; massive bodies and ghosts
// that areas find; all live bodies as points.
export const CONTACTS = 0;
export const TARGETS = 1;
export const POINTS = 2;

/** The levels of a `Plan` that was read, the finest first. */
export function levelsOf(plan: Uint32Array): readonly CellLevel[] {
  const floats = new Float32Array(plan.buffer, plan.byteOffset, plan.length);
  const [x, y, z] = floats;
  const levels = Array.from({ length: plan[PLAN_LEVELS] }, (_, level): CellLevel => {
    const perUnit = floats[PLAN_FIRST_LEVEL + level * LEVEL_WORDS];
    return { origin: [x, y, z], side: 1 / perUnit };
  });
  return levels.sort((a, b) => a.side - b.side);
}

/** 32-bit words of the uniform that the host writes, in the order of `Params`. */
export const PARAM_NAMES = [
  'end',
  'zero',
  'purpose',
  'mode',
  'tableCapacity',
  'capacity',
  'heavyCapacity',
  'reachBits',
  'x',
  'y',
  'z',
  'radius',
  'extentX',
  'extentY',
  'extentZ',
  'shape',
  'kind',
  'group',
  'mask',
  'rows',
  'squareBits',
  'lists',
  'most',
  'long',
  'many',
  'scaleBits',
  'masked',
  'write',
  'keysPerBody',
  'changed',
  'kept',
  'fixed',
] as const;
export type ParamName = (typeof PARAM_NAMES)[number];

export const headWgsl: string = /* wgsl */ `
override DIM: u32 = 2u;
const NONE = 0x${NONE.toString(16)}u;
const FREE = ${FREE}u;
const MASSIVE = ${MASSIVE}u;
const GHOST = ${GHOST}u;
const QUERY = ${QUERY}u;
const CIRCLE = ${CIRCLE}u;
const BOX = ${BOX}u;
const CAPSULE = ${CAPSULE}u;
const SWEPT = ${SWEPT}u;
const RAY = ${RAY}u;
const LEAST = 0x1p-49f;
const LARGEST = 0x1p61f;
const LEVELS = ${LEVELS}u; // the most levels: all further octaves join the last one; 24 is chosen
// the purpose of a grid: contacts (massive bodies), targets (massive bodies and ghosts), points
// (all live bodies)
const CONTACTS = ${CONTACTS}u;
const TARGETS = ${TARGETS}u;
const POINTS = ${POINTS}u;

struct Params {
  end: u32,           // slots
  zero: u32,          // 0, but the compiler cannot know it
  purpose: u32,
  mode: u32,          // 0 single, 1 multi, 2 auto
  tableCapacity: u32,
  capacity: u32,      // the most pairs or entries to write
  heavyCapacity: u32, // the most long runs to list
  reach: f32,         // points only: the width of cells; 0: the plan chooses
  // the first word of each array in 'body'; NONE: absent
  x: u32, y: u32, z: u32, radius: u32,
  extentX: u32, extentY: u32, extentZ: u32, shape: u32,
  kind: u32, group: u32, mask: u32,
  rows: u32,          // rows of a list
  square: f32,        // neighbours only: the square of the radius
  lists: u32,         // 1: entries are slots, 0: pairs of slots
  most: u32,          // nearest only: k
  long: u32,          // a workgroup shares runs of more bodies than this
  many: u32,          // a workgroup shares areas of more rows of cells than this
  scale: f32,         // points only: a factor on the width that the plan chooses
  masked: u32,        // + 1: groups and masks count; + 2: two fixed bodies are no pair
  write: u32,         // lists only: 0 counts the entries of rows, 1 writes them
  keysPerBody: u32,
  changed: u32,       // updates only: bits of the incoming arrays
  kept: u32,          // neighbours only: entries of each row that the stash has room for
  fixed: u32,         // the first word of the array in 'body'; NONE: absent
}
@group(0) @binding(0) var<uniform> params: Params;

// Rounds v to f32 at this point. The compiler does not know that params.zero is 0, so it must
// compute the bits of v, and cannot fuse a product and a sum.
fn exactly(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) ^ params.zero); }
fn times(a: f32, b: f32) -> f32 { return exactly(a * b); }
`;

/** Binding 1: the bodies by slot. */
export const bodyWgsl = /* wgsl */ `
@group(0) @binding(1) var<storage, read> body: array<u32>;

fn bodyFloat(array: u32, i: u32) -> f32 { return bitcast<f32>(body[array + i]); }
fn bodyByte(array: u32, i: u32) -> u32 {
  return (body[array + (i >> 2u)] >> (8u * (i & 3u))) & 255u;
}
fn kindOf(i: u32) -> u32 { return bodyByte(params.kind, i); }
fn shapeOf(i: u32) -> u32 {
  if (params.shape == NONE) { return CIRCLE; }
  return bodyByte(params.shape, i);
}
fn positionOf(i: u32) -> vec3f {
  var p = vec3f(bodyFloat(params.x, i), bodyFloat(params.y, i), 0.0);
  if (DIM == 3u) { p.z = bodyFloat(params.z, i); }
  return p;
}
fn radiusOf(i: u32) -> f32 { return max(bodyFloat(params.radius, i), LEAST); }
fn extentOf(i: u32) -> vec3f {
  if (params.extentX == NONE) { return vec3f(0.0); }
  var e = vec3f(bodyFloat(params.extentX, i), bodyFloat(params.extentY, i), 0.0);
  if (DIM == 3u) { e.z = bodyFloat(params.extentZ, i); }
  return e;
}
fn isFixed(i: u32) -> bool { return params.fixed != NONE && bodyByte(params.fixed, i) == 1u; }
fn groupOf(i: u32) -> u32 {
  if (params.group == NONE) { return 1u; }
  return body[params.group + i];
}
fn maskOf(i: u32) -> u32 {
  if (params.mask == NONE) { return 0xffffffffu; }
  return body[params.mask + i];
}

// half the bounds of a shape, as 'halfBounds' of touches.ts; in 2D, no kernel reads z
fn halfBounds(shape: u32, radius: f32, extent: vec3f) -> vec3f {
  if (shape == CIRCLE) { return vec3f(radius); }
  var half = abs(extent) + vec3f(radius);
  if (shape == BOX) { half = max(abs(extent), vec3f(LEAST)); }
  // a product with a power of two is exact, fused or not
  half += vec3f((abs(extent.x) + abs(extent.y) + abs(extent.z)) * 0x1p-18f);
  return vec3f(
    exactly(half.x) * (1.0 + 0x1p-16f),
    exactly(half.y) * (1.0 + 0x1p-16f),
    exactly(half.z) * (1.0 + 0x1p-16f),
  );
}
fn halfOf(i: u32) -> vec3f {
  let shape = shapeOf(i);
  if (shape == CIRCLE) { return vec3f(radiusOf(i)); }
  return halfBounds(shape, radiusOf(i), extentOf(i));
}
// half the bounds along their widest axis, which decides the level
fn largestHalf(half: vec3f) -> f32 {
  return select(max(half.x, half.y), max(max(half.x, half.y), half.z), DIM == 3u);
}

// does a body of this kind take part in the grid of params.purpose?
fn takesPart(kind: u32) -> bool {
  if (params.purpose == CONTACTS) { return kind == MASSIVE; }
  if (params.purpose == TARGETS) { return kind == MASSIVE || kind == GHOST; }
  return kind != FREE;
}
// half the reach of a body in this grid
fn gridHalf(i: u32) -> f32 {
  if (params.purpose == POINTS) { return 1.0; } // all bodies are on one level
  return largestHalf(halfOf(i));
}
// the binary exponent of a half size: 1 for LEAST, 2^-49, to 112 for 2^62, so below 128
fn octaveOf(half: f32) -> u32 { return (bitcast<u32>(half) >> 23u) - 77u; }
`;

/** The plan at binding 2, where it is written as a storage buffer, else as a uniform. */
export const planWgsl = (space: 'uniform' | 'storage, read_write'): string => /* wgsl */ `
struct Level {
  inverse: f32,  // cells per unit
  half: f32,     // of its largest body
  base: u32,     // first key
  size: u32,     // keys
  hashed: u32,
  nx: u32,       // dense: cells of a row with an empty one at each end, rows of a slab, slabs
  ny: u32,
  nz: u32,
  minX: i32,     // dense: the first cell of each axis
  minY: i32,
  minZ: i32,
  bodies: u32,
}
struct Plan {
  originX: f32,
  originY: f32,
  originZ: f32,
  levels: u32,
  bodies: u32,
  tableWords: u32, // keys + 1
  multi: u32,
  spare: u32,
  octaveLevel: array<vec4u, ${OCTAVES / 4}>,
  level: array<Level, ${LEVELS}>,
}
@group(0) @binding(2) var<${space}> plan: Plan;

fn levelOf(half: f32) -> u32 {
  let octave = octaveOf(half);
  return plan.octaveLevel[octave >> 2u][octave & 3u];
}

fn cellIndex(x: f32, origin: f32, inverse: f32) -> i32 {
  let q = floor(exactly(exactly(x - origin) * inverse));
  let a = abs(q);
  if (a < 32768.0) { return i32(q); }
  // 0x47000000 is 2^15
  let far = 32768 + i32((bitcast<u32>(a) - 0x47000000u) >> 8u);
  return select(-far, far, q >= 0.0);
}
fn cellOf(p: vec3f, inverse: f32) -> vec3i {
  var c = vec3i(cellIndex(p.x, plan.originX, inverse), cellIndex(p.y, plan.originY, inverse), 0);
  if (DIM == 3u) { c.z = cellIndex(p.z, plan.originZ, inverse); }
  return c;
}
// two primes of xxHash, then the mixer 15-12-15 of C. Wellons' hash prospector
fn rowHash(y: i32, z: i32) -> u32 {
  var h = (bitcast<u32>(y) * 0x9e3779b1u) ^ (bitcast<u32>(z) * 0x85ebca77u);
  h = (h ^ (h >> 15u)) * 0x2c1b3c6du;
  h = (h ^ (h >> 12u)) * 0x297a2d39u;
  return h ^ (h >> 15u);
}
// the key of a cell within its level; a cell of a dense level must be in the box, or beside it in x
fn keyInLevel(level: Level, c: vec3i) -> u32 {
  if (level.hashed != 0u) { return (rowHash(c.y, c.z) + bitcast<u32>(c.x)) & (level.size - 1u); }
  let row = bitcast<u32>(c.z - level.minZ) * level.ny + bitcast<u32>(c.y - level.minY);
  return row * level.nx + bitcast<u32>(c.x - level.minX + 1);
}
fn hasRow(level: Level, y: i32, z: i32) -> bool {
  return level.hashed != 0u || (y >= level.minY && y < level.minY + i32(level.ny)
    && z >= level.minZ && z < level.minZ + i32(level.nz));
}
`;
