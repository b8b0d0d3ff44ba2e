// What a model takes of the device's memory: within the budget, by the numbers it names, and given
// back.
import { reason } from '@wayfield/testing';
import { countBuffers } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuDiffusion, type GpuDiffusionOptions } from '../src/gpu/index.ts';
import type { DiffusionMap } from '../src/types.ts';
import { device } from './gpu-device.ts';

const test = suite('memory of createGpuDiffusion');

const buffers = countBuffers(device);
const { live, heldBytes, failing } = buffers;
test.before(buffers.begin);
test.after(buffers.end);

const map: DiffusionMap = {
  width: 45,
  height: 31,
  neighbours: 8,
  terrain: new Float32Array(45 * 31).fill(1),
};
const layers = ['a', 'b', 'c'];

async function refusal(options: GpuDiffusionOptions): Promise<string> {
  try {
    await createGpuDiffusion(device, map, options);
  } catch (error) {
    return String(error);
  }
  return 'nothing was thrown';
}

test('a map of more workgroups in a row than the device starts is refused', async () => {
  const most = device.limits.maxComputeWorkgroupsPerDimension;
  const cases = [
    { method: 'steady', width: 8 * most + 1 },
    { method: 'diffusion', width: 64 * most + 1 },
  ] as const;
  for (const { method, width } of cases) {
    const long = { width, height: 1, neighbours: 8, terrain: new Float32Array(width).fill(1) };
    const made = createGpuDiffusion(device, long as DiffusionMap, { method });
    assert.match(
      await reason(made),
      new RegExp(`1 layer of ${width} x 1 cells need \\d+ workgroups .* starts ${most}:`),
    );
    assert.is(live.size, 0);
  }
});

for (const precision of ['f32', 'log'] as const) {
  test(`the budget is kept to the byte: ${precision}`, async () => {
    const options = { layers, precision };
    const text = await refusal({ ...options, memoryBudget: 1000 });
    const [, need] = /need (\d+) bytes, the memory budget is 1000/.exec(text) ?? [];
    assert.ok(need, text);
    const short = await refusal({ ...options, memoryBudget: Number(need) - 1 });
    assert.match(short, `need ${need} bytes, the memory budget is ${Number(need) - 1}`);
    assert.is(live.size, 0);
    const model = await createGpuDiffusion(device, map, { ...options, memoryBudget: Number(need) });
    // the rest is the staging memory of a look at the records
    assert.is(model.memoryBytes, Number(need));
    assert.ok(heldBytes() - Number(need) < 1000, `${heldBytes()} bytes are held`);
    // one more plane of factors does not fit: refused before anything has changed
    assert.throws(() => model.setModulation('a', [7], 0.5), /need \d+ bytes, the memory budget is/);
    assert.is(model.memoryBytes, Number(need));
    model.setGoals('a', { cell: [0] });
    const report = await model.settle({ layers: ['a'] });
    assert.is(report.reason, 'front');
    let thrown = '';
    const modulate = { layer: 'a', factor: 0.5 };
    await model
      .pursuers({ cell: [0], weights: { a: 1 }, modulate })
      .catch((error: unknown) => (thrown = String(error)));
    assert.match(thrown, /^RangeError: 3 layers of 45 x 31 cells need \d+ bytes/);
    await model.destroy();
    assert.is(live.size, 0);
  });
}

test("the budget is kept to the byte: method 'distance'", async () => {
  const options = { layers, method: 'distance' } as const;
  const text = await refusal({ ...options, memoryBudget: 1000 });
  const [, need] = /need (\d+) bytes, the memory budget is 1000/.exec(text) ?? [];
  assert.ok(need, text);
  assert.match(await refusal({ ...options, memoryBudget: Number(need) - 1 }), `need ${need} bytes`);
  assert.is(live.size, 0);
  const model = await createGpuDiffusion(device, map, { ...options, memoryBudget: Number(need) });
  assert.is(model.memoryBytes, Number(need));
  assert.ok(heldBytes() - Number(need) < 1000, `${heldBytes()} bytes are held`);
  model.setGoals('a', { cell: [0] });
  assert.is((await model.settle()).reason, 'residual');
  assert.is((await model.descend('a', 1394)).firstNode[1], 45);
  await model.destroy();
  assert.is(live.size, 0);
});

