/**
 * A point on the circle of a triangle does not count as inside: this is the rounding error for
 * coordinates up to some hundreds.
 */
const ROUNDED = 1e-6;

/**
 * Delaunay triangulation of points in a square, whose corners come first, turning left. Each point
 * replaces the triangles whose circles contain it (Bowyer 1981, Watson 1981). Plain JavaScript
 * without exact arithmetic. Returns three corners for each triangle.
 */
export function plainDelaunay(x: Float64Array, y: Float64Array): number[] {
  const points = { x, y };
  const corners = [0, 1, 2, 0, 2, 3];
  const outline = new Map<number, [from: number, to: number]>();
  for (let p = 4; p < x.length; p++) {
    outline.clear();
    for (let t = 0; t < corners.length;) {
      const [a, b, c] = [corners[t], corners[t + 1], corners[t + 2]];
      if (!isInCircle(points, a, b, c, p)) {
        t += 3;
        continue;
      }
      for (const [from, to] of [
        [a, b],
        [b, c],
        [c, a],
      ] as const)
        // a side of two removed triangles is not part of the outline
        if (!outline.delete(to * x.length + from)) outline.set(from * x.length + to, [from, to]);
      // the last triangle takes the place of the removed one
      for (let k = 0; k < 3; k++) corners[t + k] = corners[corners.length - 3 + k];
      corners.length -= 3;
    }
    for (const [from, to] of outline.values()) corners.push(from, to, p);
  }
  return corners;
}

/** Coordinates by index. */
interface Points {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Whether point p lies inside the circle through a, b and c, which turn left. */
function isInCircle({ x, y }: Points, a: number, b: number, c: number, p: number): boolean {
  const [ax, ay] = [x[a] - x[p], y[a] - y[p]];
  const [bx, by] = [x[b] - x[p], y[b] - y[p]];
  const [cx, cy] = [x[c] - x[p], y[c] - y[p]];
  const lifted =
    (ax * ax + ay * ay) * (bx * cy - by * cx) -
    (bx * bx + by * by) * (ax * cy - ay * cx) +
    (cx * cx + cy * cy) * (ax * by - ay * bx);
  return lifted > ROUNDED;
}
