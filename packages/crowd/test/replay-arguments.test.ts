import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd, type Crowd } from '@wayfield/crowd';
import * as fixedStep from '@wayfield/crowd/fixed-step';
import * as replay from '@wayfield/crowd/replay';

const test = suite('arguments of ./fixed-step and ./replay');

/** An object whose fields are not tried one by one. */
const closed = <T extends object>(value: T): T => Object.setPrototypeOf(value, { closed: true });
const world = {};
const options = { capacity: 2 };
const makeCrowd = (): Crowd => closed(createCrowd(world, options));

function makeReplay(): replay.Replay {
  const { crowd, file } = replay.recordCrowd(createCrowd(world, options), { world, options });
  crowd.step(0.1);
  return closed(replay.openReplay(file()));
}

const SAMPLES: Samples = {
  createFixedStep: {
    args: () => ({ crowd: makeCrowd(), options: { step: 0.1, mostSteps: 2, snap: 1 } }),
    methods: {
      advance: { args: () => ({ seconds: 0.1, before: () => {} }), optional: ['before'] },
      reset: 'no arguments',
    },
  },
  openReplay: { args: () => ({ bytes: makeReplay().bytes }) },
  playReplay: {
    args: () => ({
      replay: makeReplay(),
      crowd: makeCrowd(),
      options: { each: () => {}, ticks: 1 },
    }),
  },
  recordCrowd: {
    args: () => ({
      crowd: makeCrowd(),
      given: { world: closed({}), options: closed({ capacity: 2 }) },
    }),
    // a world without walls and bounds is one
    accepts: { 'given.world': ['{}'] },
    methods: { file: 'no arguments' },
  },
};

test('are checked with clear messages', async () => {
  const entries = { './fixed-step': fixedStep, './replay': replay };
  const problems = await walkExports(entries, SAMPLES);
  assert.is(problems.join('\n'), '');
});

test.run();
