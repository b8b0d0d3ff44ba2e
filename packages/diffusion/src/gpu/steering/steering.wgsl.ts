// A tick of free-moving agents on the device, one invocation each: `steer` and then `moveAlong` of
// src/steering/types.ts, by the rules of assembly/steering in f32. Many agents read headings and
// obstacles from a table that a pass over all cells fills in every tick: the headings of four cells
// are 4 entries of it, or about 32 cells of the field. Few agents on a large map read the field.
// Positions are held as a cell and a place in the cell while they move, so that rounding does not
// grow with the map. Each long function is called from one place, in a loop: compilers put the text
// of every call in line, and with eight calls a software device compiled for a minute.
import { NO_DIAGONALS } from '../../model/corners.ts';
import { halfWgsl } from '../memory/half.ts';
import type { Held } from '../paths/walk.wgsl.ts';
import { fillTemplate } from '../template.ts';
import { PLACES, SLIDE } from './slide.wgsl.ts';

/** Words of the parameters. */
export const RUN_WORDS = 8;

/** Rings of cells that are searched for a free place. */
export const MOST_RINGS = 64;

const GROUND = /* wgsl */ `
struct Run {
  width: u32,
  height: u32,
  pitch: u32,      // vectors of 4 cells in a row
  maskPitch: u32,  // words of a bit mask in a row
  layer: u32,
  count: u32,
  skin: f32,       // least distance of a disc's centre from obstacles
  spare: u32,
}
@group(0) @binding(0) var<uniform> run: Run;
#if entries
// Two words per cell, with x and y of its heading in the high 24 bits. In the low 8 bits: of the
// first word the blocked cells around the cell, of the second ENTRY_BLOCKED and ENTRY_GOAL
@group(0) @binding(1) var<storage, read> entries: array<vec2u>;
#else
@group(0) @binding(1) var<storage, read> field: array<u32>;
// 0 = obstacle
@group(0) @binding(2) var<storage, read> passage: array<f32>;
@group(0) @binding(3) var<storage, read> masks: array<u32>;
#end
#if fill
@group(0) @binding(4) var<storage, read_write> entries: array<vec2u>;
#else
// radius, and length of a step
@group(0) @binding(4) var<storage, read> agents: array<vec2f>;
@group(0) @binding(5) var<storage, read_write> position: array<vec2f>;
@group(0) @binding(6) var<storage, read_write> direction: array<vec2f>;
// per agent: the status of steer in the first byte, that of moveAlong in the second
@group(0) @binding(7) var<storage, read_write> status: array<u32>;
#end

const ENTRY_BLOCKED = 1u;
const ENTRY_GOAL = 2u;
// a heading of length 1 in an entry
const ENTRY_UNIT = 8388607f;

const LEAST = 1e-3f;
const SQRT1_2 = 0.70710678f;
const FAR = 3e38f;
// squares of distances that differ by at most this part count as equal
const EQUAL = 1e-5f;

// the cells around a cell, clockwise
const UP = 1u;
const UP_RIGHT = 2u;
const RIGHT = 4u;
const DOWN_RIGHT = 8u;
const DOWN = 16u;
const DOWN_LEFT = 32u;
const LEFT = 64u;
const UP_LEFT = 128u;

#if entries
fn entryOf(c: vec2i) -> vec2u { return entries[u32(c.y) * run.width + u32(c.x)]; }
#end

fn isBlocked(cell: vec2i) -> bool {
  // in u32, columns left of 0 lie beyond the width and rows above 0 beyond the height
  let c = vec2u(cell);
  if (c.x >= run.width || c.y >= run.height) { return true; }
#if entries
  return (entryOf(cell).y & ENTRY_BLOCKED) != 0u;
#else
  return passage[c.y * run.pitch * 4u + c.x] == 0f;
#end
}

/** Neighbour 0 to 7, clockwise from above; two bits of each constant are its x + 1 and y + 1. */
fn ringAt(n: u32) -> vec2i {
  return vec2i(i32((0x1a9u >> (2u * n)) & 3u), i32((0x1a90u >> (2u * n)) & 3u)) - 1;
}

/** The blocked cells around an open cell. */
fn blockedAround(c: vec2i) -> u32 {
#if entries
  return entryOf(c).x & 0xffu;
#else
  var around = 0u;
  for (var n = 0u; n < 8u; n++) { around |= select(0u, 1u << n, isBlocked(c + ringAt(n))); }
  return around;
#end
}

/** Bits of the diagonal cells that are blocked between two open cells. */
fn freeCorners(around: u32) -> u32 {
  let beside = (around >> 1u) | (around << 1u) | ((around & UP) << 7u);
  return around & ~beside & (UP_RIGHT | DOWN_RIGHT | DOWN_LEFT | UP_LEFT);
}

/** The corner of its cell, 0 or 1 in x and y, of free corner 0 to 3. */
fn cornerOf(n: u32) -> vec2f {
  return select(vec2f(), vec2f(1f), vec2<bool>(n < 2u, n == 1u || n == 2u));
}

/** The bit of the diagonal cell that a direction leads towards. */
fn cornerBit(v: vec2f) -> u32 {
  return select(
    select(UP_LEFT, UP_RIGHT, v.x > 0f),
    select(DOWN_LEFT, DOWN_RIGHT, v.x > 0f),
    v.y > 0f,
  );
}

/** Whether free corner 0 to 3 is among these bits. */
fn hasCorner(corners: u32, n: u32) -> bool { return (corners & (2u << (2u * n))) != 0u; }

fn isFinite(v: vec2f) -> bool {
  // tested by bits, because compilers may assume that there is no NaN
  return all((bitcast<vec2u>(v) & vec2u(0x7f800000u)) != vec2u(0x7f800000u));
}

fn isGoal(c: vec2i) -> bool {
#if entries
  return (entryOf(c).y & ENTRY_GOAL) != 0u;
#else
  let u = vec2u(c);
  let word = masks[(run.layer * run.height + u.y) * run.maskPitch + u.x / 32u];
  return ((word >> (u.x & 31u)) & 1u) != 0u;
#end
}

#if entries
fn headingAt(c: vec2i) -> vec2f {
  let entry = entryOf(c);
  return vec2f(bitcast<vec2i>(entry) >> vec2u(8u)) / ENTRY_UNIT;
}
#else
fn headingAt(c: vec2i) -> vec2f { return headingOf(c, blockedAround(c)); }
#end
`;

