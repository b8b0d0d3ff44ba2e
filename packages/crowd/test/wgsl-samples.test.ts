// Kernels that are made from templates, printed: test/kernels/NAME.wgsl is what a device gets, and
// can be pasted into a playground. After a change of a template write the files with
// WRITE_SAMPLES=1.
import { kernelSamples } from '@wayfield/testing';
import { suite } from 'uvu';
import { nearWgsl } from '../src/gpu/near/near.wgsl.ts';
import { DOUBLE, PLAIN, steerAgainWgsl, steerWgsl } from '../src/gpu/tick/steer.wgsl.ts';

const SAMPLES: Readonly<Record<string, string>> = {
  'near-4': nearWgsl(4),
  'near-24': nearWgsl(24),
  steer: steerWgsl({ neighbours: 10, walls: 6, numbers: PLAIN, fused: false }, true),
  'steer-again': steerAgainWgsl({ neighbours: 10, walls: 32, numbers: DOUBLE, fused: true }),
};

const test = suite('kernel samples');

for (const [name, code] of Object.entries(SAMPLES)) {
  test(`${name}.wgsl is what the template makes`, () =>
    kernelSamples(new URL('kernels/', import.meta.url), name, code));
}

test.run();
