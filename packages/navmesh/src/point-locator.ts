import type { PolygonMesh } from './polygon-mesh.ts';

/** Finds the polygons at a point: a grid of buckets over the mesh, about one per polygon, so expected constant time. */
export interface PointLocator {
  /**
   * Writes the polygons whose closed area holds the point into `found` and returns how many: one inside a polygon, two
   * on a side, several on a vertex, none outside. Within `epsilon` (twice an area) a point counts as on a side.
   */
  locate(px: number, py: number, found: Uint32Array): number;
  /**
   * The point of the mesh nearest to a point, among the polygons that `isWanted` takes, and its polygon; `undefined` where it takes none.
   * Of points at the same distance that of the first polygon.
   */
  nearest(px: number, py: number, isWanted: (polygon: number) => boolean): MeshPoint | undefined;
  /** As many polygons as any point can have: the length for `found`. */
  readonly most: number;
  readonly epsilon: number;
}

export interface MeshPoint {
  readonly polygon: number;
  readonly x: number;
  readonly y: number;
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

  // the buckets that the box of each polygon touches: columns from .. to, rows from .. to
  const span = new Uint32Array(4 * polygonCount);
  const first = new Uint32Array(columns * rows + 1);
  for (let p = 0; p < polygonCount; p++) {
    let left = Infinity;
    let top = Infinity;
    let right = -Infinity;
    let bottom = -Infinity;
    for (let s = firstSide[p]!; s < firstSide[p + 1]!; s++) {
      const px = x[corner[s]!]!;
      const py = y[corner[s]!]!;
      if (px < left) left = px;
      if (px > right) right = px;
      if (py < top) top = py;
      if (py > bottom) bottom = py;
    }
    const c0 = (span[4 * p] = column(left));
    const c1 = (span[4 * p + 1] = column(right));
    const r0 = (span[4 * p + 2] = row(top));
    const r1 = (span[4 * p + 3] = row(bottom));
    for (let r = r0; r <= r1; r++) for (let c = c0; c <= c1; c++) first[r * columns + c + 1]!++;
  }
  for (let i = 0; i < columns * rows; i++) first[i + 1]! += first[i]!;
  const fillAt = first.slice();
  const bucketed = new Uint32Array(first[columns * rows]!);
  for (let p = 0; p < polygonCount; p++)
    for (let r = span[4 * p + 2]!; r <= span[4 * p + 3]!; r++)
      for (let c = span[4 * p]!; c <= span[4 * p + 1]!; c++)
        bucketed[fillAt[r * columns + c]!++] = p;
  /** The square of the distance from a point to a polygon, and the polygon's nearest point. */
  const nearestOf = (p: number, px: number, py: number, near: { x: number; y: number }): number => {
    let best = Infinity;
    let isInside = true;
    const begin = firstSide[p]!;
    const end = firstSide[p + 1]!;
    for (let s = begin; s < end; s++) {
      const a = corner[s]!;
      const b = corner[s + 1 === end ? begin : s + 1]!;
      const [ax, ay] = [x[a]!, y[a]!];
      const [dx, dy] = [x[b]! - ax, y[b]! - ay];
      if (dx * (py - ay) - dy * (px - ax) < 0) isInside = false;
      const t = Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)));
      // an end exactly where it is the nearest
      const nx = t === 1 ? x[b]! : ax + t * dx;
      const ny = t === 1 ? y[b]! : ay + t * dy;
      const away = (px - nx) ** 2 + (py - ny) ** 2;
      if (away < best) {
        best = away;
        near.x = nx;
        near.y = ny;
      }
    }
    if (!isInside) return best;
    near.x = px;
    near.y = py;
    return 0;
  };
  // the corners side by side: looking for them one by one takes far longer than the arithmetic
  const coordinates = new Float64Array(2 * corner.length);
  for (let s = 0; s < corner.length; s++) {
    coordinates[2 * s] = x[corner[s]!]!;
    coordinates[2 * s + 1] = y[corner[s]!]!;
  }
  const around = new Uint32Array(mesh.vertexCount);
  for (const v of corner) around[v]!++;
  const most = Math.max(
    2,
    around.reduce((a, b) => Math.max(a, b), 0),
  );

  return {
    most,
    epsilon,
    nearest(px, py, isWanted) {
      if (polygonCount === 0) return undefined;
      let best = Infinity;
      let answer: MeshPoint | undefined;
      const near = { x: 0, y: 0 };
      const [c0, r0] = [column(px), row(py)];
      const seen = new Set<number>();
      // rings of buckets around that of the point, until a ring lies further away than the best
      for (let ring = 0; ring < Math.max(columns, rows); ring++) {
        if (answer && ring > 1 && ((ring - 1) * cell) ** 2 > best) break;
        for (let r = Math.max(0, r0 - ring); r <= Math.min(rows - 1, r0 + ring); r++)
          for (let c = Math.max(0, c0 - ring); c <= Math.min(columns - 1, c0 + ring); c++) {
            if (Math.max(Math.abs(r - r0), Math.abs(c - c0)) !== ring) continue;
            const bucket = r * columns + c;
            for (let i = first[bucket]!; i < first[bucket + 1]!; i++) {
              const p = bucketed[i]!;
              if (seen.has(p) || !isWanted(p)) continue;
              seen.add(p);
              const away = nearestOf(p, px, py, near);
              if (away < best || (away === best && p < answer!.polygon)) {
                best = away;
                answer = { polygon: p, x: near.x, y: near.y };
              }
            }
          }
      }
      return answer;
    },
    locate(px, py, found) {
      if (!(px >= minX && px <= maxX && py >= minY && py <= maxY)) return 0;
      const bucket = row(py) * columns + column(px);
      let count = 0;
      for (let i = first[bucket]!; i < first[bucket + 1]!; i++) {
        const p = bucketed[i]!;
        const begin = firstSide[p]!;
        const end = firstSide[p + 1]!;
        let ax = coordinates[2 * end - 2]!;
        let ay = coordinates[2 * end - 1]!;
        let isInside = true;
        for (let s = begin; s < end; s++) {
          const bx = coordinates[2 * s]!;
          const by = coordinates[2 * s + 1]!;
          if ((bx - ax) * (py - ay) - (by - ay) * (px - ax) < -epsilon) {
            isInside = false;
            break;
          }
          ax = bx;
          ay = by;
        }
        if (isInside && count < found.length) found[count++] = p;
      }
      return count;
    },
  };
}
