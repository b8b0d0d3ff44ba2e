import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRouting } from '@wayfield/routing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { madeUpNetwork } from '../src/routing/networks.ts';
import { childFile } from '../src/run/run-child.ts';
import { runHere } from './run-targets.ts';

const routing = suite('targets routing');

routing('run on made-up roads, and all costs are right', async () => {
  const { code, out, err } = await runHere(['routing', '1', '2', '3', '4', '5', '--quick']);
  assert.is(code, 0, out + err);
  for (const what of [
    'all: 200 routes, 400 cells, 20 isochrones of \\d+ roads',
    'stops, 50 of each',
    'made-up roads: /route, answers of 400',
  ])
    assert.match(out, new RegExp(`${what} +0 `));
});

routing('skip, with the reason, what needs a data set that is not there', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'wayfield-no-data-'));
  const { code, out, err } = await runHere(['routing', '3', '5', '--data', empty]);
  await rm(empty, { recursive: true });
  assert.is(code, 0, out + err);
  for (const what of ['rome', 'malta', 'a server on two cores'])
    assert.match(out, new RegExp(`${what}: - .* skip; no data sets`));
  assert.match(out, /0 passed, 0 failed, 3 could not be shown here/);
});

routing('end the server of a target that has died', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-serving-'));
  const file = join(folder, 'routing');
  await writeFile(file, writeRouting(await madeUpNetwork(1).make()));
  const child = fork(childFile('routing/serve-child.js'), [file], { execArgv: [] });
  try {
    await once(child, 'message');
    // the end of a process closes its channels
    child.disconnect();
    const signal = AbortSignal.timeout(10_000);
    assert.equal(await once(child, 'exit', { signal }), [2, null]);
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  }
});

routing.run();
