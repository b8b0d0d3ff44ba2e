// Method 'steady' on the device: the levels above the cells. A node of a level is a box of 2 x 2
// nodes of the finer one, on the lowest level of 2 x 2 cells. The unknown of a node is the factor u
// by which all scent under it should be multiplied. Its row, in units of 2^unit:
//
//   diagonal * u = sum over the 8 boxes around it of weight * u + inflow
//
// A level is a section of the buffer `rows`, plane by plane: weights by place in 3 x 3 with the
// diagonal in the middle, inflow, u, unit.

import { fillTemplate } from '../template.ts';

/** Planes of a level in `rows`. */
export const ROW_PLANES = 12;
export const PLANES = { inflow: 9, u: 10, unit: 11 } as const;

export const exponentWgsl: string = /* wgsl */ `
/** The binary exponent of a normal number above 0. */
fn exponentOf(m: f32) -> i32 { return i32((bitcast<u32>(m) >> 23u) & 0xffu) - 127; }

/** m * 2^by; 0 if the product is below 2^-120. Exponents above 100 become 100. */
fn timesPowerOf2(m: f32, by: i32) -> f32 {
  if (m == 0f) { return 0f; }
  let e = exponentOf(m) + by;
  if (e < -120) { return 0f; }
  return bitcast<f32>((bitcast<u32>(m) & 0x007fffffu) | (u32(min(e, 100) + 127) << 23u));
}
`;

/** Access to the rows of one level and of the one above it. Bindings 6 and 8. */
export const levelWgsl: string = /* wgsl */ `
const INFLOW = ${PLANES.inflow}u;
const U = ${PLANES.u}u;
const UNIT = ${PLANES.unit}u;
/** The unit of a node that has nothing to solve for. */
const NOTHING = -0x40000000;

struct Levels {
  width: u32,
  height: u32,
  count: u32,
  first: u32,        // the level's first word in 'rows'
  coarseWidth: u32,  // the level above it
  coarseHeight: u32,
  coarseCount: u32,
  coarseFirst: u32,
}
@group(0) @binding(6) var<uniform> levels: Levels;
@group(0) @binding(8) var<storage, read_write> rows: array<u32>;

fn planeOf(plane: u32) -> u32 { return levels.first + plane * levels.count; }
fn coarsePlane(plane: u32) -> u32 { return levels.coarseFirst + plane * levels.coarseCount; }

fn row(plane: u32, node: u32) -> f32 { return bitcast<f32>(rows[planeOf(plane) + node]); }
fn setRow(plane: u32, node: u32, value: f32) { rows[planeOf(plane) + node] = bitcast<u32>(value); }
fn setCoarse(plane: u32, node: u32, value: f32) {
  rows[coarsePlane(plane) + node] = bitcast<u32>(value);
}

/**
 * A correction u, limited to 2^-90 … 2^90, and 1 if u is not above 0. Far from the solution a row
 * can give any number, or NaN.
 */
fn limited(u: f32) -> f32 { return select(1f, clamp(u, 0x1p-90f, 0x1p90f), u > 0f); }
`;

/** Entry points: sweepLevel (COLOUR), coarsen, correct (FURTHER: with u^(7/4) instead of u). */
export const levelsWgsl: string = /* wgsl */ `
${exponentWgsl}
${levelWgsl}
override COLOUR: u32 = 0;
override FURTHER: bool = false;

/**
 * One colour of four of a Gauss-Seidel sweep. Nodes whose row has no positive diagonal or sum keep
 * their u.
 */
@compute @workgroup_size(8, 8)
fn sweepLevel(@builtin(global_invocation_id) id: vec3u) {
  let x = 2u * id.x + COLOUR % 2u;
  let y = 2u * id.y + COLOUR / 2u;
  if (x >= levels.width || y >= levels.height) { return; }
  let node = y * levels.width + x;
  let diagonal = row(4u, node);
  if (!(diagonal > 0f)) { return; }
  var sum = row(INFLOW, node);
  for (var d = 0u; d < 9u; d++) {
    let toX = x + d % 3u - 1u;
    let toY = y + d / 3u - 1u;
    if (d == 4u || toX >= levels.width || toY >= levels.height) { continue; }
    sum += row(d, node) * row(U, toY * levels.width + toX);
  }
  if (sum > 0f) { setRow(U, node, limited(sum / diagonal)); }
}

/** The rows of the level above: sums over each box, with weights times the u of this level. */
@compute @workgroup_size(8, 8)
fn coarsen(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= levels.coarseWidth || id.y >= levels.coarseHeight) { return; }
  let node = id.y * levels.coarseWidth + id.x;
  var unit = NOTHING;
  for (var i = 0u; i < 4u; i++) {
    let x = 2u * id.x + i % 2u;
    let y = 2u * id.y + i / 2u;
    if (x >= levels.width || y >= levels.height) { continue; }
    unit = max(unit, bitcast<i32>(rows[planeOf(UNIT) + y * levels.width + x]));
  }
  var sums = array<f32, 9>();
  var inflow = 0f;
  for (var i = 0u; i < 4u; i++) {
    let x = 2u * id.x + i % 2u;
    let y = 2u * id.y + i / 2u;
    if (x >= levels.width || y >= levels.height) { continue; }
    let fine = y * levels.width + x;
    let own = bitcast<i32>(rows[planeOf(UNIT) + fine]);
    if (own == NOTHING) { continue; }
    let scale = timesPowerOf2(1f, own - unit);
    sums[4] += scale * row(4u, fine) * row(U, fine);
    inflow += scale * row(INFLOW, fine);
    for (var d = 0u; d < 9u; d++) {
      let toX = x + d % 3u - 1u;
      let toY = y + d / 3u - 1u;
      if (d == 4u || toX >= levels.width || toY >= levels.height) { continue; }
      let weight = row(d, fine);
      if (weight == 0f) { continue; }
      let flow = min(0x1p100f, scale * weight * row(U, toY * levels.width + toX));
      // the place of the neighbour's box among the 3 x 3 boxes around this box
      let place = (toY / 2u + 1u - id.y) * 3u + (toX / 2u + 1u - id.x);
      sums[place] += select(flow, -flow, place == 4u);
    }
  }
  for (var d = 0u; d < 9u; d++) { setCoarse(d, node, sums[d]); }
  setCoarse(INFLOW, node, inflow);
  setCoarse(U, node, 1f);
  rows[coarsePlane(UNIT) + node] = bitcast<u32>(unit);
}

@compute @workgroup_size(8, 8)
fn correct(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= levels.width || id.y >= levels.height) { return; }
  let node = id.y * levels.width + id.x;
  let above = coarsePlane(U) + id.y / 2u * levels.coarseWidth + id.x / 2u;
  let u = limited(bitcast<f32>(rows[above]));
  setRow(U, node, limited(row(U, node) * select(u, u * sqrt(u * sqrt(u)), FURTHER)));
}
`;