test('nothing is left of a model that came to nothing', async () => {
  for (const method of ['diffusion', 'steady', 'distance'] as const) {
    const first = buffers.made;
    await (await createGpuDiffusion(device, map, { layers, method })).destroy();
    const count = buffers.made - first;
    for (let at = 0; at < count; at++) {
      const text = await failing(at, () => createGpuDiffusion(device, map, { layers, method }));
      assert.match(text, /^Error: diffusion/);
      assert.is(live.size, 0, `buffer ${at} of ${count} of method '${method}' fails`);
    }
  }
});

test('nothing is left of pursuers that come and go, nor of those that the model had', async () => {
  const model = await createGpuDiffusion(device, map, { layers });
  const options = {
    cell: [3, 4, 5],
    weights: { a: 1, b: -1 },
    emit: { layer: 'b', strength: 2 },
    modulate: { layer: 'a', factor: 0.5 },
  };
  const first = await model.pursuers(options);
  await first.move();
  const held = heldBytes();
  for (let k = 0; k < 3; k++) {
    const other = await model.pursuers(options);
    await other.move();
    other.destroy();
    assert.is(heldBytes(), held);
  }
  const late = await model.pursuers(options);
  const step = model.step();
  // goes with the next call
  late.destroy();
  await step;
  await model.step();
  assert.is(heldBytes(), held);
  assert.match(await failing(0, () => model.pursuers(options)), /^Error: pursuers/);
  assert.is(heldBytes(), held);
  await model.destroy();
  assert.is(live.size, 0);
});

/** Bytes that a model with these options needs. */
async function neededBytes(options: GpuDiffusionOptions): Promise<number> {
  const text = await refusal({ ...options, memoryBudget: 1000 });
  return Number(/need (\d+) bytes/.exec(text)![1]);
}

test('two layers that are modulated before the next call need two more planes', async () => {
  const need = await neededBytes({ layers });
  const plane = 4 * 48 * 31;
  const model = await createGpuDiffusion(device, map, { layers, memoryBudget: need + plane });
  model.setModulation('a', [7], 0.5);
  assert.throws(() => model.setModulation('b', [7], 0.5), /need \d+ bytes, the memory budget is/);
  model.setModulation('a', [8], 0.25);
  model.setGoals('a', { cell: [0] });
  assert.is((await model.settle({ layers: ['a'] })).reason, 'front');
  await model.destroy();
});

test("method 'steady': the levels count when a plane is added", async () => {
  const need = await neededBytes({ layers, method: 'steady' });
  const options = { layers, method: 'steady', memoryBudget: need } as const;
  const model = await createGpuDiffusion(device, map, options);
  assert.throws(() => model.setModulation('a', [7], 0.5), /need \d+ bytes, the memory budget is/);
  await model.destroy();
});

for (const method of ['diffusion', 'steady', 'distance'] as const) {
  test(`destroy during a call: it rejects, and nothing is left: ${method}`, async () => {
    const errors: string[] = [];
    const hear = ({ error }: GPUUncapturedErrorEvent): unknown => errors.push(error.message);
    device.addEventListener('uncapturederror', hear);
    const terrain = new Float32Array(64 * 64).fill(1);
    const square: DiffusionMap = { width: 64, height: 64, neighbours: 8, terrain };
    const model = await createGpuDiffusion(device, square, { method });
    model.setGoals('goal', { cell: [0] });
    const said: string[] = [];
    const outcome = (call: Promise<unknown>): Promise<unknown> =>
      call.then(
        () => said.push('it came to its end'),
        (error: unknown) => said.push(String(error)),
      );
    let gone: Promise<void> | undefined;
    const tolerance = 1e-30;
    const onProgress = (): void => void (gone ??= model.destroy());
    const until = method === 'distance' ? 'front' : 'residual';
    await Promise.all([
      outcome(model.settle({ until, tolerance, onProgress })),
      outcome(model.step()),
    ]);
    await gone;
    await device.queue.onSubmittedWorkDone();
    device.removeEventListener('uncapturederror', hear);
    assert.equal(said, Array(2).fill('Error: the model was destroyed'));
    assert.equal(errors, []);
    assert.is(live.size, 0);
  });
}

test.run();
