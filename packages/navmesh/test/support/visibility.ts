/**
 * The length of the shortest path among convex obstacles (open sets: touching is allowed) inside
 * the square [0, size], by Dijkstra on the visibility graph of all corners. For tests: cubic.
 */
export function shortestByVisibility(
  obstacles: readonly (readonly number[])[],
  size: number,
  [sx, sy, tx, ty]: readonly number[],
): number {
  const x = [sx, tx];
  const y = [sy, ty];
  for (const ring of obstacles)
    for (let i = 0; i < ring.length; i += 2) {
      if (ring[i] < 0 || ring[i] > size || ring[i + 1] < 0 || ring[i + 1] > size) continue;
      x.push(ring[i]);
      y.push(ring[i + 1]);
    }
  const dist = x.map(() => Infinity);
  const done = x.map(() => false);
  dist[0] = 0;
  for (;;) {
    let u = -1;
    for (let v = 0; v < x.length; v++)
      if (!done[v] && dist[v] < Infinity && (u < 0 || dist[v] < dist[u])) u = v;
    if (u < 0 || u === 1) return dist[1];
    done[u] = true;
    for (let v = 0; v < x.length; v++) {
      if (done[v]) continue;
      const length = Math.hypot(x[v] - x[u], y[v] - y[u]);
      if (dist[u] + length < dist[v] && isOpen(obstacles, x[u], y[u], x[v], y[v]))
        dist[v] = dist[u] + length;
    }
  }
}

/** Whether a segment meets the inside of no obstacle (Cyrus and Beck 1978). */
function isOpen(
  obstacles: readonly (readonly number[])[],
  ax: number,
  ay: number,
  bx: number,
  by: number,
): boolean {
  for (const ring of obstacles) {
    let enter = 0;
    let leave = 1;
    for (let i = 0; i < ring.length && enter < leave; i += 2) {
      const j = (i + 2) % ring.length;
      const [px, py, qx, qy] = [ring[i], ring[i + 1], ring[j], ring[j + 1]];
      // above 0 inside, for rings that turn left
      const atA = (qx - px) * (ay - py) - (qy - py) * (ax - px);
      const atB = (qx - px) * (by - py) - (qy - py) * (bx - px);
      if (atA <= 0 && atB <= 0) enter = 2;
      else if (atA < 0) enter = Math.max(enter, atA / (atA - atB));
      else if (atB < 0) leave = Math.min(leave, atA / (atA - atB));
    }
    if (leave - enter > 1e-12) return false;
  }
  return true;
}
