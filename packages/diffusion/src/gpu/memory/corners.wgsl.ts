// The corner rule on a device: which diagonal neighbours count. A kernel with a rule reads which
// cells are open from the factors (or, for costs, from 1 / terrain), so that no other buffer has to
// follow the terrain. src/model/corners.ts says what the numbers of the rules mean.
import { NO_DIAGONALS } from '../../model/corners.ts';

/** Whether a map has diagonal neighbours, and a rule that leaves some of them out. */
export const hasCornerRule = (beside: number): boolean => beside !== 0 && beside !== NO_DIAGONALS;

/**
 * `mayStep`; empty without a rule. Needs `isOpenCell(x, y)`, which is also called for cells outside
 * the map.
 */
export const stepRuleWgsl = (beside: number): string =>
  hasCornerRule(beside)
    ? /* wgsl */ `
/** Whether the corner rule allows the step to neighbour d of 3 x 3, row by row. */
fn mayStep(x: u32, y: u32, d: u32) -> bool {
  if ((d & 1u) == 1u || d == 4u) { return true; }
  let open = select(0u, 1u, isOpenCell(x + d % 3u - 1u, y))
    + select(0u, 1u, isOpenCell(x, y + d / 3u - 1u));
  return open >= ${beside}u;
}
`
    : '';

/**
 * A line of a loop over neighbours d: leaves out those that the rule forbids; without diagonal
 * neighbours the diagonal ones and the cell itself.
 */
export const skipForbidden = (beside: number): string =>
  beside === NO_DIAGONALS
    ? 'if ((d & 1u) == 0u) { continue; }'
    : hasCornerRule(beside)
      ? 'if (!mayStep(x, y, d)) { continue; }'
      : '';

/**
 * Bits of open cells and of open corners, for the step kernels. Needs `factors` by vectors of 4
 * cells.
 */
export const cornerBitsWgsl = (beside: number): string => /* wgsl */ `
/** 1 if a cell is open. In u32, columns and rows of -1 lie beyond the width and height. */
fn openBit(plane: u32, x: u32, y: u32) -> u32 {
  if (x >= params.width || y >= params.height) { return 0u; }
  return select(0u, 1u, factors[plane + y * params.pitch + x / 4u][x & 3u] != 0f);
}

/** Bits of open cells: 0 the cell left of four cells, 1 to 4 these cells, 5 the cell right of 4. */
fn openBits(plane: u32, x4: u32, y: u32) -> u32 {
  if (x4 >= params.pitch || y >= params.height) {
    // of cells outside of the map only those just left of it have an open cell to their right
    return openBit(plane, 4u * x4 + 4u, y) << 5u;
  }
  let here = factors[plane + y * params.pitch + x4] != vec4f();
  let bits = select(vec4u(), vec4u(2u, 4u, 8u, 16u), here);
  return (bits.x | bits.y | bits.z | bits.w) | openBit(plane, 4u * x4 - 1u, y)
    | (openBit(plane, 4u * x4 + 4u, y) << 5u);
}

/**
 * Bits of the five corners left of, between and right of four cells, set where the corner rule
 * allows diagonal steps past the corner. Made of openBits of the rows above and below the corners.
 */
fn cornerBits(above: u32, below: u32) -> u32 {
  let falling = above & (below >> 1u);
  let rising = (above >> 1u) & below;
  ${
    beside === 2
      ? 'return falling & rising;'
      : `let rightOrLeft = (above >> 1u) | below;
  let leftOrRight = above | (below >> 1u);
  return (falling & rightOrLeft) | (rising & leftOrRight);`
  }
}
`;
