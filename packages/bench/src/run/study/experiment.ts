import { buildTable } from '../../report/results/build-table.ts';
import { valueOf } from '../../report/results/cells.ts';
import { slug } from '../../report/results/list-table.ts';
import { finishExperiment } from '../../report/results/finish-experiment.ts';
import type {
  Cell,
  Experiment,
  Plot,
  Table,
  TableColumn,
  Timer,
} from '../../report/results/results.ts';
import { type PublishedTable, rowName } from './published.ts';
import { sayOrigins } from './origins.ts';
import type { Calls } from '../statistics/measure-in-turns.ts';
import type { OwnCell, UnitResult } from './run-study.ts';
import type { Rivalry, Study } from './study.ts';

/**
 * The results of a study in the format that all reports are made from. Each published table becomes
 * a table with our value beside the printed one, and their ratio where the column says which side
 * is better.
 */
export function experimentOf(
  study: Study,
  results: readonly UnitResult[],
  command: string,
): Experiment {
  const { name, title, source, tables } = study;
  const cells = new Map<string, Readonly<Record<string, OwnCell>>>();
  for (const { rows } of results) {
    for (const one of rows) cells.set(`${one.table}: ${one.row}`, one.cells);
  }
  const own = tables.map((table) => tableWithOurs(table, cells, command, study.timer));
  const rivals = results.flatMap((result) => result.rivals);
  const remarks = results.flatMap((result) => result.remarks);
  return finishExperiment({
    name,
    title,
    study: source,
    text: [study.text, ...remarks].join(' '),
    command,
    seconds: results.reduce((sum, { seconds }) => sum + seconds, 0),
    checks: results.flatMap(({ checks }) => checks),
    tables: rivals.length > 0 ? [...own, rivalTable(rivals, command)] : own,
    plots: tables.flatMap((table, i) => plotsOf(table, own[i])),
  });
}

/** A published table with our figures beside it, and the ratios. */
function tableWithOurs(
  { id, title, labels, columns, rows, axis, note }: PublishedTable,
  cells: ReadonlyMap<string, Readonly<Record<string, OwnCell>>>,
  command: string,
  timer: Timer,
): Table {
  const all: TableColumn[] = labels.map((label, i) => ({
    key: `label ${i}`,
    title: label,
    kind: 'label',
    unit: '',
  }));
  const apart = axis !== undefined && !labels.includes(axis);
  if (apart) all.push({ key: 'at', title: axis, kind: 'figure', unit: '' });
  for (const { title: of, unit, better } of columns) {
    const side = better === 'less' || better === 'more' ? { better } : {};
    all.push({ key: `study ${of}`, title: of, kind: 'published', unit, ...side });
    const kind = better === 'same' ? 'count' : better === 'none' ? 'figure' : 'measured';
    const timed = TIMES.has(unit) && { timer };
    all.push({ key: `ours ${of}`, title: `${of}: ours`, kind, unit, ...side, ...timed });
  }
  const ratios = columns
    .filter(({ better }) => better === 'less' || better === 'more')
    .map(({ title: of, device = of }) => ({
      ours: `ours ${of}`,
      theirs: `study ${of}`,
      kind: 'study' as const,
      name: device,
      title: `${of}: ratio`,
    }));
  const own = rows.map((row) => cells.get(`${id}: ${rowName(row)}`) ?? {});
  const { common, byRow } = sayOrigins(
    columns.map((column) => column.title),
    own,
  );
  if (byRow.some((said) => said !== null)) {
    all.push({ key: 'by', title: 'ours by', kind: 'figure', unit: '' });
  }
  const notes = [note, common].filter((one) => one !== undefined);
  return buildTable({
    id: slug(id),
    title,
    command,
    ...(notes.length > 0 && { note: notes.join(' ') }),
    columns: all,
    ratios,
    rows: rows.map((row, r) => {
      const line: Record<string, Cell> = {};
      row.labels.forEach((label, i) => (line[`label ${i}`] = label));
      if (apart) line.at = row.at ?? null;
      columns.forEach(({ title: of, better }, c) => {
        const { value = null }: Partial<OwnCell> = own[r][of] ?? {};
        line[`study ${of}`] = row.values[c] ?? null;
        // only columns that are compared keep all their samples
        line[`ours ${of}`] =
          better === 'none' && typeof value === 'object' ? (value?.median ?? null) : value;
      });
      if (byRow[r] !== null) line.by = byRow[r];
      return line;
    }),
  });
}

/** The meaning of one call of both sides. */
const CALLS: Readonly<Record<Calls, string>> = {
  single: 'one by one',
  batch: 'one batch',
  whole: 'the whole task',
};

/**
 * All rivals in one table, the libraries and the plain programs; its id is 'rivals', and its
 * standings have the kind 'rival'. Each standing has the median, the best and the worst ratio, and
 * every task that we lose.
 */
