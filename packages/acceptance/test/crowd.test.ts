import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runHere } from './run-targets.ts';

const crowd = suite('targets crowd');

crowd('judge 40,000 linear programs by enumeration', async () => {
  const { code, out, err } = await runHere(['crowd', '1', '--quick']);
  assert.is(code, 0, out + err);
  for (const kind of ['random', 'nearly parallel', 'coincident', 'infeasible'])
    assert.match(out, new RegExp(`${kind}: wrong of 5000 +0 `));
  assert.match(out, /judged by: nearest +[1-9]/);
});

crowd.run();