const HEADINGS = /* wgsl */ `
/** The bits of a cell's value; in precision 'log' those of m and of k (params.wgsl.ts). */
fn valueOf(c: vec2i) -> vec2u {
  let u = vec2u(c);
  let at = (run.layer * run.height + u.y) * run.pitch * 4u + u.x;
#if log
  let first = 2u * at - (u.x & 3u);
  return vec2u(field[first], field[first + 4u]);
#else
#if half
  let half = (field[at / 2u] >> (16u * (at & 1u))) & 0xffffu;
  return vec2u(bitcast<u32>(valuesOf(vec2u(half, 0u)).x), 0u);
#else
  return vec2u(field[at], 0u);
#end
#end
}

/**
 * By how much a cell is better than one with the value 'own', 0 if it is not better: the difference
 * of costs, or of scents about the natural logarithm of their ratio.
 */
fn gain(own: vec2u, c: vec2i) -> f32 {
  let there = valueOf(c);
#if cost
  return max(bitcast<f32>(own.x) - bitcast<f32>(there.x), 0f);
#else
  if (there.x == 0u) { return 0f; }
  var exponent = i32(there.x >> 23u) - i32(own.x >> 23u);
#if log
  // a difference of more than 8 windows counts as 8
  exponent += 96 * clamp(bitcast<i32>(there.y) - bitcast<i32>(own.y), -8, 8);
#end
  let f = bitcast<f32>((there.x & 0x7fffffu) | 0x3f800000u);
  let g = bitcast<f32>((own.x & 0x7fffffu) | 0x3f800000u);
  // f - g and 2 f - g are exact
  var t = (f - g) / g;
  if (f < g) {
    exponent--;
    t = (2f * f - g) / g;
  }
  if (exponent < 0) { return 0f; }
  return 0.7f * f32(exponent) + t * (6f + t) / (6f + 4f * t);
#end
}

/** The larger of two gains, negated if it is the first. If both are equal, the first is taken. */
fn steeper(first: f32, second: f32) -> f32 { return select(second, -first, first >= second); }

/**
 * Whether a disc can pass to neighbour 0 to 7, which must be open. For a diagonal neighbour, one of
 * the two cells beside the diagonal must be open as well, with corner rule 'never' both.
 */
fn passes(around: u32, n: u32) -> bool {
  let sides = (1u << ((n + 7u) % 8u)) | (1u << ((n + 1u) % 8u));
#if never
  return (around & (1u << n)) == 0u && ((n & 1u) == 0u || (around & sides) == 0u);
#else
  return (around & (1u << n)) == 0u && ((n & 1u) == 0u || (around & sides) != sides);
#end
}

/** The gain of the diagonal cell that a direction leads towards. */
fn diagonalGain(v: vec2f, gains: array<f32, 8>) -> f32 {
  let below = select(gains[5], gains[3], v.x > 0f);
  return select(select(gains[7], gains[1], v.x > 0f), below, v.y > 0f);
}

/** The heading of an open cell, found from the field. */
fn headingOf(c: vec2i, around: u32) -> vec2f {
  let own = valueOf(c);
#if cost
  if (own.x == 0x7f800000u) { return vec2f(); }
#else
  if (own.x == 0u) { return vec2f(); }
#end
  if (isGoal(c)) { return vec2f(); }
  var gains = array<f32, 8>();
  for (var n = 0u; n < 8u; n++) {
    if (passes(around, n)) { gains[n] = gain(own, c + ringAt(n)); }
  }
  var v = vec2f(steeper(gains[6], gains[2]), steeper(gains[0], gains[4]));
#if eight
  let p = SQRT1_2 * steeper(gains[7], gains[3]);
  let q = SQRT1_2 * steeper(gains[1], gains[5]);
  // the pair of axes, straight or diagonal, along which the value changes more steeply decides
  if (p * p + q * q > dot(v, v)) {
    v = SQRT1_2 * vec2f(p - q, p + q);
    if (v.x != 0f && (around & select(LEFT, RIGHT, v.x > 0f)) != 0u) { v.x = 0f; }
    if (v.y != 0f && (around & select(UP, DOWN, v.y > 0f)) != 0u) { v.y = 0f; }
    // both diagonals are equally steep: see findHeading in assembly/steering/headings.ts
    if (all(v == vec2f())) {
      if ((around & select(LEFT, RIGHT, p > 0f)) != 0u) { v.y = p; } else { v.x = p; }
    }
  }
#end
  if (v.x != 0f && v.y != 0f && ((around & cornerBit(v)) != 0u || diagonalGain(v, gains) == 0f)) {
    // go straight: diagonally a disc would meet the corner of an obstacle or enter a dead end
    if (abs(v.x) >= abs(v.y)) { v.y = 0f; } else { v.x = 0f; }
  }
  let size = length(v);
  if (size == 0f) { return vec2f(); }
  return v / size;
}
`;

