// The step kernel for precision 'log' on devices with subgroups. Regions are those of
// blocks.wgsl.ts. The kernel holds each value times 2^-own(x, y), in plain f32. The exponent `own`
// is linear in x and y, up to rounding, and follows the slope of the scent (slopes.wgsl.ts). So the
// held values stay within the range of f32. Scaling by powers of two is exact, so the bits are
// those of the contract as long as nothing leaves the range. Before the steps `judge`
// (slopes.wgsl.ts) computes, from all exponents of the region and its least factor, for how many
// steps no value can leave the range. After that number of steps `judge` looks at the exponents
// again. If not one step is safe, the tile is left to the kernel of blocks.wgsl.ts, which runs
// after this one with `listed`.
//
// Two bounds hold at once. The halo around a tile allows `steps` of StepShape, at most 8, before
// neighbouring tiles must be read again. `judge` allows the steps for which f32 is wide enough.
//
// For each tile the kernel first tries the slope of the tile's last dispatch. If that slope allows
// too few steps, the kernel tries the slope just measured. Neighbours beside a block come by
// shuffles, those above and below by workgroup memory. A row of blocks is a subgroup: invocations
// of a workgroup in one dimension lie in subgroups in the order of their index, with all drivers.
import { fieldWgsl, paramsWgsl } from '../memory/params.wgsl.ts';
import { fillTemplate, type Values } from '../template.ts';
import { openDispatchWgsl, recordWgsl } from './control.wgsl.ts';
import { edgeSizes, haloX, type StepShape, tileSize } from './shape.ts';
import { CHOOSE_SLOPES, LOOK_AGAIN, MEASURE_SLOPES, slopesWgsl } from './slopes.wgsl.ts';
import { apartWgsl, sumWgsl } from './sum.wgsl.ts';
import {
  BLOCK_GOALS,
  BLOCK_PLACE,
  FLAGS_AROUND,
  QUIET_TILE,
  STEPS_OF_DISPATCH,
  STORED_CARES,
  TILE_FLAG,
} from './tile-head.wgsl.ts';
import { blockRows, blockWords, type StepVariant, variantValues } from './variant.ts';

const DECLARATIONS = /* wgsl */ `
const LX = {lanesX}u;
const ROWS = {rowCount}u;
const STEPS = {steps}u;
const HALO_X = {haloX}u;
const TILE_WIDTH = {tileWidth}u;
const TILE_HEIGHT = {tileHeight}u;
const RIMS = {rims}u;

var<workgroup> top: array<vec4f, {twoRims}>;
var<workgroup> bottom: array<vec4f, {twoRims}>;
var<workgroup> gathered: atomic<u32>;
var<workgroup> missing: atomic<u32>;
var<workgroup> lacked: atomic<u32>;
var<workgroup> told: u32;
`;

const TILE = /* wgsl */ `
@compute @workgroup_size({lanes})
fn advance(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let layer = layerOf(group.x % params.chosenCount);
  let tileX = group.x / params.chosenCount;
  let tileY = group.y;
  let tiles = params.tilesX * params.tilesY;
  let tile = layer * tiles + tileY * params.tilesX + tileX;
  if (lane == 0u && group.x + group.y == 0u) { clearLists(); }
{stepsOfDispatch}
{flagsAround}
  let slopesAt = slopeList() + tile;
  if (lane == 0u) {
    verdict = vec4i(i32(atomicLoad(&gathered)), bitcast<i32>(atomicLoad(&control[slopesAt])), 0, 0);
    atomicStore(&gathered, 0u);
  }
  let begin = workgroupUniformLoad(&verdict);
  let nearby = u32(begin.x);
{quietTile}
{blockPlace}
`;

const LOAD = /* wgsl */ `
#each words
  // bits of the cells that are goals (g) and that must get scent (c)
  var g{w} = 0u;
#if front
  var c{w} = 0u;
#end
#end
  let maskBase = layer * params.maskPitch * params.height + (x4 >> 3u);
  let maskShift = 4u * (x4 & 7u);
  // loads without branches, so that all of them are under way at once; invocations beyond the map
  // load cell 0
#each rows
  let in{k} = x4 < params.pitch && y0 + {k}u < params.height;
  let at{k} = select(0u, (y0 + {k}u) * params.pitch + x4, in{k});
  let word{k} = select(0u, maskBase + (y0 + {k}u) * params.maskPitch, in{k});
  var f{k} = factors[plane + at{k}];
  var v{k} = bitcast<vec4f>(source[2u * (base + at{k})]);
  var k{k} = bitcast<vec4i>(source[2u * (base + at{k}) + 1u]);
#if front
  let reach{k} = masks[word{k} + params.layers * params.maskPitch * params.height];
#end
#end
  // the least of the bits of factors, less 1: a factor of 0 gives the largest number
  var thin = vec4u(0xffffffffu);
  var lack = false;
#each rows
  f{k} = select(vec4f(), f{k}, in{k});
  v{k} = select(vec4f(), v{k}, in{k});
  thin = min(thin, bitcast<vec4u>(f{k}) - 1u);
#if front
  c{word} |= select(0u, ((reach{k} >> maskShift) & 15u) << {shift}u, in{k});
  lack = lack || any((v{k} == vec4f()) & ((vec4u(c{word} >> {shift}u) & vec4u(1u, 2u, 4u,
    8u)) != vec4u()));
#end
#end
{blockGoals}
  // the columns and rows of this block that are stored
  let stored = 4u * cx >= HALO_X && 4u * cx < HALO_X + TILE_WIDTH && x4 < params.pitch;
{storedCares}
#if front
  if (lack) { atomicStore(&lacked, 1u); }
  var lacking = 0u;
#end
`;

