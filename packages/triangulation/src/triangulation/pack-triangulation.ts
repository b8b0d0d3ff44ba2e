import { checkExact } from './check-input.ts';
import { checkTriangulation } from './check-triangulation.ts';
import { checkNumbers, refuse } from '../common/refuse.ts';
import { createEmptyTriangulation, type Triangulation } from './triangulation.ts';
import { after, triangleOf } from '../geometry/sides.ts';

/** The arrays of a triangulation as a file has them, without gaps. */
export interface PackedTriangulation {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly corner: Int32Array;
  readonly twin: Int32Array;
  /**
   * One per half-edge: the number of its constrained edge, the same for both halves, -1 = none.
   * Constrained edges are numbered in the order of their first half-edges. Which segments run along
   * an edge is not kept.
   */
  readonly constraint: Int32Array;
  readonly constraintCount: number;
  readonly depth: Int32Array;
}

/**
 * Leaves out dead triangles and free vertices. Throws what `checkTriangulation` throws, and for
 * coordinates that `unpackTriangulation` refuses. A `NavMesh` can have them: its hull lies outside
 * its input, and the step of its grid is far below its largest coordinate.
 */
export function packTriangulation(t: Triangulation): PackedTriangulation {
  checkTriangulation(t);
  const vertexOf = new Int32Array(t.vertexCount);
  for (const v of t.freeVertices) vertexOf[v] = -1;
  let vertexCount = 0;
  for (let v = 0; v < t.vertexCount; v++) if (vertexOf[v] === 0) vertexOf[v] = vertexCount++;
  const x = new Float64Array(vertexCount);
  const y = new Float64Array(vertexCount);
  for (let v = 0; v < t.vertexCount; v++)
    if (vertexOf[v] >= 0) {
      x[vertexOf[v]] = t.x[v];
      y[vertexOf[v]] = t.y[v];
    }
  checkExact(x, 'x');
  checkExact(y, 'y');
  const numberOf = new Int32Array(t.triangleCount).fill(-1);
  let triangleCount = 0;
  for (let triangle = 0; triangle < t.triangleCount; triangle++)
    if (t.corner[3 * triangle] >= 0) numberOf[triangle] = triangleCount++;
  const corner = new Int32Array(3 * triangleCount);
  const twin = new Int32Array(3 * triangleCount);
  const constraint = new Int32Array(3 * triangleCount).fill(-1);
  const depth = new Int32Array(triangleCount);
  let constraintCount = 0;
  for (let triangle = 0; triangle < t.triangleCount; triangle++) {
    if (numberOf[triangle] < 0) continue;
    depth[numberOf[triangle]] = t.depth[triangle];
    for (let k = 0; k < 3; k++) {
      const e = 3 * triangle + k;
      const packed = 3 * numberOf[triangle] + k;
      const other = t.twin[e];
      const across = other < 0 ? -1 : 3 * numberOf[triangleOf(other)] + (other % 3);
      corner[packed] = vertexOf[t.corner[e]];
      twin[packed] = across;
      if (t.constraint[e] < 0) continue;
      constraint[packed] = across >= 0 && across < packed ? constraint[across] : constraintCount++;
    }
  }
  return { x, y, corner, twin, constraint, constraintCount, depth };
}

/**
 * A triangulation on these arrays; each constrained edge becomes a segment of its own.
 *
 * @throws RangeError for arrays that are no constrained Delaunay triangulation, and for coordinates
 *   that are neither 0 nor of a size from 1e-50 to 1e50.
 */
export function unpackTriangulation(packed: PackedTriangulation): Triangulation {
  const { x, y, corner, twin, constraint, constraintCount, depth } = packed;
  const vertexCount = x.length;
  checkNumbers(x, 'x');
  checkNumbers(y, 'y');
  checkExact(x, 'x');
  checkExact(y, 'y');
  const t = createEmptyTriangulation(0, 0);
  Object.assign(t, { x, y, corner, twin, constraint, depth });
  t.vertexCount = vertexCount;
  t.triangleCount = depth.length;
  t.vertexHalfEdge = new Int32Array(vertexCount).fill(-1);
  t.useCount = new Int32Array(vertexCount);
  for (let triangle = 0; triangle < depth.length; triangle++)
    if (!(depth[triangle] >= 0)) refuse(`depth[${triangle}]`, depth[triangle], 'a number >= 0');
  for (let e = 0; e < corner.length; e++) {
    const [v, other] = [corner[e], twin[e]];
    if (!(v >= 0 && v < vertexCount)) refuse(`corner[${e}]`, v, `below ${vertexCount}`);
    if (!(other >= -1 && other < corner.length) || other === e)
      refuse(`twin[${e}]`, other, `below ${corner.length}, or -1`);
    if (other >= 0 && twin[other] !== e) refuse(`twin[${other}]`, twin[other], e);
    t.vertexHalfEdge[v] = e;
    const edge = constraint[e];
    if (edge === -1) continue;
    const isSecond = other >= 0 && other < e;
    const expected = isSecond ? constraint[other] : t.nodeSegment.length;
    if (edge !== expected) refuse(`constraint[${e}]`, edge, `${expected} or -1`);
    if (isSecond) continue;
    const end = corner[after(e)];
    if (!(end >= 0 && end < vertexCount))
      refuse(`corner[${after(e)}]`, end, `below ${vertexCount}`);
    t.nodeSegment.push(edge);
    t.nodeStart.push(v);
    t.nodeNext.push(-1);
    t.useCount[v]++;
    t.useCount[end]++;
  }
  if (t.nodeSegment.length !== constraintCount)
    refuse('the number of constrained edges', constraintCount, t.nodeSegment.length);
  try {
    checkTriangulation(t);
  } catch (error) {
    throw new RangeError(`the triangulation is wrong: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return t;
}
