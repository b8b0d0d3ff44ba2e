import { turnOf } from '../geometry/convex-parts.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';

/**
 * A pair of polygons that overlap by more than their borders; undefined if there is none. Two
 * convex polygons do not overlap if all of one lies on the right of, or on, a side of the other.
 * The test is exact. Only polygons that share a bucket of a grid, with about as many buckets as
 * polygons, are tested against each other.
 */
export function findOverlap(mesh: PolygonMesh): readonly [number, number] | undefined {
  const { x, y, corner, firstSide, polygonCount } = mesh;
  if (polygonCount === 0) return undefined;
  const boxes = new Float64Array(4 * polygonCount);
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let p = 0; p < polygonCount; p++) {
    let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
      const v = corner[s];
      left = Math.min(left, x[v]);
      right = Math.max(right, x[v]);
      low = Math.min(low, y[v]);
      high = Math.max(high, y[v]);
    }
    boxes.set([left, low, right, high], 4 * p);
    minX = Math.min(minX, left);
    minY = Math.min(minY, low);
    maxX = Math.max(maxX, right);
    maxY = Math.max(maxY, high);
  }
  // the second term limits a long thin mesh to one bucket per polygon along its length
  const [width, height] = [maxX - minX, maxY - minY];
  const cell = Math.max(
    Math.sqrt((width * height) / polygonCount),
    Math.max(width, height) / polygonCount,
  );
  const columns = Math.ceil(width / cell) + 1;
  const buckets = new Map<number, number[]>();
  for (let p = 0; p < polygonCount; p++) {
    const [left, low, right, high] = boxes.subarray(4 * p, 4 * p + 4) as unknown as number[];
    for (let row = at(low! - minY); row <= at(high! - minY); row++)
      for (let column = at(left! - minX); column <= at(right! - minX); column++) {
        const key = row * columns + column;
        const list = buckets.get(key);
        if (!list) {
          buckets.set(key, [p]);
          continue;
        }
        for (const q of list)
          if (boxesMeet(p, q) && !separates(p, q) && !separates(q, p)) return [q, p];
        list.push(p);
      }
  }
  return undefined;

  function at(distance: number): number {
    return Math.floor(distance / cell);
  }

  function boxesMeet(p: number, q: number): boolean {
    return (
      boxes[4 * p] < boxes[4 * q + 2] &&
      boxes[4 * q] < boxes[4 * p + 2] &&
      boxes[4 * p + 1] < boxes[4 * q + 3] &&
      boxes[4 * q + 1] < boxes[4 * p + 3]
    );
  }

  /** Whether all of polygon q lies on the right of, or on, one side of p. */
  function separates(p: number, q: number): boolean {
    const [first, end] = [firstSide[p], firstSide[p + 1]];
    for (let s = first; s < end; s++) {
      const [a, b] = [corner[s], corner[s + 1 === end ? first : s + 1]];
      let isRight = true;
      for (let k = firstSide[q]; isRight && k < firstSide[q + 1]; k++)
        isRight = turnOf(mesh, a, b, corner[k]) <= 0;
      if (isRight) return true;
    }
    return false;
  }
}
