// Method 'steady' on the device: the cells, and the boxes of 2 x 2 cells above them. See steady.ts.
import { NO_DIAGONALS } from '../../model/corners.ts';
import { hasCornerRule, stepRuleWgsl } from '../memory/corners.wgsl.ts';
import { paramsWgsl } from '../memory/params.wgsl.ts';
import { fillTemplate } from '../template.ts';
import { exponentWgsl, levelWgsl } from './levels.wgsl.ts';

export interface CellVariant {
  /** The corner rule: src/model/corners.ts. */
  readonly beside: number;
  readonly border: 'zero' | 'clamp';
}

/** What the kernels on cells share. */
const COMMON = /* wgsl */ `
@group(0) @binding(1) var<storage, read> factors: array<f32>;
// words of vectors of 4 m, then 4 k: see params.wgsl.ts
@group(0) @binding(2) var<storage, read_write> field: array<u32>;
@group(0) @binding(4) var<storage, read> masks: array<u32>;

fn layer() -> u32 { return params.chosen[0][0]; }

/** The word of a cell's m; that of its k is the fourth after it. */
fn wordOf(x: u32, y: u32) -> u32 {
  return layer() * params.pitch * params.height * 8u + y * params.pitch * 8u + x / 4u * 8u + x % 4u;
}

fn bitOf(mask: u32, x: u32, y: u32) -> bool {
  let words = params.maskPitch * params.height;
  return ((masks[mask * words + y * params.maskPitch + x / 32u] >> (x % 32u)) & 1u) == 1u;
}

fn isGoal(x: u32, y: u32) -> bool { return bitOf(layer(), x, y); }

/** 1 - centre * factor, computed without rounding the product. */
fn lessCentre(factor: f32) -> f32 {
  // halves of 12 bits: their products are exact
  let c = bitcast<f32>(bitcast<u32>(params.centre) & 0xfffff000u);
  let f = bitcast<f32>(bitcast<u32>(factor) & 0xfffff000u);
  let d = params.centre - c;
  let g = factor - f;
  return ((1f - c * f) - c * g - d * f) - d * g;
}

/**
 * The loss of a cell, 1 / factor - centre; 0 for cells that are not solved for: obstacles, goals,
 * cells that no goal reaches.
 */
fn lossOf(x: u32, y: u32) -> f32 {
  if (x >= params.width || y >= params.height) { return 0f; }
  let plane = params.planes[layer() / 4u][layer() % 4u];
  let factor = factors[plane * params.pitch * params.height * 4u + y * params.pitch * 4u + x];
  if (factor == 0f || isGoal(x, y) || !bitOf(params.layers + layer(), x, y)) { return 0f; }
#if clamp
  let edges = select(0f, 1f, x == 0u) + select(0f, 1f, x == params.width - 1u)
    + select(0f, 1f, y == 0u) + select(0f, 1f, y == params.height - 1u);
#else
  let edges = 0f;
#end
  // with border 'clamp' a cell is its own neighbour beyond an edge; rounding must not make the loss
  // negative
  return max(0f, lessCentre(factor) / factor - edges);
}

struct Cell { m: f32, k: i32 }

fn cellAt(x: u32, y: u32) -> Cell {
  // in u32, columns left of 0 lie beyond the width and rows above 0 beyond the height
  if (x >= params.width || y >= params.height) { return Cell(0f, 0); }
  let at = wordOf(x, y);
  return Cell(bitcast<f32>(field[at]), bitcast<i32>(field[at + 4u]));
}

/** Sets a cell to value * 2^by, value above 0 and normal. */
fn put(x: u32, y: u32, value: f32, by: i32) {
  let e = exponentOf(value) + by;
  // the remainder from 0 to 95
  let rest = ((e % 96) + 96) % 96;
  let at = wordOf(x, y);
  field[at] = (bitcast<u32>(value) & 0x007fffffu) | (u32(rest + 127) << 23u);
  field[at + 4u] = bitcast<u32>((e - rest) / 96);
}

const WINDOW = 0x1p96f;

fn add(a: Cell, b: Cell) -> Cell {
  if (b.m == 0f) { return a; }
  if (a.m == 0f) { return b; }
  let k = max(a.k, b.k);
  return Cell(inUnits(a, k) + inUnits(b, k), k);
}

/** The m that a cell has in window k; 0 where it lies two or more windows below. */
fn inUnits(a: Cell, k: i32) -> f32 {
  return a.m * select(select(0f, 1f / WINDOW, a.k == k - 1), 1f, a.k == k);
}

#if ruled
fn isOpenCell(x: u32, y: u32) -> bool {
  if (x >= params.width || y >= params.height) { return false; }
  let plane = params.planes[layer() / 4u][layer() % 4u];
  return factors[plane * params.pitch * params.height * 4u + y * params.pitch * 4u + x] != 0f;
}
{stepRule}
/** The diagonal neighbour number d of 3 x 3, 0 where the corner rule forbids the step. */
fn across(x: u32, y: u32, d: u32) -> Cell {
  if (!mayStep(x, y, d)) { return Cell(0f, 0); }
  return cellAt(x + d % 3u - 1u, y + d / 3u - 1u);
}
#end

/** The sum of the neighbours of a cell. */
fn around(x: u32, y: u32) -> Cell {
  var sum =
    add(add(cellAt(x - 1u, y), cellAt(x + 1u, y)), add(cellAt(x, y - 1u), cellAt(x, y + 1u)));
#if ruled
  sum = add(sum, add(across(x, y, 0u), across(x, y, 2u)));
  sum = add(sum, add(across(x, y, 6u), across(x, y, 8u)));
#end
#if always
  sum = add(sum, add(cellAt(x - 1u, y - 1u), cellAt(x + 1u, y - 1u)));
  sum = add(sum, add(cellAt(x - 1u, y + 1u), cellAt(x + 1u, y + 1u)));
#end
  return sum;
}
`;

