import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { atLeast, atMost, notMeasured, result } from '../src/run/target.ts';
import { targetTable } from '../src/run/target-table.ts';

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

table.run();
