import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formatTable } from '../src/report/table.ts';

const table = suite('formatTable');

table('aligns names left and numbers right', () => {
  const text = formatTable(
    [{ title: 'name', align: 'left' }, { title: 'ms' }],
    [
      ['astar', '1.5'],
      ['jps+', '12'],
    ],
  );
  assert.is(text, 'name    ms\n-----  ---\nastar  1.5\njps+    12');
});

table('leaves out columns without entries and draws no rule where there is no title', () => {
  const text = formatTable(
    [{ title: 'a' }, { title: 'empty' }, { title: '', align: 'left' }],
    [
      ['1', '', 'a note'],
      ['2', ''],
    ],
  );
  assert.is(text, 'a\n-\n1  a note\n2');
});

table.run();
