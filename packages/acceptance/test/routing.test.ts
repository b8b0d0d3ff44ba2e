import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runHere } from './run-targets.ts';

const routing = suite('targets routing');

routing('run on made-up roads, and all costs are right', async () => {
  const { code, out, err } = await runHere(['routing', '1', '2', '3', '4', '--quick']);
  assert.is(code, 0, out + err);
  for (const what of [
    'all: 200 routes, 400 cells, 20 isochrones of \\d+ roads',
    'stops, 50 of each',
  ])
    assert.match(out, new RegExp(`${what} +0 `));
});

routing.run();
