import { buildGrid } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ruleName, sameRule, walkGrid } from '../src/run/peers/rule.ts';

// . . @
// . @ .
// . . .
const grid = buildGrid({ width: 3, height: 3, blocked: [0, 0, 1, 0, 1, 0, 0, 0, 0] });
const never = { neighbours: 8, corners: 'never', diagonal: Math.SQRT2 } as const;

const walk = suite('walkGrid');

walk('adds steps and diagonals', () => {
  assert.is(walkGrid(grid, never, [0, 3, 6, 7]), 3);
  assert.is(walkGrid(grid, { ...never, corners: 'one-open', diagonal: 1.4 }, [3, 7, 8]), 2.4);
});

walk('gives NaN for corners that the rule does not allow to be cut', () => {
  assert.ok(Number.isNaN(walkGrid(grid, never, [3, 7])));
  assert.ok(Number.isNaN(walkGrid(grid, { ...never, corners: 'one-open' }, [1, 5])));
  assert.is(walkGrid(grid, { ...never, corners: 'always' }, [1, 5]), Math.SQRT2);
});

walk('gives NaN for diagonals among 4 neighbours, jumps, blocked and unknown cells', () => {
  assert.ok(Number.isNaN(walkGrid(grid, { ...never, neighbours: 4, corners: 'always' }, [3, 7])));
  assert.ok(Number.isNaN(walkGrid(grid, never, [0, 6])));
  assert.ok(Number.isNaN(walkGrid(grid, never, [3, 4])));
  assert.ok(Number.isNaN(walkGrid(grid, never, [6, 9])));
});

walk('does not wrap around the edge of the map', () => {
  assert.ok(Number.isNaN(walkGrid(grid, { ...never, corners: 'always' }, [5, 6])));
});

walk.run();

const names = suite('ruleName');

names('says corners and an odd diagonal', () => {
  assert.is(ruleName(never), '8, no corner cut');
  assert.is(
    ruleName({ ...never, corners: 'always', diagonal: 1.4 }),
    '8, cuts and squeezes, diagonal 1.4',
  );
  assert.is(ruleName({ ...never, neighbours: 4 }), '4');
});

names('rules of 4 neighbours are the same whatever they say of diagonals', () => {
  assert.ok(
    sameRule({ ...never, neighbours: 4 }, { neighbours: 4, corners: 'always', diagonal: 2 }),
  );
  assert.not.ok(sameRule(never, { ...never, diagonal: 1.4 }));
});

names.run();
