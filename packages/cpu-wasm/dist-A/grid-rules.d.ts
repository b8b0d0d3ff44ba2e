import { type Grid } from '@wayfield/graph';
import type { Algorithm, Heuristic, SolverOptions } from './types.ts';
/** The heuristic a grid solver will use. Throws RangeError for one that can overestimate, unless allowed. */
export declare function chooseGridHeuristic(grid: Grid, options: SolverOptions): Heuristic;
/** Throws RangeError, with the reason, where `algorithm` cannot search this grid. */
export declare function checkGridAlgorithm(grid: Grid, algorithm: Algorithm): void;
//# sourceMappingURL=grid-rules.d.ts.map