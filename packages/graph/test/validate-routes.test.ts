import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses } from '@wayfield/testing';
import {
  BUDGET_SPENT,
  buildGraph,
  buildGrid,
  buildQueries,
  FOUND,
  type Graph,
  type Grid,
  NEAREST,
  NO_PATH,
  NOT_RUN,
  nodeCountOf,
  referenceRoutes,
  type Routes,
  SOURCE_BLOCKED,
  TARGET_BLOCKED,
} from '../src/index.ts';
import { validateRoutes } from '../src/validate.ts';
import { anyGraph, anyGrid } from './random-data.ts';

const test = suite('validateRoutes');

// 0 -> 1 -> 2 -> 3 and a dearer parallel arc 0 -> 1; nothing leads back; 4 is alone
const graph = buildGraph({
  nodeCount: 5,
  tail: [0, 0, 1, 2],
  head: [1, 1, 2, 3],
  weight: [1, 5, 2, 4],
});

// A . #    cells 0 1 2
// . . #          3 4 5
// # # C          6 7 8
const grid = buildGrid({ width: 3, height: 3, cost: [1, 1, 0, 1, 1, 0, 0, 0, 1] });

interface Claim {
  status: number;
  cost: number;
  path: number[];
}

/** Routes that make these claims. */
function claims(...list: Claim[]): Routes {
  const node: number[] = [];
  const firstNode = [0];
  for (const { path } of list) firstNode.push(node.push(...path));
  return {
    count: list.length,
    status: Uint8Array.from(list, (claim) => claim.status),
    cost: Float32Array.from(list, (claim) => claim.cost),
    firstNode: Uint32Array.from(firstNode),
    node: Uint32Array.from(node),
  };
}
const found = (cost: number, ...path: number[]): Claim => ({ status: FOUND, cost, path });
const none = (status: number): Claim => ({ status, cost: Infinity, path: [] });

test('accepts right routes of every status', () => {
  const queries = buildQueries([
    [0, 3],
    [3, 3],
    [3, 0],
    [0, 4],
    [0, 4],
    [1, 2],
    [1, 2],
  ]);
  validateRoutes(
    graph,
    queries,
    claims(
      found(7, 0, 1, 2, 3),
      found(0, 3),
      none(NO_PATH),
      none(NO_PATH),
      { status: NEAREST, cost: 3, path: [0, 1, 2] },
      none(NOT_RUN),
      none(BUDGET_SPENT),
    ),
  );
  const cells = buildQueries([
    [2, 0],
    [0, 5],
    [0, 8],
    [0, 4],
    [0, 5],
  ]);
  validateRoutes(
    grid,
    cells,
    claims(none(SOURCE_BLOCKED), none(TARGET_BLOCKED), none(NO_PATH), found(Math.SQRT2, 0, 4), {
      status: NEAREST,
      cost: 1,
      path: [0, 1],
    }),
  );
  // cell 1 is the nearest to cell 2
  validateRoutes(
    grid,
    buildQueries([
      [2, 0],
      [2, 8],
      [2, 8],
      [2, 5],
    ]),
    claims(
      { status: NEAREST, cost: 1, path: [1, 0] },
      { status: NEAREST, cost: 1, path: [1, 4] },
      none(NO_PATH),
      none(TARGET_BLOCKED),
    ),
    { nearest: 'both' },
  );
  refuses(
    () =>
      validateRoutes(grid, buildQueries([[2, 0]]), claims(found(1, 1, 0)), { nearest: 'source' }),
    Error,
    /status is 1, expected 2 \(NEAREST\)/,
  );
  refuses(
    () =>
      validateRoutes(
        grid,
        buildQueries([[2, 0]]),
        claims({ status: NEAREST, cost: 1, path: [1, 4] }),
        { nearest: 'source' },
      ),
    Error,
    /path\[1\] is 4, expected 0/,
  );
});

