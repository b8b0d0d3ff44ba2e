import { planWaves } from '@wayfield/gpu-core';
import { checkBinding } from '@wayfield/gpu-core/internal';
import { buildQueries, type Grid, NONE, type Queries } from '@wayfield/graph';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { mazeGrid, openGrid, random, randomGrid, roomsGrid } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { layOut } from '../src/search/problem.ts';
import { createRates } from '../src/search/rates.ts';
import { createSharedEnds, type SharedQueries } from '../src/search/shared-ends.ts';
import {
  chooseTrees,
  createShareRates,
  quantitiesOf,
  searchMs,
} from '../src/search/share-choice.ts';
import type { ShareExpectation, TreeEngine } from '../src/search/engine.ts';
import type { Trial } from '../src/search/share-trial.ts';
import { createSharing } from '../src/search/sharing.ts';
import { createWorkloads } from '../src/search/workload.ts';

const rates = suite('createRates');

rates('finds the rates from which measurements were made', () => {
  const fit = createRates(3);
  fit.note([1, 1, 1], 1e6); // the first one compiles
  assert.is(fit.count, 0);
  const next = random(5);
  for (let i = 0; i < 12; i++) {
    const of = [1, 1 + 1000 * next(), 1e5 * next()];
    fit.note(of, 2 + 0.1 * of[1] + 1e-3 * of[2]);
  }
  assert.is(fit.count, 12);
  for (const of of [
    [1, 10, 10],
    [1, 500, 1e4],
    [1, 1000, 1e5],
  ]) {
    const ms = 2 + 0.1 * of[1] + 1e-3 * of[2];
    assert.ok(Math.abs(fit.predict(of) / ms - 1) < 0.02, `${fit.predict(of)} for ${ms}`);
  }
});

rates('forget old measurements, and ignore a single outlier', () => {
  const fit = createRates(1);
  for (let i = 0; i < 8; i++) fit.note([10], 20);
  fit.note([10], 1e5);
  assert.ok(fit.predict([10]) < 30, `${fit.predict([10])}`);
  for (let i = 0; i < 30; i++) fit.note([10], 40);
  assert.ok(Math.abs(fit.predict([10]) - 40) < 2, `${fit.predict([10])}`);
});

rates.run();

const goals = suite('createSharedEnds');

goals('groups queries by an end, and leaves out blocked roots and taken queries', () => {
  const grid = randomGrid(9, 9, { density: 0.3, seed: 7 });
  const wall = grid.cost.lastIndexOf(0);
  const queries = buildQueries([
    [0, 5],
    [1, 5],
    [2, 7],
    [3, wall],
    [4, wall],
    [6, 7],
    [8, 5],
    [9, 11],
  ]);
  grid.cost[5] = grid.cost[7] = grid.cost[11] = 1;
  const finder = createSharedEnds(grid, layOut(grid));
  const taken = Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 0);
  const shared = finder.find(queries, 'target', taken, 2)!;
  assert.equal([...shared.roots], [5, 7]);
  assert.equal([...shared.sizes], [2, 2]);
  assert.equal([...shared.treeOf], [0, 0, 1, NONE, NONE, 1, NONE, NONE]);
  assert.is(shared.queries, 4);
  assert.is(finder.find(queries, 'source', taken, 2), undefined);
  assert.equal([...finder.find(queries, 'target', new Uint8Array(8), 3)!.roots], [5]);
  const counts = finder.count(queries, 'target', taken, Uint32Array.of(0, 2, 3, 7))!;
  assert.equal(counts.least, [2]);
  assert.equal(counts.trees, [2]);
  assert.equal(counts.queries, [4]);
  assert.equal([...counts.sizeOf], [2, 2, 2, 1], 'the blocked root has two queries as well');
  assert.is(finder.count(queries, 'source', taken, new Uint32Array(0)), undefined);
});

goals.run();

/** Milliseconds of a made-up device, close to what an H200 takes. */
const DEVICE = {
  search: (count: number, settled: number, longest: number) =>
    0.3 + 2e-5 * count + Math.max(9e-7 * settled, 3e-4 * longest),
  trees: (trees: number, cells: number) => 1.5 + trees * (0.004 + 3.6e-7 * cells),
  answers: (count: number) => 0.3 + 1.6e-4 * count,
  merge: (count: number) => 1e-4 * count,
};

