import type { Blocks } from '@wayfield/wasm';
import type { PathSearcher } from '../batch.ts';
import type { HierarchyLayout } from './layout.ts';

/** Exports of the kernels that unpack arcs of a hierarchy: assembly/hierarchy/expand.ts. */
interface PathKernels {
  unpackPlaces(address: number): void;
  pathCost(): number;
  pathAddress(): number;
}

/** The path that a search found last. Its arcs are unpacked when nodes or cost are asked for. */
export interface FoundPath extends Pick<PathSearcher, 'cost' | 'pathLength' | 'path'> {
  /**
   * Call it after each search, with the length of the path that it found, as a sum over arcs of the
   * hierarchy. `Infinity`: there is no path, or its length is not known, so that `cost` adds up the
   * weights along the path.
   */
  begin(dist: number): void;
}

/**
 * The path of one searcher. `unpackNodes` unpacks the path of the last search and returns the
 * number of its nodes. `sums`: whether to add up the weights along the path; `loops`: whether the
 * path may meet a node twice, and cycles have to be left out.
 */
export function createFoundPath(
  kernels: PathKernels,
  blocks: Blocks,
  { nodeCount, exactBelow, zeros }: Pick<HierarchyLayout, 'nodeCount' | 'exactBelow' | 'zeros'>,
  unpackNodes: (sums: number, loops: number) => number,
): FoundPath {
  let places = 0;
  /** Nodes of the path; 0 until it is unpacked. */
  let count = 0;
  let dist = Infinity;

  /** Whether the sum over arcs of the hierarchy equals the f32 sum along the path. */
  const exact = (): boolean => dist < exactBelow;

  function unpack(): void {
    if (count > 0) return;
    const sums = !exact();
    // only arcs of weight 0, or rounding, let a shortest path meet a node twice
    const loops = zeros || sums;
    if (loops && places === 0) {
      places = blocks.allocate(nodeCount * 4);
      kernels.unpackPlaces(places);
    }
    count = unpackNodes(sums ? 1 : 0, loops ? 1 : 0);
  }

  return {
    begin(next) {
      dist = next;
      count = 0;
    },
    cost() {
      if (exact()) return dist;
      unpack();
      return kernels.pathCost();
    },
    pathLength() {
      unpack();
      return count;
    },
    path: () => kernels.pathAddress() >>> 0,
  };
}
