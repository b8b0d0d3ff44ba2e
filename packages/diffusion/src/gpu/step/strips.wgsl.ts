// The step kernel for precision 'f32' on devices whose subgroups all have one size; it needs no
// workgroup memory and no barrier. A subgroup takes a strip of 4 columns per invocation and walks
// down it, row by row. With each row that comes in, step 1 is done for the row before it, step 2
// for the row before that, and so on: all steps of a dispatch are under way at once, each one row
// behind the step before it. Of each step an invocation holds two rows of 4 cells in registers.
// Neighbours beside the 4 columns come by shuffles. Rows are loaded `ahead` iterations before they
// are needed, so that loading and computing go on together.
//
// Strips overlap by 2 * HALO columns, tiles of a strip by 2 * STEPS rows.
import { fieldWgsl, paramsWgsl } from '../memory/params.wgsl.ts';
import { fillTemplate, type Values } from '../template.ts';
import { openDispatchWgsl, recordWgsl } from './control.wgsl.ts';
import { haloX, type StripShape } from './shape.ts';
import { apartWgsl, sumWgsl } from './sum.wgsl.ts';
import { type StepVariant, variantValues } from './variant.ts';

const DECLARATIONS = /* wgsl */ `
const STEPS = {steps}u;
const HALO = {halo}u;
const TILE_WIDTH = {tileWidth}u;
const TILE_HEIGHT = {height}u;
`;

/** Ends a tile without scent nearby, finds the place of the strip and loads its first rows. */
const HEAD = /* wgsl */ `
fn bitsOf(nibble: u32) -> vec4<bool> {
  return (vec4u(nibble) & vec4u(1u, 2u, 4u, 8u)) != vec4u();
}

@compute @workgroup_size({lanes})
fn advance(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_invocation_id) lane: u32,
) {
  let layer = layerOf(group.x % params.chosenCount);
  let tileX = group.x / params.chosenCount;
  let tileY = group.y;
  let tiles = params.tilesX * params.tilesY;
  let tile = layer * tiles + tileY * params.tilesX + tileX;
#if front
  var told = 0u;
  if (lane == 0u) { told = openDispatch(layer, tileX + tileY == 0u); }
  let steps = subgroupBroadcastFirst(told);
  if (steps == 0u) { return; }
#end
#if residual
  let steps = select(params.steps, 0u, subgroupBroadcastFirst(atomicLoad(&control[record(layer,
    0u)])) == DONE);
  if (steps == 0u) { return; }
#end
#if host
  let steps = params.steps;
#end

  // A tile is skipped if neither the tile nor its eight neighbours have scent, and if the tile has
  // none in the field that would be written over.
  let flagsBefore = (params.phase & 1u) * params.layers * tiles;
  let flagsAfter = params.layers * tiles - flagsBefore;
  var seen = 0u;
  for (var n = lane; n < 10u; n += {lanes}u) {
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
#if front
      if ((flag & 2u) != 0u) { reportMissing(layer, 0xffffffffu); }
#end
    }
    return;
  }

  // in u32, columns left of 0 lie beyond the pitch and rows above 0 beyond the height
  let x4 = tileX * (TILE_WIDTH / 4u) + lane - HALO / 4u;
  let inX = x4 < params.pitch;
  let start = tileY * TILE_HEIGHT;
  let rows = min(TILE_HEIGHT, params.height - start);
  let stored = inX && 4u * lane >= HALO && 4u * lane < HALO + TILE_WIDTH;
  let base = layer * params.pitch * params.height;
  let plane = planeOf(layer) * params.pitch * params.height;
#if clamp
  let atLeft = vec4<bool>(x4 == 0u, false, false, false);
  let atRight = vec4u(4u * x4) + vec4u(1u, 2u, 3u, 4u) == vec4u(params.width);
#end
  // the row that comes in
  var row = start - STEPS;
  // the rows loaded ahead (v) and their factors (w)
#each slots
  var v{slot} = vec4f(); var w{slot} = vec4f();
  {
    let at = select(0u, (row + {slot}u) * params.pitch + x4, inX && row + {slot}u < params.height);
    v{slot} = bitcast<vec4f>(source[base + at]);
    w{slot} = factors[plane + at];
  }
#end
  // of each step its two latest rows (p the older, q the newer); the factors of the latest rows (f)
#each levels
  var p{before} = vec4f(); var q{before} = vec4f(); var f{before} = vec4f();
#end
  var some = vec4u();
  var kept = 0u;
#if front
  var lacking = 0u;
#end
`;

/**
 * The loops and the tile's flag. A dispatch that does all steps on a tile without goals has a loop
 * of its own.
 */
const BODY = /* wgsl */ `
  if ({plainCase}) {
{plainLoop}
  } else {
    let maskBase = layer * params.maskPitch * params.height + (min(x4, params.pitch - 1u) >> 3u);
    let maskShift = 4u * (x4 & 7u);
#if front
    let reachBase = maskBase + params.layers * params.maskPitch * params.height;
#end
    // goals: bits of goals, which keep their values; 4 bits a row, the latest row in the low bits.
    // passed: all bits of the rows of steps that the dispatch does not do, whose cells keep theirs
    var goals = 0u;
    let passed = select(0u, 0xffffffffu << ((4u * steps) & 31u), steps < 8u);
#if front
    var reach = 0u;
#end
{fullLoop}
    if (!stored) { kept = 0u; }
  }

  let flag = subgroupOr(select(0u, 1u, any(some != vec4u())) | select(0u, 4u, kept != 0u));
#if front
  let without = subgroupOr(lacking) & ((1u << steps) - 1u);
#end
  if (lane == 0u) {
#if front
    if (without != 0u) { reportMissing(layer, without); }
    flags[flagsAfter + tile] = flag | select(0u, 2u, (without & (1u << (steps - 1u))) != 0u);
#else
    flags[flagsAfter + tile] = flag;
#end
  }
}
`;

