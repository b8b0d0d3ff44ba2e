// Rules of arguments and limits that both solvers share, and how numbers are written in reasons.
import {
  checkLength,
  listOf,
  number,
  object,
  oneOf,
  positive,
  refuse,
  rule,
  type Rule,
} from '@wayfield/check';
import type { Calibration } from './choose.ts';

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

export const aTask: Rule = oneOf('astar', 'dijkstra', 'greedy', 'tree');
export const aKind: Rule = oneOf('uniform', 'weighted', 'graph');
const aCurve = object({
  backend: oneOf('cpu', 'gpu'),
  task: aTask,
  map: aKind,
  // predictions take logarithms of all these numbers
  nodes: positive,
  work: positive,
  count: listOf(positive),
  ms: listOf(positive),
});
const someCurves = object({ version: number(), curves: listOf(aCurve) }, 'a Calibration');

/** The rule of what `calibrate` returned. */
export function aCalibration(calibration: unknown, name: string): void {
  someCurves(calibration, name);
  const { version, curves } = calibration as Calibration;
  if (version !== 1) refuse(`${name}.version`, version, 1);
  curves.forEach(({ count, ms }, i) => {
    const curve = `${name}.curves[${i}]`;
    if (count.length === 0) refuse(`${curve}.count.length`, 0, 'at least 1');
    checkLength(ms, count.length, `${curve}.ms`);
  });
}

const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
/** 29,700.4 */
export const grouped = (n: number): string => format.format(n);

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