const STEP_LOOP = /* wgsl */ `
  let rim = cy * LX + cx;
  for (var s = 0u; s < steps; s++) {
{lookAgain}
    // 'nothing' is 0, but a compiler cannot know. If the words of goals and cares were the same in
    // every step, it would expand them ahead of the loop, to a register per cell.
    let nothing = s & params.nought;
#each words
    let goal{w} = g{w} | nothing;
#if front
    let care{w} = c{w} | nothing;
#end
#end
    let r = (s & 1u) * RIMS + rim;
    top[r] = v0;
    bottom[r + LX] = {lastRow};
    // publishes the edges of all blocks; the next step overwrites the edges of the step before,
    // which all invocations have read
    workgroupBarrier();
    var before = bottom[r];
    let down = top[r + LX];
#each rows
    {
      let above = before * fromAbove;
      let below = {below} * fromBelow;
      let ends = above + below;
#if eight
      let column = ends + v{k};
#end
      let west = vec4f(subgroupShuffleUp({column}.w, 1u), {column}.xyz) * fromLeft;
      let east = vec4f({column}.yzw, subgroupShuffleDown({column}.x, 1u)) * fromRight;
      // the stencil's sum (src/types.ts)
      var value = {sum};
      before = v{k};
      if (goals != 0u) {
        value =
          select(value, v{k}, ((vec4u(goal{word} >> {shift}u) & vec4u(1u, 2u, 4u, 8u)) != vec4u()));
      }
      v{k} = value;
    }
#end
#if front
    if (counts) {
      var zero = false;
#each rows
      zero = zero || any((v{k} == vec4f()) & ((vec4u(care{word} >> {shift}u) & vec4u(1u, 2u, 4u,
        8u)) != vec4u()));
#end
      if (zero) { lacking |= 1u << s; }
    }
#end
  }
`;

const STORE = /* wgsl */ `
  var some = 0u;
  if (stored) {
#each rows
    if (cy * ROWS + {k}u - STEPS < TILE_HEIGHT && y0 + {k}u < params.height) {
      let at = base + (y0 + {k}u) * params.pitch + x4;
      let own = ownX + (ownY + rise * {k});
      let window = windows(v{k}, own);
      result[2u * at] = bitcast<vec4u>(scaled(v{k}, own - 96 * window));
      result[2u * at + 1u] = bitcast<vec4u>(window);
      some |= select(0u, 1u, any(v{k} != vec4f()));
    }
#end
  }
  if (stored && goals != 0u) { some |= 4u; }
  if (some != 0u) { atomicOr(&gathered, some); }
#if front
  if (lacking != 0u) { atomicOr(&missing, lacking); }
#end
  // gathers what all invocations found
  workgroupBarrier();
  if (lane == 0u) {
    var flag = atomicLoad(&gathered);
{tileFlag}`;

/** The kernel of a variant, cut to a shape. Entry point: advance. */
export function tiltedWgsl(variant: StepVariant, shape: StepShape): string {
  const values = { ...variantValues(variant), ...shapeValues(variant, shape) };
  const fill = (template: string): string => fillTemplate(template, values);
  const parts: Values = {
    ...values,
    stepsOfDispatch: fill(STEPS_OF_DISPATCH),
    flagsAround: FLAGS_AROUND,
    quietTile: fill(QUIET_TILE),
    blockPlace: BLOCK_PLACE,
    blockGoals: fill(BLOCK_GOALS),
    storedCares: fill(STORED_CARES),
    lookAgain: fill(LOOK_AGAIN),
    tileFlag: fill(TILE_FLAG),
  };
  return [
    'enable subgroups;',
    '// all invocations take part in every exchange: branches before exchanges are uniform',
    'diagnostic(off, subgroup_uniformity);',
    paramsWgsl,
    fieldWgsl(),
    fill(DECLARATIONS),
    recordWgsl,
    variant.counted === 'front' ? openDispatchWgsl(false) : '',
    slopesWgsl(variant, shape.rows, variant.centre ? apartWgsl : ''),
    ...[TILE, LOAD, MEASURE_SLOPES, CHOOSE_SLOPES, STEP_LOOP, STORE].map((part) =>
      fillTemplate(part, parts),
    ),
  ].join('\n');
}

/** The values of the template that depend on how the kernel is cut. */
function shapeValues(variant: StepVariant, shape: StepShape): Values {
  const { lanesX, lanesY, rows, steps } = shape;
  const rims = edgeSizes(shape)[1];
  const tile = tileSize(shape);
  const words = blockWords(rows);
  return {
    lanesX,
    lanes: lanesX * lanesY,
    rowCount: rows,
    steps,
    haloX: haloX(shape),
    tileWidth: tile.width,
    tileHeight: tile.height,
    rims,
    twoRims: 2 * rims,
    words,
    allGoals: words.map(({ w }) => `g${w}`).join(' | '),
    last: rows - 1,
    lastRow: `v${rows - 1}`,
    steepest: 24 * (rows - 1),
    rows: blockRows(rows).map((row) => ({
      ...row,
      column: variant.neighbours === 8 ? 'column' : `v${row.k}`,
      sum: sumWgsl(variant, {
        mid: `v${row.k}`,
        above: 'above',
        below: 'below',
        firstRow: `y0 + ${row.k}u == 0u`,
        lastRow: `y0 + ${row.k + 1}u == params.height`,
        factor: `f${row.k}`,
      }),
    })),
  };
}
