import { readdirSync, readFileSync } from 'node:fs';
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

test('weak exchanges, which may fail without cause, are tried again', () => {
  const source = new URL('../src/', import.meta.url);
  let exchanges = 0;
  for (const name of readdirSync(source, { recursive: true }) as string[]) {
    if (!name.endsWith('.ts')) continue;
    const parts = readFileSync(new URL(name, source), 'utf8').split('atomicCompareExchangeWeak(');
    for (const after of parts.slice(1)) {
      exchanges++;
      // only the old value tells whether another invocation was first
      assert.match(after.split('\n').slice(0, 8).join('\n'), /\.old_value == /, name);
    }
  }
  assert.is(exchanges, 1);
});

test.run();
