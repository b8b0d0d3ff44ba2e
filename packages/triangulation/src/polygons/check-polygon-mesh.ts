import { checkMeshArrays } from '../common/rules.ts';
import { NONE } from '@wayfield/graph';
import { orient2d } from 'robust-predicates';
import type { PolygonMesh } from './polygon-mesh.ts';
import { refuse } from '../common/refuse.ts';

/**
 * Proves that `mesh` is what `PolygonMesh` promises, or throws an error that names what is wrong:
 * classes and lengths of arrays, sizes of coordinates, convex polygons in left turns of at least
 * three sides and an area above 0, twins that are two sides of one edge. Overlaps of polygons are
 * not searched for. Linear time; exact for coordinates of 0 and of sizes from 1e-50 to 1e50.
 *
 * @throws RangeError, and TypeError for an array of another class.
 */
export function checkPolygonMesh(mesh: PolygonMesh): void {
  checkMeshArrays(mesh);
  const { polygonCount, firstSide, corner, twin } = mesh;
  const sideCount = corner.length;
  for (let p = 0; p < polygonCount; p++) {
    const [first, end] = [firstSide[p], firstSide[p + 1]];
    if (end < first + 3) refuse(`firstSide[${p + 1}]`, end, `${first + 3} to ${sideCount}`);
  }
  const after = new Uint32Array(sideCount);
  for (let p = 0; p < polygonCount; p++) {
    const [first, end] = [firstSide[p], firstSide[p + 1]];
    for (let s = first; s < end; s++) after[s] = s + 1 === end ? first : s + 1;
    checkConvex(mesh, p, after);
  }
  for (let s = 0; s < sideCount; s++) {
    const other = twin[s];
    if (other === NONE) continue;
    if (twin[other] !== s)
      refuse(`twin[${other}]`, twin[other], `${s}, which names it as its twin`);
    if (corner[other] !== corner[after[s]] || corner[s] !== corner[after[other]])
      throw new RangeError(
        `sides ${s} and ${other} are twins: ${corner[s]} to ${corner[after[s]]} and ` +
          `${corner[other]} to ${corner[after[other]]} are not one edge`,
      );
  }
}

function checkConvex(mesh: PolygonMesh, p: number, after: Uint32Array): void {
  const { x, y, firstSide, corner } = mesh;
  let turns = 0;
  let lefts = 0;
  let wasRising: boolean | undefined;
  let firstRising: boolean | undefined;
  for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
    const [a, b, c] = [corner[s], corner[after[s]], corner[after[after[s]]]];
    // orient2d is above 0 for a turn to the right, with y up
    const side = -orient2d(x[a], y[a], x[b], y[b], x[c], y[c]);
    if (side < 0)
      throw new RangeError(`polygon ${p} is not convex at vertex ${b} (${x[b]}, ${y[b]})`);
    if (side > 0) lefts++;
    if (x[a] === x[b] && y[a] === y[b])
      throw new RangeError(
        `polygon ${p} has the point (${x[a]}, ${y[a]}) twice in a row, vertices ${a} and ${b}`,
      );
    // by x, then y: a convex ring changes between rising and falling twice
    const isRising = x[b] > x[a] || (x[b] === x[a] && y[b] > y[a]);
    if (wasRising !== undefined && isRising !== wasRising) turns++;
    firstRising ??= isRising;
    wasRising = isRising;
  }
  if (firstRising !== wasRising) turns++;
  if (lefts < 3 || turns !== 2)
    throw new RangeError(
      `polygon ${p} has ${lefts} corners that turn left and turns back ${turns} times, a ` +
        'convex one has 3 or more and 2',
    );
}
