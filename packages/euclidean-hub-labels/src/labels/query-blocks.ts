import {
  createQueryBlocks,
  type QueryBlocks,
  type SearchEngine,
} from '@wayfield/navmesh/internal/queries';
import { bindLabels, type LabelHost, type LabelLayout } from './layout.ts';

/** Queries in blocks, by kernels that are not bound yet. */
export function queryBlocks(host: LabelHost, layout: LabelLayout): QueryBlocks {
  const block = bindLabels(host, layout);
  const { kernels, arena, blocks } = host;
  // the calls that `answer` needs are there; single steps of a search are not
  const engine = { kernels, arena, blocks, block, mostLabels: 0 } as unknown as SearchEngine;
  return createQueryBlocks(engine);
}
