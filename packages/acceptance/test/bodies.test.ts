import { findTruePairs } from '@wayfield/bench/internal/bodies/measure/judge-pairs';
import { drawCrowd, worldWithContacts } from '@wayfield/bench/internal/bodies/measure/worlds';
import { COLLISION_PEERS } from '@wayfield/bench/internal/bodies/peers/peers';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hashOfPairs, startCppCollision } from '../src/bodies/cpp-collision.ts';
import { parseTrajectories } from '../src/bodies/pedestrians.ts';
import { runHere } from './run-targets.ts';

const collision = suite('targets bodies');

collision('has a program in C++ that finds the pairs of brute force', async () => {
  const size = { name: '', dimensions: 2, count: 400, radius: [0.35, 0.65] } as const;
  const states = drawCrowd(worldWithContacts(size, 3), 1);
  const truth = findTruePairs(states[1]);
  const native = await startCppCollision(states, ['native']);
  if (!native) return void console.log('no C++ compiler: its program was not tested');
  const slots = [...truth.keys].flatMap((key) => [Math.floor(key / 400), key % 400]);
  for (const set of native.instructionSets) {
    const { pairs, hash } = await native.ask(set, 1);
    assert.equal([pairs, hash], [truth.keys.length, hashOfPairs(slots, truth.keys.length)]);
  }
  await native.close();
});

collision('reads recorded pedestrians in centimetres and metres', () => {
  const cm = '# id frame x/cm y/cm z/cm\n2 7 100 250 176\n1 7 -50 0 170\n\n1 6 0 0 170\n';
  const [first, second, ...rest] = parseTrajectories(cm);
  assert.equal(rest, []);
  assert.equal([...first], [[1, [0, 0]]]);
  assert.equal(
    [...second],
    [
      [2, [1, 2.5]],
      [1, [-0.5, 0]],
    ],
  );
  assert.equal([...parseTrajectories('1\t0\t2.5\t-1\t1.7')[0]], [[1, [2.5, -1]]]);
  assert.throws(() => parseTrajectories('#\n1 0 2.5'), /line 2 is '1 0 2.5', expected id/);
});

collision('says which target or library is unknown', async () => {
  const never = (): Promise<GPUDevice> => Promise.reject(new Error('no device is needed'));
  const target = await runHere(['bodies', '7'], never);
  assert.is(target.code, 2);
  assert.match(target.err, /unknown target '7', known are 1, 2, 3, 4, 5, 6/);
  const peer = await runHere(['bodies', '--peers', 'unreal'], never);
  assert.is(peer.code, 2);
  const known = COLLISION_PEERS.map(({ name }) => name).join(', ');
  assert.match(peer.err, `unknown peer 'unreal', known are ${known}`);
});

collision.run();
