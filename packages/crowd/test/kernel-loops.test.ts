import { kernelLoops, unboundedLoops } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('loops of the GPU kernels');

test('all have a bound: a count in their head, or one that the comment before them states', () => {
  const loops = kernelLoops(new URL('../src/', import.meta.url));
  assert.ok(loops.length > 15, `${loops.length} loops`);
  assert.equal(unboundedLoops(loops), []);
});

test.run();