/** A grid of nodes. */
export interface LevelShape {
  readonly width: number;
  readonly height: number;
}

/** Longest side of a level that one workgroup solves, with all levels above it. */
export const BOTTOM = 16;
const BOTTOM_LANES = BOTTOM * BOTTOM;
/** Sweeps of the last level, which has at most 2 x 2 nodes. */
const LAST_SWEEPS = 10;
const OPS = { coarsen: 0, correct: 1, forward: 2, backward: 3, last: 4 } as const;

/** The shapes above a level, down to at most 2 x 2 nodes. */
export function shapesAbove({ width, height }: LevelShape): readonly LevelShape[] {
  const shapes = [{ width, height }];
  while (width > 2 || height > 2) {
    width = Math.ceil(width / 2);
    height = Math.ceil(height / 2);
    shapes.push({ width, height });
  }
  return shapes;
}

/** What a W-cycle does, one operation after another: 8 * operation + level, of 4 levels at most. */
function wCycle(last: number, level = 0): number[] {
  const { coarsen, correct, forward, backward } = OPS;
  if (level === last) return [8 * OPS.last + level];
  const visit = [8 * coarsen + level, ...wCycle(last, level + 1), 8 * correct + level];
  visit.push(8 * forward + level, 8 * backward + level);
  return [...visit, ...visit];
}

