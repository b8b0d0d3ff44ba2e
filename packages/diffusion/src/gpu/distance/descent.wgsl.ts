// Steps down the costs of method 'distance', for walks (paths/walk.wgsl.ts) and pursuers
// (pursuers/pursuers.wgsl.ts). Needs the parameters, and 1 / terrain of each cell in `entering`.
import { skipForbidden, stepRuleWgsl } from '../memory/corners.wgsl.ts';

/** The costs of the steps into a cell. */
export const stepCostWgsl = /* wgsl */ `
/** The straight and the diagonal step into a cell whose 1 / terrain this is. */
fn stepsInto(inverse: f32) -> vec2f {
  // rounded before it is added, as on the CPU: nothing may be fused
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
 * The neighbour to step to, the lowest of equally good ones; the cell itself where none is nearer.
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
    // left of column 0 and above row 0 is far away in u32
    if (toX >= params.width || toY >= params.height) { continue; }
    let at = toY * params.pitch * 4u + toX;
    let there = field[base + at];
    // only to lower costs, so that there are no cycles; costs are ordered as their bits are
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
