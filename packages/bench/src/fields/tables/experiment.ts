// `wayfield-bench diffusion` as an experiment of a report.
import { finishExperiment } from '../../report/results/finish-experiment.ts';
import { figure, finite, label, listTable } from '../../report/results/list-table.ts';
import type { Check, Experiment, Picture, Table } from '../../report/results/results.ts';
import { describeDifference } from '../measure/compare-fields.ts';
import { describeRun, type PrintedDiffusion } from './tables.ts';

/** Backends, paths and the picture of one map. */
export function diffusionExperiment(
  run: PrintedDiffusion,
  {
    command,
    seconds,
    pictures,
  }: { command: string; seconds: number; pictures: readonly Picture[] },
): Experiment {
  const { map, method } = describeRun(run);
  const left = run.skipped.map(({ backend, reason }) => `Left out: ${backend}, ${reason}.`);
  return finishExperiment({
    name: 'diffusion',
    title: `Fields on ${run.problem.name}`,
    text: [`${map}. ${method}.`, ...left].join('\n\n'),
    command,
    seconds,
    checks: checksOf(run),
    tables: [backendTable(run, command), pathTable(run, command)],
    pictures,
  });
}

/**
 * Compares cell by cell: every backend with the first one, and the first one with the plain
 * program.
 */
function checksOf({ reports, plain, problem }: PrintedDiffusion): Check[] {
  const cells = problem.map.terrain.length;
  const [{ backend: reference }] = reports;
  const checks = reports.slice(1).map(({ backend, difference }): Check => {
    const { differing } = difference;
    const first = differing > 0 && { first: describeDifference(difference) };
    const what = `field of ${backend}`;
    return { what, against: reference, compared: cells, differed: differing, ...first };
  });
  if (plain) {
    const first = plain.differing > 0 && { first: describeDifference(plain) };
    const what = `field of ${reference}`;
    const differed = plain.differing;
    checks.push({ what, against: 'the plain program', compared: cells, differed, ...first });
  }
  return checks;
}

function backendTable({ reports }: PrintedDiffusion, command: string): Table {
  const note =
    'first: the first settling, with all that is made only once; cold: from empty fields, ' +
    'the fastest; warm: again after ' +
    'every goal has moved by a cell; paths: of all starts in one call.';
  return listTable({ id: 'backends', title: 'Settling', command, note }, reports, [
    [
      label('backend', 'backend'),
      (r) => (r.threads === undefined ? r.backend : `${r.backend} of ${r.threads}`),
    ],
    [figure('build', 'build', 'ms'), (r) => r.buildMs],
    [figure('first', 'first', 'ms'), (r) => r.firstMs],
    [figure('steps', 'steps'), (r) => r.cold.settled.steps],
    [figure('end', 'end'), (r) => r.cold.settled.reason],
    [figure('cold', 'cold', 'ms'), (r) => r.cold.minMs],
    [figure('device', 'device', 'ms'), (r) => r.deviceMs],
    [figure('rate', 'cell-steps', '10⁹/s'), (r) => r.gcellSteps],
    [figure('warmSteps', 'warm steps'), (r) => r.warm.settled.steps],
    [figure('warm', 'warm', 'ms'), (r) => r.warm.minMs],
    [figure('ways', 'paths', 'ms'), (r) => r.waysMs],
    [figure('memory', 'memory', 'bytes'), (r) => r.memoryBytes],
    [figure('field', 'field'), (r) => describeDifference(r.difference)],
  ]);
}

function pathTable({ paths, problem }: PrintedDiffusion, command: string): Table {
  const { width } = problem.map;
  const note = 'A*: the path of least cost to the goal that is cheapest from there.';
  return listTable({ id: 'ways', title: 'From the starts to a goal', command, note }, paths, [
    [label('start', 'start'), (p) => `${p.start % width},${Math.floor(p.start / width)}`],
    [figure('nodes', 'cells'), (p) => p.nodes],
    [figure('length', 'length', 'cells'), (p) => finite(p.length)],
    [figure('cost', 'cost'), (p) => finite(p.cost)],
    [figure('turns', 'turns'), (p) => p.turns],
    [figure('optimum', 'cost of A*'), (p) => finite(p.optimum)],
    [figure('ratio', 'cost / A*', 'x'), (p) => finite(p.ratio)],
    [figure('outcome', 'outcome'), (p) => (p.found ? 'found' : 'no path')],
  ]);
}
