import { createCrossValidation, type CrossValidation } from '../check/cross-validation.ts';
import { formatSeconds } from '../../report/numbers.ts';
import type { Terminal } from '../../report/terminal.ts';
import type { Journal } from '../../report/results/journal.ts';
import type { Check } from '../../report/results/results.ts';
import { createSession, type Session } from '../session.ts';
import type { Measurement } from '../statistics/measurement.ts';
import { checkComparison } from '../statistics/measure-in-turns.ts';
import { publishedRow, tableOf } from './published.ts';
import {
  type Derived,
  reaches,
  type Rivalry,
  SAMPLING,
  type Study,
  type StudyContext,
  type StudyUnit,
  type Value,
} from './study.ts';

/** Our value of one cell. */
export interface OwnCell {
  /** null: not measured, and `note` says why. */
  readonly value: number | Measurement | null;
  readonly by?: string;
  readonly note?: string;
}

/** Our values of one row, by the titles of the columns. */
export interface OwnRow {
  readonly table: string;
  readonly row: string;
  readonly cells: Readonly<Record<string, OwnCell>>;
}

/**
 * The results of one unit as plain JSON: what the journal keeps, and what a run that was cut off
 * reads from there.
 */
export interface UnitResult {
  readonly key: string;
  readonly seconds: number;
  readonly rows: readonly OwnRow[];
  readonly rivals: readonly Rivalry[];
  readonly checks: readonly Check[];
  readonly remarks: readonly string[];
}

/** Options of the runner beside those of units. */
export interface RunOptions extends Pick<
  StudyContext,
  'effort' | 'device' | 'software' | 'meter' | 'threads' | 'seed'
> {
  readonly terminal: Terminal;
  /** Only units whose key holds one of these; default: all. */
  readonly only?: readonly string[] | undefined;
  /** Finished units, which are not run again. */
  readonly journal: Pick<Journal, 'unit'>;
}

/** Runs the units of a study one after another and returns the results of each. */
export async function runStudy(study: Study, options: RunOptions): Promise<UnitResult[]> {
  const { terminal, effort, journal, only } = options;
  const asked = ({ key }: StudyUnit): boolean => !only || only.some((part) => key.includes(part));
  const runs = (unit: StudyUnit): boolean => reaches(effort, unit.from) && asked(unit);
  const total = study.units.reduce((sum, unit) => sum + (runs(unit) ? unit.seconds : 0), 0);
  const results: UnitResult[] = [];
  /** estimated seconds of the units that are done, resumed ones included */
  let done = 0;
  /** seconds that the units of this run took, and their estimates: the speed of this machine */
  let [spent, spentEstimate] = [0, 0];
  for (const unit of study.units) {
    if (!runs(unit)) {
      const why = asked(unit) ? `larger than --${effort} goes` : 'not asked for';
      results.push(leaveOut(study, unit, why));
      continue;
    }
    let ran = false;
    const left = spentEstimate > 0 ? (spent / spentEstimate) * (total - done) : undefined;
    const share = Math.floor((100 * done) / total);
    const estimate = left === undefined ? '' : `, ${formatSeconds(left)} left`;
    terminal.progress(`${study.name} ${share} %${estimate}: ${unit.key}`);
    const result = await journal.unit(`${study.name}: ${unit.key}`, () => {
      ran = true;
      return runUnit(study, unit, options);
    });
    results.push(result);
    done += unit.seconds;
    if (!ran) continue;
    spent += result.seconds;
    spentEstimate += unit.seconds;
  }
  terminal.clear();
  if (study.derived) results.push(deriveRows(study, study.derived, results));
  return results;
}

