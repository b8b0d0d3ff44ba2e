import type { RunOptions } from './types.ts';

/** Throws RangeError unless the options are ones that a run can follow. */
export function checkRunOptions({ maxSettled }: RunOptions): void {
  if (maxSettled !== undefined && !(Number.isInteger(maxSettled) && maxSettled >= 0)) {
    throw new RangeError(`maxSettled is ${maxSettled}: it must be a whole number >= 0`);
  }
}

/** The agent size of each query, and the sizes that occur. */
export interface AgentSizes {
  of(i: number): number;
  readonly distinct: readonly number[];
}

/** Sizes of runs that say nothing, and of maps whose agents have no size. */
export const ONE_CELL: AgentSizes = { of: () => 1, distinct: [1] };

/** Throws RangeError outside 1 .. 255. */
export function agentSizes(size: RunOptions['agentSize'], count: number): AgentSizes {
  if (size === undefined || size === 1) return ONE_CELL;
  const check = (s: number, name: string): number => {
    if (Number.isInteger(s) && s >= 1 && s <= 255) return s;
    throw new RangeError(`${name} is ${s}: it must be a whole number from 1 to 255`);
  };
  if (typeof size === 'number') {
    check(size, 'agentSize');
    return { of: () => size, distinct: [size] };
  }
  if (size.length !== count) {
    throw new RangeError(`agentSize has ${size.length} entries, there are ${count} queries`);
  }
  const distinct = new Set<number>();
  for (let i = 0; i < count; i++) distinct.add(check(size[i], `agentSize[${i}]`));
  return { of: (i) => size[i], distinct: [...distinct] };
}