const commonWgsl = ({ beside, border }: CellVariant): string =>
  paramsWgsl +
  exponentWgsl +
  fillTemplate(COMMON, {
    always: beside === 0,
    ruled: hasCornerRule(beside),
    stepRule: stepRuleWgsl(beside),
    clamp: border === 'clamp',
  });

/**
 * One colour of four of a Gauss-Seidel sweep, each cell by an invocation. Entry point: sweepCells,
 * with COLOUR.
 */
export const sweepCellsWgsl = (variant: CellVariant): string => /* wgsl */ `
${commonWgsl(variant)}
override COLOUR: u32;

@compute @workgroup_size(8, 8)
fn sweepCells(@builtin(global_invocation_id) id: vec3u) {
  let x = 2u * id.x + COLOUR % 2u;
  let y = 2u * id.y + COLOUR / 2u;
  let loss = lossOf(x, y);
  if (!(loss > 0f)) { return; }
  let sum = around(x, y);
  if (sum.m > 0f) { put(x, y, sum.m / loss, 96 * sum.k); }
}
`;

/** Leaves out a cell that the corner rule keeps from cell i of the box; d as in `mayStep`. */
const BOX_STEP = /* wgsl */ `let d = (j / 4u - i / 2u) * 3u + j % 4u - i % 2u;
        if (!mayStep(2u * id.x + i % 2u, 2u * id.y + i / 2u, d)) { continue; }`;

/**
 * Entry points: boxRows, the rows of the first level for the current scent; correctCells, which
 * multiplies the scent of each cell with the u of its box, or, FURTHER, with u^(3/2).
 */