/** A sharing on that device, by a clock of its own, and what batches take on it. */
function simulate(grid: Grid, seed: number) {
  const problem = layOut(grid);
  const cpu = createWasmSolver(grid, { algorithm: 'astar' });
  const next = random(seed);
  /** What is measured is off by up to a tenth. */
  const noisy = (ms: number): number => ms * (0.9 + 0.2 * next());
  let clock = 0;
  const fake = {
    waveSize: (trees: number) => Math.min(trees, 200),
    solve: async ({ roots }: { roots: Uint32Array }) => {
      clock += noisy(DEVICE.trees(roots.length, grid.cost.length));
    },
    searcher: {},
    memoryBytes: 0,
    destroy: () => {},
  } as unknown as TreeEngine;
  const sharing = createSharing({} as GPUDevice, grid, problem, {
    algorithm: 'astar',
    heuristic: 'octile',
    budget: 1e9,
    internals: { now: () => clock, makeTrees: async () => fake },
    map: undefined,
  });
  const part = ({ source, target }: Queries, list: ArrayLike<number>): Queries => ({
    count: list.length,
    source: Uint32Array.from(list, (q) => source[q]),
    target: Uint32Array.from(list, (q) => target[q]),
  });
  /** What the searches of these take, and what they settle. */
  function searches(queries: Queries): {
    ms: number;
    settled: Uint32Array;
    firstNode: Uint32Array;
  } {
    if (queries.count === 0)
      return { ms: 0, settled: new Uint32Array(), firstNode: new Uint32Array(1) };
    const { settled, firstNode } = cpu.run(queries);
    const sum = settled!.reduce((a, b) => a + b, 0);
    const longest = settled!.reduce((a, b) => Math.max(a, b), 0);
    return { ms: DEVICE.search(queries.count, sum, longest), settled: settled!, firstNode };
  }
  const trialFor = (queries: Queries): Trial => ({
    makeRoom: () => {},
    async search(list) {
      const some = part(queries, list);
      const { ms, settled, firstNode } = searches(some);
      sharing.works.learn(some, undefined, settled, firstNode);
      sharing.rates('routes').search.note(quantitiesOf(sharing.works.ofAll(some)), noisy(ms));
      sharing.rates('routes').merge.note([some.count, 0], noisy(DEVICE.merge(some.count)));
    },
    answer: async (_, asked) => noisy(DEVICE.answers(asked.count)),
  });
  const treeMs = (shared: SharedQueries): number => {
    const trees = shared.roots.length;
    const waves = Math.ceil(trees / 200);
    let ms = DEVICE.answers(shared.queries);
    for (let wave = 0; wave < waves; wave++) {
      ms += DEVICE.trees(Math.min(200, trees - 200 * wave), grid.cost.length);
    }
    return ms;
  };

  /** Milliseconds by 'never', 'always' and 'auto', measurements left out. */
  async function run(queries: Queries): Promise<Record<'never' | 'always' | 'auto', number>> {
    const finder = createSharedEnds(grid, problem);
    const all = searches(queries);
    const price = (chosen: readonly SharedQueries[]): number => {
      if (chosen.length === 0) return all.ms;
      const rest: number[] = [];
      for (let q = 0; q < queries.count; q++) {
        if (chosen.every(({ treeOf }) => treeOf[q] === NONE)) rest.push(q);
      }
      const split = rest.length > 0 ? DEVICE.merge(queries.count) : 0;
      const own = searches(part(queries, rest)).ms;
      return chosen.reduce((sum, shared) => sum + treeMs(shared), own + split);
    };
    const taken = new Uint8Array(queries.count);
    const always: SharedQueries[] = [];
    for (const end of ['target', 'source'] as const) {
      const shared = finder.find(queries, end, taken, 2);
      if (!shared) continue;
      shared.treeOf.forEach((tree, q) => tree !== NONE && (taken[q] = 1));
      always.push(shared);
    }
    const none = new Uint8Array(queries.count);
    const chosen = await sharing.choose({
      queries,
      result: 'routes',
      taken: none,
      trial: trialFor(queries),
      signal: undefined,
    });
    // what a run teaches
    if (chosen.length === 0) {
      sharing.works.learn(queries, undefined, all.settled, all.firstNode);
      const work = sharing.works.ofAll(queries);
      sharing.rates('routes').search.note(quantitiesOf(work), noisy(all.ms));
    }
    return { never: all.ms, always: price(always), auto: price(chosen) };
  }
  return { run, destroy: () => cpu.destroy() };
}

/** Pairs of which a share goes to one of `ends` nodes from wherever, or from one of as many. */
type Crowd = readonly [count: number, ends: number, crowded: number, both: boolean];

