import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runHere } from './run-targets.ts';

const targets = suite('targets meshes');

targets('check meshes and paths at tiny sizes', async () => {
  const { code, out, err } = await runHere(['meshes', '--quick', '--rounds', '1']);
  assert.is(code, 0, out + err);
  assert.match(out, /target 1b: rooms: Polyanya, .*TA\* agree/);
  assert.match(out, /target 5: random edits that leave what a new build gives/);
  assert.match(out, /target 5b: rooms: from an obstacle that comes or goes to the first path/);
  assert.match(out, /target 6: heaps of polygons/);
});

targets.run();
