// A path for which there is no memory: a failed call changes nothing.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd } from '../src/index.ts';
import { createMembers } from '../src/guides/members.ts';
import { createPathCalls, type PathParts } from '../src/guides/path-calls.ts';
import { createPathStore } from '../src/guides/path-store.ts';

const test = suite('a path without memory');

test('leaves the agent as it was: no member, or with its speed', () => {
  const crowd = createCrowd({}, { capacity: 2 });
  const [first, second] = [crowd.add({ x: 0, y: 0 }), crowd.add({ x: 5, y: 0 })];
  const members = createMembers(crowd, 1.5);
  members.join(first, 1);
  const none = (): never => {
    throw new RangeError('no memory');
  };
  const store = createPathStore(2);
  const paths = Object.assign(Object.create(store) as object, { putPoints: none, putRoute: none });
  const calls = createPathCalls({ crowd, members, paths } as unknown as PathParts);
  const routes = {
    firstPoint: Uint32Array.of(0, 2),
    x: Float64Array.of(0, 9),
    y: new Float64Array(2),
  };
  for (const id of [first, second]) {
    assert.throws(() => calls.assign(id, [0, 0, 9, 0], 3), /no memory/);
    assert.throws(() => calls.assignRoute(id, routes, 0, 3), /no memory/);
    assert.throws(() => calls.assign(id, [0, 0, 9, 0], NaN), /speed is NaN/);
  }
  assert.equal([0, 1].map(members.isMember), [true, false]);
  assert.equal([...members.speed], [1, 0]);
  crowd.destroy();
});

test.run();