const BOTTOM_KERNEL = /* wgsl */ `
override FURTHER: bool = false;

const LEVELS = {levels}u;
const WIDTH = array<u32, LEVELS>({widths});
const HEIGHT = array<u32, LEVELS>({heights});
const START = array<u32, LEVELS>({starts});
const TOTAL = {total}u;
const OPS = array<u32, {opCount}>({ops});

// the planes of 'rows' without unit, in each of which are the nodes of all levels
var<workgroup> node: array<f32, 11 * TOTAL>;
var<workgroup> unit: array<i32, TOTAL>;

struct Grid { width: u32, height: u32, start: u32 }

fn gridOf(level: u32) -> Grid { return Grid(WIDTH[level], HEIGHT[level], START[level]); }

fn coarsenNode(lane: u32, fine: Grid, coarse: Grid) {
  if (lane >= coarse.width * coarse.height) { return; }
  let atX = lane % coarse.width;
  let atY = lane / coarse.width;
  var most = NOTHING;
  for (var i = 0u; i < 4u; i++) {
    let x = 2u * atX + i % 2u;
    let y = 2u * atY + i / 2u;
    if (x < fine.width && y < fine.height) {
      most = max(most, unit[fine.start + y * fine.width + x]);
    }
  }
  var sums = array<f32, 9>();
  var inflow = 0f;
  for (var i = 0u; i < 4u; i++) {
    let x = 2u * atX + i % 2u;
    let y = 2u * atY + i / 2u;
    if (x >= fine.width || y >= fine.height) { continue; }
    let at = fine.start + y * fine.width + x;
    if (unit[at] == NOTHING) { continue; }
    let scale = timesPowerOf2(1f, unit[at] - most);
    sums[4] += scale * node[4u * TOTAL + at] * node[U * TOTAL + at];
    inflow += scale * node[INFLOW * TOTAL + at];
    for (var d = 0u; d < 9u; d++) {
      let toX = x + d % 3u - 1u;
      let toY = y + d / 3u - 1u;
      if (d == 4u || toX >= fine.width || toY >= fine.height) { continue; }
      let weight = node[d * TOTAL + at];
      if (weight == 0f) { continue; }
      let flow =
        min(0x1p100f, scale * weight * node[U * TOTAL + fine.start + toY * fine.width + toX]);
      let place = (toY / 2u + 1u - atY) * 3u + (toX / 2u + 1u - atX);
      sums[place] += select(flow, -flow, place == 4u);
    }
  }
  let to = coarse.start + lane;
  for (var d = 0u; d < 9u; d++) { node[d * TOTAL + to] = sums[d]; }
  node[INFLOW * TOTAL + to] = inflow;
  node[U * TOTAL + to] = 1f;
  unit[to] = most;
}

fn correctNode(lane: u32, fine: Grid, coarse: Grid) {
  if (lane >= fine.width * fine.height) { return; }
  let above = lane / fine.width / 2u * coarse.width + lane % fine.width / 2u;
  let u = limited(node[U * TOTAL + coarse.start + above]);
  let at = U * TOTAL + fine.start + lane;
  node[at] = limited(node[at] * select(u, u * sqrt(u * sqrt(u)), FURTHER));
}

fn sweepNode(lane: u32, grid: Grid, colour: u32) {
  if (lane >= grid.width * grid.height) { return; }
  if (lane % grid.width % 2u + 2u * (lane / grid.width % 2u) == colour) { relax(lane, grid); }
}

fn relax(lane: u32, grid: Grid) {
  let x = lane % grid.width;
  let y = lane / grid.width;
  let at = grid.start + lane;
  let diagonal = node[4u * TOTAL + at];
  if (!(diagonal > 0f)) { return; }
  var sum = node[INFLOW * TOTAL + at];
  for (var d = 0u; d < 9u; d++) {
    let toX = x + d % 3u - 1u;
    let toY = y + d / 3u - 1u;
    if (d == 4u || toX >= grid.width || toY >= grid.height) { continue; }
    sum += node[d * TOTAL + at] * node[U * TOTAL + grid.start + toY * grid.width + toX];
  }
  if (sum > 0f) { node[U * TOTAL + at] = limited(sum / diagonal); }
}

@compute @workgroup_size({lanes})
fn solve(@builtin(local_invocation_index) lane: u32) {
  if (lane < levels.count) {
    for (var p = 0u; p < 11u; p++) { node[p * TOTAL + lane] = row(p, lane); }
    unit[lane] = bitcast<i32>(rows[planeOf(UNIT) + lane]);
  }
  // publishes the rows
  workgroupBarrier();
  for (var i = 0u; i < {opCount}u; i++) {
    let op = OPS[i];
    let level = op % 8u;
    let grid = gridOf(level);
    if (op / 8u == {lastOp}u) {
      // the last level has at most four nodes, so one lane relaxes them all, without barriers
      for (var k = 0u; k < {lastSweeps}u && lane == 0u; k++) {
        let count = grid.width * grid.height;
        for (var v = 0u; v < count; v++) { relax(select(v, count - 1u - v, (k & 1u) == 1u), grid); }
      }
      // the next operation reads what this lane has written
      workgroupBarrier();
    } else if (op / 8u < 2u) {
      let coarse = gridOf(min(level + 1u, LEVELS - 1u));
      if (op / 8u == 0u) { coarsenNode(lane, grid, coarse); }
      else { correctNode(lane, grid, coarse); }
      // the next operation reads what all lanes have written
      workgroupBarrier();
    } else {
      for (var c = 0u; c < 4u; c++) {
        sweepNode(lane, grid, select(c, 3u - c, op / 8u == 3u));
        // nodes of the other colours read the nodes of this colour
        workgroupBarrier();
      }
    }
  }
  if (lane < levels.count) { setRow(U, lane, node[U * TOTAL + lane]); }
}
`;

/**
 * A W-cycle of a small level by one workgroup, in its memory: a lane has a node of each level.
 * Entry point: solve.
 */
export function bottomWgsl(shape: LevelShape): string {
  const shapes = shapesAbove(shape);
  const counts = shapes.map(({ width, height }) => width * height);
  const starts = counts.map((_, i) => counts.slice(0, i).reduce((sum, n) => sum + n, 0));
  const ops = wCycle(shapes.length - 1);
  const table = (values: readonly number[]): string => values.map((v) => `${v}u`).join(', ');
  const values = {
    levels: shapes.length,
    widths: table(shapes.map(({ width }) => width)),
    heights: table(shapes.map(({ height }) => height)),
    starts: table(starts),
    total: counts.reduce((sum, n) => sum + n, 0),
    opCount: ops.length,
    ops: table(ops),
    lanes: BOTTOM_LANES,
    lastOp: OPS.last,
    lastSweeps: LAST_SWEEPS,
  };
  return exponentWgsl + levelWgsl + fillTemplate(BOTTOM_KERNEL, values);
}
