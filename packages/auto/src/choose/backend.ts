// Predicts which of two backends is faster, from times measured on this machine. The model is a
// table, not a formula: curves of time over the number of queries, one per probe map. Predictions
// are interpolated between curves on logarithmic axes. Overhead, parallelism and its saturation are
// all in the curves.
import { object, oneOf, refuseNumber } from '@wayfield/check';
import { aCalibration, aKind, aTask } from './calibration-rule.ts';

/** The backends that are compared. */
export type BackendName = 'cpu' | 'gpu';
/** What is asked: paths by an algorithm, or whole trees. */
export type BackendTask = 'astar' | 'dijkstra' | 'greedy' | 'tree';
/** Grids whose open cells cost the same, other grids, graphs. */
export type MapKind = 'uniform' | 'weighted' | 'graph';

/** The size of a problem; `describeProblem` makes it from a map and queries. */
export interface BackendProblem {
  readonly task: BackendTask;
  readonly map: MapKind;
  /** Nodes of the graph, cells of the grid. */
  readonly nodes: number;
  /** Queries; for trees, sources. */
  readonly count: number;
  /** Nodes that one query settles, on average: `estimateWork`, or what an earlier result says. */
  readonly work: number;
}

/** Measured times of one backend on one probe map. */
export interface CostCurve {
  readonly backend: BackendName;
  readonly task: BackendTask;
  readonly map: MapKind;
  readonly nodes: number;
  readonly work: number;
  /** Numbers of queries, ascending, at least one, and the milliseconds they took, all above 0. */
  readonly count: readonly number[];
  readonly ms: readonly number[];
}

/** What `calibrate` measured. Plain data: keep it as JSON, on the machine that was measured. */
export interface Calibration {
  readonly version: 1;
  readonly curves: readonly CostCurve[];
}

/** What `chooseBackend` predicts. */
export interface BackendChoice {
  readonly backend: BackendName;
  /** Predicted milliseconds of a run, the solver being made and warm. */
  readonly cpuMs: number;
  readonly gpuMs: number;
}

const aBackend = oneOf('cpu', 'gpu');
const aProblem = object({ task: aTask, map: aKind }, 'a BackendProblem');

/**
 * Predicts which backend answers a problem sooner, from measurements by `calibrate`. Pure;
 * microseconds.
 *
 * @throws RangeError where a size is no number above 0 (`count` may be 0), and where the
 *   calibration has no runs of the task on such maps.
 */
export function chooseBackend(problem: BackendProblem, calibration: Calibration): BackendChoice {
  const cpuMs = predictMs(problem, 'cpu', calibration);
  const gpuMs = predictMs(problem, 'gpu', calibration);
  return { backend: gpuMs < cpuMs ? 'gpu' : 'cpu', cpuMs, gpuMs };
}

/** Predicted milliseconds of a run on one backend. Throws as `chooseBackend`. */
export function predictMs(
  problem: BackendProblem,
  backend: BackendName,
  calibration: Calibration,
): number {
  aProblem(problem, 'problem');
  aBackend(backend, 'backend');
  aCalibration(calibration, 'calibration');
  const { task, map, nodes, count, work } = problem;
  checkSize(nodes, 'nodes');
  checkSize(work, 'work');
  if (count !== 0) checkSize(count, 'count');
  const curves = calibration.curves.filter(
    (c) => c.backend === backend && c.task === task && c.map === map,
  );
  if (curves.length === 0) {
    throw new RangeError(
      `the calibration has no runs of '${task}' on '${map}' maps by '${backend}'`,
    );
  }
  if (count === 0) return 0;
  // the time of the smallest run: an upper bound on the fixed cost of a call
  const overhead = Math.min(...curves.map((c) => c.ms[0]));
  const [low, high] = around(curves, 'nodes', nodes);
  return between(low.nodes, high.nodes, nodes, (size) => {
    const same = curves.filter((c) => c.nodes === size);
    const [less, more] = around(same, 'work', work);
    const inside = less.work <= work && work <= more.work;
    return between(less.work, more.work, work, (w) => {
      const curve = w === less.work ? less : more;
      // between two probe maps the interpolation accounts for the work; beyond them it is scaled
      const ratio = inside && less !== more ? 1 : work / curve.work;
      return stretch(curve, overhead, count, ratio);
    });
  });
}

function checkSize(value: number, name: string): void {
  if (!(typeof value === 'number' && value > 0 && value < Infinity)) {
    refuseNumber(`problem.${name}`, value, 'a number above 0');
  }
}

/** The curves with the next lower and the next higher value; one curve twice beyond the ends. */
function around(
  curves: readonly CostCurve[],
  key: 'nodes' | 'work',
  value: number,
): [CostCurve, CostCurve] {
  const sorted = [...curves].sort((a, b) => a[key] - b[key]);
  const high = sorted.find((c) => c[key] >= value) ?? sorted[sorted.length - 1];
  const low = sorted.findLast((c) => c[key] <= value) ?? sorted[0];
  return [low, high];
}

/** `f` at x, interpolated between a and b linearly in the logarithms of both axes. */
function between(a: number, b: number, x: number, f: (at: number) => number): number {
  if (a === b) return f(a);
  const share = Math.log(x / a) / Math.log(b / a);
  return Math.exp((1 - share) * Math.log(f(a)) + share * Math.log(f(b)));
}

/**
 * The time of `count` queries, each with `ratio` times the work of a query of the curve. `one` is
 * the time of the curve without the overhead. On a CPU time grows with the ratio: one * ratio. A
 * GPU expands a whole front at a time. With many queries it is busy, and time grows with the ratio
 * too. With few queries time grows with the length of the path, so with the root of the ratio. The
 * geometric mean of one * ratio and `many`, the time of `ratio` times as many queries, meets both
 * limits. Where the GPU is busy, `many` is one * ratio. Where it is idle, `many` is about `one`, so
 * the mean is one * sqrt(ratio).
 */
function stretch(curve: CostCurve, overhead: number, count: number, ratio: number): number {
  const one = Math.max(at(curve, count, overhead) - overhead, 0);
  if (curve.backend === 'cpu') return overhead + one * ratio;
  const many = Math.max(at(curve, count * ratio, overhead) - overhead, 0);
  return overhead + Math.sqrt(one * many * ratio);
}

/** The time of a curve at any count: constant before its first point, linear beyond its last. */
function at({ count, ms }: CostCurve, x: number, overhead: number): number {
  const last = count.length - 1;
  if (x <= count[0]) return ms[0];
  if (x >= count[last]) return overhead + ((ms[last] - overhead) * x) / count[last];
  const i = count.findIndex((c) => c >= x);
  return between(count[i - 1], count[i], x, (c) => ms[c === count[i] ? i : i - 1]);
}
