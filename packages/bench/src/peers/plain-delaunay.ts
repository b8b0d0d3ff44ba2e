/** Of points on one circle none counts as inside: that is no more than rounding makes of coordinates up to some hundreds. */
const ROUNDED = 1e-6;

/**
 * Delaunay triangulation of points in a square, whose corners come first, turning left: each point takes the place of the triangles whose
 * circles it lies in (Bowyer 1981, Watson 1981). In plain JavaScript, without exact arithmetic. Returns corners, three for each triangle.
 */
export function plainDelaunay(x: Float64Array, y: Float64Array): number[] {
  const corners = [0, 1, 2, 0, 2, 3];
  const outline = new Map<number, [from: number, to: number]>();
  for (let p = 4; p < x.length; p++) {
    outline.clear();
    for (let t = 0; t < corners.length;) {
      const [a, b, c] = [corners[t]!, corners[t + 1]!, corners[t + 2]!];
      if (!isInCircle(x, y, a, b, c, p)) {
        t += 3;
        continue;
      }
      for (const [from, to] of [
        [a, b],
        [b, c],
        [c, a],
      ] as const)
        // a side of two of them is none of the outline
        if (!outline.delete(to * x.length + from)) outline.set(from * x.length + to, [from, to]);
      // the last takes its place
      for (let k = 0; k < 3; k++) corners[t + k] = corners[corners.length - 3 + k]!;
      corners.length -= 3;
    }
    for (const [from, to] of outline.values()) corners.push(from, to, p);
  }
  return corners;
}

function isInCircle(
  x: Float64Array,
  y: Float64Array,
  a: number,
  b: number,
  c: number,
  p: number,
): boolean {
  const [ax, ay] = [x[a]! - x[p]!, y[a]! - y[p]!];
  const [bx, by] = [x[b]! - x[p]!, y[b]! - y[p]!];
  const [cx, cy] = [x[c]! - x[p]!, y[c]! - y[p]!];
  const lifted =
    (ax * ax + ay * ay) * (bx * cy - by * cx) -
    (bx * bx + by * by) * (ax * cy - ay * cx) +
    (cx * cx + cy * cy) * (ax * by - ay * bx);
  return lifted > ROUNDED;
}
