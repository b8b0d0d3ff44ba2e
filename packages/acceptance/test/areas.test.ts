import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runHere } from './run-targets.ts';

const areas = suite('areas of targets');

areas('are listed where none is named', async () => {
  const { code, out } = await runHere([]);
  assert.is(code, 0);
  for (const area of [
    'grids',
    'roads',
    'gpu',
    'fields',
    'bodies',
    'meshes',
    'movement',
    'crowd',
    'routing',
    'cluster',
    'studies',
    'records',
  ])
    assert.match(out, new RegExp(`^  ${area} `, 'm'));
});

areas('that are unknown are said to be', async () => {
  const { code, err } = await runHere(['grid']);
  assert.is(code, 2);
  assert.match(err, /unknown command 'grid'\n\(Did you mean grids\?\)/);
});

areas('refuse targets and folders that are not there', async () => {
  const target = await runHere(['grids', '7']);
  assert.is(target.code, 2);
  assert.match(target.err, /unknown target '7', known are 1, 2, 3/);
  const folder = await runHere(['grids', '6', '--data', 'none/there']);
  assert.is(folder.code, 2);
  assert.match(folder.err, /no data sets at none\/there: there is no such folder/);
});

areas.run();
