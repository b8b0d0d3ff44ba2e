import { FOUND } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import { type Kernels, MANHATTAN, OCTILE, THETA_BYTES } from '../kernels.gen.ts';
import { gridLengthOf, SETTLED } from './answer.ts';
import type { GridLayer, GridLayout } from './layout.ts';

/** Searches of any-angle paths, which turn at centres of cells, by Lazy Theta*. */
export interface ThetaSearcher {
  /**
   * Searches on a layer whose moves are bound; each of the two searches, by Theta* and by A*, may
   * settle `maxSettled` cells. Returns a status of `Routes`.
   */
  search(layer: GridLayer, source: number, target: number, maxSettled: number): number;
  /**
   * Whether the path of the last search is that of Theta*; else it is a shortest path of the grid,
   * in the answer record already.
   */
  turns(): boolean;
  /** Keeps the turns of the path of Theta* to `end`, and both ends, as the answer. */
  keep(end: number): void;
  /** Length in cells of the path that `keep` kept. */
  length(): number;
}

/** `answer`: the index of the first word of the answer record. */
export function createThetaSearcher(
  { kernels, blocks, arena }: KernelHost<Kernels>,
  layout: GridLayout,
  answer: number,
): ThetaSearcher {
  const { width, height, neighbours, beside } = layout;
  const gridLength = gridLengthOf(layout, arena, answer);
  const cells = width * height;
  let length = 0;
  let turns = true;
  kernels.thetaBind(blocks.allocate(cells * THETA_BYTES), cells);

  return {
    search(layer, source, target, maxSettled) {
      kernels.sightBind(width, layer.clearance, layer.size, beside);
      const status = kernels.thetaSearch(source, target, maxSettled);
      turns = true;
      if (status !== FOUND) return status;
      // Theta* gives no bound on its length: 1 path in 1,300 on random grids is longer than a path
      // of the grid, by up to 8 %. The second search takes about a tenth of the time of the first.
      // If the second search spends `maxSettled`, the path of Theta* is kept, which may be longer.
      const settled = arena.words()[answer + SETTLED];
      const heuristic = neighbours === 8 ? OCTILE : MANHATTAN;
      const known = kernels.uniformPath(source, target, heuristic, maxSettled) === FOUND;
      turns = !known || kernels.thetaLength(target) <= gridLength();
      // the settled nodes of both searches are added up
      arena.words()[answer + SETTLED] += settled;
      return status;
    },
    turns: () => turns,
    keep(end) {
      length = kernels.thetaLength(end);
      kernels.thetaPath(end);
    },
    length: () => length,
  };
}
