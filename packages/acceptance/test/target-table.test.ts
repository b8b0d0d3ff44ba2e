import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  atLeast,
  atMost,
  forComparison,
  notMeasured,
  noTarget,
  result,
} from '../src/run/target.ts';
import { formatResult, formatTarget, targetTable } from '../src/run/target-table.ts';

const table = suite('targetTable');

table('has a row per result, also after JSON has made NaN null', () => {
  const report = {
    name: '3 b',
    title: 'as promised',
    results: [
      result('speed', 12, atLeast(10, 'x')),
      result('speed', 12, atMost(10, 'ms')),
      notMeasured('GPU', atLeast(5, 'x'), 'no GPU'),
    ],
  };
  for (const read of [report, JSON.parse(JSON.stringify(report)) as typeof report]) {
    const { id, rows } = targetTable(read, 'targets meshes');
    assert.is(id, 'target-3-b');
    assert.equal(
      rows.map((row) => [row.what, row.measured, row.target, row.outcome, row.note ?? null]),
      [
        ['speed', 12, '≥ 10', 'pass', null],
        ['speed (2)', 12, '≤ 10', 'MISSED', null],
        ['GPU', null, '≥ 5', 'skip', 'no GPU'],
      ],
    );
  }
});

table('tells a target of 0 from a figure without a target', () => {
  const report = {
    name: '1',
    title: 'nothing wrong',
    results: [
      result('wrong', 0, atMost(0, 'answers')),
      forComparison(result('beside', 3, atMost(0, 'answers'))),
      forComparison(result('speed', 3, atLeast(2, 'x'))),
      notMeasured('GPU', noTarget('x'), 'no GPU'),
    ],
  };
  for (const read of [report, JSON.parse(JSON.stringify(report)) as typeof report]) {
    assert.equal(
      targetTable(read, 'targets crowd').rows.map((row) => row.target),
      ['≤ 0', null, null, null],
    );
  }
  const [wrong, beside, speed, gpu] = report.results;
  assert.is(formatResult(wrong), 'wrong: 0 answers (<= 0) pass');
  assert.is(formatResult(beside), 'beside: 3 answers (-) pass');
  assert.is(formatResult(speed), 'speed: 3 x (-) pass');
  assert.is(formatResult(gpu), 'GPU: - x (-) skip; no GPU');
  const lines = formatTarget(report).split('\n');
  assert.match(
    lines.find((line) => line.includes('wrong '))!,
    /<= 0/,
  );
  assert.not.match(
    lines.find((line) => line.includes('beside'))!,
    /<=/,
  );
});

table.run();
