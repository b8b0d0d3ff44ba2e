import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses } from '@wayfield/testing';
import { buildTable, labelOf } from '../src/report/results/build-table.ts';
import { checkResults } from '../src/report/results/check-results.ts';
import { standingsOf } from '../src/report/results/finish-experiment.ts';
import { formatResultsCsv, formatTableCsv } from '../src/report/results/csv.ts';
import type { Ratio } from '../src/report/results/results.ts';
import { quotient } from '../src/report/results/quotient.ts';
import { measurementOf } from '../src/run/statistics/measurement.ts';
import { isBeyondNoise } from '../src/run/statistics/ratio-of.ts';
import { agentsTable, experiment, results } from './fixtures/results.ts';

const tables = suite('buildTable');

tables('adds ratios, above 1 where ours is better, with the interval of the measurements', () => {
  const { rows, columns } = agentsTable();
  assert.is(columns.length, 7);
  const ratio = rows[1]['cpu/study'] as Ratio;
  assert.is(ratio.ratio, 10); // 2 ms against a median of 0.2 ms
  assert.ok(ratio.low < ratio.ratio && ratio.high > ratio.ratio);
  assert.is(rows[4]['cpu/study'], null, 'the study has no figure there');
  assert.is(rows[4].study, null);
  const gpu = rows[4]['gpu/cpu'] as Ratio;
  assert.ok(
    Math.abs(gpu.ratio - 25) < 0.01 && Math.abs(gpu.high - gpu.low) < 0.01,
    'in turns: load cancels',
  );
  assert.is(labelOf(agentsTable(), rows[3]), 'agents 10,000');
});

tables(
  'refuses cells without a column, ratios of unlike columns and rows that are there twice',
  () => {
    const label = { key: 'n', title: 'n', kind: 'label', unit: '' } as const;
    const ms = { key: 'a', title: 'a', kind: 'figure', unit: 'ms', better: 'less' } as const;
    const about = { id: 'T1', title: 't', command: 'c' };
    refuses(
      () => buildTable({ ...about, columns: [label], rows: [{ n: 1, m: 2 }] }),
      RangeError,
      /^table T1, row 0: no column 'm'/,
    );
    refuses(
      () => buildTable({ ...about, columns: [label], rows: [{ n: 1 }, { n: 1 }] }),
      RangeError,
      /^table T1 has 'n 1' twice/,
    );
    const ratio = { ours: 'a', kind: 'rival', name: 'x' } as const;
    refuses(
      () =>
        buildTable({
          ...about,
          columns: [label, ms, { ...ms, key: 'b', unit: 's' }],
          ratios: [{ ...ratio, theirs: 'b' }],
          rows: [],
        }),
      RangeError,
      /^table T1: 'a' and 'b' differ in unit or better side/,
    );
  },
);

tables('says of a ratio of a single run that nothing is known about its noise', () => {
  const once = quotient(measurementOf([2]), 10, 'less')!;
  assert.equal(once, { ratio: 5, low: 5, high: 5, single: true });
  assert.not.ok(isBeyondNoise(once));
  assert.ok(isBeyondNoise(quotient(measurementOf([2, 2.1]), 10, 'less')!));
  const both = quotient(measurementOf([2]), measurementOf([10]), 'less')!;
  assert.is(both.single, true);
  assert.is(quotient(both, once, 'more')!.single, true);
});

tables.run();

const standings = suite('standingsOf');

standings(
  'names the median, the best and the worst ratio over each rival, and the rows that it wins',
  () => {
    const [study, cpu] = experiment().standings;
    assert.is(study.name, 'OpenMP, 8 threads');
    assert.is(study.compared, 4);
    assert.is(study.best.where, 'agents 100, CPU');
    assert.is(study.worst.where, 'agents 10, CPU');
    const ratios = agentsTable().rows.flatMap((row) => (row['cpu/study'] as Ratio | null) ?? []);
    const [a, b, c, d] = ratios.map(({ ratio }) => ratio).toSorted((x, y) => x - y);
    assert.equal([study.worst.ratio, study.best.ratio], [a, d]);
    assert.ok(Math.abs(study.median - (b + c) / 2) < 1e-5);
    assert.equal(
      study.losses.map(({ where }) => where),
      ['agents 10, CPU'],
    );
    assert.is(cpu.best.where, 'agents 100,000, GPU');
    assert.equal(
      cpu.losses.map(({ where }) => where),
      ['agents 10, GPU', 'agents 100, GPU', 'agents 1,000, GPU'],
    );
  },
);

