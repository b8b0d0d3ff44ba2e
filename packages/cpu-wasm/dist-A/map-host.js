import { isGrid } from '@wayfield/graph';
import { createGridMap } from './grid-map.js';
import { checkGridAlgorithm, chooseGridHeuristic } from './grid-rules.js';
const ALGORITHMS = [
    'astar',
    'dijkstra',
    'bidirectional',
    'greedy',
    'jps',
    'jps+',
];
/** Copies a map into a WebAssembly memory of its own. Throws RangeError for a map that is not valid. */
export function createMapHost(map, module, shared) {
    if (isGrid(map))
        return createGridMap(map, module, shared);
    throw new TypeError('graphs: not yet');
}
/** The heuristic a solver will use. Throws RangeError for one that does not fit the map or the algorithm. */
export function chooseHeuristic(map, options) {
    if (isGrid(map))
        return chooseGridHeuristic(map, options);
    throw new TypeError('graphs: not yet');
}
/** Throws RangeError, with the reason, where `algorithm` cannot search this map. */
export function checkAlgorithm(map, algorithm) {
    if (!ALGORITHMS.includes(algorithm)) {
        throw new RangeError(`algorithm '${algorithm}' is none of ${ALGORITHMS.join(', ')}`);
    }
    if (isGrid(map))
        checkGridAlgorithm(map, algorithm);
}
//# sourceMappingURL=map-host.js.map