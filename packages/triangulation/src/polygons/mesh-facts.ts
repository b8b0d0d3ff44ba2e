import { NONE } from '@wayfield/graph';
import { type PolygonMesh, sideOwners } from './polygon-mesh.ts';

/**
 * One per vertex: 1 for a corner, where a shortest path can turn. At a corner the free space
 * between two walls spans more than 180 degrees. Vertices on a straight wall are also given a 1,
 * because of the tolerance for rounding.
 */
export function findTurns(mesh: PolygonMesh): Uint8Array {
  const { x, y, corner, twin, firstSide } = mesh;
  const owner = sideOwners(mesh);
  const turns = new Uint8Array(mesh.vertexCount);
  for (let s = 0; s < corner.length; s++) {
    if (twin[s] !== NONE) continue;
    // from the wall that starts at v to the left, up to the wall that ends at v
    const v = corner[s];
    let angle = 0;
    for (let side = s; ;) {
      const p = owner[side];
      const first = firstSide[p];
      const end = firstSide[p + 1];
      const before = side === first ? end - 1 : side - 1;
      const after = side + 1 === end ? first : side + 1;
      const [a, b] = [corner[after], corner[before]];
      const [ax, ay, bx, by] = [x[a] - x[v], y[a] - y[v], x[b] - x[v], y[b] - y[v]];
      // at least +0: of -0 atan2 would make -180 degrees
      angle += Math.atan2(Math.max(0, ax * by - ay * bx), ax * bx + ay * by);
      const across = twin[before];
      if (across === NONE) break;
      side = across;
    }
    // a corner too many costs only time, a corner too few would lose paths
    if (angle > Math.PI - 1e-9) turns[v] = 1;
  }
  return turns;
}

/**
 * One per polygon: its exit, the side over which its dead end is left; NONE outside dead ends.
 * Found by removing polygons with one open side until there are none.
 */
export function findExits(mesh: PolygonMesh): Uint32Array {
  const { firstSide, twin, polygonCount } = mesh;
  const owner = sideOwners(mesh);
  const exit = new Uint32Array(polygonCount).fill(NONE);
  const open = new Uint32Array(polygonCount);
  const stack: number[] = [];
  for (let p = 0; p < polygonCount; p++) {
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++) if (twin[s] !== NONE) open[p]++;
    if (open[p] === 1) stack.push(p);
  }
  for (let p = stack.pop(); p !== undefined; p = stack.pop()) {
    // the last polygon of a part that is a tree has no open side left: it is the root
    if (open[p] !== 1) continue;
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
      const other = twin[s];
      if (other === NONE || exit[owner[other]] === other) continue;
      exit[p] = s;
      open[p] = 0;
      const q = owner[other];
      open[q]--;
      if (open[q] === 1) stack.push(q);
      break;
    }
  }
  return exit;
}

/**
 * One per polygon: the number of its part, from 0. `step` = 2 takes the polygons of `LivePolygons`,
 * which have even numbers; odd numbers get NONE.
 */
export function findParts(
  mesh: PolygonMesh,
  owner: Uint32Array = sideOwners(mesh),
  step: 1 | 2 = 1,
): Uint32Array {
  const part = new Uint32Array(mesh.polygonCount).fill(NONE);
  const stack: number[] = [];
  let count = 0;
  for (let start = 0; start < mesh.polygonCount; start += step) {
    if (part[start] !== NONE) continue;
    part[start] = count;
    stack.push(start);
    for (let p = stack.pop(); p !== undefined; p = stack.pop())
      for (let s = mesh.firstSide[p]; s < mesh.firstSide[p + 1]; s++) {
        const other = mesh.twin[s];
        if (other === NONE || part[owner[other]] !== NONE) continue;
        part[owner[other]] = count;
        stack.push(owner[other]);
      }
    count++;
  }
  return part;
}

/**
 * One per vertex: 1 = the vertex is on no wall, e.g. an obstacle of one point. It stops discs.
 * Testing the starts of walls is enough: every vertex of a wall is the start of a wall.
 */
export function findLoose({ corner, twin, vertexCount }: PolygonMesh): Uint8Array {
  const loose = new Uint8Array(vertexCount).fill(1);
  for (let s = 0; s < twin.length; s++) if (twin[s] === NONE) loose[corner[s]] = 0;
  return loose;
}
