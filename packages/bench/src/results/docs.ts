// Tables of results in a Markdown file that people write: what stands between two marks is made, the rest is theirs.
import { formatNumber, formatSeconds } from '../report/numbers.ts';
import { filledColumns, isMeasurement, isRatio } from './cells.ts';
import { countChecks } from './finish-experiment.ts';
import type { Cell, Experiment, Results, Standing, Table } from './results.ts';

const MARK = /<!-- results:([A-Za-z0-9._/-]+) -->\n[\s\S]*?<!-- \/results -->/g;
/** Losses that a document lists. */
const MOST_LOSSES = 8;

const KINDS: Readonly<Record<Standing['kind'], string>> = {
  study: "the study's figure",
  peer: 'library',
  baseline: 'plain code',
  backend: 'other backend',
};

/** What `fillDocument` did. */
export interface FilledDocument {
  readonly text: string;
  /** Names of the marks that were filled. */
  readonly filled: readonly string[];
  /** Tables and experiments of the results that no mark asks for. */
  readonly unused: readonly string[];
}

/**
 * A document with each part between `<!-- results:NAME -->` and `<!-- /results -->` made anew. NAME is `machine`, the name of
 * an experiment (checks, standings and all of its tables), `EXPERIMENT/standings` or `EXPERIMENT/TABLE`. Names may begin with
 * `PREFIX/` for documents with several machines; marks with another prefix stay as they are. Throws RangeError for a name that
 * the results do not have.
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
    return `<!-- results:${name} -->\n\n${partOf(results, own).trim()}\n\n<!-- /results -->`;
  });
  const ids = results.experiments.flatMap(({ name, tables }) =>
    filled.includes(name) ? [] : tables.map(({ id }) => `${name}/${id}`),
  );
  return { text, filled, unused: ids.filter((id) => !filled.includes(id)) };
}

function partOf(results: Results, name: string): string {
  if (name === 'machine') return machinePart(results);
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
    `${machine.cpu}, ${machine.threads} threads, ${gpu}; Node ${machine.node}; commit ${commit?.slice(0, 10) ?? 'unknown'}, ` +
    `${started.slice(0, 10)}, ${formatSeconds(seconds)}. ${formatNumber(compared)} answers compared, ` +
    `${formatNumber(differed)} differed.\n\n\`\`\`sh\nwayfield-bench ${command.join(' ')}\n\`\`\`\n`
  );
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
      `| ${escape(name)} (${KINDS[kind]}) | ${figure(median)} | ${figure(best.ratio)} | ${figure(worst.ratio)} | ${most} | ${least} | ${rows} | ${losses.length} |`,
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
    // not told from 1 by this many samples
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