/** A loop over the rows of a tile, as many iterations written out as there are steps. */
const LOOP = /* wgsl */ `
  for (var i = 0u; i < rows + {twoSteps}u; i += {steps}u) {
#each iterations
    {
      let inMap = inX && row + {u}u < params.height;
      let n0 = select(vec4f(), v{slot}, inMap);
      let fresh = select(vec4f(), w{slot}, inMap);
      let at = select(0u, (row + {aheadRow}u) * params.pitch + x4, inX
        && row + {aheadRow}u < params.height);
      v{slot} = bitcast<vec4f>(source[base + at]);
      w{slot} = factors[plane + at];
#if full
      let held = goals | passed;
#if front
      let cares = reach;
#end
#end
#each levels
      // step {t}, for the row that is {t} rows above the row that came in
      var n{t}: vec4f;
      {
        let above = p{before};
        let below = n{before};
        let ends = above + below;
#if eight
        let column = ends + q{before};
#end
        let west = vec4f(subgroupShuffleUp({column}.w, 1u), {column}.xyz);
        let east = vec4f({column}.yzw, subgroupShuffleDown({column}.x, 1u));
        // the stencil's sum (src/types.ts)
        n{t} = {sum};
#if flush
        n{t} = select(vec4f(), n{t}, n{t} >= vec4f(0x1p-126));
#end
#if full
        if (extractBits(held, {shift}u, 4u) != 0u) {
          n{t} = select(n{t}, q{before}, bitsOf(held >> {shift}u));
        }
#if front
        lacking |= select(0u, {bit}u, any((n{t} == vec4f()) & bitsOf(cares >> {shift}u)));
#end
#end
        p{before} = q{before};
        q{before} = n{before};
      }
#end
      f{u} = fresh;
#if full
      {
        let word = select(0u, (row + {u}u) * params.maskPitch, inMap);
        let bits = select(0u, (masks[maskBase + word] >> maskShift) & 15u, inMap);
        goals = (goals << 4u) | bits;
        kept |= bits;
#if front
        let wanted = (masks[reachBase + word] >> maskShift) & 15u;
        reach = (reach << 4u) | select(0u, wanted, inMap && stored && row + {u}u - start < rows);
#end
      }
#end
      // only rows of the tile are stored, not those above or below it
      if (stored && i + {u}u - {twoSteps}u < rows) {
        result[base + (row + {u}u - STEPS) * params.pitch + x4] = bitcast<vec4u>(n{steps});
        some |= bitcast<vec4u>(n{steps});
      }
    }
#end
    row += {steps}u;
  }`;

/**
 * The kernel of a variant, cut to a shape, for subgroups of `lanes` lanes. Entry point: advance.
 */
export function stripsWgsl(variant: StepVariant, shape: StripShape, lanes: number): string {
  const { centre, counted } = variant;
  const { height, steps, ahead } = shape;
  const front = counted === 'front';
  const halo = haloX(shape);
  const values: Values = {
    ...variantValues(variant),
    lanes,
    steps,
    twoSteps: 2 * steps,
    halo,
    tileWidth: 4 * lanes - 2 * halo,
    height,
    slots: Array.from({ length: ahead }, (_, slot) => ({ slot })),
    levels: Array.from({ length: steps }, (_, before) => ({ before })),
    iterations: iterationsOf(variant, shape),
  };
  const loop = (full: boolean): string => fillTemplate(LOOP, { ...values, full });
  return [
    'enable subgroups;',
    '// a workgroup is one subgroup, and no branch around an exchange of values diverges',
    'diagnostic(off, subgroup_uniformity);',
    paramsWgsl,
    fieldWgsl(),
    fillTemplate(DECLARATIONS, values),
    counted !== 'host' ? recordWgsl : '',
    front ? openDispatchWgsl(true) : '',
    centre ? apartWgsl : '',
    fillTemplate(HEAD, values),
    fillTemplate(BODY, {
      ...values,
      plainCase: front ? 'false' : '(nearby & 4u) == 0u && steps == STEPS',
      plainLoop: front ? '' : loop(false),
      fullLoop: loop(true),
    }),
  ].join('\n');
}

/** The iterations of a loop that are written out, each with all steps. */
function iterationsOf(variant: StepVariant, { steps, ahead }: StripShape): Values[] {
  return Array.from({ length: steps }, (_, u) => ({
    u,
    slot: u % ahead,
    aheadRow: u + ahead,
    levels: Array.from({ length: steps }, (_step, before) => {
      const t = before + 1;
      return {
        t,
        before,
        shift: 4 * before,
        bit: 1 << before,
        column: variant.neighbours === 8 ? 'column' : `q${before}`,
        sum: sumWgsl(variant, {
          mid: `q${before}`,
          above: 'above',
          below: 'below',
          firstRow: `row + ${u}u == ${t}u`,
          lastRow: `row + ${u + 1}u == params.height + ${t}u`,
          // the factors of the row {t} rows above are where they were put {t} iterations ago
          factor: `f${(u - t + 2 * steps) % steps}`,
        }),
      };
    }),
  }));
}
