// The scales of blocks, for the kernel of blocks.wgsl.ts in precision 'log': a block holds its
// values times 2^-scale. Between blocks values are multiplied by 2^(difference of their scales).
import { fillTemplate } from '../template.ts';
import type { StepShape } from './shape.ts';

const DECLARATIONS = /* wgsl */ `
// scale of a block without scent, and exponent of the value 0
const NOTHING = -0x40000000;
const SCALE_PITCH = {pitch}u;
const SCALES = {scales}u;

// the scales of all blocks of the region and of a rim around it, in two copies that alternate
var<workgroup> blockScale: array<i32, {twoScales}>;

fn scaleAt(cx: u32, cy: u32) -> u32 { return (cy + 1u) * SCALE_PITCH + cx + 1u; }
`;

const FUNCTIONS = /* wgsl */ `
/** Binary exponents of m * 2^(96 k). */
fn exponents(m: vec4f, k: vec4i) -> vec4i {
  let e = 96 * k + vec4i(bitcast<vec4u>(m) >> vec4u(23u)) - 127;
  return select(e, vec4i(NOTHING), m == vec4f());
}

/** The values with exponents 'e' instead of their own; 0 where 'e' is below -110. */
fn scaled(m: vec4f, e: vec4i) -> vec4f {
  let bits = (bitcast<vec4u>(m) & vec4u(0x7fffffu)) | bitcast<vec4u>((e + 127) << vec4u(23u));
  return bitcast<vec4f>(select(bits, vec4u(), (m == vec4f()) | (e < vec4i(-110))));
}

/** The windows k of the values v * 2^scale. */
fn windows(v: vec4f, scale: i32) -> vec4i {
  let e = scale + vec4i(bitcast<vec4u>(v) >> vec4u(23u)) - 127;
  // division rounds down only above 0, so 2^20 windows are added before and taken off after
  let k = vec4i((vec4u(e + 96 * 0x100000)) / 96u) - 0x100000;
  return select(k, vec4i(), v == vec4f());
}

/** The m of the values v * 2^scale in windows k. */
fn unscaled(v: vec4f, scale: i32, k: vec4i) -> vec4f {
  let bits = bitcast<vec4u>(v);
  let e = vec4i(bits >> vec4u(23u)) + scale - 96 * k;
  let m = (bits & vec4u(0x7fffffu)) | bitcast<vec4u>(e << vec4u(23u));
  return bitcast<vec4f>(select(m, vec4u(), bits == vec4u()));
}

/** The factor that brings values of a block with scale 'there' to scale 'here'. */
fn factorTo(here: i32, there: i32) -> f32 {
  // all values of a block without scent are 0, so every factor will do
  let e = select(there - here, 0, there == NOTHING);
  return select(bitcast<f32>(u32(clamp(e, -126, 127) + 127) << 23u), 0f, e < -126);
}

/** The scale that a block without scent takes: the largest exponent at edges of blocks around. */
fn arriving(e: u32, r: u32, q: u32, cx: u32) -> i32 {
  var most = NOTHING;
  for (var k = 0u; k < ROWS + 2u; k++) {
    // the row of blocks to which this row of cells belongs
    let row = select(select(q, q + SCALE_PITCH, k == ROWS + 1u), q - SCALE_PITCH, k == 0u);
    if (cx > 0u) { most = max(most, exponentOf(last[e + k * LX - 1u], blockScale[row - 1u])); }
    if (cx + 1u < LX) {
      most = max(most, exponentOf(first[e + k * LX + 1u], blockScale[row + 1u]));
    }
  }
  let up = bottom[r];
  let down = top[r + LX];
  for (var c = 0u; c < 4u; c++) {
    most = max(most, exponentOf(up[c], blockScale[q - SCALE_PITCH]));
    most = max(most, exponentOf(down[c], blockScale[q + SCALE_PITCH]));
  }
  return most;
}

fn exponentOf(v: f32, scale: i32) -> i32 {
  return select(i32(bitcast<u32>(v) >> 23u) - 127 + scale, NOTHING, v == 0f);
}

/**
 * The least value that the block gets from the edges of the blocks around, in its own scale. Edge
 * values of 0 are left out; 1 if all of them are 0. A value of at most 2^-126 counts as lost:
 * the value underflowed, or rounding lifted it to 2^-126. Sets 'wrong' if a value is lost and some
 * value is at least 2^-126 and below 2^-60, because the loss may change the sum of such a value.
 */
fn faintest(e: u32, r: u32, cx: u32, scales: array<f32, 8>, wrong: ptr<function, bool>) -> f32 {
  var faint = 1f;
  var small = false;
  for (var k = 0u; k < ROWS + 2u; k++) {
    let west = select(select(scales[2], scales[6], k == ROWS + 1u), scales[4], k == 0u);
    let east = select(select(scales[3], scales[7], k == ROWS + 1u), scales[5], k == 0u);
    let l = select(last[e + k * LX - 1u], 0f, cx == 0u);
    let r0 = select(first[e + k * LX + 1u], 0f, cx == LX - 1u);
    if (l != 0f) { faint = min(faint, l * west); }
    if (r0 != 0f) { faint = min(faint, r0 * east); }
    small = small || (l * west >= 0x1p-126 && l * west < 0x1p-60);
    small = small || (r0 * east >= 0x1p-126 && r0 * east < 0x1p-60);
  }
  let up = bottom[r];
  let down = top[r + LX];
  let rows = min(select(vec4f(1f), up * scales[0], up != vec4f()),
    select(vec4f(1f), down * scales[1], down != vec4f()));
  faint = min(faint, min(min(rows.x, rows.y), min(rows.z, rows.w)));
  small = small || any((up * scales[0] >= vec4f(0x1p-126)) & (up * scales[0] < vec4f(0x1p-60)));
  small = small || any((down * scales[1] >= vec4f(0x1p-126)) & (down * scales[1] < vec4f(0x1p-60)));
  if (faint <= 0x1p-126 && small) { *wrong = true; }
  return faint;
}
`;

