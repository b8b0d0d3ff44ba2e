// The fused step without workgroup memory, for devices whose subgroups all have one size: a subgroup takes a strip of
// 4 columns per invocation and walks down it, row by row. With each row that comes in, step 1 is done for the
// row before it, step 2 for the one before that, and so on: all steps of a dispatch are under way at
// once, each a row behind the one before. Of each step an invocation holds two rows of 4 cells in
// registers. Neighbours beside the 4 columns come by shuffles; there are no barriers. Rows are
// loaded some iterations before they are needed, so that loading and computing go on together.
//
// Strips overlap by 2 * HALO columns, tiles of a strip by 2 * STEPS rows. The order of the additions is that of types.ts.
import { openDispatchWgsl, recordWgsl } from './control.wgsl.ts';
import { fieldWgsl, paramsWgsl } from './params.wgsl.ts';
import { haloX, type StreamShape } from './shape.ts';
import type { StepVariant } from './step.wgsl.ts';
import { each, when } from './text.ts';

/** What a loop has to look after: 'plain' does all steps and knows no goals. */
type Care = 'plain' | 'full';

/** Step t for the row t rows above the one that came in, iteration u of those written out. */
function levelWgsl(
  variant: StepVariant,
  { steps }: StreamShape,
  care: Care,
  u: number,
  t: number,
): string {
  const { neighbours, centre, border, precision, counted } = variant;
  const [up, mid, down] = [`p${t - 1}`, `q${t - 1}`, `n${t - 1}`];
  const factor = `f${(u - t + 2 * steps) % steps}`;
  const clamp = border === 'clamp';
  const straight = clamp
    ? `(select(above, ${mid}, row + ${u}u == ${t}u) + select(below, ${mid}, row + ${u + 1}u == params.height + ${t}u))`
    : 'ends';
  const sides = neighbours === 8 ? 'column' : mid;
  const left = clamp ? `select(west, ${mid}, atLeft)` : 'west';
  const right = clamp ? `select(east, ${mid}, atRight)` : 'east';
  const shift = 4 * (t - 1);
  return `      var n${t}: vec4f;
      {
        let above = ${up};
        let below = ${down};
        let ends = above + below;
        ${when(neighbours === 8, `let column = ends + ${mid};`)}
        let west = vec4f(subgroupShuffleUp(${sides}.w, 1u), ${sides}.xyz);
        let east = vec4f(${sides}.yzw, subgroupShuffleDown(${sides}.x, 1u));
        n${t} = (((${left} + ${right}) + ${straight})${centre ? ` + apart(params.centre * ${mid})` : ''}) * ${factor};
        ${when(precision === 'flush', `n${t} = select(vec4f(), n${t}, n${t} >= vec4f(0x1p-126));`)}
        ${when(care === 'full', `if (extractBits(held, ${shift}u, 4u) != 0u) { n${t} = select(n${t}, ${mid}, bitsOf(held >> ${shift}u)); }`)}
        ${when(
          care === 'full' && counted === 'front',
          `lacking |= select(0u, ${1 << (t - 1)}u, any((n${t} == vec4f()) & bitsOf(cares >> ${shift}u)));`,
        )}
        ${up} = ${mid};
        ${mid} = ${down};
      }`;
}

/** Iteration u of those written out. */
function rowWgsl(variant: StepVariant, shape: StreamShape, care: Care, u: number): string {
  const { steps, ahead } = shape;
  const slot = u % ahead;
  const full = care === 'full';
  const front = variant.counted === 'front';
  return `    {
      let inMap = inX && row + ${u}u < params.height;
      let n0 = select(vec4f(), v${slot}, inMap);
      let fresh = select(vec4f(), w${slot}, inMap);
      let at = select(0u, (row + ${u + ahead}u) * params.pitch + x4, inX && row + ${u + ahead}u < params.height);
      v${slot} = bitcast<vec4f>(source[base + at]);
      w${slot} = factors[plane + at];
      ${when(
        full,
        `let held = goals | passed;
      ${when(front, 'let cares = reach;')}`,
      )}
${each(steps, (k) => levelWgsl(variant, shape, care, u, k + 1))}
      f${u % steps} = fresh;
      ${when(
        full,
        `{
        let word = select(0u, (row + ${u}u) * params.maskPitch, inMap);
        let bits = select(0u, (masks[maskBase + word] >> maskShift) & 15u, inMap);
        goals = (goals << 4u) | bits;
        kept |= bits;
        ${when(
          front,
          `let wanted = (masks[reachBase + word] >> maskShift) & 15u;
        reach = (reach << 4u) | select(0u, wanted, inMap && stored && row + ${u}u - start < rows);`,
        )}
      }`,
      )}
      // whether a row of the tile is done, not one above or below it
      if (stored && i + ${u}u - ${2 * steps}u < rows) {
        result[base + (row + ${u}u - STEPS) * params.pitch + x4] = bitcast<vec4u>(n${steps});
        some |= bitcast<vec4u>(n${steps});
      }
    }`;
}

