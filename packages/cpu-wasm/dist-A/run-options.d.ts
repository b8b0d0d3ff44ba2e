import type { RunOptions } from './types.ts';
/** Throws RangeError unless the options are ones that a run can follow. */
export declare function checkRunOptions({ maxSettled }: RunOptions): void;
/** The agent size of each query, and the sizes that occur. Throws RangeError outside 1 .. 255. */
export declare function agentSizes(size: RunOptions['agentSize'], count: number): {
    of: (i: number) => number;
    distinct: number[];
};
//# sourceMappingURL=run-options.d.ts.map