// Rules of arguments and limits that `createBestSolver` and `createBestTreeSolver` share, and how
// their reasons write numbers. For trees a batch settles nodes times sources.
import { rule, type Rule } from '@wayfield/check';

/** Settled nodes of a batch below which one thread ends before a worker starts: about 1 ms. */
export const FEW_NODES = 50_000;
/** Settled nodes of a batch below which no GPU is asked for: about 20 ms of one thread. */
export const GPU_NODES = 1_000_000;

export const aMap: Rule = rule<object>(
  'a Grid or a Graph',
  (value) =>
    typeof value === 'object' && value !== null && ('cost' in value || 'firstOut' in value),
);
export const aDeviceOrNone: Rule = rule(
  'a GPUDevice or false',
  (value) => value === false || (typeof value === 'object' && value !== null && 'limits' in value),
);

const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
/** 29,700.4 */
export const grouped = (n: number): string => format.format(n);

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
