import { referenceAstar } from '@wayfield/graph';
import type { Problem } from '../problems/problem.ts';
import type { Oracle } from './oracle.ts';

/** How many queries the reference answers: a number, or as many as fit in the time. */
export interface ReferenceAmount {
  readonly count?: number;
  readonly budgetMs?: number;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Asks the slow reference and informs the oracle. Without a number it takes evenly spread
 * queries, coarse first, until the time is over, because queries in files are sorted by length.
 */
export function askReference(problem: Problem, oracle: Oracle, amount: ReferenceAmount): void {
  const { data, queries } = problem;
  const { source, target } = queries;
  const total = Math.min(amount.count ?? queries.count, queries.count);
  const end = performance.now() + (amount.budgetMs ?? Infinity);
  const order =
    amount.count === undefined ? coarseFirst(queries.count) : spread(queries.count, total);
  for (let k = 0; k < total && performance.now() < end; k++) {
    const i = order[k];
    oracle.learnReference(i, referenceAstar(data, source[i], target[i]).cost);
    amount.onProgress?.(k + 1, total);
  }
}

/** `count` indices below `total` at equal distances. */
function spread(total: number, count: number): number[] {
  return Array.from({ length: count }, (_, k) => Math.floor((k * total) / count));
}

/**
 * All indices below `count` in bit-reversed order, so that any first part of them is spread over
 * the whole.
 */
function coarseFirst(count: number): number[] {
  const bits = Math.max(1, Math.ceil(Math.log2(count)));
  const order: number[] = [];
  for (let k = 0; k < 2 ** bits; k++) {
    let reversed = 0;
    for (let b = 0; b < bits; b++) reversed |= ((k >> b) & 1) << (bits - 1 - b);
    if (reversed < count) order.push(reversed);
  }
  return order;
}
