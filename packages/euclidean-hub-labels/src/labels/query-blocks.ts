import {
  createQueryBlocks,
  type QueryBlocks,
  type SearchEngine,
} from '@wayfield/navmesh/internal/queries';
import { bindLabels, type LabelHost, type LabelLayout } from './layout.ts';

/** Binds the kernels of a thread to a mesh and its labels; the result answers queries by them. */
export function queryBlocks(host: LabelHost, layout: LabelLayout): QueryBlocks {
  const block = bindLabels(host, layout);
  const { kernels, arena, blocks } = host;
  // without `improve`, `answer` calls only kernels that this package has
  const engine = { kernels, arena, blocks, block, mostLabels: 0 } as unknown as SearchEngine;
  return createQueryBlocks(engine);
}
