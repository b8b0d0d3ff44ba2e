// Memory of the device that ends during a call: the call rejects, nothing is left of it, and the
// calls after it find every change in effect.
import { sameArray } from '@wayfield/testing';
import { countBuffers } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuDiffusion, type GpuDiffusion } from '../src/gpu/index.ts';
import type { DiffusionMap, DiffusionOptions, PursuerOptions } from '../src/types.ts';
import { device } from './gpu-device.ts';

const test = suite('memory of the device ends');
const buffers = countBuffers(device);
const { live, heldBytes, failing } = buffers;
test.before(buffers.begin);
test.after(buffers.end);

const width = 21;
const height = 13;
const tuning = { lanesX: 8, lanesY: 8, rows: 2, steps: 4 };
const map: DiffusionMap = {
  width,
  height,
  neighbours: 8,
  terrain: new Float32Array(width * height).fill(1),
};
const layers = ['a', 'b', 'c'];
const wall = Array.from({ length: height }, (_, y) => y * width + 10);

/** A model with scent in it, on which one call has been made. */
async function begun(options: DiffusionOptions): Promise<GpuDiffusion> {
  const model = await createGpuDiffusion(device, map, { layers, tuning, ...options });
  model.setGoals('a', { cell: [0, 200] });
  model.setGoals('b', { cell: [272], strength: 3 });
  await model.settle({ until: 9 });
  return model;
}

/** Buffers that `call` makes. */
async function countMade(call: () => Promise<unknown>): Promise<number> {
  const first = buffers.made;
  await call();
  return buffers.made - first;
}

/** The fields of all layers, and how many cells nothing reaches. */
async function stateOf(model: GpuDiffusion): Promise<readonly (readonly [Float32Array, number])[]> {
  const of = async (layer: string) => [await model.field(layer), model.unreachable(layer)] as const;
  return Promise.all(layers.map(of));
}

type State = Awaited<ReturnType<typeof stateOf>>;

async function sameState(model: GpuDiffusion, expected: State, what: string): Promise<void> {
  for (const [l, [field, unreachable]] of (await stateOf(model)).entries()) {
    sameArray(field, expected[l][0], `${what}: ${layers[l]}`);
    assert.is(unreachable, expected[l][1], `${what}: ${layers[l]}`);
  }
}

/** Changes of all kinds, many enough that the list of written words grows. */
function change(model: GpuDiffusion): void {
  model.setGoals('a', { cell: Array.from({ length: 30 }, (_, i) => 7 * i + 1), strength: 5 });
  model.setTerrain(wall, 0);
  model.setTerrain([wall[3]], 0.5);
  if (model.method === 'distance') return;
  model.setModulation('b', [90, 91], 0.25);
  model.reset();
}

const METHODS: readonly DiffusionOptions[] = [
  { method: 'diffusion' },
  { method: 'diffusion', precision: 'log' },
  { method: 'steady' },
  { method: 'distance' },
];

for (const options of METHODS) {
  const name = `${options.method}${options.precision ? `, ${options.precision}` : ''}`;
  test(`changes are not lost: ${name}`, async () => {
    const until = options.method === 'steady' ? 'residual' : 40;
    const settle = (model: GpuDiffusion) => (): Promise<unknown> => model.settle({ until });
    const whole = await begun(options);
    change(whole);
    const count = await countMade(settle(whole));
    assert.ok(count > 1, `${count} buffers`);
    const expected = await stateOf(whole);
    const held = heldBytes();
    for (let at = 0; at < count; at++) {
      const what = `buffer ${at} of ${count} fails`;
      const model = await begun(options);
      change(model);
      assert.match(await failing(at, settle(model)), /^Error: diffusion/, what);
      await settle(model)();
      await sameState(model, expected, what);
      assert.is(model.memoryBytes, whole.memoryBytes, what);
      await model.destroy();
      assert.ok(heldBytes() <= held, what);
    }
    await whole.destroy();
    assert.is(live.size, 0);
  });

  test(`a call that waited behind the one that failed: ${name}`, async () => {
    const until = options.method === 'steady' ? 'residual' : 40;
    const whole = await begun(options);
    const model = await begun(options);
    for (const one of [model, whole]) change(one);
    buffers.fail(0);
    const first = model.settle({ until }).then(
      () => 'it came to its end',
      (error: unknown) => String(error),
    );
    for (const one of [model, whole]) one.setGoals('c', { cell: [5, 8], strength: 5 });
    const second = model.settle({ until });
    assert.match(await first, /^Error: diffusion/);
    buffers.fail(-1);
    await second;
    await whole.settle({ until });
    await sameState(model, await stateOf(whole), 'after both');
    await model.destroy();
    await whole.destroy();
    assert.is(live.size, 0);
  });
}