/** The declarations and functions that the other texts of this file need. */
export function scalesWgsl({ lanesX, lanesY }: StepShape): string {
  const pitch = lanesX + 2;
  const scales = pitch * (lanesY + 2);
  return fillTemplate(DECLARATIONS, { pitch, scales, twoScales: 2 * scales }) + FUNCTIONS;
}

/**
 * After loading: the first scale of the block. Variables for the step loop: `calm`, `scale`,
 * `wrong` (bits may have been lost: the careful kernel must do the tile), `zeros` (the block has a
 * cell of value 0), `lowFactor` (the least factor but 0), `least` (the least value but 0) and the
 * factors of values from the eight blocks around (`scaleN` …).
 */
export const REGION_SCALE = /* wgsl */ `
#if log
  var most = vec4i(NOTHING);
#each rows
  most = max(most, e{k});
#end
  var few = vec4i(-NOTHING);
  var thin = vec4u(0xffffffffu);
#each rows
  few = min(few, select(e{k}, vec4i(-NOTHING), e{k} == vec4i(NOTHING)));
  thin = min(thin, bitcast<vec4u>(f{k}) - 1u);
#end
  var scale = max(max(most.x, most.y), max(most.z, most.w));
  if (scale != NOTHING) {
    atomicMax(&regionMost, u32(scale - NOTHING));
    atomicMax(&regionLeast, u32(-NOTHING - min(min(few.x, few.y), min(few.z, few.w))));
  }
  // a block of obstacles adds 0
  atomicMax(&regionThin, 0xffffffffu - min(min(thin.x, thin.y), min(thin.z, thin.w)));
  // gathers what all invocations found
  workgroupBarrier();
  let regionTop = i32(atomicLoad(&regionMost)) + NOTHING;
  let regionBottom = -NOTHING - i32(atomicLoad(&regionLeast));
  let thinnest = i32((0u - atomicLoad(&regionThin)) >> 23u) - 127;
  // A step makes no value larger than the largest value, and none but 0 smaller than the product of
  // the least value and the least factor. A region is calm if, with its largest value at 2^30, its
  // least value after all steps is at least 2^-90. That is 36 powers of two above the end of f32,
  // more than sums and products lose. A calm region has one scale and needs no check.
  let calm = regionTop != NOTHING && regionBottom - regionTop + i32(steps) * thinnest >= -120;
  // the largest value becomes about 2^30
  if (calm) { scale = regionTop; }
  if (scale != NOTHING) { scale -= 30; }
  var wrong = false;
  var zeros = false;
  // the least factor but 0, 1 for a block of obstacles
  var lowFactor = 1f;
  let thin0 = min(min(thin.x, thin.y), min(thin.z, thin.w));
  if (thin0 != 0xffffffffu) { lowFactor = bitcast<f32>(thin0 + 1u); }
  // no values are known beyond the region, so factors are 0 there
  let atWest = cx == 0u;
  let atEast = cx == LX - 1u;
  // the least value of the block but 0, 1 if all values are 0
  var least = 1f;
  var bits0 = vec4u(0xffffffffu);
#each rows
  v{k} =
    scaled(v{k}, e{k} - scale); wrong = wrong || any((v{k} == vec4f()) & (e{k} != vec4i(NOTHING)));
  bits0 = min(bits0, bitcast<vec4u>(v{k}) - 1u);
#end
  let first0 = min(min(bits0.x, bits0.y), min(bits0.z, bits0.w));
  if (first0 != 0xffffffffu) { least = bitcast<f32>(first0 + 1u); }
  var scaleN = select(0f, 1f, calm); var scaleS = scaleN;
  var scaleW = select(scaleN, 0f, atWest); var scaleE = select(scaleN, 0f, atEast);
  var scaleNW = scaleW; var scaleNE = scaleE; var scaleSW = scaleW; var scaleSE = scaleE;
  var lowestScale = 1f;
#end
`;

