import type { Segments } from '../../src/obstacles/segments.ts';
import { after } from '../../src/geometry/sides.ts';
import type { Triangulation } from '../../src/index.ts';

/** Every triangle with its coordinates, walls and depth, sorted: equal for equal triangulations. */
export function describe(t: Triangulation): string[] {
  const lines: string[] = [];
  for (let e = 0; e < t.triangleCount * 3; e += 3) {
    if (t.corner[e] < 0) continue;
    const corners = [e, e + 1, e + 2].map((side) => {
      const v = t.corner[side];
      return `${t.x[v]},${t.y[v]}${t.constraint[side] >= 0 ? '|' : '-'}`;
    });
    const first = corners.indexOf([...corners].sort()[0]);
    const turned = [corners[first], corners[(first + 1) % 3], corners[(first + 2) % 3]];
    lines.push(`${turned.join(' ')} ${t.depth[e / 3]}`);
  }
  return lines.sort();
}

/**
 * The longest distance of any edge from the straight segment that it is a piece of. Throws where
 * the pieces of a segment are not a chain from its one end to the other.
 */
export function chainError(t: Triangulation, segments: Segments): number {
  const follower = new Map<number, Map<number, number>>();
  for (let e = 0; e < t.triangleCount * 3; e++) {
    if (t.corner[e] < 0 || (t.twin[e] >= 0 && t.twin[e] < e)) continue;
    const [a, b] = [t.corner[e], t.corner[after(e)]];
    for (let node = t.constraint[e]; node >= 0; node = t.nodeNext[node]) {
      const segment = t.nodeSegment[node];
      const start = t.nodeStart[node];
      if (!follower.has(segment)) follower.set(segment, new Map());
      follower.get(segment)!.set(start, start === a ? b : a);
    }
  }
  let error = 0;
  for (let s = 0; s < segments.count; s++) {
    const [from, to] = [segments.from[s], segments.to[s]];
    const length = Math.hypot(t.x[to] - t.x[from], t.y[to] - t.y[from]);
    for (let at = from; at !== to;) {
      const step = follower.get(s)?.get(at);
      if (step === undefined) throw new Error(`segment ${s} breaks off at vertex ${at}`);
      at = step;
      const area =
        (t.x[to] - t.x[from]) * (t.y[at] - t.y[from]) -
        (t.y[to] - t.y[from]) * (t.x[at] - t.x[from]);
      error = Math.max(error, Math.abs(area) / length);
    }
  }
  return error;
}