const options: PursuerOptions = {
  cell: [3, 4, 200],
  weights: { a: 1, b: -1 },
  emit: { layer: 'b', strength: 2 },
  modulate: { layer: 'a', factor: 0.5 },
};

test('pursuers that find no memory leave no marks, and later ones leave theirs', async () => {
  const without = await begun({});
  await without.step(3);
  const other = await begun({});
  const count = await countMade(async () => {
    const crowd = await other.pursuers(options);
    crowd.destroy();
  });
  await other.destroy();
  const whole = await begun({});
  await whole.step(3);
  await (await whole.pursuers(options)).move();
  await whole.step(3);
  const [withMarks, withoutMarks] = [await stateOf(whole), await stateOf(without)];
  for (const model of [whole, without]) await model.destroy();
  for (let at = 0; at < count; at++) {
    const what = `buffer ${at} of ${count} fails`;
    const model = await begun({});
    assert.match(await failing(at, () => model.pursuers(options)), /^Error: /, what);
    await model.step(3);
    await sameState(model, withoutMarks, what);
    const crowd = await model.pursuers(options);
    await crowd.move();
    await model.step(3);
    await sameState(model, withMarks, what);
    await model.destroy();
  }
  assert.is(live.size, 0);
});

test('marks of pursuers that go with a call that fails are taken out by the next', async () => {
  const without = await begun({});
  const model = await begun({});
  for (const one of [model, without]) one.setModulation('a', [8], 0.5);
  const crowd = await model.pursuers(options);
  // a layer with a plane of its own, as `modulate` gives
  await without.step(3);
  await model.step(3);
  const step = model.step(0);
  crowd.destroy();
  await step;
  for (const one of [model, without]) {
    one.reset();
    one.setModulation('c', [9], 0.5);
  }
  assert.match(await failing(0, () => model.step(3)), /^Error: diffusion/);
  await model.step(3);
  await without.step(3);
  await sameState(model, await stateOf(without), 'gone');
  await model.destroy();
  await without.destroy();
  assert.is(live.size, 0);
});

test('pursuers that are destroyed during a move: it ends, then nothing is left', async () => {
  const model = await begun({});
  const held = heldBytes();
  const { queue } = device;
  const { submit } = queue;
  for (let after = 1; after <= 4; after++) {
    const crowd = await model.pursuers({ cell: [3, 4], weights: { a: 1 } });
    let submits = 0;
    queue.submit = (commands) => {
      submit.call(queue, commands);
      if (++submits === after) crowd.destroy();
    };
    try {
      await crowd.move().catch((error: unknown) => {
        assert.match(String(error), 'Error: pursuers: move after destroy');
      });
    } finally {
      queue.submit = submit;
    }
    crowd.destroy();
    await model.step();
    assert.is(heldBytes(), held, `after submit ${after}`);
  }
  await model.destroy();
  assert.throws(() => model.resident('a'), /the model was destroyed/);
});

test('nothing is left of paths that find no memory', async () => {
  for (const method of ['diffusion', 'distance'] as const) {
    const model = await begun({ method });
    const paths = (): Promise<unknown> =>
      method === 'distance' ? model.descend('a', [40, 44]) : model.ascend('a', [40, 44]);
    const count = await countMade(paths);
    const held = heldBytes();
    for (let at = 0; at < count; at++) {
      assert.match(await failing(at, paths), /^Error: /);
      assert.is(heldBytes(), held, `${method}: buffer ${at} of ${count} fails`);
    }
    await paths();
    await model.destroy();
    assert.is(live.size, 0);
  }
});

test.run();
