import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { random, randomGrid, randomQueries, terrainGrid } from '../src/generators.ts';
import {
  buildGrid,
  buildQueries,
  cellAt,
  forEachStep,
  type Grid,
  pathLength,
  pathOf,
  pathXY,
  referenceRoutes,
  type Routes,
  xyOf,
} from '../src/index.ts';
import { lineOfSight, lineOfSightXY, smoothPath, smoothPaths } from '../src/sight.ts';
import { sightByDefinition, UNITS } from './sight-oracle.ts';

const RULES = [
  { neighbours: 4 },
  { corners: 'never' },
  { corners: 'one-open' },
  { corners: 'always' },
] as const;

/** A small grid, a third of whose cells at most are blocked. */
function anyGrid(next: ReturnType<typeof random>): Grid {
  const [width, height] = [1 + next(9), 1 + next(9)];
  const density = next() * 0.6;
  const blocked = Array.from({ length: width * height }, () => next() < density);
  return buildGrid({ width, height, blocked, ...RULES[next(4)] });
}

const sight = suite('line of sight');

sight('passes a corner by the corner rule', () => {
  // . #
  // . .
  const [one, both] = [
    [0, 1, 0, 0],
    [0, 1, 1, 0],
  ];
  const sees = (blocked: number[], rule: (typeof RULES)[number]): boolean =>
    lineOfSight(buildGrid({ width: 2, height: 2, blocked, ...rule }), 0, 3);
  assert.equal(
    RULES.map((rule) => sees([0, 0, 0, 0], rule)),
    [true, true, true, true],
  );
  assert.equal(
    RULES.map((rule) => sees(one, rule)),
    [false, false, true, true],
  );
  assert.equal(
    RULES.map((rule) => sees(both, rule)),
    [false, false, false, true],
  );
});

sight('touches a side, but enters no blocked cell', () => {
  // . . .
  // . # .
  const grid = buildGrid({ width: 3, height: 2, blocked: [0, 0, 0, 0, 1, 0] });
  assert.is(lineOfSightXY(grid, 0, 1, 3, 1), true, 'along the upper side');
  assert.is(lineOfSightXY(grid, 0, 1 + 2 ** -50, 3, 1), false, 'a little below');
  assert.is(lineOfSightXY(grid, 1, 0, 1, 2), true, 'along the left side');
  assert.is(lineOfSightXY(grid, 1.5, 0, 1.5, 1), true, 'as far as the side');
  assert.is(lineOfSightXY(grid, 1.5, 0, 1.5, 1 + 2 ** -52), false, 'through the side');
  assert.is(lineOfSightXY(grid, 1.5, 1.5, 1.5, 1.5), false, 'inside');
  assert.is(lineOfSightXY(grid, 1, 1.5, 1, 1.5), true, 'on the side');
  assert.is(lineOfSightXY(grid, 3, 2, 3, 0), true, 'along the border of the grid');
  assert.is(lineOfSightXY(grid, 3, 2, 3 + 2 ** -50, 0), false, 'off the grid');
});

