import { NONE } from '@wayfield/graph';
import { after, before } from '@wayfield/triangulation/internal/half-edges';
import type { PolygonMesh } from '@wayfield/triangulation';

/**
 * The width of the widest passage between two sides of a mesh, for all pairs at once. A width is an
 * upper bound on the diameters of the discs that pass, as pass widths are: where it is too small
 * there is no path, where it is large enough there may be one.
 */
export interface Passages {
  /**
   * Per side its parent, NONE for the root of a tree; and the width of the passage between the
   * two, which falls towards the root.
   */
  readonly parent: Uint32Array;
  readonly width: Float64Array;
  /**
   * The width of the widest passage between two sides, 0 if there is none. A side and its twin are
   * one side here.
   */
  widest(a: number, b: number): number;
  /**
   * The number of a side's group: all sides that passages of at least a width join have one number.
   */
  group(side: number, width: number): number;
  /**
   * Whether a passage of at least a width leads from a triangle of `from` to one of `to`, or both
   * have a triangle in common. Does not say whether a disc fits at the ends of such a path.
   */
  join(from: Uint32Array, to: Uint32Array, width: number): boolean;
  /**
   * A test of triangles: whether a passage of at least `width` leads there from a `from` triangle.
   */
  reachedFrom(from: Uint32Array, width: number): (triangle: number) => boolean;
}

/**
 * A forest of the sides of a mesh of triangles in which the widest passage between two of them is
 * the path in the tree (Kruskal from the widest corner down, joined by size: its depth is
 * logarithmic). `passWidth` as `findPassWidths` or `findInnerWidths` gives it.
 */
export function buildPassages(mesh: PolygonMesh, passWidth: Float64Array): Passages {
  const { x, y, corner, twin } = mesh;
  const count = twin.length;
  const parent = new Uint32Array(count).fill(NONE);
  /** The width of the passage between a side and its parent: it falls towards the root. */
  const width = new Float64Array(count);
  const size = new Uint32Array(count).fill(1);
  /** The lower number of a side and its twin, which stands for both in the forest. */
  const lowerTwin = (s: number): number => (twin[s] === NONE ? s : Math.min(s, twin[s]));
  const corners: number[] = [];
  for (let s = 0; s < count; s++) if (passWidth[s] > 0) corners.push(s);
  corners.sort((a, b) => passWidth[b] - passWidth[a] || a - b);
  const rootOf = (s: number): number => {
    let root = s;
    while (parent[root] !== NONE) root = parent[root];
    return root;
  };
  for (const s of corners) {
    // the two sides that meet where s starts
    const a = rootOf(lowerTwin(s));
    const b = rootOf(lowerTwin(before(s)));
    if (a === b) continue;
    const [low, high] = size[a] <= size[b] ? [a, b] : [b, a];
    parent[low] = high;
    width[low] = passWidth[s];
    size[high] += size[low];
  }

  /** Whether a width fits between the ends of a side that is no wall. */
  function isOpen(s: number, least: number): boolean {
    const [a, b] = [corner[s], corner[after(s)]];
    return twin[s] !== NONE && (x[b] - x[a]) ** 2 + (y[b] - y[a]) ** 2 >= least * least;
  }
  function group(side: number, least: number): number {
    let top = lowerTwin(side);
    while (parent[top] !== NONE && width[top] >= least) top = parent[top];
    return top;
  }
  /** The groups of the open sides of a triangle. */
  function groupsAt(t: number, least: number): number[] {
    const sides = [3 * t, 3 * t + 1, 3 * t + 2];
    return sides.filter((s) => isOpen(s, least)).map((s) => group(s, least));
  }
  function reachedFrom(from: Uint32Array, least: number): (triangle: number) => boolean {
    const groups = new Set(Array.from(from, (t) => groupsAt(t, least)).flat());
    return (t) => from.includes(t) || groupsAt(t, least).some((g) => groups.has(g));
  }
  return {
    parent,
    width,
    group,
    reachedFrom,
    join: (from, to, least) => to.some(reachedFrom(from, least)),
    widest(from, to) {
      let a = lowerTwin(from);
      let b = lowerTwin(to);
      let least = Infinity;
      while (a !== b) {
        // go up from the side with the wider passage to its parent; roots have no parent
        const goesUp = parent[b] === NONE || (parent[a] !== NONE && width[a] >= width[b]);
        const low = goesUp ? a : b;
        if (parent[low] === NONE) return 0;
        least = Math.min(least, width[low]);
        if (goesUp) a = parent[a];
        else b = parent[b];
      }
      return least;
    },
  };
}
