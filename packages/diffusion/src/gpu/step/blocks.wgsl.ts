// The step kernel with workgroup memory, for every device: several steps per dispatch (temporal
// blocking). A workgroup loads a region of 4 * LX columns and ROWS * LY rows: a tile with its halo,
// in the step kernels, not a component of the map. Each invocation keeps a block of 4 columns and
// ROWS rows of the region in registers, with its factors. Every step loses the outermost row and
// column of what is known, so after n steps only the cells at least n from the region's edge are
// stored: regions overlap by 2 n. A tile is the part that is stored.
//
// Blocks exchange their edges by workgroup memory: the first and last value of each row (`first`,
// `last`) and their top and bottom rows (`top`, `bottom`). There are two copies that alternate from
// step to step, so that one barrier per step is enough.
//
// Precision 'log': a block holds its values times 2^-scale, with a scale of its own
// (scales.wgsl.ts), and does plain f32 arithmetic. A value from another block is multiplied by
// 2^(difference of the scales). Scaling by powers of two is exact, so the bits are those of the
// contract as long as nothing leaves the range of f32. Every step checks this, unless all values of
// the region lie so close together that none can leave the range (`calm`). A tile that fails the
// check is left to the careful kernel (careful.wgsl.ts), which runs after this one.
//
// The rows of a block are written out one by one, so that blocks lie in registers with every
// driver.
import { cornerBitsWgsl, hasCornerRule } from '../memory/corners.wgsl.ts';
import { halfWgsl } from '../memory/half.ts';
import { fieldWgsl, paramsWgsl } from '../memory/params.wgsl.ts';
import { fillTemplate, type Values } from '../template.ts';
import { openDispatchWgsl, recordWgsl } from './control.wgsl.ts';
import { RANGE_CHECK, REGION_SCALE, scalesWgsl, STEP_SCALES } from './scales.wgsl.ts';
import { edgeSizes, haloX, type StepShape, tileSize } from './shape.ts';
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
const LY = {lanesY}u;
const ROWS = {rowCount}u;
const STEPS = {steps}u;
const HALO_X = {haloX}u;
const TILE_WIDTH = {tileWidth}u;
const TILE_HEIGHT = {tileHeight}u;
const EDGES = {edges}u;
const RIMS = {rims}u;

