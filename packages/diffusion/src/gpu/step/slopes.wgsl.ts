// The exponent `own`, by which tilted.wgsl.ts scales the values of a region: linear in column and
// row. This file measures and chooses the slopes of `own`, and finds for how many steps they are
// safe.
//
// Units. `slope` is in sixteenths of a power of two per column, rounded down at each cell, because
// 4 columns share a register and a whole power per column would be too coarse. `rise` is in whole
// powers of two per row, because a row has one factor. `own` is a whole power of two.
import { fillTemplate } from '../template.ts';
import type { StepVariant } from './variant.ts';

const FUNCTIONS = /* wgsl */ `
// exponent of the value 0
const NOTHING = -0x20000000;
// The exponents that values may have. Normal numbers of f32 have exponents from -126 to 127. The
// lowest exponent and the three highest ones are left as a margin, for two reasons. A value with
// exponent e may be almost 2^(e + 1), and exp2 and log2 of a device are not exact.
const LOWEST = -125;
const HIGHEST = 124;

// Exponents of the region, a pair for each look at them: two looks before the first step, at most
// one before each of up to 7 later steps, and one pair to spare. First the largest exponent, then
// the negated least one. NOTHING is subtracted from both, so 0 means that the region has no scent.
var<workgroup> extremes: array<atomic<i32>, 20>;
// 2^32 - the bits of the least factor but 0
var<workgroup> thinness: atomic<u32>;
// 0, 1: the sum of the differences of exponents between blocks beside each other, and the number
// of differences; 2, 3: the same between the first and the last row of each block
var<workgroup> sums: array<atomic<i32>, 4>;
var<workgroup> verdict: vec4i;

{apart}

/** v * 2^e, which must be in the range of f32. */
fn scaled(v: vec4f, e: vec4i) -> vec4f {
  let bits = bitcast<vec4u>(v) + bitcast<vec4u>(e << vec4u(23u));
  return bitcast<vec4f>(select(bits, vec4u(), v == vec4f()));
}

/** The windows k of the values v * 2^own. */
fn windows(v: vec4f, own: vec4i) -> vec4i {
  let e = own + vec4i(bitcast<vec4u>(v) >> vec4u(23u)) - 127;
  // division rounds down only above 0, so 2^20 windows are added before and taken off after
  let k = vec4i(vec4u(e + 96 * 0x100000) / 96u) - 0x100000;
  return select(k, vec4i(), v == vec4f());
}

fn powerOfTwo(e: vec4i) -> vec4f { return bitcast<vec4f>(vec4u(e + 127) << vec4u(23u)); }

fn largest(v: vec4i) -> i32 { return max(max(v.x, v.y), max(v.z, v.w)); }

/** The largest binary exponent of m * 2^(96 k). */
fn exponentOf(m: vec4f, k: vec4i) -> i32 {
  return largest(select(96 * k + vec4i(bitcast<vec4u>(m) >> vec4u(23u)) - 127, vec4i(NOTHING),
    m == vec4f()));
}

/** Merges an invocation's largest and negated least exponents into those of look 'turn'. */
fn tell(turn: u32, most: vec4i, least: vec4i) {
  let highest = largest(most);
  if (highest == NOTHING) { return; }
  atomicMax(&extremes[2u * turn], highest - NOTHING);
  atomicMax(&extremes[2u * turn + 1u], largest(least) - NOTHING);
}

/**
 * Upper bound on the factor by which values rise in a step, if neighbours are multiplied by
 * 2^columns or 2^-columns, and by 2^rows or 2^-rows.
 */
fn gain(columns: f32, rows: f32) -> f32 {
  let x = exp2(columns) + exp2(-columns);
  let y = exp2(rows) + exp2(-rows);
#if eight
  return ((1f + x) * (1f + y) - 1f + params.centre) / ({neighbours}f + params.centre);
#else
  return (x + y + params.centre) / ({neighbours}f + params.centre);
#end
}

/**
 * Decides how many steps are safe. x: their number, at most 'most', by the exponents that look
 * number 'turn' found. y: what 'own' must rise by for these steps. z: the slopes measured, 'slope'
 * in the low 16 bits, 'rise' in the high ones.
 *
 * The exponents of the region lie from 'lower' to 'upper' now. In a step an exponent falls by at
 * most 'falls': the slopes, and the least factor. It rises by at most 'rises' / 16. With the least
 * value after all steps at LOWEST, the largest intermediate exponent is
 *   LOWEST + steps * falls + product + (upper - lower) + steps * rises / 16 + sum <= HIGHEST
 * 'sum' is how far a sum lies above the new value, before the factor: log2 of the weights' sum, and
 * a margin of 2. 'product' is how far a product with centre lies below its value. Solved for the
 * steps: steps * (falls + rises / 16) <= room; in the code all terms are in sixteenths.
 */
fn judge(turn: u32, slope: i32, rise: i32, most: i32) -> vec4i {
  let across = round(4f * f32(atomicLoad(&sums[0])) / f32(max(1, atomicLoad(&sums[1]))));
  let down = round(f32(atomicLoad(&sums[2])) / f32({last} * max(1, atomicLoad(&sums[3]))));
  let slopes = (i32(across) & 0xffff) | (i32(down) << 16u);
  let found = atomicLoad(&extremes[2u * turn]);
  let thin = 0u - atomicLoad(&thinness);
  // the region has no scent, or all its cells are obstacles
  if (found == 0 || thin == 0u) { return vec4i(most, 0, slopes, 0); }
  let upper = found + NOTHING;
  let lower = -(atomicLoad(&extremes[2u * turn + 1u]) + NOTHING);
  let steep = (abs(slope) + 15) >> 4u;
  let falls = steep + abs(rise) + 127 - i32(thin >> 23u);
  let rises = i32(ceil(16f * log2(gain(f32(steep), f32(abs(rise))))));
  let sum = i32(ceil(log2({neighbours}f + params.centre))) + 2;
#if centre
  let product = i32(max(0f, ceil(-log2(params.centre))));
#else
  let product = 0;
#end
  let room = HIGHEST - LOWEST - sum - product - (upper - lower);
  let steps = min(most, 16 * max(0, room) / (16 * falls + rises));
  return vec4i(steps, lower - steps * falls - product - LOWEST, slopes, 0);
}

fn leaveToBlocks(tile: u32) {
  let i = atomicAdd(&control[tiltedLeft(params.phase)], 1u);
  atomicStore(&control[tiltedList() + i], tile);
}
`;

