// The fused step: sum of neighbours, times the factor, goals kept, several steps per dispatch (temporal
// blocking). A workgroup loads a region of 4 * LX columns and ROWS * LY rows; each invocation keeps a
// block of 4 columns and ROWS rows of it in registers, with its factors. With every step the outermost
// row and column of what is known are lost, so after n steps only the cells at least n from the edge
// are stored: regions overlap by twice that.
//
// Blocks exchange their edges by workgroup memory: the first and last value of each row (`first`,
// `last`) and their top and bottom rows (`top`, `bottom`), in two copies that alternate from step to
// step, so that one barrier per step is enough.
//
// Precision 'log': a block holds its values times a power of two of its own, 2^-E, and does plain f32
// arithmetic; what it gets from another block is scaled by the difference. Scaling by powers of two is
// exact, so the bits are those of the contract as long as nothing leaves the range of f32. Every step
// is checked for that, but where all values of a region lie so close together that it cannot happen; a tile
// where it fails is left to the careful kernel (careful.wgsl.ts), which
// runs after this one.
//
// Text is put together for the number of rows, so that blocks lie in registers with every driver. The
// order of the additions is that of types.ts.
import { openDispatchWgsl, recordWgsl } from './control.wgsl.ts';
import { blockScaleWgsl } from './block-scale.wgsl.ts';
import { halfWgsl } from './half.ts';
import { fieldWgsl, paramsWgsl } from './params.wgsl.ts';
import { bitsOf, each, when } from './text.ts';
import {
  apartWgsl,
  blockPlaceWgsl,
  flagsAboutWgsl,
  goalsWgsl,
  quietWgsl,
  stepsOfDispatchWgsl,
} from './tile-head.wgsl.ts';
import { edgeSizes, haloX, type StepShape, tileSize } from './shape.ts';

/** What of the text depends on the model; all the rest are parameters. */
export interface StepVariant {
  readonly neighbours: 4 | 8;
  /** Heat: the cell's own value counts too. */
  readonly centre: boolean;
  readonly border: 'zero' | 'clamp';
  /** 'flush': f32, and values below 2^-126 become 0. */
  readonly precision: 'f32' | 'flush' | 'log';
  /** Fields are half floats between dispatches: of blocks only, not 'log', counted by the host. */
  readonly half: boolean;
  /**
   * Who says how many steps a dispatch does. 'host': the parameters. 'front': the device, until no cell
   * that a goal reaches is 0. 'residual': the parameters, until the device finds the layer done.
   */
  readonly counted: 'host' | 'front' | 'residual';
}

/** Row k of a step: `before` is the row above as it was. */
function updateWgsl(
  { neighbours, centre, border, precision }: StepVariant,
  shape: StepShape,
  k: number,
): string {
  const { lanesX, rows } = shape;
  const log = precision === 'log';
  const at = `e + ${(k + 1) * lanesX}u`;
  const clamp = border === 'clamp';
  const straight = clamp
    ? `(select(before, v${k}, y0 + ${k}u == 0u) + select(next, v${k}, y0 + ${k + 1}u == params.height))`
    : 'ends';
  const left = clamp ? `select(west, v${k}, atLeft)` : 'west';
  const right = clamp ? `select(east, v${k}, atRight)` : 'east';
  // in the rows above and below the block, its neighbours are other blocks
  const [scaleL, scaleR] = !log
    ? ['', '']
    : k + 1 < rows
      ? [' * scaleW', ' * scaleE']
      : [' * scaleSW', ' * scaleSE'];
  const sum =
    neighbours === 8
      ? `let l2 = last[${at} + LX - 1u]${scaleL}; let r2 = first[${at} + LX + 1u]${scaleR};
      let column = ends + v${k};
      let west = vec4f((l0 + l2) + l1, column.xyz);
      let east = vec4f(column.yzw, (r0 + r2) + r1);
      l0 = l1; l1 = l2; r0 = r1; r1 = r2;`
      : `let west = vec4f(last[${at} - 1u]${log ? ' * scaleW' : ''}, v${k}.xyz);
      let east = vec4f(v${k}.yzw, first[${at} + 1u]${log ? ' * scaleE' : ''});`;
  return `    {
      let next = ${k + 1 < rows ? `v${k + 1}` : 'down'};
      let ends = before + next;
      ${sum}
      var value = (((${left} + ${right}) + ${straight})${centre ? ` + apart(params.centre * v${k})` : ''}) * f${k};
      ${precision === 'flush' ? 'value = select(vec4f(), value, value >= vec4f(0x1p-126));' : ''}
      before = v${k};
      if (goals != 0u) { value = select(value, v${k}, ${bitsOf('goal', k)}); }
      v${k} = value;
    }`;
}