sight('is exact for points that no product of doubles can tell apart', () => {
  // the line from (0, 0) through the corner (3, 1), and points one unit in the last place off
  const grid = buildGrid({
    width: 7,
    height: 2,
    blocked: [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  });
  const third = 1 / 3; // below one third
  assert.is(lineOfSightXY(grid, 0, 0, 6, 2), false, 'through the corner');
  assert.is(lineOfSightXY(grid, 0, 0, 6, 2 - 2 ** -52), false, 'before the corner');
  assert.is(lineOfSightXY(grid, 2 ** -60, 2 ** -61, 6, 2), true, 'behind the corner');
  assert.is(lineOfSightXY(grid, third, third / 3, 6, 2), false, 'rounded to before it');
  assert.is(lineOfSightXY(grid, 0, 2 ** -1070, 6, 2), true, 'by the smallest numbers there are');
});

sight('6,000 pairs of cells and 12,000 pairs of points, by definition (seed 31)', () => {
  const next = random(31);
  const seen = { true: 0, false: 0 };
  for (let k = 0; k < 6000; k++) {
    const grid = anyGrid(next);
    const { width, height } = grid;
    const what = `case ${k}: ${width} x ${height}, ${grid.neighbours} ${grid.corners}`;
    const [a, b] = [next(width * height), next(width * height)];
    const units = (cell: number): number[] => xyOf(grid, cell).map((x) => x * UNITS);
    const expected = sightByDefinition(grid, units(a), units(b));
    assert.is(lineOfSight(grid, a, b), expected, `${what}, cells ${a} and ${b}`);
    assert.is(lineOfSight(grid, b, a), expected, `${what}, cells ${b} and ${a}`);
    seen[`${expected}`]++;
    for (const step of [1, 4]) {
      const place = (most: number): number => (step * next((most * UNITS) / step + 1)) / UNITS;
      const [p, q] = [
        [place(width), place(height)],
        [place(width), place(height)],
      ];
      const scaled = [p, q].map((point) => point.map((x) => x * UNITS));
      const sees = sightByDefinition(grid, scaled[0], scaled[1]);
      assert.is(lineOfSightXY(grid, p[0], p[1], q[0], q[1]), sees, `${what}, ${p} and ${q}`);
      assert.is(lineOfSightXY(grid, q[0], q[1], p[0], p[1]), sees, `${what}, ${q} and ${p}`);
      // thirds of a unit are no doubles: the exact test decides, and the answer must not change
      const off = (x: number, most: number): number => Math.min(most, x / 3);
      const far = [
        off(p[0], width),
        off(p[1], height),
        off(q[0], width),
        off(q[1], height),
      ] as const;
      assert.is(
        lineOfSightXY(grid, ...far),
        lineOfSightXY(grid, far[2], far[3], far[0], far[1]),
        `${what}, ${far}`,
      );
      seen[`${sees}`]++;
    }
  }
  assert.ok(seen.true > 4000 && seen.false > 4000, JSON.stringify(seen));
});

sight('every legal step has it, and a diagonal one without corners has not (seed 32)', () => {
  const next = random(32);
  for (let k = 0; k < 300; k++) {
    const grid = anyGrid(next);
    for (let u = 0; u < grid.cost.length; u++) {
      const legal = new Set<number>();
      forEachStep(grid, u, (v) => legal.add(v));
      for (const dx of [-1, 0, 1]) {
        for (const dy of [-1, 0, 1]) {
          const [x, y] = xyOf(grid, u);
          const v = cellAt(grid, x + dx, y + dy);
          if (v < 0 || v === u) continue;
          const diagonal = dx !== 0 && dy !== 0;
          // with 4 neighbours there are no diagonal steps, but there are diagonal lines
          if (diagonal && grid.neighbours === 4) continue;
          assert.is(lineOfSight(grid, u, v), legal.has(v), `${k}: ${u} to ${v}`);
        }
      }
    }
  }
});

sight('refuses what is no cell and no number', () => {
  const grid = buildGrid({ width: 3, height: 1 });
  refuses(() => lineOfSight(grid, 3, 0), RangeError, 'from is 3, the graph has 3 nodes');
  refuses(() => lineOfSight(grid, 0, -1), RangeError, 'to is -1, the graph has 3 nodes');
  refuses(
    () => lineOfSightXY(grid, 0, 0, Infinity, 0),
    RangeError,
    'bx is Infinity, expected a finite number',
  );
});

sight.run();

const smooth = suite('smoothing');

/** What holds of every smoothed path; returns its cost. */
function prove(grid: Grid, routes: Routes, i: number, turns: Uint32Array, what: string): number {
  const path = pathOf(routes, i);
  assert.is(turns[0], path[0], what);
  assert.is(turns.at(-1), path.at(-1), what);
  // turns are cells of the path, in its order
  let at = 0;
  for (const turn of turns) {
    at = path.indexOf(turn, at);
    assert.ok(at >= 0, `${what}: cell ${turn} is on the path`);
  }
  let cost = 0;
  for (let k = 1; k < turns.length; k++) {
    const [a, b] = [xyOf(grid, turns[k - 1]), xyOf(grid, turns[k])];
    const units = [a, b].map((point) => point.map((x) => x * UNITS));
    assert.ok(
      sightByDefinition(grid, units[0], units[1]),
      `${what}: ${turns[k - 1]} sees ${turns[k]}`,
    );
    cost += grid.cost[turns[k]] * Math.hypot(a[0] - b[0], a[1] - b[1]);
  }
  assert.ok(cost <= pathLength(grid, path) * (1 + 1e-12), `${what}: ${cost} is not longer`);
  return cost;
}

smooth(
  '400 random grids: sight, length, order; the best is at most the greedy one (seed 33)',
  () => {
    const next = random(33);
    let shorter = 0;
    for (let k = 0; k < 400; k++) {
      const options = { density: next() * 0.4, seed: k, ...RULES[k % 4] };
      const grid = randomGrid(4 + next(30), 4 + next(30), options);
      const routes = referenceRoutes(grid, randomQueries(grid, 3, { seed: k }));
      const both = [smoothPaths(routes, grid), smoothPaths(routes, grid, { optimal: true })];
      for (let i = 0; i < 3; i++) {
        const what = `case ${k}, path ${i}`;
        const [greedy, best] = both.map((made) => prove(grid, routes, i, pathOf(made, i), what));
        assert.ok(best <= greedy * (1 + 1e-12), `${what}: ${best}, greedy ${greedy}`);
        assert.is(both[1].cost[i], Math.fround(best));
        sameArray(smoothPath(routes, i, grid), pathOf(both[0], i));
        sameArray(smoothPath(routes, i, grid, undefined, { optimal: true }), pathOf(both[1], i));
        if (greedy < routes.cost[i] * 0.99) shorter++;
      }
    }
    assert.ok(shorter > 300, `${shorter} of 1,200 paths became shorter`);
  },
);

smooth('the best is the shortest of all polylines over cells of the path', () => {
  const next = random(34);
  for (let k = 0; k < 60; k++) {
    const grid = randomGrid(6, 5, { density: 0.3, seed: k });
    const routes = referenceRoutes(grid, randomQueries(grid, 1, { seed: k + next(9) }));
    const path = pathOf(routes, 0);
    // by all subsets of the cells between the ends
    let least = Infinity;
    const inner = path.length - 2;
    for (let chosen = 0; chosen < 2 ** Math.max(0, inner); chosen++) {
      const turns = path.filter((_, i) => i === 0 || i > inner || (chosen >> (i - 1)) & 1);
      let length = 0;
      for (let i = 1; i < turns.length; i++) {
        const [a, b] = [xyOf(grid, turns[i - 1]), xyOf(grid, turns[i])];
        length += lineOfSight(grid, turns[i - 1], turns[i])
          ? Math.hypot(a[0] - b[0], a[1] - b[1])
          : Infinity;
      }
      least = Math.min(least, length);
    }
    const made = smoothPaths(routes, grid, { optimal: true });
    assert.is(made.cost[0], Math.fround(least), `case ${k}`);
  }
});

smooth(
  'weighted terrain: no segment leaves the factor of the part that it replaces (seed 35)',
  () => {
    let fewer = 0;
    for (let k = 0; k < 100; k++) {
      const grid = terrainGrid(30, 24, { seed: k, costs: [1, 2, 5], scale: 8, ...RULES[k % 4] });
      const routes = referenceRoutes(grid, randomQueries(grid, 2, { seed: k }));
      for (const optimal of [false, true]) {
        const made = smoothPaths(routes, grid, { optimal });
        for (let i = 0; i < 2; i++) {
          const turns = pathOf(made, i);
          prove(grid, routes, i, turns, `case ${k}, path ${i}`);
          // a point every hundredth of a cell lies in cells of the factor of both ends
          for (let j = 1; j < turns.length; j++) {
            const [a, b] = [xyOf(grid, turns[j - 1]), xyOf(grid, turns[j])];
            const factor = grid.cost[turns[j]];
            const steps = Math.ceil(100 * Math.hypot(a[0] - b[0], a[1] - b[1]));
            if (grid.cost[turns[j - 1]] !== factor) {
              assert.ok(steps <= 142, `case ${k}: only a step leads from factor to factor`);
              continue;
            }
            for (let s = 1; s < steps; s++) {
              const [x, y] = [0, 1].map((c) => a[c] + ((b[c] - a[c]) * s) / steps);
              // on the side between two cells the segment may be in either
              if (x % 1 === 0 || y % 1 === 0) continue;
              assert.is(grid.cost[cellAt(grid, x, y)], factor, `case ${k}: ${x}, ${y}`);
            }
          }
          if (turns.length < pathOf(routes, i).length) fewer++;
        }
      }
    }
    assert.ok(fewer > 200, `${fewer} of 400 paths became fewer segments`);
  },
);

smooth('routes without a path, of one cell and without nodes stay as they are', () => {
  const grid = buildGrid({ width: 4, height: 1, blocked: [0, 0, 1, 0] });
  const routes = referenceRoutes(
    grid,
    buildQueries([
      [0, 3],
      [0, 1],
      [1, 1],
      [2, 0],
    ]),
  );
  const made = smoothPaths(routes, grid);
  sameArray(made.status, routes.status);
  sameArray(made.cost, routes.cost);
  sameArray(made.node, [0, 1, 1]);
  const costs = { ...routes, firstNode: new Uint32Array(5), node: new Uint32Array(0) };
  sameArray(smoothPaths(costs, grid).cost, routes.cost);
  sameArray(smoothPaths(made, grid).node, made.node);
});

smooth('writes where it is told to', () => {
  const grid = buildGrid({ width: 9, height: 9 });
  const routes = referenceRoutes(
    grid,
    buildQueries([
      [0, 70],
      [80, 3],
    ]),
  );
  const room = new Uint32Array(9).fill(7);
  const turns = smoothPath(routes, 0, grid, room);
  assert.is(turns.buffer, room.buffer);
  sameArray(turns, [0, 70]);
  assert.is(room[2], 7);
  sameArray(pathXY(smoothPaths(routes, grid), 0, grid), [0.5, 0.5, 7.5, 7.5]);
  const reuse = smoothPaths(routes, grid);
  const again = smoothPaths(routes, grid, { reuse });
  assert.is(again.node.buffer, reuse.node.buffer);
  sameArray(again.node, [0, 70, 80, 3]);
  refuses(
    () => smoothPath(routes, 0, grid, new Uint32Array(1)),
    RangeError,
    'out.length is 1, expected at least 2',
  );
  const small = buildGrid({ width: 2, height: 2 });
  refuses(() => smoothPaths(routes, small), RangeError, 'path 0[1] is 10, the graph has 4 nodes');
});

smooth('looks at the nodes of its paths alone, and may write over the routes given', () => {
  const grid = buildGrid({ width: 9, height: 9 });
  const pairs = [0, 1, 2, 3].map((i) => [i, 80 - i] as const);
  const routes = referenceRoutes(grid, buildQueries(pairs));
  const expected = smoothPaths(routes, grid);
  // an array that was reused holds nodes of earlier paths, of another map, behind those of now
  const node = Uint32Array.of(...routes.node, 5000, 6000);
  sameArray(smoothPaths({ ...routes, node }, grid).node, expected.node);
  const made = smoothPaths(routes, grid, { reuse: routes });
  sameArray(made.firstNode, expected.firstNode);
  sameArray(made.node, expected.node);
  sameArray(made.cost, expected.cost);
});

smooth('checks all paths before it writes: routes given as `reuse` stay as they were', () => {
  const grid = buildGrid({ width: 9, height: 9 });
  const pairs = [0, 1, 2, 3].map((i) => [i, 80 - i] as const);
  const routes = referenceRoutes(grid, buildQueries(pairs));
  routes.node[routes.firstNode[3] + 1] = 81;
  const before = structuredClone(routes);
  const [name, limit] = ['path 3[1] is 81', 'the graph has 81 nodes'];
  refuses(() => smoothPaths(routes, grid, { reuse: routes }), RangeError, `${name}, ${limit}`);
  routes.firstNode[4] = 5000;
  before.firstNode[4] = 5000;
  refuses(
    () => smoothPaths(routes, grid, { reuse: routes }),
    RangeError,
    /^firstNode\[4\] is 5000/,
  );
  assert.equal(routes, before);
});

smooth.run();
