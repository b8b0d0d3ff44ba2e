import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';

/** The width of the widest passage between two sides of a mesh, for all pairs at once. */
export interface Passages {
  /**
   * Per side its parent, NONE for the root of a tree; and the width of the passage between the
   * two, which falls towards the root.
   */
  readonly parent: Uint32Array;
  readonly width: Float64Array;
  /**
   * The largest diameter of a disc that gets from side to side; 0 where none does. A side and its
   * twin are the same.
   */
  widest(a: number, b: number): number;
  /** The same number for all sides that are joined by passages of at least a width. */
  group(side: number, width: number): number;
}

const after = (s: number): number => (s % 3 === 2 ? s - 2 : s + 1);

/**
 * A forest of the sides of a mesh of triangles in which the widest way between two of them is the
 * path in the tree (Kruskal from the widest way around a corner down, joined by size: its depth is
 * logarithmic). `passWidth` as `findPassWidths` gives it.
 */
export function buildPassages(mesh: PolygonMesh, passWidth: Float64Array): Passages {
  const { twin } = mesh;
  const count = twin.length;
  const parent = new Uint32Array(count).fill(NONE);
  /** The width by which a side hangs on its parent: it falls towards the root. */
  const width = new Float64Array(count);
  const size = new Uint32Array(count).fill(1);
  const nameOf = (s: number): number => (twin[s] === NONE ? s : Math.min(s, twin[s]));
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
    const a = rootOf(nameOf(s));
    const b = rootOf(nameOf(after(after(s))));
    if (a === b) continue;
    const [low, high] = size[a] <= size[b] ? [a, b] : [b, a];
    parent[low] = high;
    width[low] = passWidth[s];
    size[high] += size[low];
  }
  return {
    parent,
    width,
    widest(from, to) {
      let a = nameOf(from);
      let b = nameOf(to);
      let least = Infinity;
      while (a !== b) {
        // the one that hangs by the wider way, which is not a root
        const goesUp = parent[b] === NONE || (parent[a] !== NONE && width[a] >= width[b]);
        const low = goesUp ? a : b;
        if (parent[low] === NONE) return 0;
        least = Math.min(least, width[low]);
        if (goesUp) a = parent[a];
        else b = parent[b];
      }
      return least;
    },
    group(side, least) {
      let top = nameOf(side);
      while (parent[top] !== NONE && width[top] >= least) top = parent[top];
      return top;
    },
  };
}