/**
 * The kernel of a variant, cut to a shape. `listed`: it does the tiles that strips left to it (stream.wgsl.ts), with as
 * many workgroups as there are tiles. Entry point: advance.
 */
export function stepWgsl(variant: StepVariant, shape: StepShape, listed = false): string {
  const { neighbours, centre, border, precision, half, counted } = variant;
  const front = counted === 'front';
  const { lanesX, lanesY, rows, steps } = shape;
  const eight = neighbours === 8;
  const log = precision === 'log';
  const [edges, rims] = edgeSizes(shape);
  const tile = tileSize(shape);
  const words = Array.from({ length: Math.ceil(rows / 8) }, (_, w) => w);

  return /* wgsl */ `
${paramsWgsl}
${half ? fieldWgsl('vec2u', 'vec2u') + halfWgsl : fieldWgsl()}
const LX = ${lanesX}u;
const LY = ${lanesY}u;
const ROWS = ${rows}u;
const STEPS = ${steps}u;
const HALO_X = ${haloX(shape)}u;
const TILE_WIDTH = ${tile.width}u;
const TILE_HEIGHT = ${tile.height}u;
const EDGES = ${edges}u;
const RIMS = ${rims}u;

var<workgroup> first: array<f32, ${2 * edges}>;
var<workgroup> last: array<f32, ${2 * edges}>;
var<workgroup> top: array<vec4f, ${2 * rims}>;
var<workgroup> bottom: array<vec4f, ${2 * rims}>;
var<workgroup> gathered: atomic<u32>;
var<workgroup> missing: atomic<u32>;
var<workgroup> told: u32;
${when(
  log,
  `// after which step a block got another scale
var<workgroup> rescaled: atomic<u32>;
// of the whole region: 2^30 + the largest exponent, 2^30 - the least one, 2^32 - the bits of the least factor
var<workgroup> regionMost: atomic<u32>;
var<workgroup> regionLeast: atomic<u32>;
var<workgroup> regionThin: atomic<u32>;`,
)}

${when(counted !== 'host' || log, recordWgsl)}
${when(front && !listed, openDispatchWgsl(!log))}
${when(log, blockScaleWgsl(shape))}
${when(centre, apartWgsl)}

@compute @workgroup_size(${lanesX * lanesY})
fn advance(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let tiles = params.tilesX * params.tilesY;
${
  listed
    ? `  if (lane == 0u) {
    told = 0u;
    let job = group.y * groups.x + group.x;
    if (job < atomicLoad(&control[stripsLeft(params.phase)])) { told = 1u + atomicLoad(&control[stripList() + job]); }
  }
  // uniform: the steps contain barriers
  let found = workgroupUniformLoad(&told);
  if (found == 0u) { return; }
  let tile = found - 1u;
  let layer = tile / tiles;
  let tileX = tile % tiles % params.tilesX;
  let tileY = tile % tiles / params.tilesX;`
    : `  let layer = layerOf(group.x % params.chosenCount);
  let tileX = group.x / params.chosenCount;
  let tileY = group.y;
  let tile = layer * tiles + tileY * params.tilesX + tileX;
  ${when(log, 'if (lane == 0u && group.x + group.y == 0u) { clearSpoiled(); }')}`
}
${
  listed
    ? front
      ? `  if (lane == 0u) { told = atomicLoad(&control[record(layer, params.phase) + 2u]); }
  let steps = workgroupUniformLoad(&told);`
      : '  let steps = params.steps;'
    : stepsOfDispatchWgsl(counted)
}

${flagsAboutWgsl}
  if (lane == 0u) {
    told = atomicLoad(&gathered);
    atomicStore(&gathered, 0u);
  }
  let nearby = workgroupUniformLoad(&told);
${quietWgsl(front)}
${blockPlaceWgsl}
${each(rows, (k) => `  var v${k} = vec4f(); var f${k} = vec4f();${when(log, ` var e${k} = vec4i(NOTHING);`)}`)}
${words.map((w) => `  var g${w} = 0u;${when(front, ` var c${w} = 0u;`)}`).join('\n')}
  let maskBase = layer * params.maskPitch * params.height + (x4 >> 3u);
  let maskShift = 4u * (x4 & 7u);
  // loads without branches, so that all of them are under way at once; beyond the map they get a cell of it
${each(
  rows,
  (k) => `  let in${k} = x4 < params.pitch && y0 + ${k}u < params.height;
  let at${k} = select(0u, (y0 + ${k}u) * params.pitch + x4, in${k});
  let word${k} = select(0u, maskBase + (y0 + ${k}u) * params.maskPitch, in${k});
  f${k} = factors[plane + at${k}];
  ${
    log
      ? `v${k} = bitcast<vec4f>(source[2u * (base + at${k})]);
  e${k} = bitcast<vec4i>(source[2u * (base + at${k}) + 1u]);`
      : half
        ? `v${k} = valuesOf(source[base + at${k}]);`
        : `v${k} = bitcast<vec4f>(source[base + at${k}]);`
  }
  ${when(front, `let reach${k} = masks[word${k} + params.layers * params.maskPitch * params.height];`)}`,
)}
${each(
  rows,
  (k) => `  f${k} = select(vec4f(), f${k}, in${k});
  v${k} = select(vec4f(), v${k}, in${k});
  ${when(log, `e${k} = exponents(v${k}, e${k});`)}
  ${when(front, `c${k >> 3} |= select(0u, ((reach${k} >> maskShift) & 15u) << ${4 * (k & 7)}u, in${k});`)}`,
)}
${goalsWgsl(border, rows)}
  // the columns and rows of this block that are stored
  let column = 4u * cx;
  let stored = column >= HALO_X && column < HALO_X + TILE_WIDTH && x4 < params.pitch;
${when(
  front,
  `${each(rows, (k) => `  if (!stored || cy * ROWS + ${k}u - STEPS >= TILE_HEIGHT) { c${k >> 3} &= ~${(15 << (4 * (k & 7))) >>> 0}u; }`)}
  let cares = ${words.map((w) => `c${w}`).join(' | ')};
  var lacking = 0u;`,
)}
${when(
  log,
  `  var most = vec4i(NOTHING);
${each(rows, (k) => `  most = max(most, e${k});`)}
  var few = vec4i(-NOTHING);
  var thin = vec4u(0xffffffffu);
${each(
  rows,
  (k) => `  few = min(few, select(e${k}, vec4i(-NOTHING), e${k} == vec4i(NOTHING)));
  thin = min(thin, bitcast<vec4u>(f${k}) - 1u);`,
)}
  var scale = max(max(most.x, most.y), max(most.z, most.w));
  if (scale != NOTHING) {
    atomicMax(&regionMost, u32(scale - NOTHING));
    atomicMax(&regionLeast, u32(-NOTHING - min(min(few.x, few.y), min(few.z, few.w))));
  }
  // 0 for a block of obstacles
  atomicMax(&regionThin, 0xffffffffu - min(min(thin.x, thin.y), min(thin.z, thin.w)));
  // gathers what all invocations found
  workgroupBarrier();
  let regionTop = i32(atomicLoad(&regionMost)) + NOTHING;
  let regionBottom = -NOTHING - i32(atomicLoad(&regionLeast));
  let thinnest = i32((0u - atomicLoad(&regionThin)) >> 23u) - 127;
  // A step makes no value larger than the largest, and none but 0 less than the least times the least factor. If even
  // after all steps nothing comes near the ends of f32, the whole region has one scale and needs no watching.
  let calm = regionTop != NOTHING && regionBottom - regionTop + i32(steps) * thinnest >= -120;
  // the largest value becomes about 2^30
  if (calm) { scale = regionTop; }
  if (scale != NOTHING) { scale -= 30; }
  var wrong = false;
  var zeros = false;
  // a product with such a factor may be lost without a trace
  var harsh = false;
${each(rows, (k) => `  harsh = harsh || any((f${k} < vec4f(0x1p-20)) & (f${k} != vec4f()));`)}
  // beyond the region nothing is known
  let atWest = cx == 0u;
  let atEast = cx == LX - 1u;
  // the least but 0
  var least = 1f;
  var bits0 = vec4u(0xffffffffu);
${each(
  rows,
  (
    k,
  ) => `  v${k} = scaled(v${k}, e${k} - scale); wrong = wrong || any((v${k} == vec4f()) & (e${k} != vec4i(NOTHING)));
  bits0 = min(bits0, bitcast<vec4u>(v${k}) - 1u);`,
)}
  let first0 = min(min(bits0.x, bits0.y), min(bits0.z, bits0.w));
  if (first0 != 0xffffffffu) { least = bitcast<f32>(first0 + 1u); }
  var scaleN = select(0f, 1f, calm); var scaleS = scaleN;
  var scaleW = select(scaleN, 0f, atWest); var scaleE = select(scaleN, 0f, atEast);
  var scaleNW = scaleW; var scaleNE = scaleE; var scaleSW = scaleW; var scaleSE = scaleE;
  var lowestScale = 1f;`,
)}

  let edge = 1u + (1u + cy * ROWS) * LX + cx;
  let rim = cy * LX + cx;
  for (var s = 0u; s < steps; s++) {
    // not the same in every step, as far as a compiler knows: else it holds a register per cell for them
    let nothing = s & params.nought;
${words.map((w) => `    let goal${w} = g${w} | nothing;${when(front, ` let care${w} = c${w} | nothing;`)}`).join('\n')}
    let e = (s & 1u) * EDGES + edge - LX;
    let r = (s & 1u) * RIMS + rim;
${each(rows, (k) => `    first[e + ${(k + 1) * lanesX}u] = v${k}.x; last[e + ${(k + 1) * lanesX}u] = v${k}.w;`)}
    top[r] = v0;
    bottom[r + LX] = v${rows - 1};
    ${when(log, 'if (!calm) { blockScale[(s & 1u) * SCALES + scaleAt(cx, cy)] = scale; }')}
    // publishes the edges of all blocks; those of the step before are overwritten after the next barrier
    workgroupBarrier();
${
  log
    ? `    let q = (s & 1u) * SCALES + scaleAt(cx, cy);
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
    // values are at least 2^-110: times 2^-16 they are normal
    let lost = lowestScale < 0x1p-16 && loses(e, r, cx, array<f32, 8>(scaleN, scaleS, scaleW, scaleE, scaleNW, scaleNE, scaleSW, scaleSE), &wrong);
    var before = bottom[r] * scaleN;
    let down = top[r + LX] * scaleS;`
    : `    var before = bottom[r];
    let down = top[r + LX];`
}
${when(
  eight,
  log
    ? `    var l0 = last[e - 1u] * scaleNW; var l1 = last[e + LX - 1u] * scaleW;
    var r0 = first[e + 1u] * scaleNE; var r1 = first[e + LX + 1u] * scaleE;`
    : `    var l0 = last[e - 1u]; var l1 = last[e + LX - 1u];
    var r0 = first[e + 1u]; var r1 = first[e + LX + 1u];`,
)}
${each(rows, (k) => updateWgsl(variant, shape, k))}
${when(
  log,
  `    if (!calm) {
    var low = v0;
    var high = v0;
${each(rows - 1, (k) => `    low = min(low, v${k + 1}); high = max(high, v${k + 1});`)}
    let lowest = min(min(low.x, low.y), min(low.z, low.w));
    let highest = max(max(high.x, high.y), max(high.z, high.w));
    zeros = lowest == 0f;
    var leastNow = lowest;
    if (zeros && (highest > 0f)) {
      // the least but 0
      var bits = vec4u(0xffffffffu);
${each(rows, (k) => `      bits = min(bits, bitcast<vec4u>(v${k}) - 1u);`)}
      leastNow = bitcast<f32>(min(min(bits.x, bits.y), min(bits.z, bits.w)) + 1u);
    }
    // a comparison with what is no number is false
    wrong = wrong || !(highest <= 0x1p100) || (highest > 0f && leastNow < 0x1p-110);
    // what was lost may be less than half a unit in the last place of everything else, or not
    if (lost) { wrong = wrong || leastNow < 0x1p-60 || least < 0x1p-60; }
    if (zeros && (lost || harsh)) { wrong = true; }
    least = select(leastNow, 1f, highest == 0f);
    if (highest > 0x1p40) {
      wrong = wrong || least < 0x1p-86;
      scale += 24;
      least *= 0x1p-24;
${each(rows, (k) => `      v${k} *= 0x1p-24;`)}
      atomicStore(&rescaled, s + 1u);
    }
    }${
      front
        ? ` else if (cares != 0u) {
      var low = v0;
${each(rows - 1, (k) => `      low = min(low, v${k + 1});`)}
      zeros = min(min(low.x, low.y), min(low.z, low.w)) == 0f;
    }`
        : ''
    }`,
)}
${when(
  front,
  `${
    log
      ? ''
      : `    var low = v0;
${each(rows - 1, (k) => `    low = min(low, v${k + 1});`)}
    let zeros = min(min(low.x, low.y), min(low.z, low.w)) == 0f;
`
  }    if (zeros && cares != 0u) {
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
      ${
        log
          ? `let window = windows(v${k}, scale);
      result[2u * at] = bitcast<vec4u>(unscaled(v${k}, scale, window));
      result[2u * at + 1u] = bitcast<vec4u>(window);`
          : half
            ? `let halves = halvesOf(v${k});
      result[at] = halves;`
            : `result[at] = bitcast<vec4u>(v${k});`
      }
      some |= select(0u, 1u, any(${half ? 'halves != vec2u()' : `v${k} != vec4f()`}));
    }`,
)}
  }
  if (stored && goals != 0u) { some |= 4u; }
  ${when(log, 'if (wrong) { some |= 8u; }')}
  if (some != 0u) { atomicOr(&gathered, some); }
  ${when(front, 'if (lacking != 0u) { atomicOr(&missing, lacking); }')}
  // gathers what all invocations found
  workgroupBarrier();
  if (lane == 0u) {
    var flag = atomicLoad(&gathered);
    ${when(
      log,
      `if (flag > 7u) {
      spoil(tile);
      flags[flagsAfter + tile] = 5u;
      return;
    }`,
    )}
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
