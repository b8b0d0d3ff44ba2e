// How many a machine can hold is worked out from what it says of itself.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fitControls, mostOf, smoothOf, tooMany } from '../src/scenes/machine.ts';
import { createSlowWatch } from '../src/shell/slow-watch.ts';
import type { Load, Range } from '../src/common/settings.ts';

const test = suite('what the machine can hold');
const load: Load = {
  what: 'agents',
  wasm: { bytes: 100, smooth: 1000 },
  gpu: { binding: 4, bytes: 10, smooth: 1000 },
};
const gpu = { binding: 2 ** 27, buffer: 2 ** 28, isSoftware: false };

test('by memory in WebAssembly, by bindings and buffers on a GPU', () => {
  assert.is(mostOf({ memory: 1_234_567, threads: 1 }, load, false), 12_000);
  // never more than WebAssembly has
  assert.is(mostOf({ memory: 2 ** 40, threads: 1 }, load, false), 42_000_000);
  const machine = { memory: 1e6, threads: 3, gpu };
  assert.is(mostOf(machine, load, true), 26_000_000);
  assert.is(mostOf({ ...machine, gpu: { ...gpu, binding: 2 ** 20 } }, load, true), 260_000);
  assert.equal([smoothOf(machine, load, true), smoothOf(machine, load, false)], [Infinity, 3000]);
  assert.is(smoothOf({ ...machine, gpu: { ...gpu, isSoftware: true } }, load, true), 1000);
  // what is never solved on a GPU
  const { wasm, what } = load;
  assert.is(mostOf(machine, { wasm, what }, true), 10_000);
});

test('scales end where the machine does, and what is beyond is told', () => {
  const range: Range = {
    kind: 'range',
    name: 'agents',
    label: 'Agents',
    value: 10_000,
    min: 10,
    max: 1_000_000,
    steps: [10, 1000, 10_000, 1_000_000],
    load,
  };
  const fit = (memory: number): Range => fitControls([range], { memory, threads: 1 })[0] as Range;
  assert.is(fit(1e9), range);
  const { steps, max, value } = fit(512_345);
  assert.equal([steps, max, value], [[10, 1000, 5100], 5100, 5100]);
  assert.equal(fit(1).steps, [10]);
  assert.equal(tooMany([fit(512_345)], new Map([['agents', '6000']])), [
    '6,000 agents are more than this machine or this scene can have. These are 5,100.',
  ]);
  assert.equal(tooMany([fit(512_345)], new Map([['agents', '5100']])), []);
});

test('steps that are slow are told, once for a scene', () => {
  const told: string[] = [];
  const watch = createSlowWatch((text) => told.push(text));
  const steps = (count: number, ms: number): void => {
    for (let i = 0; i < count; i++) watch.took(ms);
  };
  steps(100, 1000);
  watch.begin('bodies');
  // the first ones may be slow
  steps(5, 1000);
  steps(100, 20);
  assert.equal(told, []);
  steps(100, 250);
  steps(100, 1000);
  assert.equal(told, ['A step takes 250 ms on this machine: fewer bodies go smoothly.']);
  watch.begin(undefined);
  steps(100, 1000);
  watch.begin('agents');
  steps(100, 1000);
  assert.is(told.length, 2);
});

test.run();
