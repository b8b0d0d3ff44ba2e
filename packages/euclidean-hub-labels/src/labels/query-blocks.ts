import {
  createQueryBlocks,
  type QueryBlocks,
  type SearchEngine,
} from '@wayfield/navmesh/internal/queries';
import { bindLabels, type LabelHost, type LabelLayout } from './layout.ts';

/**
 * Binds the kernels of a thread to a mesh and its labels. `answer` of the result answers queries by
 * these labels: search.ts and pool-worker.ts call it.
 */
export function queryBlocks(host: LabelHost, layout: LabelLayout): QueryBlocks {
  const block = bindLabels(host, layout);
  const { kernels, arena, blocks } = host;
  // `answer` needs further kernels of navmesh only for its argument `improve`, which no caller in
  // this package passes.
  const engine = { kernels, arena, blocks, block, mostLabels: 0 } as unknown as SearchEngine;
  return createQueryBlocks(engine);
}
