import { type Graph, type Grid } from '@wayfield/graph';
import type { Arena, Blocks } from './arena.ts';
import type { MapLayout } from './searcher.ts';
import type { Algorithm, Heuristic, SolverOptions } from './types.ts';
/** The part of a map's memory that all its solvers share, and what keeps it in step with the caller's arrays. */
export interface MapHost {
    readonly arena: Arena;
    readonly blocks: Blocks;
    readonly layout: MapLayout;
    /** Counts the updates: a searcher that is bound to an older version must be bound again. */
    version(): number;
    /** Makes ready what queries for agents of these sizes need; with `exact`, labels without doubt. */
    prepare(sizes: readonly number[], exact: boolean): void;
    /** Builds again what closed cells made useless; see `labelsMislead`. */
    relabel(): void;
    update(changed?: ArrayLike<number>): void;
}
/** Copies a map into a WebAssembly memory of its own. Throws RangeError for a map that is not valid. */
export declare function createMapHost(map: Grid | Graph, module: WebAssembly.Module, shared: boolean): MapHost;
/** The heuristic a solver will use. Throws RangeError for one that does not fit the map or the algorithm. */
export declare function chooseHeuristic(map: Grid | Graph, options: SolverOptions): Heuristic;
/** Throws RangeError, with the reason, where `algorithm` cannot search this map. */
export declare function checkAlgorithm(map: Grid | Graph, algorithm: Algorithm): void;
//# sourceMappingURL=map-host.d.ts.map