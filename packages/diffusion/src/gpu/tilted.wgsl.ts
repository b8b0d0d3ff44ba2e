// Precision 'log' on devices with subgroups: regions as in step.wgsl.ts, their values times 2^-own(x, y), computed
// with plain f32. `own` is a plane that rises with the scent, by a whole number per row and by sixteenths,
// rounded down, per column, so that what is left of the values keeps within the range of f32. Scaling by
// powers of two is exact, so the bits are those of the contract as long as nothing leaves the range. That is made
// sure of ahead: all exponents of the region and its least factor are looked at, and bounds tell for how many steps
// values cannot rise or fall too far; after so many, exponents are looked at again. Tiles where not one
// step is safe are left to step.wgsl.ts, which runs after this one.
//
// The slope is that of the dispatch before; where it does not do, the one just measured is tried. Neighbours beside a
// block come by shuffles, those above and below by workgroup memory. A row of blocks is a subgroup: invocations of
// a workgroup in one dimension lie in subgroups in the order of their index, as all drivers do it.
import { openDispatchWgsl, recordWgsl } from './control.wgsl.ts';
import { fieldWgsl, paramsWgsl } from './params.wgsl.ts';
import { edgeSizes, haloX, type StepShape, tileSize } from './shape.ts';
import type { StepVariant } from './step.wgsl.ts';
import { bitsOf, each, when } from './text.ts';
import {
  apartWgsl,
  blockPlaceWgsl,
  flagsAboutWgsl,
  goalsWgsl,
  quietWgsl,
  stepsOfDispatchWgsl,
} from './tile-head.wgsl.ts';

/** Row k of a step: `before` is the row above as it was. */
function updateWgsl({ neighbours, centre, border }: StepVariant, rows: number, k: number): string {
  const clamp = border === 'clamp';
  const straight = clamp
    ? `(select(above, v${k}, y0 + ${k}u == 0u) + select(below, v${k}, y0 + ${k + 1}u == params.height))`
    : 'ends';
  const sides = neighbours === 8 ? 'column' : `v${k}`;
  const left = clamp ? `select(west, v${k}, atLeft)` : 'west';
  const right = clamp ? `select(east, v${k}, atRight)` : 'east';
  return `    {
      let above = before * fromAbove;
      let below = ${k + 1 < rows ? `v${k + 1}` : 'down'} * fromBelow;
      let ends = above + below;
      ${when(neighbours === 8, `let column = ends + v${k};`)}
      let west = vec4f(subgroupShuffleUp(${sides}.w, 1u), ${sides}.xyz) * fromLeft;
      let east = vec4f(${sides}.yzw, subgroupShuffleDown(${sides}.x, 1u)) * fromRight;
      var value = (((${left} + ${right}) + ${straight})${centre ? ` + apart(params.centre * v${k})` : ''}) * f${k};
      before = v${k};
      if (goals != 0u) { value = select(value, v${k}, ${bitsOf('goal', k)}); }
      v${k} = value;
    }`;
}

