import type { Arena } from './arena.ts';
import type { GridLayout } from './grid-map.ts';
import type { Searcher } from './searcher.ts';
import type { Algorithm, Heuristic } from './types.ts';
/** A searcher with scratch memory of its own, in the arena of the map. */
export declare function createGridSearcher(module: WebAssembly.Module, arena: Arena, layout: GridLayout, algorithm: Algorithm, heuristicName: Heuristic): Searcher;
//# sourceMappingURL=grid-searcher.d.ts.map