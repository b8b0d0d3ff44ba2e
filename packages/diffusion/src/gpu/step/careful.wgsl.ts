// The step kernel for precision 'log' that does the tiles which blocks.wgsl.ts left: there values
// lie so far apart, or factors are so small, that plain f32 might lose bits (`RANGE_CHECK` in
// scales.wgsl.ts). Every cell has its own exponent, so nothing can leave the range. This is slow
// and seldom needed. A tile is cut into parts of PART * PART cells; a workgroup does one part at a
// time, with STEPS cells around it.
import { cornerBitsWgsl, hasCornerRule } from '../memory/corners.wgsl.ts';
import { fieldWgsl, paramsWgsl } from '../memory/params.wgsl.ts';
import { fillTemplate } from '../template.ts';
import { CONTROL_WORDS, recordWgsl } from './control.wgsl.ts';
import { haloX, type StepShape, tileSize } from './shape.ts';
import { type StepVariant, variantValues } from './variant.ts';

/** Cells of a part in a row. */
const PART = 16;

/** Workgroups of a dispatch over `tiles` tiles; each of them looks for parts until none is left. */
export function carefulWorkgroups(shape: StepShape, tiles: number): number {
  const { width, height } = tileSize(shape);
  return Math.min(256, tiles * Math.ceil(width / PART) * Math.ceil(height / PART));
}