/** What of the text does not depend on the rows. */
function tiltWgsl({ neighbours, centre }: StepVariant, rows: number): string {
  return /* wgsl */ `
// exponent of what is 0
const NOTHING = -0x20000000;

// of the region, a pair for each look: the largest exponent and the least one, negated; 0 is below both
var<workgroup> extremes: array<atomic<i32>, 20>;
// 2^32 - the bits of the least factor but 0
var<workgroup> thinness: atomic<u32>;
// differences between blocks beside each other and how many, between first and last rows and how many
var<workgroup> sums: array<atomic<i32>, 4>;
var<workgroup> verdict: vec4i;

${when(centre, apartWgsl)}

/** v * 2^e, where that is in the range of f32. */
fn scaled(v: vec4f, e: vec4i) -> vec4f {
  let bits = bitcast<vec4u>(v) + bitcast<vec4u>(e << vec4u(23u));
  return bitcast<vec4f>(select(bits, vec4u(), v == vec4f()));
}

/** k of v * 2^own. */
fn windows(v: vec4f, own: vec4i) -> vec4i {
  let e = own + vec4i(bitcast<vec4u>(v) >> vec4u(23u)) - 127;
  // division rounds down only above 0
  let k = vec4i(vec4u(e + 96 * 0x100000) / 96u) - 0x100000;
  return select(k, vec4i(), v == vec4f());
}

fn powerOfTwo(e: vec4i) -> vec4f { return bitcast<vec4f>(vec4u(e + 127) << vec4u(23u)); }

fn largest(v: vec4i) -> i32 { return max(max(v.x, v.y), max(v.z, v.w)); }

/** The largest binary exponent of m * 2^(96 k). */
fn exponentOf(m: vec4f, k: vec4i) -> i32 {
  return largest(select(96 * k + vec4i(bitcast<vec4u>(m) >> vec4u(23u)) - 127, vec4i(NOTHING), m == vec4f()));
}

fn tell(turn: u32, most: vec4i, least: vec4i) {
  let highest = largest(most);
  if (highest == NOTHING) { return; }
  atomicMax(&extremes[2u * turn], highest - NOTHING);
  atomicMax(&extremes[2u * turn + 1u], largest(least) - NOTHING);
}

/** By how much values may rise in a step, as a factor: with slopes of so many powers of two to a column and to a row. */
fn gain(columns: f32, rows: f32) -> f32 {
  let x = exp2(columns) + exp2(-columns);
  let y = exp2(rows) + exp2(-rows);
  return (${neighbours === 8 ? '(1f + x) * (1f + y) - 1f' : 'x + y'} + params.centre) / (${neighbours}f + params.centre);
}

/** Of at most so many steps, those that are safe by what this turn found; what own must be then; the slopes found. */
fn judge(turn: u32, slope: i32, rise: i32, most: i32) -> vec4i {
  let across = round(4f * f32(atomicLoad(&sums[0])) / f32(max(1, atomicLoad(&sums[1]))));
  let down = round(f32(atomicLoad(&sums[2])) / f32(${rows - 1} * max(1, atomicLoad(&sums[3]))));
  let slopes = (i32(across) & 0xffff) | (i32(down) << 16u);
  let found = atomicLoad(&extremes[2u * turn]);
  let thin = 0u - atomicLoad(&thinness);
  // no scent, or obstacles alone
  if (found == 0 || thin == 0u) { return vec4i(most, 0, slopes, 0); }
  let upper = found + NOTHING;
  let lower = -(atomicLoad(&extremes[2u * turn + 1u]) + NOTHING);
  let steep = (abs(slope) + 15) >> 4u;
  let falls = steep + abs(rise) + 127 - i32(thin >> 23u);
  let rises = i32(ceil(16f * log2(gain(f32(steep), f32(abs(rise))))));
  // sums are larger than what comes of them${when(centre, ', the product with centre may be less')}
  let sum = i32(ceil(log2(${neighbours}f + params.centre))) + 2;
  let product = ${centre ? 'i32(max(0f, ceil(-log2(params.centre))))' : '0'};
  let room = 249 - sum - product - (upper - lower);
  let steps = min(most, 16 * max(0, room) / (16 * falls + rises));
  // the least value that there can be is 2^-125
  return vec4i(steps, lower - steps * falls - product + 125, slopes, 0);
}

fn leaveToBlocks(tile: u32) {
  let i = atomicAdd(&control[stripsLeft(params.phase)], 1u);
  atomicStore(&control[stripList() + i], tile);
}
`;
}

