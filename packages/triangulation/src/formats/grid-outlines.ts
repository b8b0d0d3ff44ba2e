import { refuse } from '@wayfield/check';
import { gridRule } from '../common/rules.ts';
import type { Grid } from '@wayfield/graph';
import type { NavMeshInput } from '../obstacles/create-nav-mesh.ts';

/**
 * The blocked cells of a grid as obstacles for `createNavMesh`, measured in cells: cell (x, y) is
 * the square from (x, y) to (x + 1, y + 1). Blocked cells that share a side form one obstacle, with
 * holes; the boundary is the rectangle of the grid. Nothing passes between two blocked cells that
 * touch at a corner.
 */
export function outlineGrid(grid: Pick<Grid, 'width' | 'height' | 'cost'>): NavMeshInput {
  gridRule(grid, 'grid');
  const { width, height, cost } = grid;
  if (cost.length !== width * height)
    refuse('cost.length', cost.length, `width * height, ${width * height}`);
  const isBlocked = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && cost[y * width + x] === 0;
  const corners = width + 1;
  // per corner of cells one bit per direction: the side that starts there is done
  const done = new Uint8Array(corners * (height + 1));
  const obstacle = labelBlocked(width, height, cost);
  const rings: Float64Array[][] = [];

  /**
   * Whether a side of an obstacle runs from corner (x, y) in a direction: a blocked cell lies on
   * its inner side and none on its outer side.
   */
  const isSide = (x: number, y: number, direction: number): boolean =>
    isBlocked(x + INNER_X[direction], y + INNER_Y[direction]) &&
    !isBlocked(x + OUTER_X[direction], y + OUTER_Y[direction]);

  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      // every ring has a side in the direction of x with its blocked cell at larger y
      if (!isSide(x, y, 0) || done[y * corners + x] & 1) continue;
      const ring: number[] = [];
      let cx = x;
      let cy = y;
      let direction = 0;
      for (;;) {
        const bit = 1 << direction;
        const at = cy * corners + cx;
        if (done[at] & bit) break;
        done[at] |= bit;
        cx += STEP_X[direction];
        cy += STEP_Y[direction];
        // turn around the same cell first, so that cells that touch at a corner get separate rings
        let turned = (direction + 1) & 3;
        if (!isSide(cx, cy, turned))
          turned = isSide(cx, cy, direction) ? direction : (direction + 3) & 3;
        if (turned !== direction) ring.push(cx, cy);
        direction = turned;
      }
      const label = obstacle[y * width + x] - 1;
      (rings[label] ??= []).push(Float64Array.from(ring));
    }
  return { obstacles: rings, boundary: [0, 0, width, 0, width, height, 0, height] };
}

const STEP_X = [1, 0, -1, 0];
const STEP_Y = [0, 1, 0, -1];
/**
 * Per direction: from a corner to the cells on the inner and outer side of the side that starts
 * there.
 */
const INNER_X = [0, -1, -1, 0];
const INNER_Y = [0, 0, -1, -1];
const OUTER_X = [0, 0, -1, -1];
const OUTER_Y = [-1, 0, 0, -1];

/** Per cell: 0 = open, else 1 + the number of its group of blocked cells that share sides. */
function labelBlocked(width: number, height: number, cost: Float32Array): Uint32Array {
  const label = new Uint32Array(width * height);
  const stack: number[] = [];
  let count = 0;
  for (let start = 0; start < label.length; start++) {
    if (cost[start] !== 0 || label[start] !== 0) continue;
    label[start] = ++count;
    stack.push(start);
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      const x = cell % width;
      for (const other of [
        x > 0 ? cell - 1 : -1,
        x < width - 1 ? cell + 1 : -1,
        cell - width,
        cell + width,
      ])
        if (other >= 0 && other < label.length && cost[other] === 0 && label[other] === 0) {
          label[other] = count;
          stack.push(other);
        }
    }
  }
  return label;
}
