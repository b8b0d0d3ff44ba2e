import { kernelLoops, openLoops, unboundedLoops } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('kernel loops');

test('all have a bound: a count in their head, or one that the comment before them states', () => {
  const loops = kernelLoops(new URL('../src/', import.meta.url));
  assert.ok(loops.length > 95, `${loops.length} loops`);
  const open = openLoops(loops);
  assert.ok(open.length >= 12, `${open.length} open loops`);
  assert.equal(unboundedLoops(loops), []);
});

test.run();
