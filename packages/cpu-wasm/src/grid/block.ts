import type { KernelHost } from '@wayfield/wasm';
import type { JumpSearcher } from '../jps/searcher.ts';
import {
  BLOCK_BYTES,
  BLOCK_COSTS,
  BLOCK_ENDS,
  BLOCK_QUERIES,
  BLOCK_SETTLED,
  BLOCK_STATUSES,
  BLOCK_TARGETS,
  type Kernels,
} from '../kernels.gen.ts';
import type { QueryBlock } from '../searcher.ts';
import type { GridLayer } from './layout.ts';

/** Answers queries of a uniform grid many at a time. */
export interface GridBlocks {
  /** Whether the last query answered found no path between cells of equal component number. */
  metStaleComponents(): boolean;
  /**
   * Answers some of the queries from `block.first` on, 1 to BLOCK_QUERIES. Returns how many. The
   * moves of the layer are bound, unless jump points are searched.
   */
  answer(layer: GridLayer, factor: number, block: QueryBlock): number;
}

/** Searches jump points where there are `jumper` and bitmaps, else cells with `heuristic`. */
export function createGridBlocks(
  { kernels, blocks, arena }: KernelHost<Kernels>,
  heuristic: number,
  jumper: JumpSearcher | undefined,
): GridBlocks {
  let at = 0;

  function bind(): void {
    at = blocks.allocate(BLOCK_BYTES);
    kernels.gridBlockBind(at);
  }

  return {
    metStaleComponents: () => kernels.gridBlockStale() !== 0,
    answer(layer, factor, { queries, first, maxSettled, writer }) {
      if (at === 0) bind();
      const { jumps } = layer;
      if (jumper === undefined || jumps === undefined) {
        kernels.gridBlockSearch(heuristic, 0, 0, 0);
      } else {
        const { records, tables } = jumper.open(jumps, layer.size);
        kernels.gridBlockSearch(heuristic, jumps.address, records, tables ? 1 : 0);
      }
      kernels.gridBlockLayer(layer.clearance, layer.size, layer.components, factor);
      const end = Math.min(first + BLOCK_QUERIES, queries.count);
      const words = arena.words();
      words.set(queries.source.subarray(first, end), at / 4);
      words.set(queries.target.subarray(first, end), (at + BLOCK_TARGETS) / 4);
      const base = writer.pathEnd();
      const paths = writer.paths ? 1 : 0;
      const count = kernels.gridBlock(end - first, maxSettled, base, paths) >>> 0;
      writer.putBlock(first, count, {
        statuses: at + BLOCK_STATUSES,
        costs: at + BLOCK_COSTS,
        settled: at + BLOCK_SETTLED,
        ends: at + BLOCK_ENDS,
        paths: kernels.gridBlockPaths() >>> 0,
      });
      return count;
    },
  };
}