/** The rows that follow from those of the units; a column without a number says why. */
function deriveRows(
  study: Study,
  { rows: names, derive }: Derived,
  results: readonly UnitResult[],
): UnitResult {
  const cells = new Map<string, OwnCell>();
  for (const { rows } of results) {
    for (const { table, row, cells: own } of rows) {
      for (const [column, cell] of Object.entries(own)) {
        cells.set(`${table}: ${row}: ${column}`, cell);
      }
    }
  }
  const rows: OwnRow[] = [];
  const missing = new Set(names.map(([table, row]) => `${table}: ${row}`));
  derive(
    (table, row, column) => {
      const value = cells.get(`${table}: ${row}: ${column}`)?.value;
      return typeof value === 'number' ? value : (value?.median ?? NaN);
    },
    (table, row, values) => {
      if (!missing.delete(`${table}: ${row}`)) throw new Error(`'${table}: ${row}' is not derived`);
      const finite = Object.entries(values).map(([column, value]): [string, Value] => [
        column,
        typeof value === 'number' && !Number.isFinite(value)
          ? { value: null, note: 'its parts were not measured' }
          : value,
      ]);
      rows.push({ table, row, cells: cellsOf(study, table, Object.fromEntries(finite)) });
    },
  );
  if (missing.size > 0) throw new Error(`not derived: ${[...missing].join('; ')}`);
  return { key: 'derived', seconds: 0, rows, rivals: [], checks: [], remarks: [] };
}

/** Rows of a unit that is not run, with the reason. */
function leaveOut({ tables }: Study, unit: StudyUnit, note: string): UnitResult {
  const cell: OwnCell = { value: null, note };
  const rows = unit.rows.map(([table, row]) => ({
    table,
    row,
    cells: Object.fromEntries(tableOf(tables, table).columns.map(({ title }) => [title, cell])),
  }));
  return { key: unit.key, seconds: 0, rows, rivals: [], checks: [], remarks: [] };
}

async function runUnit(study: Study, unit: StudyUnit, options: RunOptions): Promise<UnitResult> {
  const { terminal, journal: _, only: __, ...machine } = options;
  const rows: OwnRow[] = [];
  const rivals: Rivalry[] = [];
  const check = createCrossValidation();
  const remarks: string[] = [];
  const missing = new Set(unit.rows.map(([table, row]) => `${table}: ${row}`));
  const start = performance.now();
  await unit.run({
    ...machine,
    sampling: SAMPLING[options.effort],
    session: sessionOf(terminal, unit.key, check),
    check,
    put(table, row, values) {
      publishedRow(study.tables, table, row);
      if (!missing.delete(`${table}: ${row}`)) {
        throw new Error(`${unit.key}: '${table}: ${row}' is no row of its own, or comes twice`);
      }
      rows.push({ table, row, cells: cellsOf(study, table, values) });
    },
    rival(rivalry) {
      checkComparison(rivalry.comparison);
      rivals.push(rivalry);
    },
    remark: (text) => void remarks.push(text),
  });
  if (missing.size > 0) throw new Error(`${unit.key} did not give ${[...missing].join('; ')}`);
  const seconds = (performance.now() - start) / 1000;
  return { key: unit.key, seconds, rows, rivals, checks: check.checks, remarks };
}

/** Throws unless every column of the table has a value and no other is given. */
function cellsOf(
  { tables }: Study,
  id: string,
  values: Readonly<Record<string, Value>>,
): Record<string, OwnCell> {
  const titles = tableOf(tables, id).columns.map(({ title }) => title);
  for (const title of Object.keys(values)) {
    if (!titles.includes(title)) throw new RangeError(`table '${id}' has no column '${title}'`);
  }
  return Object.fromEntries(
    titles.map((title) => {
      const value = values[title];
      if (value === undefined) throw new Error(`table '${id}': no value for '${title}'`);
      return [title, typeof value === 'object' && 'value' in value ? value : { value }];
    }),
  );
}

/** A session for shared code, whose answers count as those of the unit. */
function sessionOf(terminal: Terminal, what: string, check: CrossValidation): Session {
  const against = 'a second solver or a certificate';
  return {
    ...createSession(terminal, []),
    addCheck: (name, right) => void check.fact(what, against, right, name),
    addAnswers: (_, compared, found) => void check.differences(what, against, compared, found),
  };
}
