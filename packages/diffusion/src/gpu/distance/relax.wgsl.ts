// Costs to the nearest goal, tile by tile. A workgroup takes a waiting tile and relaxes its cells
// until no cost in it changes: the cost of a cell is the least sum of a neighbour's cost and of the
// step to that neighbour. Then it lists the tiles beside it that its costs make cheaper; they wait
// for the next round. Tiles are relaxed in no order of cost, and the answer does not depend on
// their order: rounding is monotone, so the least f32 sum over all paths is the only fixed point
// that is reached from above.
//
// Every dispatch is one round. In odd rounds the tiles lie half a tile further to the left and
// further up, so that the border of two tiles is the middle of a tile in the next round. Best paths
// along a border cross it again and again; with tiles that stay, each crossing would take a round.
// On 2048 x 2048 cells with 20 % obstacles, tiles that stay are relaxed 16.8 times each and shifted
// ones 2.2 times, in as many rounds.
//
// There are two lists of waiting tiles, for even and for odd rounds. For each list there is a word
// per tile that says whether the tile is on it. Three counts in turn, in the state, say how many
// tiles wait: a round without waiting tiles ends at once.
import { NO_DIAGONALS } from '../../model/corners.ts';
import { hasCornerRule } from '../memory/corners.wgsl.ts';
import { fillTemplate } from '../template.ts';
import { stepCostWgsl } from './descent.wgsl.ts';
import { paramsWgsl } from '../memory/params.wgsl.ts';

/** Cells of a tile in a row and in a column. */
export const TILE = 32;
/** How far the tiles of odd rounds lie to the left of those of even rounds, and above them. */
const SHIFT = TILE / 2;
/** Tiles along `cells` cells, in rounds of both kinds. */
export const tilesAlong = (cells: number): number => Math.ceil((cells + SHIFT) / TILE);
/** Words of the state: three counts in turn, of tiles that wait for a round; a count of rounds. */
export const STATE_WORDS = 4;
/** The word with the number of rounds that had something to do; also how many counts there are. */
export const ROUNDS = 3;

const LANES = 256;
/** Cells of an invocation, one below another. */
const ROWS = (TILE * TILE) / LANES;
/** Relaxations of every cell between two tests whether any changed; no measurement is recorded. */
const SWEEPS = 4;
const SIDE = TILE + 2;

const fieldWgsl = `
const INFINITE = 0x7f800000u;
@group(0) @binding(2) var<storage, read_write> field: array<atomic<u32>>;
`;

/** Sets the chosen layers to `Infinity`, one row of workgroups each. Entry point: fill. */
export const fillWgsl: string =
  paramsWgsl +
  fieldWgsl +
  /* wgsl */ `
@compute @workgroup_size(256)
fn fill(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let words = params.pitch * params.height * 4u;
  let base = params.chosen[id.y / 4u][id.y % 4u] * words;
  for (var i = id.x; i < words; i += groups.x * 256u) { atomicStore(&field[base + i], INFINITE); }
}
`;