function rivalTable(rivals: readonly Rivalry[], command: string): Table {
  return buildTable({
    id: 'rivals',
    title: 'Programs of today on the same machine and the same tasks',
    command,
    note:
      'Ours and theirs take turns in one process: the same queries, the same warm-up, as ' +
      'many calls. One by one: a call for each query on both sides. One batch: ours gets all ' +
      'queries in one call; a program without such a call is asked in a loop. Preparation, ' +
      'once per map, and what a program must be given before each query are not in the times.',
    columns: [
      { key: 'task', title: 'task', kind: 'label', unit: '' },
      { key: 'rival', title: 'program', kind: 'label', unit: '' },
      { key: 'program', title: 'ours by', kind: 'label', unit: '' },
      { key: 'calls', title: 'calls', kind: 'label', unit: '' },
      { key: 'unit', title: 'unit', kind: 'figure', unit: '' },
      { key: 'theirs', title: 'theirs', kind: 'measured', unit: '', better: 'less' },
      { key: 'ours', title: 'ours', kind: 'measured', unit: '', better: 'less' },
      { key: 'theirs ready', title: 'preparation: theirs', kind: 'figure', unit: 'ms' },
      { key: 'ours ready', title: 'preparation: ours', kind: 'figure', unit: 'ms' },
      { key: 'each', title: 'before each query: theirs', kind: 'figure', unit: 'ms' },
    ],
    ratios: [
      {
        ours: 'ours',
        theirs: 'theirs',
        kind: 'rival',
        name: 'JavaScript of today',
        by: 'calls',
        inTurns: true,
      },
    ],
    rows: rivals.map(({ task, rival, program, comparison, unit, preparation, eachMs }) => ({
      task,
      rival,
      program,
      calls: CALLS[comparison.calls],
      unit,
      theirs: comparison.theirs,
      ours: comparison.ours,
      'theirs ready': three(preparation.theirs),
      'ours ready': three(preparation.ours),
      each: eachMs === undefined ? null : three(eachMs),
    })),
  });
}

const three = (x: number): number => Number(x.toPrecision(3));

/** Units that are drawn; columns of other units, such as counts and ratios, are only printed. */
const TIMES: ReadonlySet<string> = new Set(['s', 'ms', 'µs', 'ns']);
/** The most values of a label that each get a plot. */
const MOST_PLOTS = 4;
/**
 * Titles of the columns whose crossover a plot marks: where the GPU begins to overtake the CPU, the
 * last CPU column that is no GPU column against the first GPU column.
 */
const CPU = /\b(pool|CPU|T6600|threads?)\b/;
const GPU = /\b(GPU|CUDA|GTX\d+)\b/;

/**
 * Plots of times over the axis of a table, the study's and ours. Where rows lie at the same place,
 * as for several algorithms, there is a plot for each value of the label that tells them apart.
 */
function plotsOf({ id, title, labels, columns, axis }: PublishedTable, table: Table): Plot[] {
  if (axis === undefined) return [];
  const own = labels.indexOf(axis);
  const x = own < 0 ? 'at' : `label ${own}`;
  const units = new Set(columns.map(({ unit }) => unit).filter((unit) => TIMES.has(unit)));
  const apart = labels
    .map((_, i) => `label ${i}`)
    .find((key) => key !== x && tellsApart(table, x, key));
  const values = apart === undefined ? [] : [...new Set(table.rows.map((row) => row[apart]))];
  if (values.length > MOST_PLOTS) return [];
  const parts = apart === undefined ? [undefined] : values;
  return [...units].flatMap((unit) =>
    parts.flatMap((value): Plot[] => {
      const rows =
        value === undefined ? table.rows : table.rows.filter((row) => row[apart!] === value);
      const timed = columns.filter((column) => column.unit === unit).map((column) => column.title);
      const y = timed
        .flatMap((of) => [`study ${of}`, `ours ${of}`])
        .filter((key) => rows.filter((row) => valueOf(row[key]) > 0).length > 1);
      if (y.length === 0) return [];
      const ours = timed.filter((of) => y.includes(`ours ${of}`));
      const from = ours.findLast((of) => CPU.test(of) && !GPU.test(of));
      const to = ours.find((of) => GPU.test(of));
      const plot: Plot = {
        id: slug(
          [id, units.size > 1 ? unit : '', value ?? ''].filter((part) => part !== '').join(' '),
        ),
        title: value === undefined ? title : `${title}: ${value}`,
        table: slug(id),
        x,
        y,
        xScale: 'log',
        yScale: 'log',
        mark: 'line',
      };
      const only =
        typeof value === 'string' || typeof value === 'number'
          ? { only: { key: apart!, value } }
          : {};
      const crossover =
        from !== undefined && to !== undefined
          ? { crossover: { from: `ours ${from}`, to: `ours ${to}` } }
          : {};
      return [{ ...plot, ...only, ...crossover }];
    }),
  );
}

/** Whether rows at one place of the axis have different values of a label. */
function tellsApart({ rows }: Table, x: string, label: string): boolean {
  const found = new Map<unknown, unknown>();
  return rows.some((row) => {
    const at = row[x];
    if (!found.has(at)) found.set(at, row[label]);
    return found.get(at) !== row[label];
  });
}
