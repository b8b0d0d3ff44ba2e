import { answerOfPage } from '@wayfield/testing/browser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('page');

test('a layer of Phaser is read as its tiles collide', async () => {
  const answer = await answerOfPage(new URL('page.ts', import.meta.url));
  if (!answer) return;
  assert.equal(answer, {
    cost: [1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 1],
    mud: [1, 1, 0, 1, 1, 1, 0, 3, 1, 1, 1, 1],
    origin: [100, 50, 16],
    from: 0,
    // no corner is cut around the end of the wall
    route: [0, 5, 9, 10, 11, 7, 3],
  });
});

test.run();
