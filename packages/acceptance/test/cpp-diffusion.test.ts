import { createDiffusion } from '@wayfield/diffusion';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { roughMap } from '@wayfield/bench/internal/fields/measure/made-maps';
import { hashOfField } from '@wayfield/bench/internal/fields/measure/compare-fields';
import { startCppDiffusion } from '../src/fields/cpp-diffusion.ts';
import { whyNoCpp } from '../src/fields/cpu-speed.ts';

const test = suite('startCppDiffusion');

test('finds the field of the kernels by every way', async () => {
  const map = roughMap(53);
  const native = await startCppDiffusion(53, map.terrain);
  if (native === undefined) {
    console.log('skipped: no C++ compiler');
    return;
  }
  try {
    for (const steps of [1, 40]) {
      const model = createDiffusion(map, { precision: 'f32', flushToZero: false });
      model.setGoals('goal', { cell: [53 * 53 - 1] });
      model.step(steps);
      for (const set of native.instructionSets) {
        const { ms, hash } = await native.ask(set, steps);
        assert.is(hash, hashOfField(model.field('goal')), `${set}, ${steps} steps`);
        assert.equal(Object.keys(ms), ['plain', 'columns', 'tiled']);
      }
      model.destroy();
    }
  } finally {
    await native.close();
  }
});

test('says why there is no figure of an instruction set', () => {
  const [set, ...why] = ['x86-64-v2', 'no C++ compiler', 'no x86-64-v2 on this processor'];
  assert.equal(
    [false, true].map((hasCompiler) => whyNoCpp(set, false, hasCompiler)),
    why,
  );
  assert.is(whyNoCpp(set, true, false), 'not with --quick');
});

test.run();
