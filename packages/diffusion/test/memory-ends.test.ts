// A model after memory ended during a call: the next call answers as if it had not.
import { everyEndOfMemory, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createDiffusion,
  createPursuers,
  type Diffusion,
  type DiffusionOptions,
} from '../src/index.ts';

const SIDE = 160;
const CELLS = SIDE * SIDE;

const OPTIONS: readonly DiffusionOptions[] = [
  {},
  { precision: 'log' },
  { method: 'distance' },
  { method: 'steady' },
];

/** A model with one goal whose calls have all been made once, of few goals and agents. */
function modelOf(options: DiffusionOptions): Diffusion {
  const terrain = new Float32Array(CELLS).fill(1);
  const model = createDiffusion({ width: SIDE, height: SIDE, neighbours: 8, terrain }, options);
  setGoals(model, 2);
  return model;
}

function setGoals(model: Diffusion, count: number): void {
  const cell = Uint32Array.from({ length: count }, (_, i) => (i * CELLS) / count + 1);
  model.setGoals('goal', { cell });
}

/** Calls of a model, made one after another; `run` goes on with the call that threw. */
interface Subject {
  readonly model: Diffusion;
  readonly answers: (readonly ArrayLike<number>[])[];
}

/** Settles, then steers and moves agents. */
function run({ model, answers }: Subject, agents: number): void {
  const x = Float64Array.from({ length: agents }, (_, i) => 1.5 + (i % (SIDE - 3)));
  const y = Float64Array.from(x, (_, i) => 1.5 + (Math.floor(i / SIDE) % (SIDE - 3)));
  const calls = [
    () => [[model.settle().steps]],
    () => [model.field('goal')],
    () => [model.headings()],
    () => Object.values(model.steer(x, y)),
    () => Object.values(model.moveAlong(x, y, x.map(Math.sin), y.map(Math.cos))),
  ];
  while (answers.length < calls.length) answers.push(calls[answers.length]());
}

/** Runs the calls of `make()` where memory ends in each of them; the answers are as without. */
function endsIn(make: () => Diffusion, agents: number): number {
  const subject = (): Subject => ({ model: make(), answers: [] });
  const expected = subject();
  run(expected, agents);
  const wanted = expected.answers.flat();
  return everyEndOfMemory(
    subject,
    (one) => run(one, agents),
    (one) => {
      const what = `memory ended in call ${one.answers.length}`;
      run(one, agents);
      one.answers.flat().forEach((list, i) => sameArray(list, wanted[i], `${what}: list ${i}`));
      assert.is(one.model.memoryBytes, expected.model.memoryBytes, `${what}: bytes`);
    },
  );
}

const test = suite('where memory ends');

for (const options of OPTIONS) {
  test(`the call that ended works when it is made again: ${JSON.stringify(options)}`, () => {
    const first = endsIn(() => modelOf(options), 10);
    assert.ok(first >= 1, `memory ended ${first} times in first calls`);
    const larger = endsIn(() => {
      const model = modelOf(options);
      run({ model, answers: [] }, 10);
      setGoals(model, CELLS / 4);
      return model;
    }, 5000);
    assert.ok(larger >= 1, `memory ended ${larger} times in larger calls`);
  });
}

test('costs that find no memory for the heap hold none afterwards', () => {
  // goals in every other row, cheaper from row to row: the costs between them fall four times
  const height = 60;
  const width = 1024;
  const terrain = Float32Array.from(
    { length: width * height },
    (_, v) => 2 ** (Math.floor(v / width) - height),
  );
  const goals = Uint32Array.from(
    { length: terrain.length / 2 },
    (_, i) => i + width * Math.floor(i / width),
  );
  const ends = everyEndOfMemory(
    () => {
      const model = createDiffusion(
        { width, height, neighbours: 8, terrain },
        { method: 'distance' },
      );
      model.setGoals('goal', { cell: goals });
      return { model, bytes: model.memoryBytes };
    },
    ({ model }) => model.settle(),
    ({ model, bytes }) => {
      assert.is(model.memoryBytes, bytes);
      assert.is(model.settle().steps, 1);
    },
  );
  assert.ok(ends >= 2, `memory ended ${ends} times`);
});

test('pursuers that find no memory leave no goals behind', () => {
  const cell = Uint32Array.from({ length: CELLS / 2 }, (_, i) => 2 * i + 1);
  const ends = everyEndOfMemory(
    () => {
      const model = modelOf({ layers: ['goal', 'crowd'] });
      assert.is(model.unreachable('crowd'), CELLS);
      return { model, bytes: model.memoryBytes };
    },
    ({ model }) =>
      createPursuers(model, {
        cell,
        weights: { goal: 1 },
        emit: { layer: 'crowd', strength: 1 },
      }),
    ({ model, bytes }) => {
      assert.is(model.unreachable('crowd'), CELLS);
      assert.is(model.memoryBytes, bytes);
    },
  );
  assert.ok(ends >= 2, `memory ended ${ends} times`);
});

test.run();
