// Fills tables of results into a Markdown file: the text between two marks is generated, the rest
// is written by people. docs/results/studies.md ends with the commands that fill our documents.
import { median as medianOf } from '../../run/statistics/summary.ts';
import { formatNumber, formatSeconds } from '../numbers.ts';
import { filledColumns, isMeasurement, isRatio } from './cells.ts';
import { countChecks } from './finish-experiment.ts';
import type { Cell, Experiment, Results, Table } from './results.ts';
import { STANDING_KINDS } from './standing-kinds.ts';

const MARK = /<!-- results:([A-Za-z0-9._/-]+) -->\n[\s\S]*?<!-- \/results -->/g;
/** The most losses that a document lists. */
const MOST_LOSSES = 8;

/** The result of `fillDocument`. */
export interface FilledDocument {
  readonly text: string;
  /** Names of the marks that were filled. */
  readonly filled: readonly string[];
  /** Tables and experiments of the results that no mark asks for. */
  readonly unused: readonly string[];
}

/**
 * Fills each part of a document between `<!-- results:NAME -->` and `<!-- /results -->`. NAME is
 *
 * - `machine`: what was measured on, with the command;
 * - `tasks`: one row per rival, over all experiments;
 * - `EXPERIMENT`: checks, standings and all tables of an experiment;
 * - `EXPERIMENT/standings` or `EXPERIMENT/TABLE`: one part of these.
 *
 * Names may begin with `PREFIX/` in documents with several machines; marks with another prefix stay
 * unchanged. Throws RangeError for a name that the results do not have.
 */
export function fillDocument(document: string, results: Results, prefix = ''): FilledDocument {
  const filled: string[] = [];
  const text = document.replaceAll(MARK, (whole, name: string) => {
    const own =
      prefix === ''
        ? name
        : name.startsWith(`${prefix}/`)
          ? name.slice(prefix.length + 1)
          : undefined;
    if (own === undefined) return whole;
    filled.push(own);
    return `<!-- results:${name} -->\n\n${wrap(partOf(results, own).trim())}\n\n<!-- /results -->`;
  });
  const ids = results.experiments.flatMap(({ name, tables }) =>
    filled.includes(name) ? [] : tables.map(({ id }) => `${name}/${id}`),
  );
  return { text, filled, unused: ids.filter((id) => !filled.includes(id)) };
}

/** Columns of a line of prose; rows of tables and code cannot be broken. */
const WIDTH = 110;

function wrap(text: string): string {
  return text.split('\n').map(wrapLine).join('\n');
}

