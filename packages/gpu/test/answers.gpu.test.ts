import { encodeSteps, filledBuffer, readBuffer, step, uploadWords } from '@wayfield/gpu-core';
import { COPY_DST, UNIFORM } from '@wayfield/gpu-core/internal';
import { DIAGONAL_TICKS, FOUND, NO_PATH, STRAIGHT_TICKS, ticksToLength } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { costRuleOf } from '../src/search/answers.ts';
import { ANSWERS_WGSL, COUNTER } from '../src/search/answers.wgsl.ts';
import { type CostUnits, costsOf } from '../src/search/costs.ts';
import { device } from './device.ts';

const test = suite('answersOf');

/** What the kernel makes of statuses and labels. */
async function answers(
  units: CostUnits,
  status: Uint32Array,
  label: Uint32Array,
): Promise<{ status: Uint8Array; cost: Float32Array; counters: Uint32Array }> {
  const count = status.length;
  const results = new Uint32Array(5 * count);
  results.set(status);
  results.set(label, count);
  const params = filledBuffer(device, 'params', Uint32Array.of(count, 0, 0, 0), UNIFORM | COPY_DST);
  const buffers = [
    uploadWords(device, 'results', results),
    uploadWords(device, 'statuses', new Uint32Array(Math.ceil(count / 4))),
    uploadWords(device, 'costs', new Uint32Array(count)),
    uploadWords(device, 'counters', new Uint32Array(8)),
  ];
  const { kind, exponent } = costRuleOf(units);
  const constants = { COST_KIND: kind, EXPONENT: exponent };
  const kernel = { label: 'answers', code: ANSWERS_WGSL, entry: 'answersOf', constants };
  const bound = Object.fromEntries([params, ...buffers].map((buffer, i) => [i, buffer]));
  const encoder = device.createCommandEncoder();
  encodeSteps(encoder, 'answers', [step(device, kernel, bound, 7)]);
  device.queue.submit([encoder.finish()]);
  const [, statuses, costs, counters] = buffers;
  const found = {
    status: await readBuffer(device, statuses, new Uint8Array(4 * Math.ceil(count / 4))),
    cost: await readBuffer(device, costs, new Float32Array(count)),
    counters: await readBuffer(device, counters, new Uint32Array(8)),
  };
  for (const buffer of [params, ...buffers]) buffer.destroy();
  return { ...found, status: found.status.subarray(0, count) };
}

const bitsOf = ({ buffer, byteOffset, length }: Float32Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, length);

const ticks = [STRAIGHT_TICKS, DIAGONAL_TICKS] as const;
const EIGHT: CostUnits = { integer: true, factor: 1, ticks, tickScale: 1 };
const FOUR: CostUnits = { integer: true, factor: 0.25, ticks: [1, 1], tickScale: 1 };

test('makes the costs of the host of labels, bit for bit (seed 31)', async () => {
  const next = random(31);
  const labels: number[] = [];
  for (let s = 0; s < 300; s++) {
    for (let d = 0; d < 300; d++) labels.push(s * STRAIGHT_TICKS + d * DIAGONAL_TICKS);
  }
  for (let i = 0; i < 60_000; i++) {
    const d = Math.floor(next() * STRAIGHT_TICKS);
    const s = Math.floor(next() * (4093 - d * Math.SQRT2));
    if (s >= 0) labels.push(s * STRAIGHT_TICKS + d * DIAGONAL_TICKS);
  }
  const label = Uint32Array.from(labels);
  const status = label.map(() => (next() < 0.1 ? NO_PATH : FOUND));
  for (const units of [EIGHT, { ...EIGHT, factor: 0.125 }, { ...EIGHT, factor: 2 ** 40 }, FOUR]) {
    const expected = new Float32Array(label.length);
    costsOf(units, Uint8Array.from(status), label, expected);
    const found = await answers(units, status, label);
    sameArray(bitsOf(found.cost), bitsOf(expected), `factor ${units.factor}`);
    sameArray(found.status, Uint8Array.from(status));
    assert.is(found.counters[COUNTER.unknown], 0);
  }
});

test('counts labels of which it makes no costs', async () => {
  // no path has one tick, as its straight steps would be fewer than none
  const label = Uint32Array.of(1, 4094 * STRAIGHT_TICKS, 0xfffffffe, 4093 * STRAIGHT_TICKS, 0);
  const found = await answers(
    EIGHT,
    label.map(() => FOUND),
    label,
  );
  assert.is(found.counters[COUNTER.unknown], 3);
  assert.is(found.cost[3], Math.fround(ticksToLength(label[3])));
  assert.is(found.cost[4], 0);
  const large = Uint32Array.of(0x1000000, 0xffffff, 1);
  const steps = await answers(
    FOUR,
    large.map(() => FOUND),
    large,
  );
  assert.is(steps.counters[COUNTER.unknown], 1);
  sameArray(steps.cost.subarray(1), Float32Array.of(0xffffff / 4, 0.25));
});

test('leaves costs to the host where a factor is no power of two', () => {
  assert.is(costRuleOf({ ...EIGHT, factor: 1.5 }).kind, 0);
  assert.is(costRuleOf({ ...EIGHT, factor: 2 ** -70 }).kind, 0);
  assert.is(costRuleOf({ ...EIGHT, tickScale: 7 }).kind, 0);
  assert.is(costRuleOf({ ...EIGHT, factor: 4 }).exponent, 2);
});

test.run();
