// A* on a quadtree: squares are split in four until each is open or blocked as a whole. Paths go
// straight from the middle of one shared side to the middle of the next, inside open squares, in
// plain JavaScript with typed arrays. A square keeps the entry that the shortest path found so far
// gives it, and no other, so paths are not the shortest of their kind.
import type { Grid } from '@wayfield/graph';
import { createSearchState } from '../plain-grid-astar.ts';

/** A search whose paths are points in the plane. */
export interface QuadtreeSearch {
  /** The length of the path between the centres of two cells; `Infinity` without a path. */
  search(source: number, target: number): number;
  /** The points of the last path, x and y in turns; empty without a path. */
  points(): number[];
  /** Open squares. */
  readonly leaves: number;
}

/** An open square of `size` cells a side; (x, y) is its upper left corner. */
interface Leaf {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** The leaves beside it, and the middles of the shared sides. */
  readonly sides: { readonly leaf: number; readonly x: number; readonly y: number }[];
}

export function createQuadtree({ width, height, cost }: Grid): QuadtreeSearch {
  const leafOf = new Int32Array(width * height).fill(-1);
  const leaves: Leaf[] = [];
  const isOpen = (x: number, y: number): boolean =>
    x < width && y < height && cost[y * width + x] > 0;

  function split(x: number, y: number, size: number): void {
    if (x >= width || y >= height) return;
    let open = 0;
    for (let j = 0; j < size; j++) for (let i = 0; i < size; i++) open += +isOpen(x + i, y + j);
    if (open === 0) return;
    if (open < size * size) {
      const half = size / 2;
      for (const [dx, dy] of QUARTERS) split(x + dx * half, y + dy * half, half);
      return;
    }
    for (let j = 0; j < size; j++) {
      for (let i = 0; i < size; i++) leafOf[(y + j) * width + x + i] = leaves.length;
    }
    leaves.push({ x, y, size, sides: [] });
  }
  split(0, 0, 2 ** Math.ceil(Math.log2(Math.max(width, height, 2))));
  leaves.forEach((leaf, id) => joinSides(leaf, id, leaves, { leafOf, width, height }));

  const state = createSearchState(leaves.length);
  const { dist, parent, seen, heap } = state;
  /** The point at which the best known path enters a leaf. */
  const entryX = new Float64Array(leaves.length);
  const entryY = new Float64Array(leaves.length);
  let points: number[] = [];

  function search(source: number, target: number): number {
    points = [];
    const [from, to] = [leafOf[source], leafOf[target]];
    if (from < 0 || to < 0) return Infinity;
    const [tx, ty] = [(target % width) + 0.5, ((target / width) | 0) + 0.5];
    state.begin(from);
    state.source = from;
    entryX[from] = (source % width) + 0.5;
    entryY[from] = ((source / width) | 0) + 0.5;
    const closed = state.open + 1;
    while (heap.size > 0) {
      const leaf = heap.pop();
      if (seen[leaf] === closed) continue;
      seen[leaf] = closed;
      const [x, y] = [entryX[leaf], entryY[leaf]];
      if (leaf === to) {
        points = trace(leaf, [tx, ty]);
        return dist[leaf] + Math.hypot(tx - x, ty - y);
      }
      for (const side of leaves[leaf].sides) {
        if (seen[side.leaf] === closed) continue;
        const d = dist[leaf] + Math.hypot(side.x - x, side.y - y);
        if (seen[side.leaf] === state.open && d >= dist[side.leaf]) continue;
        seen[side.leaf] = state.open;
        dist[side.leaf] = d;
        parent[side.leaf] = leaf;
        entryX[side.leaf] = side.x;
        entryY[side.leaf] = side.y;
        heap.push(d + Math.hypot(tx - side.x, ty - side.y), side.leaf);
      }
    }
    return Infinity;
  }

  function trace(last: number, end: readonly [number, number]): number[] {
    const path: (readonly [number, number])[] = [end];
    for (let leaf = last; ; leaf = parent[leaf]) {
      path.push([entryX[leaf], entryY[leaf]]);
      if (leaf === state.source) return path.reverse().flat();
    }
  }

  return { search, points: () => points, leaves: leaves.length };
}

const QUARTERS: readonly (readonly [number, number])[] = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
];

/** Joins a leaf with those to the right of it and below it. */
function joinSides(
  leaf: Leaf,
  id: number,
  leaves: readonly Leaf[],
  { leafOf, width, height }: { leafOf: Int32Array; width: number; height: number },
): void {
  const right = leaf.x + leaf.size;
  const below = leaf.y + leaf.size;
  const join = (other: number, x: number, y: number): void => {
    leaf.sides.push({ leaf: other, x, y });
    leaves[other].sides.push({ leaf: id, x, y });
  };
  /**
   * The middle of the part of a side that both leaves share, where `at` is the begin of this part;
   * else undefined, so that each pair of leaves is joined once.
   */
  const shared = (own: number, other: number, size: number, at: number): number | undefined => {
    const begin = Math.max(own, other);
    if (at !== begin) return undefined;
    return (begin + Math.min(own + leaf.size, other + size)) / 2;
  };
  for (let i = 0; i < leaf.size; i++) {
    const other = right < width ? leafOf[(leaf.y + i) * width + right] : -1;
    if (other >= 0) {
      const middle = shared(leaf.y, leaves[other].y, leaves[other].size, leaf.y + i);
      if (middle !== undefined) join(other, right, middle);
    }
    const under = below < height ? leafOf[below * width + leaf.x + i] : -1;
    if (under >= 0) {
      const middle = shared(leaf.x, leaves[under].x, leaves[under].size, leaf.x + i);
      if (middle !== undefined) join(under, middle, below);
    }
  }
}
