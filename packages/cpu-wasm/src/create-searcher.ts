import type { KernelHost } from '@wayfield/wasm';
import { createGraphSearcher } from './graph/searcher.ts';
import { createGridSearcher } from './grid/searcher.ts';
import type { Kernels } from './kernels.gen.ts';
import type { MapLayout, SearchChoice, Searcher } from './searcher.ts';

/** A searcher on a map, with the host's blocks as its scratch memory. */
export function createSearcher(
  host: KernelHost<Kernels>,
  layout: MapLayout,
  choice: SearchChoice,
): Searcher {
  return 'arcs' in layout
    ? createGraphSearcher(host, layout, choice)
    : createGridSearcher(host, layout, choice);
}
