import { createGridSearcher } from './grid-searcher.js';
/** A searcher with scratch memory of its own, in the arena of the map. */
export function createSearcher(module, arena, layout, algorithm, heuristic) {
    return createGridSearcher(module, arena, layout, algorithm, heuristic);
}
//# sourceMappingURL=searcher.js.map