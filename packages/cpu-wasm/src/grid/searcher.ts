import { FOUND, NEAREST, NO_PATH, NONE, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import type { Kernels } from '../kernels.gen.ts';
import { createMarks } from '../marks.ts';
import { NEAREST_SOURCE, NEAREST_TARGET } from '../nearest.ts';
import type { MapLayout, SearchChoice, Searcher } from '../searcher.ts';
import type { GridLayer, GridLayout } from './layout.ts';
import { createGridSearch, type GridSearch } from './search.ts';
import { createGridTrees } from './trees.ts';

/** A searcher on a grid, with the host's blocks as its scratch memory. */
export function createGridSearcher(
  host: KernelHost<Kernels>,
  layout: GridLayout,
  choice: SearchChoice,
): Searcher {
  const { kernels, blocks, arena } = host;
  const { width, height } = layout;
  const search = createGridSearch(host, layout, choice);
  const tree = createGridTrees(host, search);
  const many = createOneToMany(host, search, (begun) => (searched = begun));
  let staleComponents = false;
  /** Whether the last call began a search; if not, it settled no cell. */
  let searched = false;

  /** The open cell nearest to `cell` in component `root`; for NONE in any component. */
  function nearestCell(
    { clearance, size, components }: GridLayer,
    cell: number,
    root: number,
  ): number {
    const x = cell % width;
    const y = (cell - x) / width;
    return kernels.nearestInComponent(clearance, size, components, width, height, root, x, y) >>> 0;
  }

  return {
    blocks,
    bind(next: MapLayout) {
      search.bind(next as GridLayout);
      staleComponents = false;
    },
    metStaleComponents: () => staleComponents,
    search(source, target, size, nearest, maxSettled) {
      const layer = search.layerOf(size);
      search.clearPath();
      searched = false;
      let start = source;
      let end = target;
      const { clearance, components } = layer;
      let refused = kernels.gridEnds(clearance, size, components, source, target);
      if (refused === SOURCE_BLOCKED && (nearest & NEAREST_SOURCE) !== 0) {
        start = nearestCell(layer, source, NONE);
        // no cell is open
        if (start === NONE) return SOURCE_BLOCKED;
        refused = kernels.gridEnds(clearance, size, components, start, target);
      }
      if (refused !== 0) {
        if ((nearest & NEAREST_TARGET) === 0 || refused === SOURCE_BLOCKED) return refused;
        end = nearestCell(layer, target, kernels.findRoot(components, start));
      }
      searched = true;
      const status = search.toTarget(layer, start, end, maxSettled);
      if (status === FOUND) {
        search.keepPath(end);
        return start === source && end === target ? FOUND : NEAREST;
      }
      // the components of both ends are equal, and yet there is no path
      if (status === NO_PATH) staleComponents = true;
      return status;
    },
    answerBlock(size, block) {
      const count = search.answerBlock(search.layerOf(size), block);
      if (count > 0) staleComponents ||= search.blockMetStaleComponents();
      return count;
    },
    // named one by one, as in search.ts
    searchMany: many.searchMany,
    take: many.take,
    cost: search.cost,
    settled: () => (searched ? search.settled() : 0),
    pathLength: search.pathLength,
    path: search.path,
    tree(source, size, reuse) {
      const layer = search.layerOf(size);
      const blocked = arena.bytes()[layer.clearance + source] < size;
      const made = tree(blocked ? NONE : source, layer, reuse);
      return { ...made, source };
    },
  };
}

/** One search for many targets. Each call of `searchMany` tells `onBegun` whether it searches. */
function createOneToMany(
  { kernels, blocks, arena }: KernelHost<Kernels>,
  search: GridSearch,
  onBegun: (searched: boolean) => void,
): Pick<Searcher, 'searchMany' | 'take'> {
  const { width, height } = search.layout();
  const marks = createMarks(blocks, arena, width * height);
  /**
   * The last search: its layer, the component of its source, and the status of targets of that
   * component that it did not settle.
   */
  let last: GridLayer | undefined;
  let sourceRoot = NONE;
  let unsettled = NO_PATH;

  return {
    searchMany(source, targets, size, maxSettled) {
      const layer = search.layerOf(size);
      const { clearance, components } = layer;
      last = layer;
      const open = arena.bytes()[clearance + source] >= size;
      unsettled = open ? NO_PATH : SOURCE_BLOCKED;
      onBegun(open);
      if (!open) return;
      sourceRoot = kernels.findRoot(components, source);
      // a target that cannot be reached must not keep the search going
      const count = marks.set(
        targets,
        (target) => kernels.gridEnds(clearance, size, components, source, target) === 0,
      );
      try {
        const most = count > 0 ? maxSettled : 0;
        const status = search.everywhere(layer, source, most, marks.address(), count);
        if (count > 0) unsettled = status;
      } finally {
        marks.clear(targets);
      }
    },
    take(target) {
      search.clearPath();
      if (unsettled === SOURCE_BLOCKED) return SOURCE_BLOCKED;
      if (last === undefined || arena.bytes()[last.clearance + target] < last.size) {
        return TARGET_BLOCKED;
      }
      if (kernels.findRoot(last.components, target) !== sourceRoot) return NO_PATH;
      if (!kernels.isSettled(target)) return unsettled;
      search.keepPath(target);
      return FOUND;
    },
  };
}