standings('rows of different kinds of calls stand apart', () => {
  const label = { kind: 'label', unit: '' } as const;
  const us = { kind: 'figure', unit: 'µs', better: 'less' } as const;
  const about = { id: 'rivals', title: 't', command: 'c' };
  const columns = [
    { key: 'task', title: 'task', ...label },
    { key: 'calls', title: 'calls', ...label },
    { key: 'ours', title: 'ours', ...us },
    { key: 'theirs', title: 'theirs', ...us },
  ];
  const ratio = { ours: 'ours', theirs: 'theirs', kind: 'rival', name: 'JavaScript' } as const;
  const rows = [
    { task: 'a', calls: 'one by one', ours: 2, theirs: 1 },
    { task: 'a', calls: 'one batch', ours: 1, theirs: 4 },
    { task: 'b', calls: 'one by one', ours: 2, theirs: 3 },
  ];
  const table = buildTable({ ...about, columns, ratios: [{ ...ratio, by: 'calls' }], rows });
  assert.equal(
    standingsOf([table]).map(({ name, compared, median, worst }) => [
      name,
      compared,
      median,
      worst.ratio,
    ]),
    [
      ['JavaScript, one by one', 2, 1, 0.5],
      ['JavaScript, one batch', 1, 4, 4],
    ],
  );
  refuses(
    () => buildTable({ ...about, columns, ratios: [{ ...ratio, by: 'ours' }], rows }),
    RangeError,
    /^table rivals: 'ours' is no label/,
  );
});

standings.run();

const schema = suite('checkResults');

schema('takes what the program writes, read again from JSON', () => {
  checkResults(JSON.parse(JSON.stringify(results())));
});

/** What JSON.parse gives: everything can be wrong with it. */
type Json = ReturnType<typeof JSON.parse>;

/** Results with one thing changed. */
function spoilt(change: (results: Json) => void): unknown {
  const copy = structuredClone(results()) as unknown;
  change(copy);
  return copy;
}

const CASES: readonly [string, (r: Json) => void, RegExp][] = [
  [
    'another schema',
    (r) => (r.schema = 'wayfield-results/2'),
    /\/schema must be equal to constant/,
  ],
  ['a field too many', (r) => (r.extra = 1), /must NOT have additional properties/],
  ['no commit', (r) => delete r.commit, /must have required property 'commit'/],
  ['a time that is none', (r) => (r.started = 'today'), /\/started must match pattern/],
  ['a negative count', (r) => (r.experiments[0].checks[0].differed = -1), /differed must be >= 0/],
  [
    'an unknown kind',
    (r) => (r.experiments[0].tables[0].columns[0].kind = 'x'),
    /kind must be equal to one of/,
  ],
  [
    'NaN that became null',
    (r) => (r.experiments[0].tables[0].rows[0].cpu.low = null),
    /low must be number/,
  ],
  [
    'a lost sample',
    (r) => r.experiments[0].tables[0].rows[0].cpu.samples.pop(),
    /n is 9, there are 8 samples/,
  ],
  [
    'a cell without a column',
    (r) => (r.experiments[0].tables[0].rows[0].x = 1),
    /row 0 has 'x', which is no column/,
  ],
  [
    'a missing cell',
    (r) => delete r.experiments[0].tables[0].rows[2].gpu,
    /row 2 has no cell for 'gpu'/,
  ],
  [
    'a measurement of a label',
    (r) => (
      (r.experiments[0].tables[0].columns[0].kind = 'measured'),
      (r.experiments[0].tables[0].columns[2].kind = 'label')
    ),
    /a measurement in a column of label/,
  ],
  ['a plot of nothing', (r) => (r.experiments[0].plots[0].x = 'size'), /T9 has no column 'size'/],
  [
    'a plot of rows without a label',
    (r) => (r.experiments[0].plots[0].only = { key: 'map', value: 1 }),
    /T9 has no column 'map'/,
  ],
  [
    'the same experiment twice',
    (r) => r.experiments.push(r.experiments[0]),
    /experiment 'agents' is there twice/,
  ],
  [
    'the same row twice',
    (r) => (r.experiments[0].tables[0].rows[1].agents = 10),
    /row 'agents 10' is there twice/,
  ],
];
for (const [name, change, message] of CASES) {
  schema(`refuses ${name}`, () => refuses(() => checkResults(spoilt(change)), RangeError, message));
}

schema.run();

const csv = suite('CSV');

csv('has a line per cell with its unit, timer, interval and number of samples', () => {
  const lines = formatResultsCsv(results()).trimEnd().split('\n');
  assert.is(lines.length, 1 + 5 * 6);
  assert.is(
    lines[0],
    'experiment,table,row,column,kind,unit,transfer,state,clock,value,low,high,n,outliers',
  );
  assert.is(lines[2], 'agents,T9,agents 10,CPU,measured,ms,none,warm,wall,0.02,0.0198,0.0206,9,1');
  assert.is(lines[1], 'agents,T9,agents 10,study: OpenMP,published,ms,,,,0.01,,,,');
});

csv('has a line per row where it is one table, with quotes where they are needed', () => {
  const table = agentsTable();
  const [head, first] = formatTableCsv(table).split('\n');
  assert.is(
    head,
    'agents,study: OpenMP [ms],CPU [ms],CPU [ms] low,CPU [ms] high,GPU [ms],GPU [ms] ' +
      'low,GPU [ms] high,' +
      'settled [nodes],"against OpenMP, 8 threads [x]","against OpenMP, 8 threads [x] ' +
      'low","against OpenMP, 8 threads [x] high",' +
      '"against CPU, 1 thread [x]","against CPU, 1 thread [x] low","against CPU, 1 thread ' +
      '[x] high"',
  );
  assert.match(first, /^10,0\.01,0\.02,0\.0198,0\.0206,/);
});

csv.run();
