import type { PolygonMesh } from './polygon-mesh.ts';

/** Finds the polygons at a point: a grid of buckets over the mesh, about one per polygon, so expected constant time. */
export interface PointLocator {
  /**
   * Writes the polygons whose closed area holds the point into `found` and returns how many: one inside a polygon, two
   * on a side, several on a vertex, none outside. Within `epsilon` (twice an area) a point counts as on a side.
   */
  locate(px: number, py: number, found: Uint32Array): number;
  /** As many polygons as any point can have: the length for `found`. */
  readonly most: number;
  readonly epsilon: number;
}

export function createPointLocator(mesh: PolygonMesh): PointLocator {
  const { x, y, firstSide, corner, polygonCount } = mesh;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let v = 0; v < mesh.vertexCount; v++) {
    minX = Math.min(minX, x[v]!);
    maxX = Math.max(maxX, x[v]!);
    minY = Math.min(minY, y[v]!);
    maxY = Math.max(maxY, y[v]!);
  }
  const width = maxX - minX;
  const height = maxY - minY;
  const largest = Math.max(Math.abs(minX), Math.abs(maxX), Math.abs(minY), Math.abs(maxY), 1e-300);
  const epsilon = polygonCount === 0 ? 0 : largest * Math.max(width, height) * 2 ** -50;
  const cell = polygonCount === 0 ? 1 : Math.sqrt((width * height) / polygonCount) || 1;
  const columns = Math.max(1, Math.ceil(width / cell));
  const rows = Math.max(1, Math.ceil(height / cell));
  const column = (px: number): number =>
    Math.min(columns - 1, Math.max(0, Math.floor((px - minX) / cell)));
  const row = (py: number): number =>
    Math.min(rows - 1, Math.max(0, Math.floor((py - minY) / cell)));

  /** The buckets that the box of a polygon touches. */
  const eachBucket = (p: number, visit: (bucket: number) => void): void => {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let s = firstSide[p]!; s < firstSide[p + 1]!; s++) {
      const v = corner[s]!;
      left = Math.min(left, x[v]!);
      right = Math.max(right, x[v]!);
      top = Math.min(top, y[v]!);
      bottom = Math.max(bottom, y[v]!);
    }
    for (let r = row(top); r <= row(bottom); r++)
      for (let c = column(left); c <= column(right); c++) visit(r * columns + c);
  };
  const first = new Uint32Array(columns * rows + 1);
  for (let p = 0; p < polygonCount; p++)
    eachBucket(p, (bucket) => {
      first[bucket + 1]!++;
    });
  for (let i = 0; i < columns * rows; i++) first[i + 1]! += first[i]!;
  const fillAt = first.slice();
  const bucketed = new Uint32Array(first[columns * rows]!);
  for (let p = 0; p < polygonCount; p++)
    eachBucket(p, (bucket) => {
      bucketed[fillAt[bucket]!++] = p;
    });
  const around = new Uint32Array(mesh.vertexCount);
  for (const v of corner) around[v]!++;
  const most = Math.max(
    2,
    around.reduce((a, b) => Math.max(a, b), 0),
  );

  return {
    most,
    epsilon,
    locate(px, py, found) {
      if (!(px >= minX && px <= maxX && py >= minY && py <= maxY)) return 0;
      const bucket = row(py) * columns + column(px);
      let count = 0;
      for (let i = first[bucket]!; i < first[bucket + 1]!; i++) {
        const p = bucketed[i]!;
        const begin = firstSide[p]!;
        const end = firstSide[p + 1]!;
        let a = corner[end - 1]!;
        let isInside = true;
        for (let s = begin; s < end; s++) {
          const b = corner[s]!;
          const ax = x[a]!;
          const ay = y[a]!;
          if ((x[b]! - ax) * (py - ay) - (y[b]! - ay) * (px - ax) < -epsilon) {
            isInside = false;
            break;
          }
          a = b;
        }
        if (isInside && count < found.length) found[count++] = p;
      }
      return count;
    },
  };
}
