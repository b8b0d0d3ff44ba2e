import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { anytimeSearch, type Improving } from '../../src/queries/anytime.ts';

const test = suite('improving a path in slices');

/** A search that has a path after `first` labels and proves it after `last`, a millisecond each. */
function slowSearch(first: number, last: number) {
  const found = { cost: Infinity, lowerBound: 1, isProven: false, expanded: 0 };
  const now = { ...found };
  const search: Improving = {
    get isProven() {
      return now.isProven;
    },
    get cost() {
      return now.cost;
    },
    lowerBound: () => now.lowerBound,
    expanded: () => now.expanded,
    advance(labels) {
      const end = performance.now() + 1;
      while (performance.now() < end);
      now.expanded = Math.min(last, now.expanded + labels);
      if (now.expanded >= first) now.cost = 10;
      now.isProven = now.expanded === last;
      if (now.isProven) now.lowerBound = 10;
    },
  };
  const take = (): void => {
    Object.assign(found, now);
  };
  return anytimeSearch(
    search,
    found,
    take,
    () => true,
    () => 0,
  );
}

test('a gap ends nothing before there is a path', async () => {
  const path = slowSearch(320, 3200);
  assert.is(await path.improveAsync({ gap: 0.95, slice: 1 }), false);
  assert.is(path.cost, 10);
  assert.is(path.isProven, false);
  assert.is(await path.improveAsync({ gap: 0.5, slice: 1 }), true);
});

test('every slice makes progress, however short', async () => {
  for (const slice of [0, 1e-9]) {
    const path = slowSearch(32, 320);
    assert.is(await path.improveAsync({ slice }), true, `slice ${slice}`);
    assert.is(path.expanded, 320);
  }
});

test('limits hold for all slices together', async () => {
  const path = slowSearch(32, 3200);
  assert.is(await path.improveAsync({ slice: 0, maxExpanded: 70 }), false);
  assert.is(path.expanded, 70);
  assert.is(await path.improveAsync({ slice: 1, milliseconds: 0 }), false);
  assert.is(path.expanded, 70);
  assert.is(await path.improveAsync({ slice: 0, gap: 0.9 }), false);
  assert.is(path.expanded, 70);
});

test.run();
