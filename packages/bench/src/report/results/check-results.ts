import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { pathRule } from '../../arguments.ts';
import { naming, readBytes } from '../../run/problems/read-file.ts';
import { type Report, REPORT_SCHEMA } from '../report.ts';
import { labelOf } from './build-table.ts';
import { isMeasurement, isRatio } from './cells.ts';
import { standingsOf } from './finish-experiment.ts';
import { resultsOfReport } from './from-report.ts';
import type { Experiment, Results, Table } from './results.ts';

let validate: ValidateFunction<Results> | undefined;

/** The JSON schema of `results.json`, which is part of the package. */
export function readResultsSchema(): object {
  const file = new URL('../../../schema/results.schema.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as object;
}

/**
 * Throws RangeError with every fault, at most ten, where `value` does not follow the schema or
 * contradicts itself: cells without a column, samples that are not `n`, plots of missing columns,
 * repeated names.
 */
export function checkResults(value: unknown): asserts value is Results {
  validate ??= new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile<Results>(
    readResultsSchema(),
  );
  const faults: string[] = [];
  if (validate(value)) {
    faults.push(
      ...repeated(
        value.experiments.map(({ name }) => name),
        'experiment',
      ),
    );
    for (const experiment of value.experiments) faults.push(...faultsOf(experiment));
  } else {
    for (const { instancePath, message } of validate.errors ?? []) {
      faults.push(`${instancePath === '' ? 'the file' : instancePath} ${message}`);
    }
  }
  if (faults.length === 0) return;
  const more = faults.length > 10 ? [`and ${faults.length - 10} more`] : [];
  throw new RangeError(`these are no results: ${[...faults.slice(0, 10), ...more].join('; ')}`);
}

/**
 * Reads and checks a `results.json`. The `--json` of other commands is converted. Throws InputError
 * that names the file.
 */
export async function readResults(path: string): Promise<Results> {
  pathRule(path, 'path');
  const text = new TextDecoder().decode(await readBytes(path));
  return naming(path, () => {
    const json = JSON.parse(text) as { schema?: unknown };
    const value: unknown = json?.schema === REPORT_SCHEMA ? resultsOfReport(json as Report) : json;
    checkResults(value);
    // standings follow from the tables; earlier versions kept the best ratio only
    const experiments = value.experiments.map((one) => ({
      ...one,
      standings: standingsOf(one.tables),
    }));
    return { ...value, experiments };
  });
}

function faultsOf({ name, tables, plots, pictures }: Experiment): string[] {
  const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);
  const faults = [
    ...repeated(ids(tables), `${name}: table`),
    ...repeated(ids(plots), `${name}: plot`),
    ...repeated(ids(pictures), `${name}: picture`),
  ];
  for (const table of tables) {
    for (const fault of tableFaults(table)) faults.push(`${name}, table ${table.id}: ${fault}`);
  }
  for (const plot of plots) {
    const table = tables.find(({ id }) => id === plot.table);
    const has = new Set(table?.columns.map(({ key }) => key));
    const needs = [plot.x, ...plot.y, plot.split, plot.only?.key].filter(
      (key) => key !== undefined,
    );
    const { from, to } = plot.crossover ?? { from: plot.y[0], to: plot.y[0] };
    for (const key of needs) {
      if (!has.has(key))
        faults.push(`${name}, plot ${plot.id}: ${plot.table} has no column '${key}'`);
    }
    for (const key of [from, to]) {
      if (!plot.y.includes(key))
        faults.push(`${name}, plot ${plot.id}: '${key}' is not among its y`);
    }
  }
  return faults;
}

function tableFaults(table: Table): string[] {
  const { columns, rows } = table;
  const faults = repeated(
    columns.map(({ key }) => key),
    'column',
  );
  const known = new Map(columns.map((column) => [column.key, column]));
  for (const { key, kind, ratio } of columns) {
    if ((kind === 'ratio') !== (ratio !== undefined))
      faults.push(`column '${key}' is half a ratio`);
    const { ours, theirs, by } = ratio ?? {};
    for (const part of [ours, theirs, by].filter((one) => one !== undefined)) {
      if (!known.has(part)) faults.push(`column '${key}' is of '${part}', which is no column`);
    }
  }
  faults.push(
    ...repeated(
      rows.map((row) => labelOf(table, row)),
      'row',
    ),
  );
  rows.forEach((row, r) => {
    for (const { key, kind } of columns) {
      const cell = row[key];
      if (cell === undefined) faults.push(`row ${r} has no cell for '${key}'`);
      const measured = isMeasurement(cell);
      if (measured && cell.n !== cell.samples.length) {
        faults.push(`row ${r}, '${key}': n is ${cell.n}, there are ${cell.samples.length} samples`);
      }
      if ((measured && kind !== 'measured') || (isRatio(cell) && kind !== 'ratio')) {
        faults.push(
          `row ${r}, '${key}': a ${measured ? 'measurement' : 'ratio'} in a column of ${kind}`,
        );
      }
    }
    for (const key of Object.keys(row))
      if (!known.has(key)) faults.push(`row ${r} has '${key}', which is no column`);
  });
  return faults;
}

function repeated(names: readonly string[], what: string): string[] {
  const twice = names.filter((name, i) => names.indexOf(name) !== i);
  return twice.map((name) => `${what} '${name}' is there twice`);
}