var<workgroup> first: array<f32, {twoEdges}>;
var<workgroup> last: array<f32, {twoEdges}>;
var<workgroup> top: array<vec4f, {twoRims}>;
var<workgroup> bottom: array<vec4f, {twoRims}>;
var<workgroup> gathered: atomic<u32>;
var<workgroup> missing: atomic<u32>;
var<workgroup> told: u32;
#if log
// the last step after which a block got another scale, counted from 1
var<workgroup> rescaled: atomic<u32>;
// of the whole region: 2^30 + the largest exponent, 2^30 - the least exponent, 2^32 - the bits of
// the least factor but 0
var<workgroup> regionMost: atomic<u32>;
var<workgroup> regionLeast: atomic<u32>;
var<workgroup> regionThin: atomic<u32>;
#end
`;

/** Which tile a workgroup does: its own, or the next one that tilted.wgsl.ts left. */
const TILE_OF_GROUP = /* wgsl */ `
@compute @workgroup_size({lanes})
fn advance(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let tiles = params.tilesX * params.tilesY;
#if listed
  if (lane == 0u) {
    told = 0u;
    let job = group.y * groups.x + group.x;
    if (job < atomicLoad(&control[tiltedLeft(params.phase)])) {
      told = 1u + atomicLoad(&control[tiltedList() + job]);
    }
  }
  // uniform: the steps contain barriers
  let found = workgroupUniformLoad(&told);
  if (found == 0u) { return; }
  let tile = found - 1u;
  let layer = tile / tiles;
  let tileX = tile % tiles % params.tilesX;
  let tileY = tile % tiles / params.tilesX;
#if front
  if (lane == 0u) { told = atomicLoad(&control[record(layer, params.phase) + 2u]); }
  let steps = workgroupUniformLoad(&told);
#else
  let steps = params.steps;
#end
#else
  let layer = layerOf(group.x % params.chosenCount);
  let tileX = group.x / params.chosenCount;
  let tileY = group.y;
  let tile = layer * tiles + tileY * params.tilesX + tileX;
#if log
  if (lane == 0u && group.x + group.y == 0u) { clearLists(); }
#end
  {stepsOfDispatch}
#end
{flagsAround}
  if (lane == 0u) {
    told = atomicLoad(&gathered);
    atomicStore(&gathered, 0u);
  }
  let nearby = workgroupUniformLoad(&told);
{quietTile}
{blockPlace}
`;

const LOAD = /* wgsl */ `
#each rows
  var v{k} = vec4f(); var f{k} = vec4f();
#if log
  var e{k} = vec4i(NOTHING);
#end
#end
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
  f{k} = factors[plane + at{k}];
#if log
  v{k} = bitcast<vec4f>(source[2u * (base + at{k})]);
  e{k} = bitcast<vec4i>(source[2u * (base + at{k}) + 1u]);
#else
#if half
  v{k} = valuesOf(source[base + at{k}]);
#else
  v{k} = bitcast<vec4f>(source[base + at{k}]);
#end
#end
#if front
  let reach{k} = masks[word{k} + params.layers * params.maskPitch * params.height];
#end
#end
#each rows
  f{k} = select(vec4f(), f{k}, in{k});
  v{k} = select(vec4f(), v{k}, in{k});
#if log
  e{k} = exponents(v{k}, e{k});
#end
#if front
  c{word} |= select(0u, ((reach{k} >> maskShift) & 15u) << {shift}u, in{k});
#end
#end
{blockGoals}
#if ruled
  // bits of the open corners above each row of the block, and below its last row
  var openRow = openBits(plane, x4, y0 - 1u);
  var nextRow = 0u;
#each rows
  nextRow = openBits(plane, x4, y0 + {k}u);
  let o{k} = cornerBits(openRow, nextRow);
  openRow = nextRow;
#end
  let o{rowCount} = cornerBits(openRow, openBits(plane, x4, y0 + {rowCount}u));
#end
  // the columns and rows of this block that are stored
  let column = 4u * cx;
  let stored = column >= HALO_X && column < HALO_X + TILE_WIDTH && x4 < params.pitch;
{storedCares}
#if front
  let cares = {allCares};
  var lacking = 0u;
#end
`;

const STEP_LOOP = /* wgsl */ `
  let edge = 1u + (1u + cy * ROWS) * LX + cx;
  let rim = cy * LX + cx;
  for (var s = 0u; s < steps; s++) {
    // 'nothing' is 0, but a compiler cannot know. If the words of goals and cares were the same in
    // every step, it would expand them ahead of the loop, to a register per cell.
    let nothing = s & params.nought;
#each words
    let goal{w} = g{w} | nothing;
#if front
    let care{w} = c{w} | nothing;
#end
#end
    let e = (s & 1u) * EDGES + edge - LX;
    let r = (s & 1u) * RIMS + rim;
#each rows
    first[e + {edge}u] = v{k}.x; last[e + {edge}u] = v{k}.w;
#end
    top[r] = v0;
    bottom[r + LX] = {lastRow};
#if log
    if (!calm) { blockScale[(s & 1u) * SCALES + scaleAt(cx, cy)] = scale; }
#end
    // publishes the edges of all blocks; the next step overwrites the edges of the step before,
    // which all invocations have read
    workgroupBarrier();
#if log
{stepScales}
    var above = bottom[r] * scaleN;
    let down = top[r + LX] * scaleS;
#else
    var above = bottom[r];
    let down = top[r + LX];
#end
#if eight
    var l0 = last[e - 1u]{timesNW}; var l1 = last[e + LX - 1u]{timesW};
    var r0 = first[e + 1u]{timesNE}; var r1 = first[e + LX + 1u]{timesE};
#end
#each rows
    {
      let below = {below};
      let ends = above + below;
#if eight
      let l2 = last[e + {edge}u + LX - 1u]{timesL}; let r2 = first[e + {edge}u + LX + 1u]{timesR};
#if ruled
      let upper = o{k} | nothing;
      let lower = o{nextRow} | nothing;
      let west = (past(upper, vec4f(l0, above.xyz)) + past(lower, vec4f(l2, below.xyz)))
        + vec4f(l1, v{k}.xyz);
      let east =
        (past(upper >> 1u, vec4f(above.yzw, r0)) + past(lower >> 1u, vec4f(below.yzw, r2)))
        + vec4f(v{k}.yzw, r1);
#else
      let column = ends + v{k};
      let west = vec4f((l0 + l2) + l1, column.xyz);
      let east = vec4f(column.yzw, (r0 + r2) + r1);
#end
      l0 = l1; l1 = l2; r0 = r1; r1 = r2;
#else
      let west = vec4f(last[e + {edge}u - 1u]{timesW}, v{k}.xyz);
      let east = vec4f(v{k}.yzw, first[e + {edge}u + 1u]{timesE});
#end
      // the stencil's sum (src/types.ts)
      var value = {sum};
#if flush
      value = select(vec4f(), value, value >= vec4f(0x1p-126));
#end
      above = v{k};
      if (goals != 0u) {
        value =
          select(value, v{k}, ((vec4u(goal{word} >> {shift}u) & vec4u(1u, 2u, 4u, 8u)) != vec4u()));
      }
      v{k} = value;
    }
#end
{rangeCheck}
#if front
#if !log
    var low = v0;
#each otherRows
    low = min(low, v{k});
#end
    let zeros = min(min(low.x, low.y), min(low.z, low.w)) == 0f;
#end
    if (zeros && cares != 0u) {
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

/** Diagonal neighbours, as far as their corners are open. */
const PAST = /* wgsl */ `
fn past(corners: u32, values: vec4f) -> vec4f {
  return select(vec4f(), values, (vec4u(corners) & vec4u(1u, 2u, 4u, 8u)) != vec4u());
}
`;

const STORE = /* wgsl */ `
  var some = 0u;
  if (stored) {
#each rows
    if (cy * ROWS + {k}u - STEPS < TILE_HEIGHT && y0 + {k}u < params.height) {
      let at = base + (y0 + {k}u) * params.pitch + x4;
#if log
      let window = windows(v{k}, scale);
      result[2u * at] = bitcast<vec4u>(unscaled(v{k}, scale, window));
      result[2u * at + 1u] = bitcast<vec4u>(window);
#else
#if half
      let halves = halvesOf(v{k});
      result[at] = halves;
#else
      result[at] = bitcast<vec4u>(v{k});
#end
#end
#if half
      some |= select(0u, 1u, any(halves != vec2u()));
#else
      some |= select(0u, 1u, any(v{k} != vec4f()));
#end
    }
#end
  }
  if (stored && goals != 0u) { some |= 4u; }
#if log
  if (wrong) { some |= 8u; }
#end
  if (some != 0u) { atomicOr(&gathered, some); }
#if front
  if (lacking != 0u) { atomicOr(&missing, lacking); }
#end
  // gathers what all invocations found
  workgroupBarrier();
  if (lane == 0u) {
    var flag = atomicLoad(&gathered);
#if log
    if (flag > 7u) {
      leaveToCareful(tile);
      flags[flagsAfter + tile] = 5u;
      return;
    }
#end
{tileFlag}`;

/**
 * The kernel of a variant, cut to a shape. `listed`: it does only the tiles that the tilted kernel
 * left (tilted.wgsl.ts), with as many workgroups as there are tiles. Entry point: advance.
 */
export function blocksWgsl(variant: StepVariant, shape: StepShape, listed = false): string {
  const { counted, centre, half } = variant;
  const log = variant.precision === 'log';
  const values = { ...variantValues(variant), ...shapeValues(variant, shape), listed };
  const fill = (template: string): string => fillTemplate(template, values);
  const parts: Values = {
    ...values,
    stepsOfDispatch: fill(STEPS_OF_DISPATCH),
    flagsAround: FLAGS_AROUND,
    quietTile: fill(QUIET_TILE),
    blockPlace: BLOCK_PLACE,
    blockGoals: fill(BLOCK_GOALS),
    storedCares: fill(STORED_CARES),
    stepScales: STEP_SCALES,
    rangeCheck: fill(RANGE_CHECK),
    tileFlag: fill(TILE_FLAG),
  };
  return [
    paramsWgsl,
    half ? fieldWgsl('vec2u', 'vec2u') + halfWgsl : fieldWgsl(),
    ...(hasCornerRule(variant.beside) ? [cornerBitsWgsl(variant.beside) + PAST] : []),
    fill(DECLARATIONS),
    counted !== 'host' || log ? recordWgsl : '',
    counted === 'front' && !listed ? openDispatchWgsl(!log) : '',
    log ? scalesWgsl(shape) : '',
    centre ? apartWgsl : '',
    ...[TILE_OF_GROUP, LOAD, REGION_SCALE, STEP_LOOP, STORE].map((part) =>
      fillTemplate(part, parts),
    ),
  ].join('\n');
}

/** The values of the template that depend on how the kernel is cut. */
function shapeValues(variant: StepVariant, shape: StepShape): Values {
  const { lanesX, lanesY, rows, steps } = shape;
  const [edges, rims] = edgeSizes(shape);
  const tile = tileSize(shape);
  const words = blockWords(rows);
  const log = variant.precision === 'log';
  const times = (scale: string): string => (log ? ` * scale${scale}` : '');
  return {
    lanesX,
    lanesY,
    lanes: lanesX * lanesY,
    rowCount: rows,
    steps,
    haloX: haloX(shape),
    tileWidth: tile.width,
    tileHeight: tile.height,
    edges,
    rims,
    twoEdges: 2 * edges,
    twoRims: 2 * rims,
    words,
    allGoals: words.map(({ w }) => `g${w}`).join(' | '),
    allCares: words.map(({ w }) => `c${w}`).join(' | '),
    lastRow: `v${rows - 1}`,
    rows: blockRows(rows).map((row) => ({
      ...row,
      edge: (row.k + 1) * lanesX,
      nextRow: row.k + 1,
      // the row under the last one belongs to the blocks diagonally below
      timesL: times(row.k + 1 < rows ? 'W' : 'SW'),
      timesR: times(row.k + 1 < rows ? 'E' : 'SE'),
      sum: sumWgsl(variant, {
        mid: `v${row.k}`,
        above: 'above',
        below: 'below',
        firstRow: `y0 + ${row.k}u == 0u`,
        lastRow: `y0 + ${row.k + 1}u == params.height`,
        factor: `f${row.k}`,
      }),
    })),
    otherRows: blockRows(rows).slice(1),
    timesW: times('W'),
    timesE: times('E'),
    timesNW: times('NW'),
    timesNE: times('NE'),
  };
}