/** The kernel of a variant, cut to a shape. Entry point: advance. */
export function tiltedWgsl(variant: StepVariant, shape: StepShape): string {
  const { border, counted } = variant;
  const front = counted === 'front';
  const { lanesX, lanesY, rows, steps } = shape;
  const rims = edgeSizes(shape)[1];
  const tile = tileSize(shape);
  const words = Array.from({ length: Math.ceil(rows / 8) }, (_, w) => w);

  return /* wgsl */ `
enable subgroups;
// all invocations take part in every exchange; what decides before them is uniform
diagnostic(off, subgroup_uniformity);
${paramsWgsl}
${fieldWgsl()}
const LX = ${lanesX}u;
const ROWS = ${rows}u;
const STEPS = ${steps}u;
const HALO_X = ${haloX(shape)}u;
const TILE_WIDTH = ${tile.width}u;
const TILE_HEIGHT = ${tile.height}u;
const RIMS = ${rims}u;

var<workgroup> top: array<vec4f, ${2 * rims}>;
var<workgroup> bottom: array<vec4f, ${2 * rims}>;
var<workgroup> gathered: atomic<u32>;
var<workgroup> missing: atomic<u32>;
var<workgroup> lacked: atomic<u32>;
var<workgroup> told: u32;

${recordWgsl}
${when(front, openDispatchWgsl(false))}
${tiltWgsl(variant, rows)}

@compute @workgroup_size(${lanesX * lanesY})
fn advance(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let layer = layerOf(group.x % params.chosenCount);
  let tileX = group.x / params.chosenCount;
  let tileY = group.y;
  let tiles = params.tilesX * params.tilesY;
  let tile = layer * tiles + tileY * params.tilesX + tileX;
  if (lane == 0u && group.x + group.y == 0u) { clearSpoiled(); }
${stepsOfDispatchWgsl(counted)}

${flagsAboutWgsl}
  let slopesAt = tiltList() + tile;
  if (lane == 0u) {
    verdict = vec4i(i32(atomicLoad(&gathered)), bitcast<i32>(atomicLoad(&control[slopesAt])), 0, 0);
    atomicStore(&gathered, 0u);
  }
  let begin = workgroupUniformLoad(&verdict);
  let nearby = u32(begin.x);
${quietWgsl(front)}
${blockPlaceWgsl}
${words.map((w) => `  var g${w} = 0u;${when(front, ` var c${w} = 0u;`)}`).join('\n')}
  let maskBase = layer * params.maskPitch * params.height + (x4 >> 3u);
  let maskShift = 4u * (x4 & 7u);
  // loads without branches, so that all of them are under way at once; beyond the map they get a cell of it
${each(
  rows,
  (k) => `  let in${k} = x4 < params.pitch && y0 + ${k}u < params.height;
  let at${k} = select(0u, (y0 + ${k}u) * params.pitch + x4, in${k});
  let word${k} = select(0u, maskBase + (y0 + ${k}u) * params.maskPitch, in${k});
  var f${k} = factors[plane + at${k}];
  var v${k} = bitcast<vec4f>(source[2u * (base + at${k})]);
  var k${k} = bitcast<vec4i>(source[2u * (base + at${k}) + 1u]);
  ${when(front, `let reach${k} = masks[word${k} + params.layers * params.maskPitch * params.height];`)}`,
)}
  // less 1, so that 0 is far above
  var thin = vec4u(0xffffffffu);
  var lack = false;
${each(
  rows,
  (k) => `  f${k} = select(vec4f(), f${k}, in${k});
  v${k} = select(vec4f(), v${k}, in${k});
  thin = min(thin, bitcast<vec4u>(f${k}) - 1u);
  ${when(
    front,
    `c${k >> 3} |= select(0u, ((reach${k} >> maskShift) & 15u) << ${4 * (k & 7)}u, in${k});
  lack = lack || any((v${k} == vec4f()) & ${bitsOf('c', k)});`,
  )}`,
)}
${goalsWgsl(border, rows)}
  // the columns and rows of this block that are stored
  let stored = 4u * cx >= HALO_X && 4u * cx < HALO_X + TILE_WIDTH && x4 < params.pitch;
${when(
  front,
  `${each(rows, (k) => `  if (!stored || cy * ROWS + ${k}u - STEPS >= TILE_HEIGHT) { c${k >> 3} &= ~${(15 << (4 * (k & 7))) >>> 0}u; }`)}
  if (lack) { atomicStore(&lacked, 1u); }
  var lacking = 0u;`,
)}

  // how the scent rises from block to block and from row to row
  let first0 = exponentOf(v0, k0);
  let last0 = exponentOf(v${rows - 1}, k${rows - 1});
  let beside = subgroupShuffleUp(first0, 1u);
  if (first0 != NOTHING && beside != NOTHING && cx > 0u) {
    atomicAdd(&sums[0], clamp(first0 - beside, -64, 64));
    atomicAdd(&sums[1], 1);
  }
  if (first0 != NOTHING && last0 != NOTHING) {
    atomicAdd(&sums[2], clamp(last0 - first0, ${-24 * (rows - 1)}, ${24 * (rows - 1)}));
    atomicAdd(&sums[3], 1);
  }
  atomicMax(&thinness, 0xffffffffu - min(min(thin.x, thin.y), min(thin.z, thin.w)));

  var slopes = begin.y;
  var ownX = vec4i();
  var ownY = 0;
  var slope = 0;
  var rise = 0;
  // the step before which exponents must be looked at
  var next = 0u;
  var turn = 0u;
  for (; turn < 2u && next == 0u; turn++) {
    slope = (slopes << 16u) >> 16u;
    rise = slopes >> 16u;
    ownX = (slope * (i32(4u * cx) + vec4i(0, 1, 2, 3))) >> vec4u(4u);
    let flat = ownX + (127 + rise * i32(cy * ROWS));
    var most = vec4i(NOTHING);
    var least = vec4i(NOTHING);
${each(
  rows,
  (k) => `    {
      let over = 96 * k${k} + vec4i(bitcast<vec4u>(v${k}) >> vec4u(23u)) - (flat + rise * ${k});
      most = max(most, select(over, vec4i(NOTHING), v${k} == vec4f()));
      least = max(least, select(-over, vec4i(NOTHING), v${k} == vec4f()));
    }`,
)}
    tell(turn, most, least);
    // gathers what all invocations found
    workgroupBarrier();
    if (lane == 0u) { verdict = judge(turn, slope, rise, i32(steps)); }
    // uniform: the steps contain barriers
    let now = workgroupUniformLoad(&verdict);
    slopes = now.z;
    ownY = now.y;
    // the second turn may do for more steps
    if (turn == 1u || now.x >= min(i32(steps), 3)) { next = u32(now.x); }
  }
  if (lane == 0u) { atomicStore(&control[slopesAt], bitcast<u32>(slopes)); }
  if (next == 0u) {
    if (lane == 0u) { leaveToBlocks(tile); }
    return;
  }
  ownY += rise * i32(cy * ROWS);
${each(rows, (k) => `  v${k} = scaled(v${k}, 96 * k${k} - ownX - (ownY + rise * ${k}));`)}
  // to the scale of a cell from those beside it
  let fromLeft = powerOfTwo(vec4i(subgroupShuffleUp(ownX.w, 1u), ownX.xyz) - ownX);
  let fromRight = powerOfTwo(vec4i(ownX.yzw, subgroupShuffleDown(ownX.x, 1u)) - ownX);
  let fromAbove = powerOfTwo(vec4i(-rise)).x;
  let fromBelow = powerOfTwo(vec4i(rise)).x;
  ${when(front, 'let counts = atomicLoad(&lacked) != 0u;')}

  let rim = cy * LX + cx;
  for (var s = 0u; s < steps; s++) {
    if (s == next) {
      var most = vec4i(NOTHING);
      var least = vec4i(NOTHING);
${each(
  rows,
  (k) => `      {
        let over = vec4i(bitcast<vec4u>(v${k}) >> vec4u(23u)) - 127;
        most = max(most, select(over, vec4i(NOTHING), v${k} == vec4f()));
        least = max(least, select(-over, vec4i(NOTHING), v${k} == vec4f()));
      }`,
)}
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
${each(rows, (k) => `      v${k} = scaled(v${k}, vec4i(-now.y));`)}
      next = s + u32(now.x);
      turn++;
    }
    // not the same in every step, as far as a compiler knows: else it holds a register per cell for them
    let nothing = s & params.nought;
${words.map((w) => `    let goal${w} = g${w} | nothing;${when(front, ` let care${w} = c${w} | nothing;`)}`).join('\n')}
    let r = (s & 1u) * RIMS + rim;
    top[r] = v0;
    bottom[r + LX] = v${rows - 1};
    // publishes the edges of all blocks; those of the step before are overwritten after the next barrier
    workgroupBarrier();
    var before = bottom[r];
    let down = top[r + LX];
${each(rows, (k) => updateWgsl(variant, rows, k))}
${when(
  front,
  `    if (counts) {
      var zero = false;
${each(rows, (k) => `      zero = zero || any((v${k} == vec4f()) & ${bitsOf('care', k)});`)}
      if (zero) { lacking |= 1u << s; }
    }`,
)}
  }

  var some = 0u;
  if (stored) {
${each(
  rows,
  (k) => `    if (cy * ROWS + ${k}u - STEPS < TILE_HEIGHT && y0 + ${k}u < params.height) {
      let at = base + (y0 + ${k}u) * params.pitch + x4;
      let own = ownX + (ownY + rise * ${k});
      let window = windows(v${k}, own);
      result[2u * at] = bitcast<vec4u>(scaled(v${k}, own - 96 * window));
      result[2u * at + 1u] = bitcast<vec4u>(window);
      some |= select(0u, 1u, any(v${k} != vec4f()));
    }`,
)}
  }
  if (stored && goals != 0u) { some |= 4u; }
  if (some != 0u) { atomicOr(&gathered, some); }
  ${when(front, 'if (lacking != 0u) { atomicOr(&missing, lacking); }')}
  // gathers what all invocations found
  workgroupBarrier();
  if (lane == 0u) {
    var flag = atomicLoad(&gathered);
${when(
  front,
  `    let bits = atomicLoad(&missing);
    if (bits != 0u) {
      reportMissing(layer, bits);
      flag |= select(0u, 2u, (bits & (1u << (steps - 1u))) != 0u);
    }`,
)}
    flags[flagsAfter + tile] = flag;
  }
}
`;
}
