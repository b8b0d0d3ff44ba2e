import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses, sameArray } from '@wayfield/testing';
import { buildGraph, buildGrid, buildQueries, checkQueries } from '../src/index.ts';

const test = suite('buildQueries');

test('takes pairs or two lists', () => {
  const expected = { source: [0, 7, 3], target: [5, 7, 1] };
  for (const queries of [
    buildQueries([
      [0, 5],
      [7, 7],
      [3, 1],
    ]),
    buildQueries(expected),
  ]) {
    assert.is(queries.count, 3);
    sameArray(queries.source, expected.source);
    sameArray(queries.target, expected.target);
  }
  assert.is(buildQueries([]).count, 0);
});

test('copies what it is given', () => {
  const source = Uint32Array.of(1, 2);
  const queries = buildQueries({ source, target: source });
  source[0] = 9;
  sameArray(queries.source, [1, 2]);
});

test('refuses what is no node number', () => {
  refuses(
    () => buildQueries([[0, -1]]),
    RangeError,
    'target[0] is -1, the graph has 4294967295 nodes',
  );
  refuses(
    () => buildQueries({ source: [1, 2], target: [3] }),
    RangeError,
    'target has 1 entries, expected 2',
  );
});

const check = suite('checkQueries');

check('accepts nodes in range and refuses others with the numbers', () => {
  const grid = buildGrid({ width: 3, height: 2 });
  const graph = buildGraph({ nodeCount: 2, tail: [], head: [], weight: [] });
  checkQueries(grid, buildQueries([[0, 5]]));
  refuses(
    () => checkQueries(grid, buildQueries([[0, 6]])),
    RangeError,
    'target[0] is 6, the graph has 6 nodes',
  );
  refuses(
    () =>
      checkQueries(
        graph,
        buildQueries([
          [0, 1],
          [2, 0],
        ]),
      ),
    RangeError,
    'source[1] is 2, the graph has 2 nodes',
  );
});

check('refuses arrays of another class or length', () => {
  const grid = buildGrid({ width: 3, height: 2 });
  const queries = buildQueries([[0, 5]]);
  refuses(
    () => checkQueries(grid, { ...queries, count: 2 }),
    RangeError,
    'source has 1 entries, expected 2',
  );
  refuses(
    () => checkQueries(grid, { ...queries, target: [1] as unknown as Uint32Array }),
    TypeError,
    'target is an array, expected a Uint32Array',
  );
});

test.run();
check.run();
