// `wayfield-bench choose` as an experiment of a report.
import { finishExperiment } from '../../report/results/finish-experiment.ts';
import { figure, label, listTable } from '../../report/results/list-table.ts';
import type { Experiment, Table } from '../../report/results/results.ts';
import { type ChoiceReport, type ChoiceRow, WRONG } from './measure-choices.ts';

const TEXT =
  'CPU and GPU are calibrated by runs on small maps; from the curves that come of it ' +
  'chooseBackend predicts how long each ' +
  'takes for a problem of any size, and chooses. Then both solve it. A choice that takes ' +
  `more than ${WRONG} times what the ` +
  'other backend takes is wrong. Both backends’ answers are compared.';

/** Predictions, choices and measurements, and the time of the calibration. */
export function choiceExperiment(
  { rows, calibrationMs, shareWrong }: ChoiceReport,
  { command, seconds }: { command: string; seconds: number },
): Experiment {
  const wrong = rows.filter(({ lost }) => lost > WRONG).length;
  const worst = rows.find(({ differed }) => differed > 0);
  const tables = [choiceTable(rows, command), calibrationTable(calibrationMs, command)].filter(
    (table) => table.rows.length > 0,
  );
  return finishExperiment({
    name: 'choose',
    title: 'Choosing between CPU and GPU',
    text:
      `${TEXT}\n\n${wrong} of ${rows.length} choices were wrong: ` +
      `${(100 * shareWrong).toFixed(1)} %.`,
    command,
    seconds,
    checks: [
      {
        what: 'answers of the GPU',
        against: 'those of the CPU',
        compared: rows.reduce((sum, { count }) => sum + count, 0),
        differed: rows.reduce((sum, { differed }) => sum + differed, 0),
        ...(worst && {
          first: `${worst.name}, ${worst.task}: ${worst.differed} of ${worst.count}`,
        }),
      },
    ],
    tables,
  });
}

function choiceTable(rows: readonly ChoiceRow[], command: string): Table {
  const note =
    'work: what a solver has to do by its own estimate; lost: time of the chosen backend ' +
    'as a multiple of the faster one’s.';
  return listTable({ id: 'choices', title: 'Every choice', command, note }, rows, [
    [label('map', 'map'), (r) => r.name],
    [label('task', 'task'), (r) => r.task],
    [label('queries', 'queries'), (r) => r.count],
    [figure('work', 'work'), (r) => Math.round(r.work)],
    [figure('cpu', 'CPU', 'ms'), (r) => r.measured.cpu],
    [figure('cpuPredicted', 'CPU, predicted', 'ms'), (r) => r.predicted.cpu],
    [figure('gpu', 'GPU', 'ms'), (r) => r.measured.gpu],
    [figure('gpuPredicted', 'GPU, predicted', 'ms'), (r) => r.predicted.gpu],
    [figure('chosen', 'chosen'), (r) => r.chosen],
    [figure('lost', 'lost', 'x'), (r) => r.lost],
    [figure('outcome', 'outcome'), (r) => (r.lost > WRONG ? 'WRONG' : 'right')],
    [figure('differed', 'differ', 'answers'), (r) => r.differed],
  ]);
}

function calibrationTable(parts: ChoiceReport['calibrationMs'], command: string): Table {
  const about = { id: 'calibration', title: 'What the calibration took', command };
  return listTable(about, Object.entries(parts), [
    [label('part', 'part'), ([name]) => name],
    [figure('runs', 'runs', 'ms'), ([, { runs }]) => runs],
    [figure('all', 'with maps and solvers', 'ms'), ([, { all }]) => all],
  ]);
}