/**
 * In a step, after the barrier: the factors of values from the blocks around, the least of those
 * values (`faint`, 1 where none was looked at), and whether one of them underflows (`lost`).
 */
export const STEP_SCALES = /* wgsl */ `
    let q = (s & 1u) * SCALES + scaleAt(cx, cy);
    var stale = !calm && (s == 0u || atomicLoad(&rescaled) >= s);
    if (scale == NOTHING) {
      scale = arriving(e, r, q, cx);
      stale = true;
      if (scale != NOTHING) { atomicStore(&rescaled, s + 1u); }
    }
    if (stale) {
      scaleN = factorTo(scale, blockScale[q - SCALE_PITCH]);
      scaleS = factorTo(scale, blockScale[q + SCALE_PITCH]);
      scaleW = select(factorTo(scale, blockScale[q - 1u]), 0f, atWest);
      scaleE = select(factorTo(scale, blockScale[q + 1u]), 0f, atEast);
      scaleNW = select(factorTo(scale, blockScale[q - SCALE_PITCH - 1u]), 0f, atWest);
      scaleNE = select(factorTo(scale, blockScale[q - SCALE_PITCH + 1u]), 0f, atEast);
      scaleSW = select(factorTo(scale, blockScale[q + SCALE_PITCH - 1u]), 0f, atWest);
      scaleSE = select(factorTo(scale, blockScale[q + SCALE_PITCH + 1u]), 0f, atEast);
      lowestScale = min(min(scaleN, scaleS), min(
        select(min(scaleW, min(scaleNW, scaleSW)), 1f, atWest),
        select(min(scaleE, min(scaleNE, scaleSE)), 1f, atEast)));
    }
    // values other than 0 are at least 2^-110: times 2^-16 they are still normal (2^-126)
    var faint = 1f;
    if (lowestScale * lowFactor < 0x1p-16) {
      faint = faintest(e, r, cx, array<f32, 8>(scaleN, scaleS, scaleW, scaleE, scaleNW, scaleNE,
        scaleSW, scaleSE), &wrong);
    }
    let lost = faint <= 0x1p-126;`;

/** After the sums of a step: whether values are still within the range that keeps all bits. */
export const RANGE_CHECK = /* wgsl */ `
#if log
    if (!calm) {
    // A value from a block of a far larger scale may be infinite here. Infinity times the factor of
    // an obstacle, 0, is NaN, which min and max may leave out.
#each rows
    v{k} = select(v{k}, vec4f(), f{k} == vec4f());
#end
    var low = v0;
    var high = v0;
#each otherRows
    low = min(low, v{k}); high = max(high, v{k});
#end
    let lowest = min(min(low.x, low.y), min(low.z, low.w));
    let highest = max(max(high.x, high.y), max(high.z, high.w));
    zeros = lowest == 0f;
    var leastNow = lowest;
    if (zeros && (highest > 0f)) {
      // the least value but 0
      var bits = vec4u(0xffffffffu);
#each rows
      bits = min(bits, bitcast<vec4u>(v{k}) - 1u);
#end
      leastNow = bitcast<f32>(min(min(bits.x, bits.y), min(bits.z, bits.w)) + 1u);
    }
    // a comparison with NaN is false
    wrong = wrong || !(highest <= 0x1p100) || (highest > 0f && leastNow < 0x1p-110);
    // In a sum at most 8 values below 2^-126 underflowed. They change no sum of values that are at
    // least 2^-60: half a unit in the last place of such a value is 2^-84 or more.
    if (lost) { wrong = wrong || leastNow < 0x1p-60 || least < 0x1p-60; }
    // A product below 2^-126 may have become 0 and left no trace. A sum is at least the least value
    // in it, so the least value times the least factor tells whether a product can be so small.
    if (zeros && min(least, faint) * lowFactor <= 0x1p-126) { wrong = true; }
    least = select(leastNow, 1f, highest == 0f);
    // 2^40 is far from the end of f32: a sum of eight values is at most 2^43. Values of at least
    // 2^-86 stay at or above 2^-110 when the scale rises by 24
    if (highest > 0x1p40) {
      wrong = wrong || least < 0x1p-86;
      scale += 24;
      least *= 0x1p-24;
#each rows
      v{k} *= 0x1p-24;
#end
      atomicStore(&rescaled, s + 1u);
    }
    }
#if front
    else if (cares != 0u) {
      var low = v0;
#each otherRows
      low = min(low, v{k});
#end
      zeros = min(min(low.x, low.y), min(low.z, low.w)) == 0f;
    }
#end
#end`;
