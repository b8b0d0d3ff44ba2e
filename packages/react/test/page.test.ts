import { answerOfPage } from '@wayfield/testing/browser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('page');

interface Answer {
  readonly error?: string;
  readonly first: string;
  readonly second: string;
  readonly resources: string;
  readonly people: string;
  readonly broken: string[];
  readonly ends: string;
  readonly endless: string[];
  readonly changed: { readonly errors: string[]; readonly lost: number; readonly stale: number };
  readonly moved: Record<'frames' | 'ticks' | 'drawn' | 'crowdX', number>;
  readonly after: Record<'made' | 'destroyed' | 'aborted', number>;
  readonly frames: number;
}

test('hooks work in strict mode, and leave nothing behind', async () => {
  const answer = await answerOfPage<Answer>(new URL('page.tsx', import.meta.url), {
    isolated: true,
  });
  if (!answer) return;
  assert.is(answer.error, undefined);
  assert.match(answer.first, /^0 1 2 5 8 7 6 costs 6 +threads 2$/);
  assert.match(answer.second, /^0 1 2 5 costs 3 +threads 2$/);
  assert.is(answer.resources, '7 no such thing');
  assert.is(answer.people, '1 agents');
  // another map and other queries in one render: no solver that was destroyed is asked
  assert.is(answer.ends, '4 ends at 15');
  assert.equal(answer.changed, { errors: [], lost: 0, stale: 0 });
  // without a solver nothing is awaited
  assert.equal(answer.endless, ['busy', 'idle']);
  // a crowd whose start throws is destroyed, and the error boundary has the error
  assert.equal(answer.broken, ['no start', 'the crowd was destroyed']);
  const { frames, ticks, drawn, crowdX } = answer.moved;
  assert.ok(frames > 2 && drawn > 2 && ticks >= 30, `${frames} frames, ${ticks} ticks`);
  assert.ok(crowdX > 0.05, `the agent is at ${crowdX}`);
  // strict mode makes everything twice
  const { made, destroyed, aborted } = answer.after;
  assert.is(made, 4);
  assert.is(destroyed, 4);
  assert.is(aborted, 2);
  assert.is(answer.frames, 0);
});

test.run();
