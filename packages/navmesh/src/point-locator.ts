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
  /**
   * The polygons in the order of rings of buckets around a point, some of them more than once: those of one ring, and how far away those
   * of all that follow are at least.
   */
  rings(px: number, py: number): Generator<{ polygons: number[]; next: number }>;
  /** As many polygons as any point can have: the length for `found`. */
  readonly most: number;
  /** Takes over polygons of the mesh that have gone, those whose number now is another one's among them, and such as have come. */
  replace(gone: Iterable<number>, come: Iterable<number>): void;
  readonly epsilon: number;
  /** As it was at the start, without changes. */
  readonly buckets: Buckets;
}

/** The grid: the polygons of the bucket in column c and row r are bucketed[first[r * columns + c]] .. bucketed[first[r * columns + c + 1]]. */
export interface Buckets {
  readonly box: Box;
  /** The size of a bucket. */
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  readonly first: Uint32Array;
  readonly bucketed: Uint32Array;
}

export interface MeshPoint {
  readonly polygon: number;
  readonly x: number;
  readonly y: number;
}

/** minX, minY, maxX, maxY. */
type Box = readonly [number, number, number, number];

/** `box`: where the mesh is and will be, for one that changes. Polygons without sides are none. */
export function createPointLocator(mesh: PolygonMesh, box: Box = boxOf(mesh)): PointLocator {
  const { x, y, firstSide, corner, polygonCount } = mesh;
  const [minX, minY, maxX, maxY] = box;
  const width = maxX - minX;
  const height = maxY - minY;
  const largest = Math.max(Math.abs(minX), Math.abs(maxX), Math.abs(minY), Math.abs(maxY), 1e-300);
  const epsilon = polygonCount === 0 ? 0 : largest * Math.max(width, height) * 2 ** -50;
  let shown = 0;
  for (let p = 0; p < polygonCount; p++) if (firstSide[p + 1]! > firstSide[p]!) shown++;
  const cell = shown === 0 ? 1 : Math.sqrt((width * height) / shown) || 1;
  const columns = Math.max(1, Math.ceil(width / cell));
  const rows = Math.max(1, Math.ceil(height / cell));
  const column = (px: number): number =>
    Math.min(columns - 1, Math.max(0, Math.floor((px - minX) / cell)));
  const row = (py: number): number =>
    Math.min(rows - 1, Math.max(0, Math.floor((py - minY) / cell)));

  // the buckets that the box of each polygon touches: columns from .. to, rows from .. to
  const span = new Uint32Array(4 * polygonCount);
  const first = new Uint32Array(columns * rows + 1);
  /** What has come since then, by buckets. What has gone stays where it was. */
  const later = new Map<number, number[]>();
  for (let p = 0; p < polygonCount; p++) {
    measure(p);
    forBuckets(p, (bucket) => first[bucket + 1]!++);
  }
  for (let i = 0; i < columns * rows; i++) first[i + 1]! += first[i]!;
  const fillAt = first.slice();
  const bucketed = new Uint32Array(first[columns * rows]!);
  for (let p = 0; p < polygonCount; p++)
    forBuckets(p, (bucket) => (bucketed[fillAt[bucket]!++] = p));
  // the polygons at a point are all in its bucket
  let most = 2;
  for (let i = 0; i < columns * rows; i++) most = Math.max(most, first[i + 1]! - first[i]!);

  function measure(p: number): void {
    if (firstSide[p]! >= firstSide[p + 1]!) {
      // from the second column to the first: none
      span[4 * p] = 1;
      span[4 * p + 1] = 0;
      return;
    }
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
    span[4 * p] = column(left);
    span[4 * p + 1] = column(right);
    span[4 * p + 2] = row(top);
    span[4 * p + 3] = row(bottom);
  }

  function forBuckets(p: number, visit: (bucket: number) => void): void {
    for (let r = span[4 * p + 2]!; r <= span[4 * p + 3]!; r++)
      for (let c = span[4 * p]!; c <= span[4 * p + 1]!; c++) visit(r * columns + c);
  }

  function isListed(bucket: number, p: number): boolean {
    for (let i = first[bucket]!; i < first[bucket + 1]!; i++) if (bucketed[i] === p) return true;
    return false;
  }

  function takeOver(p: number): void {
    measure(p);
    place(p);
    forBuckets(p, (bucket) => {
      if (isListed(bucket, p)) return;
      const list = later.get(bucket);
      if (list) list.push(p);
      else later.set(bucket, [p]);
      const count = first[bucket + 1]! - first[bucket]! + (list?.length ?? 1);
      most = Math.max(most, count);
    });
  }

  function forget(p: number): void {
    forBuckets(p, (bucket) => {
      const list = later.get(bucket);
      const i = list?.indexOf(p) ?? -1;
      if (i < 0) return;
      if (list!.length === 1) later.delete(bucket);
      else list!.splice(i, 1);
    });
  }

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
  for (let p = 0; p < polygonCount; p++) place(p);

  function place(p: number): void {
    for (let s = firstSide[p]!; s < firstSide[p + 1]!; s++) {
      coordinates[2 * s] = x[corner[s]!]!;
      coordinates[2 * s + 1] = y[corner[s]!]!;
    }
  }

  function holds(p: number, px: number, py: number): boolean {
    const begin = firstSide[p]!;
    const end = firstSide[p + 1]!;
    if (begin >= end) return false;
    let ax = coordinates[2 * end - 2]!;
    let ay = coordinates[2 * end - 1]!;
    for (let s = begin; s < end; s++) {
      const bx = coordinates[2 * s]!;
      const by = coordinates[2 * s + 1]!;
      if ((bx - ax) * (py - ay) - (by - ay) * (px - ax) < -epsilon) return false;
      ax = bx;
      ay = by;
    }
    return true;
  }

  function* rings(px: number, py: number): Generator<{ polygons: number[]; next: number }> {
    const [c0, r0] = [column(px), row(py)];
    for (let ring = 0; ring < Math.max(columns, rows); ring++) {
      const polygons: number[] = [];
      for (let r = Math.max(0, r0 - ring); r <= Math.min(rows - 1, r0 + ring); r++) {
        // inside of the ring only its ends are of it
        const step = Math.abs(r - r0) === ring || ring === 0 ? 1 : 2 * ring;
        for (let c = c0 - ring; c <= c0 + ring; c += step) {
          if (c < 0 || c >= columns) continue;
          const bucket = r * columns + c;
          for (let i = first[bucket]!; i < first[bucket + 1]!; i++) polygons.push(bucketed[i]!);
          for (const p of later.get(bucket) ?? []) polygons.push(p);
        }
      }
      yield { polygons, next: ring * cell };
    }
  }

  return {
    get most() {
      return most;
    },
    epsilon,
    rings,
    buckets: { box, cell, columns, rows, first, bucketed },
    replace(gone, come) {
      for (const p of gone) forget(p);
      for (const p of come) takeOver(p);
    },
    nearest(px, py, isWanted) {
      if (polygonCount === 0) return undefined;
      let best = Infinity;
      let answer: MeshPoint | undefined;
      const near = { x: 0, y: 0 };
      const seen = new Set<number>();
      const look = (p: number): void => {
        if (seen.has(p) || !isWanted(p)) return;
        seen.add(p);
        const away = nearestOf(p, px, py, near);
        if (away < best || (away === best && p < answer!.polygon)) {
          best = away;
          answer = { polygon: p, x: near.x, y: near.y };
        }
      };
      for (const { polygons, next } of rings(px, py)) {
        for (const p of polygons) look(p);
        // the next ring lies further away than the best
        if (answer && next ** 2 > best) break;
      }
      return answer;
    },
    locate(px, py, found) {
      if (!(px >= minX && px <= maxX && py >= minY && py <= maxY)) return 0;
      const bucket = row(py) * columns + column(px);
      let count = 0;
      for (let i = first[bucket]!; i < first[bucket + 1]!; i++) {
        const p = bucketed[i]!;
        if (holds(p, px, py) && count < found.length) found[count++] = p;
      }
      if (later.size > 0)
        for (const p of later.get(bucket) ?? [])
          if (holds(p, px, py) && count < found.length) found[count++] = p;
      return count;
    },
  };
}

function boxOf({ x, y, vertexCount }: PolygonMesh): Box {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let v = 0; v < vertexCount; v++) {
    minX = Math.min(minX, x[v]!);
    maxX = Math.max(maxX, x[v]!);
    minY = Math.min(minY, y[v]!);
    maxY = Math.max(maxY, y[v]!);
  }
  return [minX, minY, maxX, maxY];
}
