// The shortest paths of a scene by the plainest method: Dijkstra on the graph of all corners that
// see each other (Lozano-Pérez and Wesley 1979). It shares no code with what it judges.
import type { ConvexScene } from '@wayfield/bench/internal/meshes/measure/convex-scene';

/** Lengths of the shortest paths of the first `count` queries. */
export function visibilityLengths(scene: ConvexScene, count: number): number[] {
  const { obstacles, queries } = scene;
  const x = obstacles.flatMap((ring) => ring.filter((_, i) => i % 2 === 0));
  const y = obstacles.flatMap((ring) => ring.filter((_, i) => i % 2 === 1));
  const corners = x.length;
  const rows: [to: number, length: number][][] = x.map((ax, u) => {
    const row: [number, number][] = [];
    for (let v = 0; v < u; v++)
      if (sees(scene, ax, y[u], x[v], y[v])) row.push([v, Math.hypot(ax - x[v], y[u] - y[v])]);
    return row;
  });
  rows.forEach((row, u) => {
    for (const [v, length] of row) if (v < u) rows[v].push([u, length]);
  });
  return queries.slice(0, count).map(([sx, sy, tx, ty]) => {
    if (sees(scene, sx, sy, tx, ty)) return Math.hypot(tx - sx, ty - sy);
    const reach = (px: number, py: number): number[] =>
      x.map((cx, v) => (sees(scene, px, py, cx, y[v]) ? Math.hypot(cx - px, y[v] - py) : Infinity));
    // lengths from the source to each corner, and from each corner straight to the target
    const [dist, rest] = [reach(sx, sy), reach(tx, ty)];
    const settled = new Uint8Array(corners);
    let best = Infinity;
    for (;;) {
      let u = -1;
      for (let v = 0; v < corners; v++) if (settled[v] === 0 && (u < 0 || dist[v] < dist[u])) u = v;
      if (u < 0 || !(dist[u] < best)) return best;
      settled[u] = 1;
      best = Math.min(best, dist[u] + rest[u]);
      for (const [v, length] of rows[u]) dist[v] = Math.min(dist[v], dist[u] + length);
    }
  });
}

/**
 * Whether the straight line from a to b meets the inside of no obstacle: it is clipped by each
 * convex ring (Cyrus and Beck 1978). `enter` and `leave` are shares of the line.
 */
function sees({ near }: ConvexScene, ax: number, ay: number, bx: number, by: number): boolean {
  for (const ring of near(ax, ay, bx, by)) {
    let [enter, leave] = [0, 1];
    for (let i = 0; i < ring.length && enter < leave; i += 2) {
      const j = (i + 2) % ring.length;
      const [px, py] = [ring[i], ring[i + 1]];
      const [dx, dy] = [ring[j] - px, ring[j + 1] - py];
      // values above 0 are inside
      const atA = dx * (ay - py) - dy * (ax - px);
      const atB = dx * (by - py) - dy * (bx - px);
      if (atA <= 0 && atB <= 0) enter = 2;
      else if (atA < 0) enter = Math.max(enter, atA / (atA - atB));
      else if (atB < 0) leave = Math.min(leave, atA / (atA - atB));
    }
    // a shorter part inside is the rounding of a line that touches a corner or runs along a side
    if (leave - enter > 1e-12) return false;
  }
  return true;
}