for (const [what, data, pair, claim, text] of [
  [
    'a path that starts elsewhere',
    graph,
    [0, 3],
    found(6, 1, 2, 3),
    'query 0 (0 to 3) FOUND: path[0] is 1, expected 0',
  ],
  [
    'a path that ends elsewhere',
    graph,
    [0, 3],
    found(3, 0, 1, 2),
    'query 0 (0 to 3) FOUND: path[2] is 2, expected 3',
  ],
  [
    'a gap',
    graph,
    [0, 3],
    found(5, 0, 1, 3),
    'query 0 (0 to 3) FOUND: path[2] is 3, expected a node that an arc from 1 leads to',
  ],
  [
    'an arc backwards',
    graph,
    [1, 0],
    found(1, 1, 0),
    'query 0 (1 to 0) FOUND: path[1] is 0, expected a node that an arc from 1 leads to',
  ],
  [
    'a node out of range',
    graph,
    [0, 3],
    found(5, 0, 99, 3),
    'query 0 (0 to 3) FOUND: path[1] is 99, expected a node that an arc from 0 leads to',
  ],
  [
    'a cost too high',
    graph,
    [0, 3],
    found(11, 0, 1, 2, 3),
    'query 0 (0 to 3) FOUND: cost is 11, expected 7',
  ],
  [
    'a NaN cost',
    graph,
    [0, 3],
    found(NaN, 0, 1, 2, 3),
    'query 0 (0 to 3) FOUND: cost is NaN, expected 7',
  ],
  [
    'a path left out',
    graph,
    [0, 3],
    found(7),
    'query 0 (0 to 3) FOUND: path[0] is undefined, expected 0',
  ],
  [
    'a path that should not be there',
    graph,
    [0, 4],
    { ...none(NO_PATH), path: [0] },
    'query 0 (0 to 4) NO_PATH: path.length is 1, expected 0',
  ],
  [
    'a finite cost without a path',
    graph,
    [0, 4],
    { ...none(NO_PATH), cost: 0 },
    'query 0 (0 to 4) NO_PATH: cost is 0, expected Infinity',
  ],
  [
    'NO_PATH where there is one',
    graph,
    [0, 3],
    none(NO_PATH),
    'query 0 (0 to 3) NO_PATH: status is 3, expected 1 (FOUND)',
  ],
  [
    'NO_PATH on a grid where there is one',
    grid,
    [0, 4],
    none(NO_PATH),
    'query 0 (0 to 4) NO_PATH: status is 3, expected 1 (FOUND)',
  ],
  [
    'NO_PATH to itself',
    graph,
    [4, 4],
    none(NO_PATH),
    'query 0 (4 to 4) NO_PATH: status is 3, expected 1 (FOUND)',
  ],
  [
    'NO_PATH for a blocked target',
    grid,
    [0, 2],
    none(NO_PATH),
    'query 0 (0 to 2) NO_PATH: status is 3, expected 5 (TARGET_BLOCKED)',
  ],
  [
    'NEAREST at the target',
    graph,
    [0, 1],
    { status: NEAREST, cost: 1, path: [0, 1] },
    'query 0 (0 to 1) NEAREST: status is 2, expected 1 (FOUND)',
  ],
  [
    'NEAREST short of a target in reach',
    graph,
    [0, 2],
    { status: NEAREST, cost: 1, path: [0, 1] },
    'query 0 (0 to 2) NEAREST: status is 2, expected 1 (FOUND)',
  ],
  [
    'NEAREST from another cell than an open source',
    grid,
    [0, 8],
    { status: NEAREST, cost: 1, path: [1, 4] },
    'query 0 (0 to 8) NEAREST: path[0] is 1, expected 0',
  ],
  [
    'NEAREST from a blocked cell',
    grid,
    [2, 8],
    { status: NEAREST, cost: 0, path: [5] },
    'query 0 (2 to 8) NEAREST: path[0] is 5, expected 2',
  ],
  [
    'FOUND from another cell than a blocked source',
    grid,
    [2, 0],
    { status: FOUND, cost: 1, path: [1, 0] },
    'query 0 (2 to 0) FOUND: path[0] is 1, expected 2',
  ],
  [
    'an open source said to be blocked',
    grid,
    [0, 1],
    none(SOURCE_BLOCKED),
    'query 0 (0 to 1) SOURCE_BLOCKED: status is 4, expected 1 (FOUND)',
  ],
  [
    'an open target said to be blocked',
    grid,
    [0, 1],
    none(TARGET_BLOCKED),
    'query 0 (0 to 1) TARGET_BLOCKED: status is 5, expected 1 (FOUND)',
  ],
  [
    'a blocked node of a graph',
    graph,
    [0, 1],
    none(SOURCE_BLOCKED),
    'query 0 (0 to 1) SOURCE_BLOCKED: status is 4, expected 1 (FOUND)',
  ],
  [
    'a path from a blocked cell to itself',
    grid,
    [2, 2],
    found(0, 2),
    'query 0 (2 to 2) FOUND: status is 1, expected 4 (SOURCE_BLOCKED)',
  ],
  [
    'a corner cut',
    grid,
    [4, 8],
    found(Math.SQRT2, 4, 8),
    'query 0 (4 to 8) FOUND: path[1] is 8, expected a node that an arc from 4 leads to',
  ],
  [
    'an unknown status',
    graph,
    [0, 1],
    none(7),
    'query 0 (0 to 1) undefined: status is 7, expected 1 (FOUND)',
  ],
] as [string, Graph | Grid, [number, number], Claim, string][]) {
  test(`refuses ${what}`, () => {
    refuses(
      () => validateRoutes(data, buildQueries([pair]), claims(claim)),
      Error,
      `1 of 1 routes are wrong\n${text}`,
    );
  });
}