/** The declarations and functions that the other texts of this file need. */
export function slopesWgsl(variant: StepVariant, rows: number, apart: string): string {
  const { neighbours, centre } = variant;
  return fillTemplate(FUNCTIONS, {
    neighbours,
    centre,
    eight: neighbours === 8,
    apart,
    last: rows - 1,
  });
}

/** After loading: how the scent rises from block to block and from row to row. */
export const MEASURE_SLOPES = /* wgsl */ `
  let first0 = exponentOf(v0, k0);
  let last0 = exponentOf({lastRow}, k{last});
  let beside = subgroupShuffleUp(first0, 1u);
  if (first0 != NOTHING && beside != NOTHING && cx > 0u) {
    atomicAdd(&sums[0], clamp(first0 - beside, -64, 64));
    atomicAdd(&sums[1], 1);
  }
  if (first0 != NOTHING && last0 != NOTHING) {
    atomicAdd(&sums[2], clamp(last0 - first0, -{steepest}, {steepest}));
    atomicAdd(&sums[3], 1);
  }
  atomicMax(&thinness, 0xffffffffu - min(min(thin.x, thin.y), min(thin.z, thin.w)));
`;

/**
 * Tries the slopes of the last dispatch, then those just measured; scales the block's values.
 * Variables for the step loop: `ownX`, `ownY`, `slope`, `rise`, `turn`, and `next`, the step before
 * which exponents must be looked at again.
 */
export const CHOOSE_SLOPES = /* wgsl */ `
  var slopes = begin.y;
  var ownX = vec4i();
  var ownY = 0;
  var slope = 0;
  var rise = 0;
  var next = 0u;
  var turn = 0u;
  for (; turn < 2u && next == 0u; turn++) {
    slope = (slopes << 16u) >> 16u;
    rise = slopes >> 16u;
    ownX = (slope * (i32(4u * cx) + vec4i(0, 1, 2, 3))) >> vec4u(4u);
    let flat = ownX + (127 + rise * i32(cy * ROWS));
    var most = vec4i(NOTHING);
    var least = vec4i(NOTHING);
#each rows
    {
      let over = 96 * k{k} + vec4i(bitcast<vec4u>(v{k}) >> vec4u(23u)) - (flat + rise * {k});
      most = max(most, select(over, vec4i(NOTHING), v{k} == vec4f()));
      least = max(least, select(-over, vec4i(NOTHING), v{k} == vec4f()));
    }
#end
    tell(turn, most, least);
    // gathers what all invocations found
    workgroupBarrier();
    if (lane == 0u) { verdict = judge(turn, slope, rise, i32(steps)); }
    // uniform: the steps contain barriers
    let now = workgroupUniformLoad(&verdict);
    slopes = now.z;
    ownY = now.y;
    // fewer than three steps by the slopes of the last dispatch are refused: the slopes just
    // measured may allow more
    if (turn == 1u || now.x >= min(i32(steps), 3)) { next = u32(now.x); }
  }
  if (lane == 0u) { atomicStore(&control[slopesAt], bitcast<u32>(slopes)); }
  if (next == 0u) {
    if (lane == 0u) { leaveToBlocks(tile); }
    return;
  }
  ownY += rise * i32(cy * ROWS);
#each rows
  v{k} = scaled(v{k}, 96 * k{k} - ownX - (ownY + rise * {k}));
#end
  // factors that bring the values of neighbours to the scale of a cell
  let fromLeft = powerOfTwo(vec4i(subgroupShuffleUp(ownX.w, 1u), ownX.xyz) - ownX);
  let fromRight = powerOfTwo(vec4i(ownX.yzw, subgroupShuffleDown(ownX.x, 1u)) - ownX);
  let fromAbove = powerOfTwo(vec4i(-rise)).x;
  let fromBelow = powerOfTwo(vec4i(rise)).x;
#if front
  let counts = atomicLoad(&lacked) != 0u;
#end
`;

/** Before a step: looks at the exponents again where the steps that were safe are done. */
export const LOOK_AGAIN = /* wgsl */ `
    if (s == next) {
      var most = vec4i(NOTHING);
      var least = vec4i(NOTHING);
#each rows
      {
        let over = vec4i(bitcast<vec4u>(v{k}) >> vec4u(23u)) - 127;
        most = max(most, select(over, vec4i(NOTHING), v{k} == vec4f()));
        least = max(least, select(-over, vec4i(NOTHING), v{k} == vec4f()));
      }
#end
      tell(turn, most, least);
      // gathers what all invocations found
      workgroupBarrier();
      if (lane == 0u) { verdict = judge(turn, slope, rise, i32(steps - s)); }
      // uniform: the steps contain barriers
      let now = workgroupUniformLoad(&verdict);
      if (now.x == 0) {
        if (lane == 0u) { leaveToBlocks(tile); }
        return;
      }
      ownY += now.y;
#each rows
      v{k} = scaled(v{k}, vec4i(-now.y));
#end
      next = s + u32(now.x);
      turn++;
    }`;
