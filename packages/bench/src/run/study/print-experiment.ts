import { filledColumns, isMeasurement, isRatio } from '../../report/results/cells.ts';
import { countChecks } from '../../report/results/finish-experiment.ts';
import type { Cell, Experiment, Table } from '../../report/results/results.ts';
import { formatNumber, formatSeconds } from '../../report/numbers.ts';
import { formatTable } from '../../report/table.ts';

/**
 * The experiment as text: the study's tables with our figures beside them, the ratios, the
 * standings, and the number of compared answers.
 */
export function formatExperiment(experiment: Experiment): string {
  const { name, title, study, tables, checks, seconds } = experiment;
  const head = study ? `${title} (${study.author}, ${study.year}; ${study.machine})` : title;
  const { compared, differed } = countChecks(checks);
  return [
    `${name}: ${head}`,
    ...tables.map(formatResultTable),
    formatStandings(experiment),
    `${name}: ${formatNumber(compared)} answers compared, ${formatNumber(differed)} ` +
      `differed; ${formatSeconds(seconds)}`,
    '',
  ].join('\n\n');
}

/** A table with its title and its note. */
export function formatResultTable(result: Table): string {
  const { id, title, rows, note } = result;
  const shown = filledColumns(result);
  const table = formatTable(
    shown.map((column) => ({
      title:
        column.unit === '' || column.kind === 'ratio'
          ? column.title
          : `${column.title} [${column.unit}]`,
      align: column.kind === 'label' || column.key === 'by' ? 'left' : 'right',
    })),
    rows.map((row) => shown.map(({ key, kind }) => formatCell(row[key], kind === 'label'))),
  );
  return `${id}: ${title}\n\n${table}${note === undefined ? '' : `\n\n${note}`}`;
}

/** By rival: the median, the best and the worst ratio, and the rows that the rival wins. */
function formatStandings({ standings, tables }: Experiment): string {
  const lines = standings.map(({ kind, name, compared, median, best, worst, losses }) => {
    const against = kind === 'study' ? `the study's ${name}` : name;
    const lost = losses
      .slice(0, 6)
      .map((one) => `${one.table} ${one.where} (${formatNumber(round(one.ratio))})`);
    const more = losses.length > 6 ? `, and ${losses.length - 6} more` : '';
    return (
      `  against ${against}: median ${formatNumber(round(median))} x, ` +
      `best ${formatNumber(round(best.ratio))} (${best.table}, ${best.where}), ` +
      `worst ${formatNumber(round(worst.ratio))} (${worst.table}, ${worst.where}); ` +
      (losses.length === 0
        ? `better in all ${compared}`
        : `behind in ${losses.length} of ${compared}: ${lost.join('; ')}${more}`)
    );
  });
  return tables.length === 0 || lines.length === 0
    ? 'nothing to compare'
    : `how we stand\n${lines.join('\n')}`;
}

const round = (x: number): number => Number(x.toPrecision(3));

function formatCell(cell: Cell, label: boolean): string {
  if (cell === null) return '';
  if (isMeasurement(cell)) return formatNumber(round(cell.median));
  if (isRatio(cell)) return formatNumber(round(cell.ratio));
  if (typeof cell === 'string') return cell;
  return label || Number.isInteger(cell) ? formatNumber(cell) : formatNumber(round(cell));
}