/** The kernel of a variant, cut to a shape, for subgroups of so many lanes. Entry point: advance. */
export function streamWgsl(variant: StepVariant, shape: StreamShape, lanes: number): string {
  const { centre, border, counted } = variant;
  const { height, steps, ahead } = shape;
  const front = counted === 'front';
  const halo = haloX(shape);

  const loop = (
    care: Care,
  ): string => `  for (var i = 0u; i < rows + ${2 * steps}u; i += ${steps}u) {
${each(steps, (u) => rowWgsl(variant, shape, care, u))}
    row += ${steps}u;
  }`;

  return /* wgsl */ `
enable subgroups;
// the size of a subgroup is that of a workgroup: nothing diverges where they exchange values
diagnostic(off, subgroup_uniformity);
${paramsWgsl}
${fieldWgsl()}
const STEPS = ${steps}u;
const HALO = ${halo}u;
const TILE_WIDTH = ${4 * lanes - 2 * halo}u;
const TILE_HEIGHT = ${height}u;

${when(counted !== 'host', recordWgsl)}
${when(front, openDispatchWgsl(true))}
${when(
  centre,
  `// keeps the product out of a fused multiply-add
fn apart(v: vec4f) -> vec4f { return bitcast<vec4f>(bitcast<vec4u>(v) | vec4u(params.nought)); }`,
)}

fn bitsOf(nibble: u32) -> vec4<bool> {
  return (vec4u(nibble) & vec4u(1u, 2u, 4u, 8u)) != vec4u();
}

@compute @workgroup_size(${lanes})
fn advance(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_invocation_id) lane: u32,
) {
  let layer = layerOf(group.x % params.chosenCount);
  let tileX = group.x / params.chosenCount;
  let tileY = group.y;
  let tiles = params.tilesX * params.tilesY;
  let tile = layer * tiles + tileY * params.tilesX + tileX;
${
  front
    ? `  var told = 0u;
  if (lane == 0u) { told = openDispatch(layer, tileX + tileY == 0u); }
  let steps = subgroupBroadcastFirst(told);
  if (steps == 0u) { return; }`
    : counted === 'residual'
      ? `  let steps = select(params.steps, 0u, subgroupBroadcastFirst(atomicLoad(&control[record(layer, 0u)])) == DONE);
  if (steps == 0u) { return; }`
      : '  let steps = params.steps;'
}

  // no scent here or beside, nor where the result goes: there will be none
  let flagsBefore = (params.phase & 1u) * params.layers * tiles;
  let flagsAfter = params.layers * tiles - flagsBefore;
  var seen = 0u;
  for (var n = lane; n < 10u; n += ${lanes}u) {
    let x = tileX + n % 3u - 1u;
    let y = tileY + n / 3u - 1u;
    if (n == 9u) { seen |= flags[flagsAfter + tile] & 1u; }
    else if (x < params.tilesX && y < params.tilesY) {
      seen |= flags[flagsBefore + layer * tiles + y * params.tilesX + x] & 5u;
    }
  }
  let nearby = subgroupOr(seen);
  if ((nearby & 1u) == 0u) {
    if (lane == 0u) {
      let flag = flags[flagsBefore + tile];
      flags[flagsAfter + tile] = flag;
      ${when(front, 'if ((flag & 2u) != 0u) { reportMissing(layer, 0xffffffffu); }')}
    }
    return;
  }

  // left of column 0 and above row 0 is far to the right and far below in u32
  let x4 = tileX * (TILE_WIDTH / 4u) + lane - HALO / 4u;
  let inX = x4 < params.pitch;
  let start = tileY * TILE_HEIGHT;
  let rows = min(TILE_HEIGHT, params.height - start);
  let stored = inX && 4u * lane >= HALO && 4u * lane < HALO + TILE_WIDTH;
  let base = layer * params.pitch * params.height;
  let plane = planeOf(layer) * params.pitch * params.height;
${when(
  border === 'clamp',
  `  let atLeft = vec4<bool>(x4 == 0u, false, false, false);
  let atRight = vec4u(4u * x4) + vec4u(1u, 2u, 3u, 4u) == vec4u(params.width);`,
)}
  // the row that comes in
  var row = start - STEPS;
  // those that are on their way, and their factors
${each(
  ahead,
  (k) => `  var v${k} = vec4f(); var w${k} = vec4f();
  {
    let at = select(0u, (row + ${k}u) * params.pitch + x4, inX && row + ${k}u < params.height);
    v${k} = bitcast<vec4f>(source[base + at]);
    w${k} = factors[plane + at];
  }`,
)}
  // of each step the two rows before, and the factors of the rows before
${each(steps, (k) => `  var p${k} = vec4f(); var q${k} = vec4f(); var f${k} = vec4f();`)}
  var some = vec4u();
  var kept = 0u;
  ${when(front, 'var lacking = 0u;')}

  if (${front ? 'false' : '(nearby & 4u) == 0u && steps == STEPS'}) {
${front ? '' : loop('plain')}
  } else {
    let maskBase = layer * params.maskPitch * params.height + (min(x4, params.pitch - 1u) >> 3u);
    let maskShift = 4u * (x4 & 7u);
    ${when(front, 'let reachBase = maskBase + params.layers * params.maskPitch * params.height;')}
    // 4 bits a row: cells that keep their value, as goals do and, after the last step, all
    var goals = 0u;
    let passed = select(0u, 0xffffffffu << ((4u * steps) & 31u), steps < 8u);
    ${when(front, 'var reach = 0u;')}
${loop('full')}
    if (!stored) { kept = 0u; }
  }

  let flag = subgroupOr(select(0u, 1u, any(some != vec4u())) | select(0u, 4u, kept != 0u));
  ${when(front, 'let without = subgroupOr(lacking) & ((1u << steps) - 1u);')}
  if (lane == 0u) {
    ${
      front
        ? `if (without != 0u) { reportMissing(layer, without); }
    flags[flagsAfter + tile] = flag | select(0u, 2u, (without & (1u << (steps - 1u))) != 0u);`
        : 'flags[flagsAfter + tile] = flag;'
    }
  }
}
`;
}