export const boxesWgsl = (variant: CellVariant): string => /* wgsl */ `
${commonWgsl(variant)}
${levelWgsl}
override FURTHER: bool = false;

/** A cell's scent in units of 2^unit. */
fn scaled(cell: Cell, unit: i32) -> f32 { return timesPowerOf2(cell.m, 96 * cell.k - unit); }

@compute @workgroup_size(8, 8)
fn boxRows(@builtin(global_invocation_id) id: vec3u) {
  let w = levels.width;
  if (id.x >= w || id.y >= levels.height) { return; }
  let node = id.y * w + id.x;
  var losses = array<f32, 4>();
  var unit = NOTHING;
  for (var i = 0u; i < 4u; i++) {
    let x = 2u * id.x + i % 2u;
    let y = 2u * id.y + i / 2u;
    losses[i] = lossOf(x, y);
    if (losses[i] > 0f) {
      let cell = cellAt(x, y);
      if (cell.m > 0f) { unit = max(unit, 96 * cell.k + exponentOf(cell.m)); }
    }
  }
  var row = array<f32, 9>();  // place 4: the diagonal
  var inflow = 0f;
  if (unit != NOTHING) {
    // 4 x 4 cells, the box in the middle
    for (var j = 0u; j < 16u; j++) {
      let x = 2u * id.x + j % 4u - 1u;
      let y = 2u * id.y + j / 4u - 1u;
      if (x >= params.width || y >= params.height) { continue; }
      let goal = isGoal(x, y);
      if (!goal && !(lossOf(x, y) > 0f)) { continue; }
      let value = scaled(cellAt(x, y), unit);
      if (value == 0f) { continue; }
      let bx = (j % 4u + 1u) / 2u;
      let by = (j / 4u + 1u) / 2u;
      for (var i = 0u; i < 4u; i++) {
        if (losses[i] == 0f) { continue; }
        let dx = abs(i32(j % 4u) - 1 - i32(i % 2u));
        let dy = abs(i32(j / 4u) - 1 - i32(i / 2u));
        if (dx == 0 && dy == 0) { row[4] += losses[i] * value; continue; }
        if (dx > 1 || dy > 1 || dx + dy > ${variant.beside === NO_DIAGONALS ? 1 : 2}) { continue; }
        ${hasCornerRule(variant.beside) ? BOX_STEP : ''}
        if (goal) { inflow += value; }
        else if (bx == 1u && by == 1u) { row[4] -= value; }
        else { row[by * 3u + bx] += value; }
      }
    }
  }
  for (var d = 0u; d < 9u; d++) { rows[planeOf(d) + node] = bitcast<u32>(row[d]); }
  rows[planeOf(INFLOW) + node] = bitcast<u32>(inflow);
  rows[planeOf(U) + node] = bitcast<u32>(1f);
  rows[planeOf(UNIT) + node] = bitcast<u32>(unit);
}

@compute @workgroup_size(8, 8)
fn correctCells(@builtin(global_invocation_id) id: vec3u) {
  if (!(lossOf(id.x, id.y) > 0f)) { return; }
  let cell = cellAt(id.x, id.y);
  if (cell.m == 0f) { return; }
  let u = limited(bitcast<f32>(rows[planeOf(U) + id.y / 2u * levels.width + id.x / 2u]));
  put(id.x, id.y, fraction(cell.m) * select(u, u * sqrt(u), FURTHER),
    96 * cell.k + exponentOf(cell.m));
}

/** m divided by a power of two, at least 1 and below 2. */
fn fraction(m: f32) -> f32 { return timesPowerOf2(m, -exponentOf(m)); }
`;

/** Sets all cells that are solved for to 0. Entry point: clearCells. */
export const clearCellsWgsl = (variant: CellVariant): string => /* wgsl */ `
${commonWgsl(variant)}
@compute @workgroup_size(8, 8)
fn clearCells(@builtin(global_invocation_id) id: vec3u) {
  if (!(lossOf(id.x, id.y) > 0f)) { return; }
  let at = wordOf(id.x, id.y);
  field[at] = 0u;
  field[at + 4u] = 0u;
}
`;

/**
 * The largest change of a cell against an older field, relative to its present value; 1 where one
 * of both is 0. Entry point: change.
 */
export const changeWgsl = (variant: CellVariant): string => /* wgsl */ `
${commonWgsl(variant)}
@group(0) @binding(3) var<storage, read> older: array<u32>;
@group(0) @binding(5) var<storage, read_write> state: array<atomic<u32>>;

var<workgroup> most: atomic<u32>;

@compute @workgroup_size(8, 8)
fn change(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var by = 0f;
  if (lossOf(id.x, id.y) > 0f) {
    let now = cellAt(id.x, id.y);
    let at = wordOf(id.x, id.y);
    let before = Cell(bitcast<f32>(older[at]), bitcast<i32>(older[at + 4u]));
    by = 1f;
    if (now.m > 0f && before.m > 0f) {
      by = abs(1f - timesPowerOf2(before.m / now.m, 96 * (before.k - now.k)));
    }
  }
  // bits of numbers that are not below 0 are ordered as the numbers are
  atomicMax(&most, bitcast<u32>(min(by, 0x1p100f)));
  // gathers the changes of the workgroup
  workgroupBarrier();
  if (lane == 0u) { atomicMax(&state[0], atomicLoad(&most)); }
}
`;