const STEER = /* wgsl */ `
const WALKING = 0u;
const ARRIVED = 1u;
const NO_PATH = 2u;
const LEAVING = 3u;
const INVALID = 4u;

struct Steered { v: vec2f, status: u32 }

/** 'v' without its part against a normal. */
fn bend(v: vec2f, normal: vec2f) -> vec2f { return v - min(dot(v, normal), 0f) * normal; }

struct Slid { v: vec2f, wedged: bool }

/** The direction without its parts into obstacles within reach; wedged: no direction is left. */
fn slide(given: vec2f, at: vec2f, r: f32, around: u32) -> Slid {
  // a disc touches an obstacle that is not much further away than its radius
  let reach = r + run.skin;
  let corners = freeCorners(around);
  var v = given;
  for (var turn = 0; turn < 3; turn++) {
    let before = v;
    if ((around & LEFT) != 0u && at.x <= reach) { v.x = max(v.x, 0f); }
    if ((around & RIGHT) != 0u && 1f - at.x <= reach) { v.x = min(v.x, 0f); }
    if ((around & UP) != 0u && at.y <= reach) { v.y = max(v.y, 0f); }
    if ((around & DOWN) != 0u && 1f - at.y <= reach) { v.y = min(v.y, 0f); }
    for (var n = 0u; n < 4u; n++) {
      if (!hasCorner(corners, n)) { continue; }
      let e = at - cornerOf(n);
      let away = length(e);
      if (away > reach || abs(e.x * v.y - e.y * v.x) >= (r - 1e-6f) * length(v)) { continue; }
      // if the centre is at the corner itself, the normal leads into the cell
      if (away > 0f) { v = bend(v, e / away); }
      else { v = bend(v, SQRT1_2 * (1f - 2f * cornerOf(n))); }
    }
    if (all(abs(v - before) <= vec2f(1e-6f))) { return Slid(v, false); }
  }
  return Slid(vec2f(), true);
}

struct Blend { v: vec2f, own: vec2f }

/**
 * own: the heading of the agent's own cell. v: the sum of the headings of the four nearest cells,
 * weighted by distance, without cells behind obstacles and without headings that lead back, which
 * are at 90 degrees or more to 'own'.
 */
fn blend(c: vec2i, at: vec2f, around: u32) -> Blend {
  let toward = select(vec2f(-1f), vec2f(1f), at >= vec2f(0.5f));
  let w = abs(at - 0.5f);
  let besideX = select(LEFT, RIGHT, toward.x > 0f);
  let besideY = select(UP, DOWN, toward.y > 0f);
  let shut = (around & (besideX | besideY));
  var own = vec2f();
  var v = vec2f();
  for (var q = 0u; q < 4u; q++) {
    let byX = (q & 1u) != 0u;
    let byY = (q & 2u) != 0u;
    if (q == 1u && (shut & besideX) != 0u) { continue; }
    if (q == 2u && (shut & besideY) != 0u) { continue; }
    let gap = shut == (besideX | besideY) || (around & cornerBit(toward)) != 0u;
    if (q == 3u && gap) { continue; }
    let there = c + vec2i(select(0, i32(toward.x), byX), select(0, i32(toward.y), byY));
    let heading = headingAt(there);
    let weight = select(1f - w.x, w.x, byX) * select(1f - w.y, w.y, byY);
    if (q == 0u) { own = heading; }
    if (all(own == vec2f())) { break; }
    if (dot(heading, own) > 0f) { v += weight * heading; }
  }
  return Blend(v, own);
}

/** The direction of an agent at a place of an open cell. */
fn steerFrom(c: vec2i, at: vec2f, r: f32) -> Steered {
  if (isGoal(c)) { return Steered(vec2f(), ARRIVED); }
  let around = blockedAround(c);
  let blended = blend(c, at, around);
  if (all(blended.own == vec2f())) { return Steered(vec2f(), NO_PATH); }
  if (around == 0u) { return Steered(normalize(blended.v), WALKING); }
  var v = blended.v;
  for (var attempt = 0u; attempt < 2u; attempt++) {
    let slid = slide(v, at, r, around);
    if (length(slid.v) >= LEAST) { return Steered(normalize(slid.v), WALKING); }
    // the disc is in a gap that it just fits through: slideAlong moves it between the corners
    if (attempt == 1u && slid.wedged) { return Steered(blended.own, WALKING); }
    v = blended.own;
  }
  // the disc moves head-on into a corner: the middle of the cell is always free
  return Steered(normalize(0.5f - at), WALKING);
}
`;