const KERNEL = /* wgsl */ `
const TILE_WIDTH = {tileWidth}u;
const TILE_HEIGHT = {tileHeight}u;
const STEPS = {steps}u;
const HALO_X = {haloX}u;
const PART = {part}u;
const PARTS_X = {partsX}u;
const PARTS = {parts}u;
const SIDE = {side}u;
const CELLS = {cells}u;
const LANE_CELLS = {laneCells};

/** f * 2^e, 1 <= f < 2, or f = 0. */
struct Value { f: f32, e: i32 }

// the part and its halo, with a row and a cell of padding on each side
var<workgroup> fraction: array<f32, {padded}>;
var<workgroup> exponent: array<i32, {padded}>;
var<workgroup> count: u32;
var<workgroup> missing: atomic<u32>;

fn at(i: u32) -> Value { return Value(fraction[i], exponent[i]); }

/** The value f * 2^e, with 1 <= f < 2 or f = 0. */
fn normal(f: f32, e: i32) -> Value {
  let bits = bitcast<u32>(f);
  if (bits == 0u) { return Value(0f, 0); }
  return Value(bitcast<f32>((bits & 0x7fffffu) | 0x3f800000u), e + i32(bits >> 23u) - 127);
}

fn sum(a: Value, b: Value) -> Value {
  if (a.f == 0f) { return b; }
  if (b.f == 0f) { return a; }
  let d = a.e - b.e;
  // 26 powers of two down, a value is less than half a unit in the last place (24 bits) of the
  // other
  if (d > 25) { return a; }
  if (d < -25) { return b; }
  let e = max(a.e, b.e);
  let x = a.f * bitcast<f32>(u32(127 + a.e - e) << 23u);
  let y = b.f * bitcast<f32>(u32(127 + b.e - e) << 23u);
  return normal(x + y, e);
}

fn times(a: Value, factor: f32) -> Value { return normal(a.f * factor, a.e); }

/** The column s(x) of the contract (src/types.ts); with 4 neighbours the cell itself. */
#if ruled
// open, bit 0: the corner above is open; bit 1: the corner below
fn column(i: u32, open: u32) -> Value {
  var above = Value(0f, 0);
  var below = Value(0f, 0);
  if ((open & 1u) != 0u) { above = at(i - SIDE); }
  if ((open & 2u) != 0u) { below = at(i + SIDE); }
  return sum(sum(above, below), at(i));
}
#else
fn column(i: u32) -> Value {
#if eight
  return sum(sum(at(i - SIDE), at(i + SIDE)), at(i));
#else
  return at(i);
#end
}
#end

@compute @workgroup_size(256)
fn repair(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  if (lane == 0u) { count = PARTS * atomicLoad(&control[carefulLeft(params.phase)]); }
  let end = workgroupUniformLoad(&count);
  for (var job = group.x; job < end; job += groups.x) {
    // tile and steps are uniform, because the steps contain barriers
    if (lane == 0u) { count = atomicLoad(&control[{controlWords}u * params.layers + job / PARTS]); }
    let tile = workgroupUniformLoad(&count);
    let tiles = params.tilesX * params.tilesY;
    let layer = tile / tiles;
    let part = job % PARTS;
#if front
    if (lane == 0u) { count = atomicLoad(&control[record(layer, params.phase) + 2u]); }
    let steps = workgroupUniformLoad(&count);
#else
    let steps = params.steps;
#end
    let startX = tile % params.tilesX * TILE_WIDTH + part % PARTS_X * PART - STEPS;
    let startY = tile % tiles / params.tilesX * TILE_HEIGHT + part / PARTS_X * PART - STEPS;
    let base = layer * params.pitch * params.height;
    let plane = planeOf(layer) * params.pitch * params.height;
    let maskBase = layer * params.maskPitch * params.height;

    var value = array<Value, LANE_CELLS>();
    var factor = array<f32, LANE_CELLS>();
    // bit 0: a goal; bit 1: must get scent
#if ruled
    // bits 2 to 5: open corners, in the order above left, below left, above right, below right
#end
    var kind = array<u32, LANE_CELLS>();
    for (var n = 0u; n < u32(LANE_CELLS); n++) {
      let i = n * 256u + lane;
      let x = startX + i % SIDE;
      let y = startY + i / SIDE;
      value[n] = Value(0f, 0);
      factor[n] = 0f;
      kind[n] = 0u;
      if (i < CELLS && x < params.width && y < params.height) {
        let v = y * params.pitch + x / 4u;
        let k = bitcast<i32>(source[2u * (base + v) + 1u][x & 3u]);
        value[n] = normal(bitcast<f32>(source[2u * (base + v)][x & 3u]), 96 * k);
        factor[n] = factors[plane + v][x & 3u];
        let word = maskBase + y * params.maskPitch + x / 32u;
        kind[n] = (masks[word] >> (x & 31u)) & 1u;
#if ruled
        let row = openBits(plane, x / 4u, y);
        let upper = cornerBits(openBits(plane, x / 4u, y - 1u), row) >> (x & 3u);
        let lower = cornerBits(row, openBits(plane, x / 4u, y + 1u)) >> (x & 3u);
        kind[n] |= ((upper & 1u) << 2u) | ((lower & 1u) << 3u) | ((upper & 2u) << 3u)
          | ((lower & 2u) << 4u);
#end
#if front
        let inX = i % SIDE - STEPS;
        let inY = i / SIDE - STEPS;
        let inside = inX < PART && inY < PART && part % PARTS_X * PART + inX < TILE_WIDTH
          && part / PARTS_X * PART + inY < TILE_HEIGHT;
        let reached = masks[word + params.layers * params.maskPitch * params.height] >> (x & 31u);
        if (inside) { kind[n] |= (reached & 1u) << 1u; }
#end
      }
    }
    if (lane == 0u) { atomicStore(&missing, 0u); }

    var lacking = 0u;
    for (var s = 0u; s < steps; s++) {
      for (var n = 0u; n < u32(LANE_CELLS); n++) {
        let i = n * 256u + lane;
        if (i < CELLS) {
          fraction[i + SIDE + 1u] = value[n].f;
          exponent[i + SIDE + 1u] = value[n].e;
        }
      }
      // publishes the field of this step
      workgroupBarrier();
      for (var n = 0u; n < u32(LANE_CELLS); n++) {
        let cell = n * 256u + lane;
        if (cell >= CELLS) { continue; }
        if ((kind[n] & 1u) == 0u) {
          let i = cell + SIDE + 1u;
#if clamp
          let x = startX + cell % SIDE;
          let y = startY + cell / SIDE;
#end
#if ruled
          var west = column(i - 1u, kind[n] >> 2u);
          var east = column(i + 1u, kind[n] >> 4u);
#else
          var west = column(i - 1u);
          var east = column(i + 1u);
#end
          var above = at(i - SIDE);
          var below = at(i + SIDE);
#if clamp
          let mid = at(i);
          if (x == 0u) { west = mid; }
          if (x + 1u == params.width) { east = mid; }
          if (y == 0u) { above = mid; }
          if (y + 1u == params.height) { below = mid; }
#end
          // the stencil's sum (src/types.ts)
          var total = sum(sum(west, east), sum(above, below));
#if centre
          total = sum(total, times(at(i), params.centre));
#end
          value[n] = times(total, factor[n]);
        }
        if ((kind[n] & 2u) != 0u && value[n].f == 0f) { lacking |= 1u << s; }
      }
      // no invocation overwrites what another one still reads
      workgroupBarrier();
    }

    for (var n = 0u; n < u32(LANE_CELLS); n++) {
      let i = n * 256u + lane;
      let x = startX + i % SIDE;
      let y = startY + i / SIDE;
      let inX = i % SIDE - STEPS;
      let inY = i / SIDE - STEPS;
      let inside = inX < PART && inY < PART && part % PARTS_X * PART + inX < TILE_WIDTH
        && part / PARTS_X * PART + inY < TILE_HEIGHT;
      if (i >= CELLS || !inside || x >= params.width || y >= params.height) { continue; }
      let v = base + y * params.pitch + x / 4u;
      let e = value[n].e;
      // division rounds down only above 0, so 2^20 windows are added before and taken off after
      let k = i32(u32(e + 96 * 0x100000) / 96u) - 0x100000;
      let zero = value[n].f == 0f;
      let m = value[n].f * bitcast<f32>(u32(127 + e - 96 * k) << 23u);
      result[8u * v + (x & 3u)] = select(bitcast<u32>(m), 0u, zero);
      result[8u * v + 4u + (x & 3u)] = select(bitcast<u32>(k), 0u, zero);
    }
    if (lacking != 0u) { atomicOr(&missing, lacking); }
    // gathers what all invocations found
    workgroupBarrier();
    if (lane == 0u && atomicLoad(&missing) != 0u) { reportMissing(layer, atomicLoad(&missing)); }
    // invocation 0 has read 'missing' before the next part clears it
    workgroupBarrier();
  }
}
`;

/** The kernel that goes with `blocksWgsl` of the same variant and shape. Entry point: repair. */
export function carefulWgsl(variant: StepVariant, shape: StepShape): string {
  const tile = tileSize(shape);
  const side = PART + 2 * shape.steps;
  const cells = side * side;
  const [partsX, partsY] = [Math.ceil(tile.width / PART), Math.ceil(tile.height / PART)];
  const values = {
    ...variantValues(variant),
    tileWidth: tile.width,
    tileHeight: tile.height,
    steps: shape.steps,
    haloX: haloX(shape),
    part: PART,
    partsX,
    parts: partsX * partsY,
    side,
    cells,
    padded: cells + 2 * side + 2,
    laneCells: Math.ceil(cells / 256),
    controlWords: CONTROL_WORDS,
  };
  const corners = hasCornerRule(variant.beside) ? cornerBitsWgsl(variant.beside) : '';
  const shared = [paramsWgsl, fieldWgsl('u32') + corners, recordWgsl];
  return [...shared, fillTemplate(KERNEL, values)].join('\n');
}
