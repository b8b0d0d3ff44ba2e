import { NONE, ticksToLength, type Tree } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import type { Kernels } from '../kernels.gen.ts';
import { NO_LIMIT, treeArrays } from '../marks.ts';
import type { GridLayer, GridLayout } from './layout.ts';
import type { GridSearch } from './search.ts';

/** Cells of a tree that are read out at a time. */
const TREE_CHUNK = 16384;

/**
 * Trees by an exhaustive search; source NONE stands for a blocked cell. The first tree takes the
 * block of TREE_CHUNK distances and parents through which every tree is read out.
 */
export function createGridTrees(
  { kernels, blocks, arena }: KernelHost<Kernels>,
  search: GridSearch,
): (source: number, layer: GridLayer, reuse: Tree | undefined) => Tree {
  const { width, height } = search.layout();
  const cells = width * height;
  let block = 0;

  return (source, layer, reuse) => {
    const { dist, parent } = treeArrays(cells, reuse);
    // from a blocked cell nothing is reached, not even itself
    if (source === NONE) {
      return { source, dist: dist.fill(Infinity), parent: parent.fill(NONE) };
    }
    const layout = search.layout();
    search.everywhere(layer, source, NO_LIMIT, 0, 0);
    if (block === 0) block = blocks.allocate(TREE_CHUNK * 8);
    const parents = block + TREE_CHUNK * 4;
    for (let first = 0; first < cells; first += TREE_CHUNK) {
      const part = Math.min(TREE_CHUNK, cells - first);
      kernels.treeInto(first, part, layout.factor, block, parents);
      dist.set(arena.floats().subarray(block / 4, block / 4 + part), first);
      parent.set(arena.words().subarray(parents / 4, parents / 4 + part), first);
    }
    if (layout.factor > 0 && kernels.ticksWrapped()) recount(layout, dist, parent);
    return { source, dist, parent };
  };
}

/** Computes `dist` again along the parents, in doubles, for a tree whose ticks passed 2^32. */
function recount(layout: GridLayout, dist: Float32Array, parent: Uint32Array): void {
  const { width, straight, diagonal, factor } = layout;
  const rowOf = (cell: number): number => Math.floor(cell / width);
  const ticks = new Float64Array(dist.length).fill(-1);
  const chain: number[] = [];
  for (let c = 0; c < dist.length; c++) {
    if (dist[c] === Infinity) continue;
    let u = c;
    while (ticks[u] < 0 && parent[u] !== NONE) {
      chain.push(u);
      u = parent[u];
    }
    if (ticks[u] < 0) ticks[u] = 0;
    for (let v = chain.pop(); v !== undefined; v = chain.pop()) {
      const p = parent[v];
      const isStraight = p % width === v % width || rowOf(p) === rowOf(v);
      ticks[v] = ticks[p] + (isStraight ? straight : diagonal);
    }
    dist[c] = factor * (straight === 1 ? ticks[c] : ticksToLength(ticks[c]));
  }
}
