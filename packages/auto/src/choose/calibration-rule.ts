import { checkLength, listOf, object, oneOf, positive, refuse, type Rule } from '@wayfield/check';

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
const someCurves = object({ version: oneOf(1), curves: listOf(aCurve) }, 'a Calibration');

/** The rule of what `calibrate` returned. */
export function aCalibration(calibration: unknown, name: string): void {
  someCurves(calibration, name);
  (calibration as { curves: { count: number[]; ms: number[] }[] }).curves.forEach(
    ({ count, ms }, i) => {
      const curve = `${name}.curves[${i}]`;
      if (count.length === 0) refuse(`${curve}.count.length`, 0, 'at least 1');
      checkLength(ms, count.length, `${curve}.ms`);
    },
  );
}