test('lists the first five wrong queries and counts all', () => {
  const queries = buildQueries(Array.from({ length: 9 }, () => [0, 3] as const));
  const right = found(7, 0, 1, 2, 3);
  const wrong = found(8, 0, 1, 2, 3);
  const routes = claims(right, wrong, wrong, wrong, right, wrong, wrong, wrong, wrong);
  const lines = [1, 2, 3, 5, 6].map((i) => `query ${i} (0 to 3) FOUND: cost is 8, expected 7`);
  refuses(
    () => validateRoutes(graph, queries, routes),
    Error,
    ['7 of 9 routes are wrong', ...lines].join('\n'),
  );
});

test('accepts another order of summing within the tolerance only', () => {
  const queries = buildQueries([[0, 3]]);
  const near = claims(found(7.0001, 0, 1, 2, 3));
  refuses(() => validateRoutes(graph, queries, near), Error, /cost is 7\.000/);
  validateRoutes(graph, queries, near, { tolerance: 1e-4 });
  refuses(() => validateRoutes(graph, queries, near, { tolerance: 1e-6 }), Error, /cost is 7\.000/);
});

test('refuses a cost without a path, whatever the tolerance', () => {
  const queries = buildQueries([[3, 0]]);
  validateRoutes(graph, queries, claims(none(NO_PATH)), { tolerance: 1e-4 });
  const routes = { ...claims(none(NO_PATH)), cost: Float32Array.of(5) };
  refuses(
    () => validateRoutes(graph, queries, routes, { tolerance: 1e-4 }),
    Error,
    /cost is 5, expected Infinity/,
  );
});

test('refuses arrays that do not fit together', () => {
  const queries = buildQueries([[0, 3]]);
  const good = claims(found(7, 0, 1, 2, 3));
  const bad = (change: object, type: new () => Error, text: string): void =>
    refuses(() => validateRoutes(graph, queries, { ...good, ...change }), type, text);
  bad({ count: 2 }, RangeError, 'routes.count is 2, expected 1');
  bad({ status: new Uint8Array(2) }, RangeError, 'status has 2 entries, expected 1');
  bad({ cost: [7] }, TypeError, 'cost is an array, expected a Float32Array');
  bad({ firstNode: Uint32Array.of(0) }, RangeError, 'firstNode has 1 entries, expected 2');
  bad(
    { firstNode: Uint32Array.of(0, 9) },
    Error,
    '1 of 1 routes are wrong\nquery 0 (0 to 3) FOUND: firstNode[1] is 9, expected 0 to 4',
  );
  bad(
    { firstNode: Uint32Array.of(3, 1) },
    Error,
    '1 of 1 routes are wrong\nquery 0 (0 to 3) FOUND: firstNode[1] is 1, expected 3 to 4',
  );
});

for (const [what, any, seed] of [
  ['graphs', anyGraph, 41],
  ['grids', anyGrid, 42],
] as const) {
  test(`refuses every changed answer on random ${what}, seed ${seed}`, () => {
    fc.assert(
      fc.property(any, fc.nat(), fc.nat(), (data: Graph | Grid, a, b) => {
        const n = nodeCountOf(data);
        const queries = buildQueries([[a % n, b % n]]);
        const good = referenceRoutes(data, queries);
        validateRoutes(data, queries, good);
        for (let code = FOUND; code <= TARGET_BLOCKED; code++) {
          if (code === good.status[0]) continue;
          const status = Uint8Array.of(code);
          assert.throws(() => validateRoutes(data, queries, { ...good, status }), /1 of 1/);
        }
        for (const wrong of [0, 0.5, 1, 3, Infinity, NaN]) {
          const cost = Float32Array.of(wrong);
          if (Object.is(cost[0], good.cost[0])) continue;
          assert.throws(() => validateRoutes(data, queries, { ...good, cost }), /cost is/);
        }
      }),
      { seed, numRuns: 500 },
    );
  });
}

test.run();
