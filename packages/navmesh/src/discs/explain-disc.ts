import { FOUND, NO_PATH, NONE, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import FlatQueue from 'flatqueue';
import { PATIENCE } from './disc-query.ts';
import type { DiscExplanation } from './disc-search.ts';
import type { Passages } from './passages.ts';
import type { PolygonMesh } from '@wayfield/triangulation';
import { after, toSegment, triangleOf } from '@wayfield/triangulation/internal/half-edges';

/** An end of a path: the point, and the triangles that hold it, none off the mesh. */
export interface DiscEnd {
  readonly x: number;
  readonly y: number;
  readonly triangles: readonly number[];
}

/**
 * How far the nearest wall or vertex is from a point: triangle by triangle from those that hold
 * it, the nearest first; 0 off the mesh.
 */
export function clearanceAt(mesh: PolygonMesh, { x: px, y: py, triangles }: DiscEnd): number {
  const { x, y, corner, twin } = mesh;
  if (triangles.length === 0) return 0;
  let least = Infinity;
  const seen = new Set(triangles);
  const queue = new FlatQueue();
  for (const t of triangles) queue.push(t, 0);
  while (queue.length > 0 && queue.peekValue()! < least) {
    const t = queue.pop()!;
    for (let s = 3 * t; s < 3 * t + 3; s++) {
      const [a, b] = [corner[s], corner[after(s)]];
      const away = toSegment(px, py, [x[a], y[a], x[b], y[b]]);
      least = Math.min(least, (x[a] - px) ** 2 + (y[a] - py) ** 2);
      if (twin[s] === NONE) {
        least = Math.min(least, away);
        continue;
      }
      const other = triangleOf(twin[s]);
      if (seen.has(other)) continue;
      seen.add(other);
      queue.push(other, away);
    }
  }
  return Math.sqrt(least);
}

/** How much room there is at two ends, and in the widest passage between them. */
export function measureEnds(
  mesh: PolygonMesh,
  { widest }: Passages,
  source: DiscEnd,
  target: DiscEnd,
): Pick<DiscExplanation, 'sourceClearance' | 'targetClearance' | 'largestRadius'> {
  const sourceClearance = clearanceAt(mesh, source);
  const targetClearance = clearanceAt(mesh, target);
  let width = 0;
  for (const a of source.triangles)
    for (const b of target.triangles)
      if (a === b) width = Infinity;
      else
        for (let i = 0; i < 9; i++)
          width = Math.max(width, widest(3 * a + Math.floor(i / 3), 3 * b + (i % 3)));
  return {
    sourceClearance,
    targetClearance,
    largestRadius: Math.min(sourceClearance, targetClearance, width / 2),
  };
}

/** The reason for a status in words. */
export function reasonOf(
  status: number,
  radius: number,
  source: DiscEnd,
  target: DiscEnd,
  measured: ReturnType<typeof measureEnds>,
): string {
  const { sourceClearance, targetClearance, largestRadius } = measured;
  const at = ({ x, y }: DiscEnd): string => `${x}, ${y}`;
  const blocked = (name: string, end: DiscEnd, clearance: number): string =>
    end.triangles.length === 0
      ? `the ${name} ${at(end)} is in an obstacle or off the mesh`
      : `the ${name} ${at(end)} is ${clearance} from the nearest wall or vertex, less than the ` +
        `radius ${radius}`;
  if (status === SOURCE_BLOCKED) return blocked('source', source, sourceClearance);
  if (status === TARGET_BLOCKED) return blocked('target', target, targetClearance);
  if (status === FOUND) return `there is a path from ${at(source)} to ${at(target)}`;
  const none = `no path from ${at(source)} to ${at(target)}`;
  if (status !== NO_PATH)
    return `${none} was found with ${PATIENCE} labels, nor a proof that there is none`;
  if (largestRadius === 0) return `${none}: they are in different parts of the mesh`;
  return largestRadius < radius
    ? `${none} is wide enough for radius ${radius}, none for more than ${largestRadius}`
    : `${none} is wide enough for radius ${radius}`;
}