const KERNEL = /* wgsl */ `
// 1 / terrain of each cell, 0 = obstacle
@group(0) @binding(1) var<storage, read> entering: array<f32>;
// lists of even and of odd rounds
@group(0) @binding(3) var<storage, read_write> lists: array<u32>;
// 1 for tiles on the list of the next even round, of the next odd one
@group(0) @binding(4) var<storage, read_write> listed: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> state: array<atomic<u32>>;

const TILE = {tile}u;
const SHIFT = {shift}u;
const SIDE = {side}u;
const LANES = {lanes}u;
const ROWS = {rows}u;

// What each cell of the tile, and each cell around the tile, offers its neighbours: its cost + the
// step into it. straight: to neighbours beside, above and below; slanted: to diagonal ones
var<workgroup> straight: array<atomic<u32>, {sideSquared}>;
#if eight
var<workgroup> slanted: array<atomic<u32>, {sideSquared}>;
#end
// costs of the cells around the tile
var<workgroup> around: array<u32, {sideSquared}>;
var<workgroup> busy: array<atomic<u32>, 2>;
// bit d: a cell outside of the tile, beside quarter d (of 2 x 2), gets a lower cost from the tile
var<workgroup> spreads: atomic<u32>;
var<workgroup> told: u32;

@compute @workgroup_size(LANES)
fn relax(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let phase = params.phase;
  let all = params.layers * params.tilesX * params.tilesY;
  if (lane == 0u) { told = atomicLoad(&state[phase % 3u]); }
  // uniform: what follows contains barriers
  let count = workgroupUniformLoad(&told);
  if (count == 0u) { return; }
  if (group.x == 0u && lane == 0u) {
    atomicStore(&state[(phase + 2u) % 3u], 0u);
    atomicAdd(&state[{rounds}], 1u);
  }
  for (var i = group.x; i < count; i += groups.x) {
    let entry = (phase & 1u) * all;
    let tile = lists[entry + i];
    if (lane == 0u) { atomicStore(&listed[entry + tile], 0u); }
    relaxTile(lane, tile, phase, all);
  }
}

/**
 * Loads a cell and writes what it offers. Returns its cost and the bits of its inverse terrain: 0
 * for obstacles and for cells outside of the map.
 */
fn enter(at: u32, base: u32, x: u32, y: u32) -> vec2u {
  var cost = INFINITE;
  var inverse = 0f;
  if (x < params.width && y < params.height) {
    let cell = y * params.pitch * 4u + x;
    inverse = entering[cell];
    if (inverse != 0f) { cost = atomicLoad(&field[base + cell]); }
  }
  say(at, cost, stepsInto(inverse));
  return vec2u(cost, bitcast<u32>(inverse));
}

/** Writes what a cell offers its neighbours. */
fn say(at: u32, cost: u32, steps: vec2f) {
  // nothing is added to an infinite cost: compilers may assume that no number is infinite
  let sums = bitcast<vec2u>(select(bitcast<f32>(cost), 0f, cost == INFINITE) + steps);
  // Bits of costs are ordered as costs are. An offer is at least the least f32 above the cost, also
  // if rounding loses the step.
  let rising = max(sums, vec2u(cost + 1u));
  let said = select(rising, vec2u(INFINITE), cost == INFINITE);
  atomicStore(&straight[at], said.x);
#if eight
  atomicStore(&slanted[at], said.y);
#end
}

#if ruled
fn openBit(x: u32, y: u32) -> u32 {
  if (x >= params.width || y >= params.height) { return 0u; }
  return select(0u, 1u, entering[y * params.pitch * 4u + x] != 0f);
}

/** Bits of the diagonal neighbours that the corner rule allows: NW, NE, SW, SE. */
fn allowedAround(x: u32, y: u32) -> u32 {
  let west = openBit(x - 1u, y);
  let east = openBit(x + 1u, y);
  let north = openBit(x, y - 1u);
  let south = openBit(x, y + 1u);
  return select(0u, 1u, north + west >= {beside}u) | select(0u, 2u, north + east >= {beside}u)
    | select(0u, 4u, south + west >= {beside}u) | select(0u, 8u, south + east >= {beside}u);
}

/** The least of what the allowed diagonal neighbours offer. */
fn heardAcross(at: u32, allowed: u32) -> u32 {
  var least = INFINITE;
  if ((allowed & 1u) != 0u) { least = min(least, atomicLoad(&slanted[at - SIDE - 1u])); }
  if ((allowed & 2u) != 0u) { least = min(least, atomicLoad(&slanted[at - SIDE + 1u])); }
  if ((allowed & 4u) != 0u) { least = min(least, atomicLoad(&slanted[at + SIDE - 1u])); }
  if ((allowed & 8u) != 0u) { least = min(least, atomicLoad(&slanted[at + SIDE + 1u])); }
  return least;
}
#end

fn relaxTile(lane: u32, tile: u32, phase: u32, all: u32) {
  let tiles = params.tilesX * params.tilesY;
  let base = tile / tiles * params.pitch * params.height * 4u;
  let shift = (phase & 1u) * SHIFT;
  // where the tile begins. In u32, columns left of 0 lie beyond the width, rows above 0 beyond the
  // height
  let left = tile % params.tilesX * TILE - shift;
  let top = tile % tiles / params.tilesX * TILE - shift;
  let x = lane % TILE;
  let y = lane / TILE * ROWS;
  let here = (y + 1u) * SIDE + x + 1u;

  var before: array<u32, ROWS>;
  var mine: array<u32, ROWS>;
  var inverse: array<f32, ROWS>;  // 0: an obstacle, or outside of the map
#if ruled
  var allowed: array<u32, ROWS>;
#end
  for (var k = 0u; k < ROWS; k++) {
    let cell = enter(here + k * SIDE, base, left + x, top + y + k);
    mine[k] = cell.x;
    before[k] = cell.x;
    inverse[k] = bitcast<f32>(cell.y);
#if ruled
    allowed[k] = allowedAround(left + x, top + y + k);
#end
  }
  if (lane < 4u * (TILE + 1u)) {
    // two rows of SIDE cells, then two columns of TILE
    let inRows = lane < 2u * SIDE;
    let i = select(lane - 2u * SIDE, lane, inRows);
    let far = select(i / TILE, i / SIDE, inRows) * (SIDE - 1u);
    let atX = select(far, i % SIDE, inRows);
    let atY = select(1u + i % TILE, far, inRows);
    let cell = enter(atY * SIDE + atX, base, left + atX - 1u, top + atY - 1u);
    // 0 for obstacles, because no offer is below 0
    around[atY * SIDE + atX] = select(cell.x, 0u, cell.y == 0u);
  }
  if (lane == 0u) {
    atomicStore(&busy[0], 0u);
    atomicStore(&busy[1], 0u);
    atomicStore(&spreads, 0u);
  }
  // publishes what the cells offer
  workgroupBarrier();

  for (var check = 0u; ; check++) {
    for (var sweep = 0u; sweep < {sweeps}u; sweep++) {
      var worked = false;
      var above = atomicLoad(&straight[here - SIDE]);
#if rolled
      var across =
        min(atomicLoad(&slanted[here - SIDE - 1u]), atomicLoad(&slanted[here - SIDE + 1u]));
      var beside = min(atomicLoad(&slanted[here - 1u]), atomicLoad(&slanted[here + 1u]));
#end
      for (var k = 0u; k < ROWS; k++) {
        let at = here + k * SIDE;
        var best = min(above, atomicLoad(&straight[at + SIDE]));
        best = min(best, min(atomicLoad(&straight[at - 1u]), atomicLoad(&straight[at + 1u])));
#if rolled
        let below = min(atomicLoad(&slanted[at + SIDE - 1u]), atomicLoad(&slanted[at + SIDE + 1u]));
        best = min(best, min(across, below));
        across = beside;
        beside = below;
#end
#if ruled
        best = min(best, heardAcross(at, allowed[k]));
#end
        if (best < mine[k] && inverse[k] != 0f) {
          mine[k] = best;
          worked = true;
          say(at, best, stepsInto(inverse[k]));
        }
        above = atomicLoad(&straight[at]);
      }
      if (worked && sweep == {lastSweep}u) { atomicStore(&busy[check & 1u], 1u); }
      // publishes the offers that this sweep lowered to the next sweep
      workgroupBarrier();
    }
    // the sweeps end if the last one before this check lowered no cost
    if (lane == 0u) {
      told = atomicLoad(&busy[check & 1u]);
      // the other word was last read before the last barrier
      atomicStore(&busy[(check + 1u) & 1u], 0u);
    }
    if (workgroupUniformLoad(&told) == 0u) { break; }
  }

  var reached = 0u;
  for (var k = 0u; k < ROWS; k++) {
    if (mine[k] >= before[k]) { continue; }
    // no other workgroup writes this tile in this round
    atomicStore(&field[base + (top + y + k) * params.pitch * 4u + left + x], mine[k]);
    if (x > 0u && x + 1u < TILE && y + k > 0u && y + k + 1u < TILE) { continue; }
    for (var d = 0u; d < 9u; d++) {
#if eight
      if (d == 4u) { continue; }
#else
      if (d == 4u || (d & 1u) == 0u) { continue; }
#end
      let toX = x + d % 3u;
      let toY = y + k + d / 3u;
      if (toX > 0u && toX < SIDE - 1u && toY > 0u && toY < SIDE - 1u) { continue; }
      let at = here + k * SIDE;
#if eight
      let further = select(atomicLoad(&slanted[at]), atomicLoad(&straight[at]), (d & 1u) == 1u);
#else
      let further = atomicLoad(&straight[at]);
#end
      if (further < around[toY * SIDE + toX]) {
        reached |= 1u << (select(0u, 1u, toX > SHIFT) + select(0u, 2u, toY > SHIFT));
      }
    }
  }
  if (reached != 0u) { atomicOr(&spreads, reached); }
  // spreads is complete; the next tile may write over the other arrays
  workgroupBarrier();
  if (lane < 4u && (atomicLoad(&spreads) & (1u << lane)) != 0u) {
    // quarter 'lane' of this tile is a quarter of tile 'next' in the next round
    let next = tile + lane / 2u * params.tilesX + lane % 2u - (phase & 1u) * (params.tilesX + 1u);
    let entry = ((phase + 1u) & 1u) * all;
    if (atomicExchange(&listed[entry + next], 1u) == 0u) {
      lists[entry + atomicAdd(&state[(phase + 1u) % 3u], 1u)] = next;
    }
  }
  // the next tile clears spreads only after all invocations have read spreads
  workgroupBarrier();
}
`;

/** Relaxes the waiting tiles of one round. Entry point: relax. */
export function relaxWgsl(beside: number): string {
  const ruled = hasCornerRule(beside);
  const values = {
    eight: beside !== NO_DIAGONALS,
    // without a corner rule the diagonal offers of a row are combined once, and serve the rows
    // above and below
    rolled: beside === 0,
    ruled,
    beside,
    tile: TILE,
    shift: SHIFT,
    side: SIDE,
    sideSquared: SIDE * SIDE,
    lanes: LANES,
    rows: ROWS,
    rounds: ROUNDS,
    sweeps: SWEEPS,
    lastSweep: SWEEPS - 1,
  };
  return paramsWgsl + fieldWgsl + stepCostWgsl + fillTemplate(KERNEL, values);
}