function batch(grid: Grid, [count, ends, crowded, both]: Crowd, seed: number): Queries {
  const open = [...grid.cost.keys()].filter((u) => grid.cost[u] > 0);
  const next = random(seed);
  const any = (): number => open[Math.floor(next() * open.length)];
  const some = Array.from({ length: ends }, any);
  const one = (): number => some[Math.floor(next() * ends)];
  return buildQueries(
    Array.from({ length: count }, () => {
      const shares = next() < crowded;
      return [both && shares ? one() : any(), shares ? one() : any()] as const;
    }),
  );
}

const choice = suite('the choice of sharing');

choice('is within 1.25 of the better choice on 95 % of batches of a made-up device', async () => {
  const maps: readonly Grid[] = [
    randomGrid(30, 30, { density: 0.2, seed: 1 }),
    randomGrid(70, 70, { density: 0.3, seed: 2 }),
    openGrid(100, 100),
    mazeGrid(61, 61, { seed: 3 }),
    roomsGrid(80, 80, { size: 16, seed: 4 }),
  ];
  const ratios: number[] = [];
  const worst: string[] = [];
  for (const [m, grid] of maps.entries()) {
    const device = simulate(grid, 40 + m);
    // what a solver has to have seen before it measures trees
    for (let k = 0; k < 4; k++)
      await device.run(batch(grid, [6000, 200, 1, false], 400 + m + 10 * k));
    for (const [k, crowd] of (
      [
        [1000, 1, 1, false],
        [1000, 1, 0, false],
        [6000, 1, 1, false],
        [6000, 60, 1, true],
        [6000, 600, 1, false],
        [6000, 2500, 1, true],
        [6000, 1, 0, false],
        [6000, 20, 0.5, false],
      ] as const
    ).entries()) {
      const times = await device.run(batch(grid, crowd, 10 * m + k));
      const ratio = times.auto / Math.min(times.never, times.always);
      ratios.push(ratio);
      if (ratio > 1.25) worst.push(`map ${m}, batch ${k}: ${JSON.stringify(times)}`);
    }
    device.destroy();
  }
  assert.ok(worst.length <= 0.05 * ratios.length, worst.join('\n'));
});

choice('expects the time of trees of both ends where both are chosen', async () => {
  const grid = openGrid(30, 30);
  const engine = { waveSize: (trees: number) => trees, destroy: () => {} } as TreeEngine;
  const told: ShareExpectation[] = [];
  const sharing = createSharing({} as GPUDevice, grid, layOut(grid), {
    algorithm: 'astar',
    heuristic: 'octile',
    budget: 1e9,
    internals: { makeTrees: async () => engine, onChoice: (expected) => told.push(expected) },
    map: undefined,
  });
  const { search, trees, answers, merge } = sharing.rates('routes');
  for (let i = 1; i <= 4; i++) {
    search.note([100 * i, 0, 0, 0], 100 * i); // 1 ms each
    trees.target.note([1, i], 1 + i);
    answers.target.note([1, 100 * i, 0], 1 + i);
    merge.note([100 * i, 0], i);
  }
  // 220 queries to one cell, and 180 from another
  const to = Array.from({ length: 220 }, (_, i) => [i, 899] as const);
  const from = Array.from({ length: 180 }, (_, i) => [450, 500 + i] as const);
  const mixed = (taken: number): Promise<readonly SharedQueries[]> =>
    sharing.choose({
      queries: buildQueries([...to, ...from].slice(taken)),
      result: 'routes',
      taken: new Uint8Array(400 - taken),
      trial: { makeRoom: () => {} } as Trial,
      signal: undefined,
    });
  const near = (ms: number, expected: number, what: string): void =>
    assert.ok(Math.abs(ms - expected) < 0.05 * expected, `${what}: ${ms} for ${expected}`);
  const both = await mixed(0);
  assert.equal(
    both.map(({ end, queries }) => [end, queries]),
    [
      ['target', 220],
      ['source', 180],
    ],
  );
  near(told[0].search, 400, 'searches');
  // of each end a tree for 2 ms, and answers; all answers are merged once
  near(told[0].chosen, 2 + 3.2 + (2 + 2.8) + 4, 'trees of both ends');
  const one = await mixed(220);
  assert.equal(one.map(({ end }) => end).join(), 'source');
  near(told[1].chosen, 2 + 2.8, 'trees of one end');
});