const WALK = /* wgsl */ `
@compute @workgroup_size(64)
fn walk(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var k = id.x; k < run.count; k += groups.x * 64u) {
    let start = position[k];
    let radius = agents[k].x;
    // cells beyond 2^31 do not fit an i32, and no map has 1e9 columns or rows
    if (!isFinite(start) || any(abs(start) > vec2f(1e9f))) {
      direction[k] = vec2f();
      status[k] = INVALID;
      continue;
    }
    let r = max(radius, run.skin);
    let cell = vec2i(floor(start));
    let at = start - floor(start);
    let blocked = isBlocked(cell);
    let overlaps = blocked || !fits(at, blockedAround(cell), r);
    var place = Place(cell, at, true);
    if (overlaps) { place = nearestPlace(cell, at, r); }
    var steered = Steered(vec2f(), NO_PATH);
    if (!blocked) { steered = steerFrom(cell, at, r); }
    else if (place.found) {
      steered = Steered(normalize(place.at + vec2f(place.cell - cell) - at), LEAVING);
    }
    direction[k] = steered.v;
    if (!place.found) {
      status[k] = steered.status | (NO_PLACE << 8u);
      continue;
    }
    var told = select(CLEAR, MOVED_OUT, overlaps);
    let moved = slideAlong(place.cell, place.at, agents[k].y * steered.v, r);
    position[k] = vec2f(moved.cell) + moved.at;
    if (told == CLEAR && moved.touched) { told = HIT; }
    status[k] = steered.status | (told << 8u);
  }
}
`;

const FILL = /* wgsl */ `
@compute @workgroup_size(128)
fn fill(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var k = id.x; k < run.width * run.height; k += groups.x * 128u) {
    let c = vec2i(vec2u(k % run.width, k / run.width));
    let around = blockedAround(c);
    let blocked = isBlocked(c);
    var heading = vec2f();
    if (!blocked) { heading = headingAt(c); }
    let parts = bitcast<vec2u>(vec2i(round(heading * ENTRY_UNIT)) << vec2u(8u));
    let flags = select(0u, ENTRY_BLOCKED, blocked) | select(0u, ENTRY_GOAL, isGoal(c));
    entries[k] = parts | vec2u(around, flags);
  }
}
`;

/** What the kernel of a tick reads: the field, or the table that the kernel `fill` fills. */
export type SteeringKernel = 'walk the field' | 'fill the table' | 'walk the table';

/** A kernel of a tick, entry point `walk` or `fill`. */
export function steeringWgsl(held: Held, beside: number, kernel: SteeringKernel): string {
  const entries = kernel === 'walk the table';
  const fill = kernel === 'fill the table';
  const headings = entries ? '' : HEADINGS;
  const text = fillTemplate(GROUND + headings + (fill ? FILL : PLACES + STEER + SLIDE + WALK), {
    entries,
    fill,
    log: held === 'log',
    half: held === 'f16',
    cost: held === 'cost',
    eight: beside !== NO_DIAGONALS,
    never: beside === 2,
    rings: MOST_RINGS,
  });
  return (held === 'f16' && !entries ? halfWgsl : '') + text;
}
