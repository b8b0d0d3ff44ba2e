// Steps down the costs of method 'distance', for walks (paths/walk.wgsl.ts) and pursuers
// (pursuers/pursuers.wgsl.ts). Needs the parameters, and 1 / terrain of each cell in `entering`.
import { skipForbidden, stepRuleWgsl } from '../memory/corners.wgsl.ts';

/** The costs of the steps into a cell. */
export const stepCostWgsl = /* wgsl */ `
/** The costs of the straight and the diagonal step into a cell, from its 1 / terrain. */
fn stepsInto(inverse: f32) -> vec2f {
  // the product is rounded before it is added, as on the CPU: no multiply-add may be fused
  return vec2f(inverse, bitcast<f32>(bitcast<u32>(1.41421356237f * inverse) | params.nought));
}
`;

/**
 * `bestOf`, which does what `bestNeighbour` of src/model/climb.ts does. Needs `field` (u32),
 * `entering` (f32, 0 = obstacle), `mayEnter(cell)`, and with a corner rule `isOpenCell(x, y)`.
 */
export const descentWgsl = (beside: number): string => /* wgsl */ `
${stepCostWgsl}${stepRuleWgsl(beside)}
const UNREACHED = 0x7f800000u;

/**
 * The neighbour with the least sum of its cost and the step, the lowest cell if several have this
 * sum; the cell itself if no neighbour costs less than the cell.
 */
fn bestOf(layer: u32, cell: u32) -> u32 {
  let x = cell % params.width;
  let y = cell / params.width;
  let base = layer * params.pitch * params.height * 4u;
  let own = field[base + y * params.pitch * 4u + x];
  var best = cell;
  if (own == UNREACHED) { return cell; }
  var least = UNREACHED;
  for (var d = 0u; d < 9u; d++) {
    let straight = (d & 1u) == 1u;
    ${skipForbidden(beside)}
    let toX = x + d % 3u - 1u;
    let toY = y + d / 3u - 1u;
    // in u32, columns left of 0 lie beyond the width and rows above 0 beyond the height
    if (toX >= params.width || toY >= params.height) { continue; }
    let at = toY * params.pitch * 4u + toX;
    let there = field[base + at];
    // steps lead to lower costs only, so that walks have no cycles; costs are ordered as their bits
    // are
    if (there >= own || entering[at] == 0f || !mayEnter(toY * params.width + toX)) { continue; }
    let steps = stepsInto(entering[at]);
    let sum = bitcast<u32>(bitcast<f32>(there) + select(steps.y, steps.x, straight));
    if (sum < least) {
      least = sum;
      best = toY * params.width + toX;
    }
  }
  return best;
}
`;
