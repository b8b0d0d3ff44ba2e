import { whyNoServer } from '@wayfield/cluster/server';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runHere } from './run-targets.ts';

const cluster = suite('targets cluster');

cluster('run on made-up roads, with crashes, and all answers are right', async () => {
  const noServer = whyNoServer();
  if (noServer !== undefined) return console.log(`targets cluster: ${noServer}`);
  const { code, out, err } = await runHere(['cluster', '2', '4', '--quick']);
  assert.is(code, 0, err + out);
  assert.match(out, /200000 road queries, with crashes, answers +0 +wrong/);
  assert.match(out, /crashes of the database +1 /);
  assert.match(out, /later runs leave in the database +0 +bytes/);
});

cluster.run();