function wrapLine(line: string): string {
  if (line.length <= WIDTH || /^[|`]/.test(line)) return line;
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines[lines.length - 1];
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

function partOf(results: Results, name: string): string {
  if (name === 'machine') return machinePart(results);
  if (name === 'tasks') return tasksPart(results);
  const [first, second] = name.split('/');
  const experiment = results.experiments.find((one) => one.name === first);
  if (!experiment) throw new RangeError(`the results have no experiment '${first}'`);
  if (second === undefined) {
    const { tables } = experiment;
    return [standingsPart(experiment), ...tables.map(tablePart)].join('\n');
  }
  if (second === 'standings') return standingsPart(experiment);
  const table = experiment.tables.find(({ id }) => id === second);
  if (!table) throw new RangeError(`experiment '${first}' has no table '${second}'`);
  return tablePart(table);
}

function machinePart({ machine, commit, started, seconds, command, experiments }: Results): string {
  const { compared, differed } = countChecks(experiments.flatMap(({ checks }) => checks));
  const gpu = machine.gpu === undefined ? 'no GPU' : machine.gpu;
  return (
    `${machine.cpu}, ${machine.threads} threads, ${gpu}; Node ${machine.node}; commit ` +
    `${commit?.slice(0, 10) ?? 'unknown'}, ` +
    `${started.slice(0, 10)}, ${formatSeconds(seconds)}. ${formatNumber(compared)} answers ` +
    'compared, ' +
    `${formatNumber(differed)} differed.\n\n\`\`\`sh\nwayfield-bench ${command.join(' ')}\n\`\`\`\n`
  );
}

/** The table of an experiment that holds its comparisons with rivals. */
const RIVALS = 'rivals';
/** The calls that `tasks` compares. Batches are rows of their own and left out. */
const CALLS: readonly Cell[] = ['one by one', 'the whole task'];

/**
 * A row per rival: its largest task with both times and their ratio, and the ratios of all its
 * tasks. Where several programs of Wayfield, or variants of the rival, do a task, the smallest
 * ratio counts.
 */
function tasksPart({ experiments }: Results): string {
  const lines = [
    '| task | rival | its time | Wayfield | times as fast | median of all tasks | worst task |',
    '|---|---|--:|--:|--:|--:|---|',
  ];
  for (const { tables } of experiments) {
    const table = tables.find(({ id }) => id === RIVALS);
    const ratio = table?.columns.find(({ kind }) => kind === 'ratio');
    if (!table || !ratio) continue;
    const rows = table.rows.filter(({ calls }) => CALLS.includes(calls ?? null));
    for (const rival of new Set(rows.map(rivalOf))) {
      const own = rows.filter((row) => rivalOf(row) === rival);
      lines.push(rivalRow(own, ratio.key));
    }
  }
  return `${lines.join('\n')}\n`;
}

type Row = Table['rows'][number];

/**
 * The rival and its algorithm, without the variant that was driven: a library "as it comes", or one
 * of its versions.
 */
function rivalOf({ rival }: Row): string {
  return String(rival).replace(/ \(as it comes\)| master/, '');
}

/** The row of one rival; its `rows` are in the order of growing tasks. */
function rivalRow(rows: readonly Row[], key: string): string {
  const ratioOf = (row: Row): number => {
    const cell = row[key];
    return isRatio(cell) ? cell.ratio : NaN;
  };
  const worstOf = (some: readonly Row[]): Row =>
    some.reduce((worst, row) => (ratioOf(row) < ratioOf(worst) ? row : worst));
  const last = rows[rows.length - 1].task;
  const shown = worstOf(rows.filter(({ task }) => task === last));
  const worst = worstOf(rows);
  const time = (cell: Cell | undefined): string => `${cellText(cell)} ${cellText(shown.unit)}`;
  return `| ${[
    cellText(last),
    cellText(shown.rival),
    time(shown.theirs),
    `${time(shown.ours)} (${cellText(shown.program)})`,
    cellText(shown[key]),
    figure(medianOf(rows.map(ratioOf))),
    `${cellText(worst[key])}: ${cellText(worst.task)}`,
  ].join(' | ')} |`;
}

function standingsPart({ checks, standings }: Experiment): string {
  const { compared, differed } = countChecks(checks);
  const lines = [
    `${formatNumber(compared)} answers compared, ${formatNumber(differed)} differed.`,
    '',
  ];
  if (standings.length === 0) return lines.join('\n');
  lines.push(
    '| against | median | best | worst | best in | worst in | compared | lost |',
    '|---|--:|--:|--:|---|---|--:|--:|',
  );
  for (const { name, kind, median, best, worst, compared: rows, losses } of standings) {
    const [most, least] = [best, worst].map((one) => escape(`${one.table}: ${one.where}`));
    lines.push(
      `| ${escape(name)} (${STANDING_KINDS[kind]}) | ${figure(median)} | ${figure(best.ratio)} | ` +
        `${figure(worst.ratio)} | ${most} | ${least} | ${rows} | ${losses.length} |`,
    );
  }
  lines.push('');
  for (const { name, losses } of standings) {
    if (losses.length === 0) continue;
    const shown = losses
      .slice(0, MOST_LOSSES)
      .map(({ where, ratio }) => `${escape(where)} (${figure(ratio)})`);
    const more = losses.length > MOST_LOSSES ? `; and ${losses.length - MOST_LOSSES} more` : '';
    lines.push(`Lost to ${escape(name)}: ${shown.join('; ')}${more}.`, '');
  }
  return lines.join('\n');
}

function tablePart(table: Table): string {
  const { id, title, rows, note, command } = table;
  const columns = filledColumns(table);
  const head = columns.map(({ title: text, unit, kind }) =>
    escape(unit === '' || kind === 'ratio' || unit === text ? text : `${text}, ${unit}`),
  );
  const lines = [
    `**${escape(id)}**: ${escape(title)}`,
    '',
    `| ${head.join(' | ')} |`,
    `|${columns.map(({ kind }) => (kind === 'label' ? '---' : '--:')).join('|')}|`,
    ...rows.map((row) => `| ${columns.map(({ key }) => cellText(row[key])).join(' | ')} |`),
    '',
  ];
  if (note !== undefined) lines.push(escape(note), '');
  lines.push(`\`${command}\``, '');
  return lines.join('\n');
}

function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return escape(cell);
  if (typeof cell === 'number') return formatNumber(cell);
  if (isRatio(cell)) {
    const { ratio, low, high, single } = cell;
    if (single) return `${figure(ratio)} (one run)`;
    // the samples do not tell the ratio from 1
    return low <= 1 && high >= 1 && low < high ? `${figure(ratio)} (≈ 1)` : figure(ratio);
  }
  if (!isMeasurement(cell)) return '';
  const { median, low, high, n } = cell;
  const error = ((50 * (high - low)) / median).toFixed(0);
  return n < 2 ? figure(median) : `${figure(median)} ± ${error} %`;
}

const figure = (value: number): string => formatNumber(Number(value.toPrecision(3)));

function escape(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll('*', '\\*')
    .replaceAll('<', '&lt;')
    .replaceAll('\n', ' ');
}
