import type { PolygonMesh } from './polygon-mesh.ts';

/** minX, minY, maxX, maxY. */
export type Box = readonly [number, number, number, number];

/**
 * A grid over a mesh. The bucket in column c and row r has the number r * columns + c; bucket b
 * lists the polygons whose box touches the bucket, bucketed[first[b]] .. bucketed[first[b + 1]].
 */
export interface Buckets {
  readonly box: Box;
  /** The side length of a bucket, a square. */
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  readonly first: Uint32Array;
  readonly bucketed: Uint32Array;
}

/** Buckets of a mesh that may change. */
export interface LiveBuckets extends Buckets {
  /**
   * An upper bound on the number of polygons in one bucket, at least 2: no point lies in more
   * polygons. Changes only raise it.
   */
  most: number;
  /** One per polygon: first and last column, first and last row that its box touches. */
  readonly span: Uint32Array;
  /** Polygons added since the grid was built, by bucket. Removed ones stay in `bucketed`. */
  readonly later: Map<number, number[]>;
}

/**
 * Builds a grid with about one bucket per polygon, so that a bucket lists few polygons, and a
 * polygon is in few buckets. Buckets are squares. In a long thin box they are made larger, so that
 * the number of buckets along the box exceeds the number of polygons by at most `SPARE`. `box`
 * holds all polygons, also those added later.
 */
export function buildBuckets(mesh: PolygonMesh, box: Box): LiveBuckets {
  const { firstSide, polygonCount } = mesh;
  const width = box[2] - box[0];
  const height = box[3] - box[1];
  let shown = 0;
  for (let p = 0; p < polygonCount; p++) if (firstSide[p + 1] > firstSide[p]) shown++;
  const cell =
    shown === 0
      ? 1
      : Math.max(Math.sqrt((width * height) / shown), Math.max(width, height) / (shown + SPARE)) ||
        1;
  const columns = Math.max(1, Math.ceil(width / cell));
  const rows = Math.max(1, Math.ceil(height / cell));
  const first = new Uint32Array(columns * rows + 1);
  const span = new Uint32Array(4 * polygonCount);
  const grid = { box, cell, columns, rows, first, span };
  for (let p = 0; p < polygonCount; p++) {
    measure(grid, mesh, p);
    forBuckets(grid, p, (bucket) => first[bucket + 1]++);
  }
  for (let i = 0; i < columns * rows; i++) first[i + 1] += first[i];
  const fillAt = first.slice();
  const bucketed = new Uint32Array(first[columns * rows]);
  for (let p = 0; p < polygonCount; p++)
    forBuckets(grid, p, (bucket) => (bucketed[fillAt[bucket]++] = p));
  let most = 2;
  for (let i = 0; i < columns * rows; i++) most = Math.max(most, first[i + 1] - first[i]);
  return { ...grid, bucketed, most, later: new Map() };
}

const SPARE = 64;

type Grid = Pick<LiveBuckets, 'box' | 'cell' | 'columns' | 'rows' | 'span'>;

function columnOf({ box, cell, columns }: Grid, px: number): number {
  return Math.min(columns - 1, Math.max(0, Math.floor((px - box[0]) / cell)));
}
function rowOf({ box, cell, rows }: Grid, py: number): number {
  return Math.min(rows - 1, Math.max(0, Math.floor((py - box[1]) / cell)));
}

/** The bucket of a point; the nearest one for a point outside the box. */
export function bucketOf(grid: Grid, px: number, py: number): number {
  return rowOf(grid, py) * grid.columns + columnOf(grid, px);
}

/** Finds the buckets that a polygon's box touches. */
function measure(grid: Grid, { x, y, firstSide, corner }: PolygonMesh, p: number): void {
  const { span } = grid;
  if (firstSide[p] >= firstSide[p + 1]) {
    // a number without a polygon: an empty range, from column 1 to column 0
    span[4 * p] = 1;
    span[4 * p + 1] = 0;
    return;
  }
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
    const px = x[corner[s]];
    const py = y[corner[s]];
    if (px < left) left = px;
    if (px > right) right = px;
    if (py < top) top = py;
    if (py > bottom) bottom = py;
  }
  span[4 * p] = columnOf(grid, left);
  span[4 * p + 1] = columnOf(grid, right);
  span[4 * p + 2] = rowOf(grid, top);
  span[4 * p + 3] = rowOf(grid, bottom);
}

function forBuckets(
  { span, columns }: Pick<Grid, 'span' | 'columns'>,
  p: number,
  visit: (bucket: number) => void,
): void {
  for (let r = span[4 * p + 2]; r <= span[4 * p + 3]; r++)
    for (let c = span[4 * p]; c <= span[4 * p + 1]; c++) visit(r * columns + c);
}

/** Adds a polygon of the mesh that has a new number or a new shape. */
export function addToBuckets(buckets: LiveBuckets, mesh: PolygonMesh, p: number): void {
  const { first, bucketed, later } = buckets;
  measure(buckets, mesh, p);
  forBuckets(buckets, p, (bucket) => {
    for (let i = first[bucket]; i < first[bucket + 1]; i++) if (bucketed[i] === p) return;
    const list = later.get(bucket);
    if (list) list.push(p);
    else later.set(bucket, [p]);
    const count = first[bucket + 1] - first[bucket] + (list?.length ?? 1);
    buckets.most = Math.max(buckets.most, count);
  });
}

/** Removes a polygon from the buckets to which it was added later. */
export function removeFromBuckets(buckets: LiveBuckets, p: number): void {
  const { later } = buckets;
  forBuckets(buckets, p, (bucket) => {
    const list = later.get(bucket);
    const i = list?.indexOf(p) ?? -1;
    if (i < 0) return;
    if (list!.length === 1) later.delete(bucket);
    else list!.splice(i, 1);
  });
}

/** One ring of buckets around a point. */
export interface BucketRing {
  /** The polygons of the ring's buckets, some of them more than once. */
  readonly polygons: number[];
  /** A lower bound on the distance from the point to everything in further rings. */
  readonly next: number;
}

/** The polygons in rings of buckets around a point, from the bucket of the point outwards. */
export function* bucketRings(
  buckets: LiveBuckets,
  px: number,
  py: number,
): Generator<BucketRing, void> {
  const { columns, rows, cell, first, bucketed, later } = buckets;
  const [c0, r0] = [columnOf(buckets, px), rowOf(buckets, py)];
  for (let ring = 0; ring < Math.max(columns, rows); ring++) {
    const polygons: number[] = [];
    for (let r = Math.max(0, r0 - ring); r <= Math.min(rows - 1, r0 + ring); r++) {
      // rows between the top and the bottom of the ring have only its two ends
      const step = Math.abs(r - r0) === ring || ring === 0 ? 1 : 2 * ring;
      for (let c = c0 - ring; c <= c0 + ring; c += step) {
        if (c < 0 || c >= columns) continue;
        const bucket = r * columns + c;
        for (let i = first[bucket]; i < first[bucket + 1]; i++) polygons.push(bucketed[i]);
        for (const p of later.get(bucket) ?? []) polygons.push(p);
      }
    }
    yield { polygons, next: ring * cell };
  }
}
