import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildGraph, buildGrid, type CornerRule, forEachStep, type Grid } from '../src/index.ts';

const test = suite('forEachStep');

function steps(grid: Grid, u: number): string {
  const list: string[] = [];
  const root = Math.fround(Math.SQRT2);
  forEachStep(grid, u, (v, weight, diagonal) => {
    assert.is(weight, Math.fround((diagonal ? root : 1) * grid.cost[v]));
    list.push(`${v}${diagonal ? 'x' : ''}:${grid.cost[v]}`);
  });
  return list.join(' ');
}

test('visits E W S N SE SW NE NW with the cost of the step', () => {
  const grid = buildGrid({ width: 3, height: 3, cost: [1, 2, 3, 4, 5, 6, 7, 8, 9] });
  assert.is(steps(grid, 4), '5:6 3:4 7:8 1:2 8x:9 6x:7 2x:3 0x:1');
  assert.is(steps(grid, 0), '1:2 3:4 4x:5');
  assert.is(steps(grid, 8), '7:8 5:6 4x:5');
});

test('visits four neighbours only where told so', () => {
  const grid = buildGrid({ width: 3, height: 3, neighbours: 4, corners: 'always' });
  assert.is(steps(grid, 4), '5:1 3:1 7:1 1:1');
});

test('does not wrap around the ends of rows', () => {
  const grid = buildGrid({ width: 2, height: 3, corners: 'always' });
  assert.is(steps(grid, 3), '2:1 5:1 1:1 4x:1 0x:1');
});

test('never leaves or enters a blocked cell', () => {
  const grid = buildGrid({ width: 3, height: 1, cost: [1, 0, 1] });
  assert.is(steps(grid, 0), '');
  assert.is(steps(grid, 1), '');
});

// beside the step from 0 to 3: cells 1 and 2
for (const [corners, open, one, none] of [
  ['never', true, false, false],
  ['one-open', true, true, false],
  ['always', true, true, true],
] as [CornerRule, boolean, boolean, boolean][]) {
  test(`allows diagonals under the rule '${corners}'`, () => {
    const passes = (cost: number[]): boolean => {
      const grid = buildGrid({ width: 2, height: 2, cost, corners });
      const there = steps(grid, 0).includes('3x:1');
      assert.is(steps(grid, 3).includes('0x:1'), there, 'steps lead back');
      return there;
    };
    assert.is(passes([1, 1, 1, 1]), open);
    assert.is(passes([1, 0, 1, 1]), one);
    assert.is(passes([1, 1, 0, 1]), one);
    assert.is(passes([1, 0, 0, 1]), none);
  });
}

test('visits the arcs of a graph in their order', () => {
  const list: number[][] = [];
  const graph = buildGraph({ nodeCount: 3, tail: [1, 1, 0], head: [2, 0, 1], weight: [5, 6, 7] });
  forEachStep(graph, 1, (v, weight, diagonal) => list.push([v, weight, +diagonal]));
  assert.equal(list, [
    [2, 5, 0],
    [0, 6, 0],
  ]);
});

test.run();
