import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from '@wayfield/triangulation';
import { after, before, toSegment } from '@wayfield/triangulation/internal/half-edges';
import { createWindingTest, type Drawing } from './windings.ts';

/** What the centre of a disc cannot cross. */
export interface DiscBarriers {
  /**
   * Whether no path for a disc leads from one point to another, both at least the radius away from
   * all walls and vertices. The lines drawn for a radius are kept until another radius is asked
   * for.
   */
  separate(sx: number, sy: number, tx: number, ty: number, radius: number): boolean;
}

/** Twice GAPS of assembly/rounding.ts, the share by which a gap may be narrower than the disc. */
const OPEN = 2e-12;

/**
 * Creates a test whether walls and gaps keep two points of a mesh of triangles apart. It is exact
 * but for one kind of gap. A gap that is narrower than the disc by at most the share OPEN plus
 * twice `rounding` counts as open, because the search may pass there.
 *
 * Two points are apart if a closed walk along walls and gaps winds around one of them more often
 * than around the other: every path between them then crosses a line. If no closed walk does, there
 * is a path: discs around all walls and vertices overlap only where gaps are too narrow, and a
 * closed curve through these discs can be moved onto the lines (the nerve theorem, Borsuk 1948).
 * Lines keep clear of both points, so rounding cannot move a crossing past one of them.
 */
export function createBarriers(mesh: PolygonMesh, rounding: number): DiscBarriers {
  let areApart: ReturnType<typeof createWindingTest> | undefined;
  let drawnFor = 0;
  return {
    separate(sx, sy, tx, ty, radius) {
      // no gap is too narrow for a point, and its ends may lie on walls
      if (radius === 0) return false;
      if (!areApart || drawnFor !== radius)
        areApart = createWindingTest(draw(mesh, radius * (1 - OPEN) - rounding));
      drawnFor = radius;
      return areApart(sx, sy, tx, ty);
    },
  };
}

/**
 * Draws all walls, and all gaps narrower than twice `least`. A gap is a line between two vertices,
 * or a vertex and a wall, that see each other. No path that keeps at least `least` from all walls
 * and vertices crosses one of these lines.
 */
function draw(mesh: PolygonMesh, least: number): Drawing {
  const { corner, twin } = mesh;
  const x = Array.from(mesh.x);
  const y = Array.from(mesh.y);
  const square = 4 * least * least;
  const lines: number[] = [];
  /**
   * Sides to look over, three numbers each: the side, and the right and left vertex of the view.
   */
  const stack: number[] = [];

  function addGap(v: number, w: number): void {
    if ((x[w] - x[v]) ** 2 + (y[w] - y[v]) ** 2 < square) lines.push(v, w);
  }

  /** Adds the gap between a vertex and a wall, unless the nearest point of the wall is an end. */
  function addGapToWall(v: number, side: number): void {
    const [a, b] = [corner[side], corner[after(side)]];
    const [dx, dy] = [x[b] - x[a], y[b] - y[a]];
    const t = ((x[v] - x[a]) * dx + (y[v] - y[a]) * dy) / (dx * dx + dy * dy);
    if (!(t > 0 && t < 1)) return;
    const foot = x.push(x[a] + t * dx) - 1;
    y.push(y[a] + t * dy);
    lines.push(v, foot, foot, a);
  }

  /** Whether w lies to the left of the line from v to u. */
  const isLeft = (v: number, u: number, w: number): boolean =>
    (x[u] - x[v]) * (y[w] - y[v]) - (y[u] - y[v]) * (x[w] - x[v]) > 0;

  /**
   * The gaps between a vertex and what it sees over a side: triangle by triangle (Bungiu et al.
   * 2014).
   */
  function lookOver(v: number, first: number): void {
    stack.push(first, corner[first], corner[after(first)]);
    while (stack.length > 0) {
      const [left, right, side] = [stack.pop()!, stack.pop()!, stack.pop()!];
      const [a, b] = [corner[side], corner[after(side)]];
      if (toSegment(x[v], y[v], [x[a], y[a], x[b], y[b]]) >= square) continue;
      const entry = twin[side];
      if (entry === NONE) {
        addGapToWall(v, side);
        continue;
      }
      const w = corner[before(entry)];
      const isPastRight = isLeft(v, right, w);
      const isBeforeLeft = isLeft(v, w, left);
      // each of two vertices sees the other
      if (isPastRight && isBeforeLeft && v < w) addGap(v, w);
      if (isPastRight) stack.push(after(entry), right, isBeforeLeft ? w : left);
      if (isBeforeLeft) stack.push(before(entry), isPastRight ? w : right, left);
    }
  }

  for (let s = 0; s < twin.length; s++) {
    if (twin[s] === NONE) lines.push(corner[s], corner[after(s)]);
    else if (s < twin[s]) addGap(corner[s], corner[after(s)]);
    lookOver(corner[before(s)], s);
  }
  return { x: Float64Array.from(x), y: Float64Array.from(y), lines: Uint32Array.from(lines) };
}
