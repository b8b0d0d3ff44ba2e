import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runHere } from './run-cli.ts';

const bars = suite('wayfield-bench bars-navmesh');

bars('check meshes and paths at tiny sizes', async () => {
  const { code, out, err } = await runHere(['bars-navmesh', '--quick', '--rounds', '1']);
  assert.is(code, 0, out + err);
  assert.match(out, /bar 1b: rooms: Polyanya, .*TA\* agree/);
  assert.match(out, /bar 5: random edits that leave what a new build gives/);
  assert.match(out, /bar 5b: rooms: from an obstacle that comes or goes to the first path/);
  assert.match(out, /bar 6: heaps of polygons/);
});

bars.run();