/** What is thrown for a tree that needs more bytes than the budget, or a binding, has. */
function noRoomFor(what: 'budget' | 'binding'): Error {
  const limits = { maxBufferSize: 1000, maxStorageBufferBindingSize: 1000 } as GPUSupportedLimits;
  try {
    if (what === 'binding') checkBinding(limits, 'tree', 2000);
    planWaves(limits, [{ label: 'tree', bytesPerItem: 900 }], 1, { memoryBudget: 500 });
  } catch (error) {
    return error as Error;
  }
  throw new Error('there is room');
}

choice('gives up trees for good only where the budget has no room for one', async () => {
  const engine = { waveSize: (trees: number) => trees, destroy: () => {} } as TreeEngine;
  for (const [error, gives] of [
    [new Error('no memory left'), false],
    [new RangeError('Array buffer allocation failed'), false],
    [noRoomFor('budget'), true],
    [noRoomFor('binding'), true],
  ] as const) {
    let made = 0;
    const makeTrees = async (): Promise<TreeEngine> => {
      if (made++ === 0) throw error;
      return engine;
    };
    const grid = openGrid(30, 30);
    const sharing = createSharing({} as GPUDevice, grid, layOut(grid), {
      algorithm: 'astar',
      heuristic: 'octile',
      budget: 1e9,
      internals: { makeTrees },
      map: undefined,
    });
    const { search, trees, answers, merge } = sharing.rates('routes');
    for (let i = 1; i <= 4; i++) {
      search.note([100 * i, 0, 0, 0], 100 * i);
      trees.target.note([1, i], 1 + i);
      answers.target.note([1, 100 * i, 0], 1 + i);
      merge.note([100 * i, 0], i);
    }
    const choose = (): Promise<readonly SharedQueries[]> =>
      sharing.choose({
        queries: buildQueries(Array.from({ length: 220 }, (_, i) => [i, 899] as const)),
        result: 'routes',
        taken: new Uint8Array(220),
        trial: { makeRoom: () => {} } as Trial,
        signal: undefined,
      });
    assert.equal(await choose(), []);
    const again = await choose();
    assert.is(again.length, gives ? 0 : 1, error.message);
    assert.is(made, gives ? 1 : 2);
  }
});

choice('takes only the trees that save more than they cost', () => {
  const grid = openGrid(60, 60);
  const works = createWorkloads(grid, layOut(grid), true);
  const times = createShareRates(true);
  for (let i = 0; i < 4; i++) {
    times.search.note([100, 0, 1e4 * (i + 1), 0], 10 * (i + 1));
    times.trees.target.note([1, 10 * i], 1 + 4 * i);
    times.answers.target.note([1, 100, 0], 0.1);
    times.merge.note([100, 0], 0.01);
  }
  // one goal of 300 queries, and a hundred goals of two neighbours each
  const crowd = Array.from({ length: 300 }, (_, i) => [i * 11, 1830] as const);
  const near = Array.from(
    { length: 200 },
    (_, i) => [2 * (i >> 1) + (i & 1), 2 * (i >> 1)] as const,
  );
  const queries = buildQueries([...crowd, ...near]);
  const finder = createSharedEnds(grid, layOut(grid));
  const taken = new Uint8Array(500);
  const sample = works.sample(queries, taken, 500);
  const best = chooseTrees({
    rates: times,
    end: 'target',
    counts: finder.count(queries, 'target', taken, sample.numbers)!,
    sample,
    partly: false,
    wavesOf: () => 1,
  })!;
  assert.equal([...finder.find(queries, 'target', taken, best.least)!.roots], [1830]);
  assert.ok(best.ms < searchMs(times, sample.all));
  assert.is(best.rest.queries, 200);
});

choice('counts groups of each size as find groups them', () => {
  const grid = randomGrid(40, 40, { density: 0.2, seed: 8 });
  const finder = createSharedEnds(grid, layOut(grid));
  const queries = batch(grid, [4000, 30, 0.6, true], 9);
  const taken = Uint8Array.from({ length: 4000 }, (_, q) => (q % 7 === 0 ? 1 : 0));
  for (const end of ['target', 'source'] as const) {
    const counts = finder.count(queries, end, taken, new Uint32Array(0))!;
    assert.ok(counts.least.length > 10, `${counts.least.length} sizes`);
    counts.least.forEach((least, at) => {
      const shared = finder.find(queries, end, taken, least);
      assert.is(counts.trees[at], shared?.roots.length ?? 0, `trees of ${least} and more`);
      assert.is(counts.queries[at], shared?.queries ?? 0, `queries of ${least} and more`);
    });
  }
});

choice.run();
