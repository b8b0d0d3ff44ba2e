import { text as textRule } from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';

/**
 * Reads a `.mesh` file, version 2, as the Polyanya programs write it: `mesh`, `2`, the numbers of
 * vertices and polygons; per vertex x, y and the polygons around it; per polygon its vertices,
 * counter-clockwise, then neighbour i across the side from vertex i - 1 to vertex i, -1 for none.
 * Not checked: whether polygons are convex, counter-clockwise and do not overlap. For a file from
 * elsewhere call `checkPolygonMesh`.
 *
 * @throws RangeError, with the number of the word from 0, for any other text; with the polygons,
 *   for neighbours that do not name each other.
 */
export function loadMesh(text: string): PolygonMesh {
  textRule(text, 'text');
  const words = text.split(/\s+/).filter((word) => word !== '');
  let at = 0;
  const fail = (what: string): never => {
    throw new RangeError(`word ${at} of the mesh is '${words[at]}', expected ${what}`);
  };
  const number = (what: string): number => {
    const value = Number(words[at]);
    if (words[at] === undefined || !Number.isFinite(value)) fail(what);
    at++;
    return value;
  };
  const count = (what: string, most: number): number => {
    const value = number(what);
    if (!Number.isInteger(value) || value < 0 || value > most) {
      at--;
      fail(`${what} from 0 to ${most}`);
    }
    return value;
  };
  if (words[at] !== 'mesh') fail(`'mesh'`);
  at++;
  if (count('a version', 9) !== 2) {
    at--;
    fail('version 2');
  }
  const vertexCount = count('the number of vertices', words.length);
  const polygonCount = count('the number of polygons', words.length);
  const x = new Float64Array(vertexCount);
  const y = new Float64Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    x[v] = number('an x');
    y[v] = number('a y');
    const around = count('the number of polygons around a vertex', words.length);
    // a vertex that is not used has 0 polygons
    for (let i = 0; i < around; i++) number('a polygon or -1');
  }
  const firstSide = new Uint32Array(polygonCount + 1);
  const corner: number[] = [];
  const neighbour: number[] = [];
  for (let p = 0; p < polygonCount; p++) {
    const sides = count('the number of corners', vertexCount);
    if (sides < 3) {
      at--;
      fail('3 corners or more');
    }
    for (let i = 0; i < sides; i++) corner.push(count('a vertex', vertexCount - 1));
    const across: number[] = [];
    for (let i = 0; i < sides; i++) {
      if (words[at] === '-1') {
        at++;
        across.push(-1);
      } else across.push(count('a polygon', polygonCount - 1));
    }
    // the file numbers sides by their ends, a PolygonMesh by their starts
    for (let i = 0; i < sides; i++) neighbour.push(across[(i + 1) % sides]);
    firstSide[p + 1] = corner.length;
  }
  if (at !== words.length) fail('the end');
  const mesh = {
    vertexCount,
    polygonCount,
    x,
    y,
    firstSide,
    corner: Uint32Array.from(corner),
    twin: new Uint32Array(corner.length).fill(NONE),
  };
  linkSides(mesh, neighbour);
  return mesh;
}

function linkSides(mesh: PolygonMesh, neighbour: readonly number[]): void {
  const { firstSide, corner, twin, polygonCount, vertexCount } = mesh;
  const endOf = (p: number, s: number): number =>
    corner[s + 1 === firstSide[p + 1] ? firstSide[p] : s + 1];
  const byEnds = new Map<number, number>();
  for (let p = 0; p < polygonCount; p++)
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++)
      byEnds.set(corner[s] * vertexCount + endOf(p, s), s);
  for (let p = 0; p < polygonCount; p++)
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
      const q = neighbour[s];
      if (q < 0) continue;
      const other = byEnds.get(endOf(p, s) * vertexCount + corner[s]);
      if (other === undefined || other < firstSide[q] || other >= firstSide[q + 1])
        throw new RangeError(
          `polygon ${p} names ${q} across its side ${corner[s]} to ${endOf(p, s)}, which ` +
            `${q} does not have`,
        );
      if (neighbour[other] !== p)
        throw new RangeError(
          `polygon ${p} names ${q} across its side ${corner[s]} to ${endOf(p, s)}, but ${q} does ` +
            `not name ${p} there`,
        );
      twin[s] = other;
    }
}
