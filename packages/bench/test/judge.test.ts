import { buildQueries } from '@wayfield/graph';
import { randomGrid, randomQueries } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { benchProblem } from '../src/run/bench-problem.ts';
import type { Problem } from '../src/run/problems/problem.ts';
import type { BenchSolver, BuiltSolver } from '../src/run/solvers/solver.ts';
import { createPlainGridAstar } from '../src/grids/peers/plain-grid-astar.ts';
import { formatProblemTable } from '../src/report/problem-table.ts';
import { ruleOf } from '../src/run/peers/rule.ts';
import { chooseSolvers } from '../src/run/solvers/choose.ts';
import { plainAstar } from '../src/run/solvers/plain.ts';
import { wayfieldSolver } from '../src/run/solvers/wayfield.ts';
import { cheap, detour, lazy, short } from './fixtures/broken-solvers.ts';

const data = randomGrid(40, 40, { density: 0.2, seed: 21 });
const problem: Problem = {
  name: 'random',
  description: 'seed 21',
  data,
  queries: randomQueries(data, 30, { seed: 21 }),
};

async function differencesOf(solver: BenchSolver, reference: number): Promise<readonly string[]> {
  const { differences } = await benchProblem(problem, [wayfieldSolver('dijkstra'), solver], {
    repeat: 1,
    reference,
  });
  return differences.map(({ solver: name, query, what }) => `${name} ${query} ${what}`);
}

const judgeSuite = suite('judge');

judgeSuite('finds nothing wrong with solvers that are right (seed 21)', async () => {
  const solvers = [
    ...(['dijkstra', 'astar', 'greedy'] as const).map((a) => wayfieldSolver(a)),
    plainAstar,
  ];
  const { report, compared, differences } = await benchProblem(problem, solvers, {
    reference: Infinity,
  });
  assert.equal(differences, []);
  assert.is(compared, 30 * 4);
  assert.is(report.referenced, 30);
  assert.is(report.found, 30);
  const [dijkstra, astar, greedy, plain] = report.solvers;
  for (const solver of [dijkstra, astar, plain]) assert.is(solver.optimal, 30);
  assert.ok(greedy.optimal < 30 && greedy.worstRatio > 1);
  assert.ok(astar.settled! < dijkstra.settled!);
  assert.ok(
    astar.queryMs!.min <= astar.queryMs!.median && astar.queryMs!.median <= astar.queryMs!.p99,
  );
});

// each is caught by the reference alone and by the agreement with another solver alone
for (const reference of [0, Infinity]) {
  const by = reference === 0 ? 'dijkstra' : 'the reference';

  judgeSuite(`catches a path with a detour, by ${by} (seed 21)`, async () => {
    const found = await differencesOf(detour, reference);
    assert.is(found.length, 1);
    assert.match(found[0], new RegExp(`^detour \\d+ cost is .*, ${by} says`));
  });

  judgeSuite(`catches a path that is denied, by ${by} (seed 21)`, async () => {
    const found = await differencesOf(lazy, reference);
    assert.is(found.length, 1);
    assert.match(found[0], /^lazy \d+ NO_PATH: status is 3, expected 1/);
  });
}

judgeSuite('catches a path that ends before its target (seed 21)', async () => {
  const found = await differencesOf(short, 0);
  assert.is(found.length, 1);
  assert.match(found[0], /^short \d+ FOUND: .*path/);
});

judgeSuite('catches a cost that is off by the last bit (seed 21)', async () => {
  const found = await differencesOf(cheap, 0);
  assert.is(found.length, 1);
  assert.match(found[0], /^cheap \d+ FOUND: cost is .*, expected/);
});

judgeSuite(
  'catches a solver whose single answers are not those of its batches (seed 21)',
  async () => {
    const right = wayfieldSolver('astar');
    const forgetful: BenchSolver = {
      ...right,
      name: 'forgetful',
      async build(map) {
        const built = await right.build(map);
        return {
          ...built,
          answer: () => ({ ...built.answer!(), status: 3, cost: Infinity, path: [] }),
        };
      },
    };
    const found = await differencesOf(forgetful, 0);
    assert.is(found.length, 30);
    assert.match(found[0], /^forgetful 0 asked alone: NO_PATH: status is 3, expected 1/);
  },
);

judgeSuite('reports a baseline that is wrong and counts a peer that is', async () => {
  const wrong: BenchSolver = {
    ...plainAstar,
    name: 'wrong',
    build: () => ({
      memoryBytes: null,
      sharedBytes: null,
      ask() {},
      answer: () => ({ status: 3, cost: Infinity, path: [] }),
      destroy() {},
    }),
  };
  const queries = buildQueries({
    source: problem.queries.source.subarray(0, 3),
    target: problem.queries.target.subarray(0, 3),
  });
  const three = { ...problem, queries };
  const own = wayfieldSolver('dijkstra');
  const judged = await benchProblem(three, [own, wrong], { reference: 0 });
  assert.is(judged.differences.length, 3);
  assert.match(judged.differences[0].what, /no path, although one costs/);
  const peer = await benchProblem(three, [own, { ...wrong, group: 'peer', exact: false }], {
    reference: 0,
  });
  assert.equal(peer.differences, []);
  assert.is(peer.report.solvers[1].missed, 3);
  assert.is(peer.report.solvers[1].optimal, 0);
});

judgeSuite('does not judge paths of a rival whose least cost nobody knows (seed 21)', async () => {
  const { report, differences } = await benchProblem(problem, [plainAstar], { reference: 5 });
  assert.equal(differences, []);
  assert.is(report.solvers[0].optimal, 30);
});

judgeSuite('holds rivals to published lengths within their precision (seed 21)', async () => {
  const { solvers } = chooseSolvers({ names: ['plain', 'plain-jps'] });
  const exact = createPlainGridAstar(data, ruleOf(data));
  const { count, source, target } = problem.queries;
  // one decimal, as `bgmaps` gives two
  const length = Float64Array.from({ length: count }, (_, i) =>
    Number(exact.search(source[i], target[i]).toFixed(1)),
  );
  const published = { length, absolute: 0.05, relative: 0 };
  const stated = { ...problem, published };
  const { report, differences } = await benchProblem(stated, solvers, { reference: 0 });
  assert.equal(differences, []);
  assert.is(report.solvers[0].optimal, 30);
  const wrong = { ...stated, published: { ...published, length: length.map((l) => l + 0.2) } };
  const judged = await benchProblem(wrong, solvers, { reference: 0 });
  assert.is(judged.differences.length, 60);
  // the precision of MovingAI's lengths
  const noPath = { length: length.fill(Infinity), absolute: 1e-3, relative: 1e-5 };
  const denied = { ...stated, published: noPath };
  const none = await benchProblem(denied, solvers, { reference: 0 });
  assert.is(none.differences.length, 60);
  assert.match(none.differences[0].what, /^its path costs .*, the least is Infinity/);
  assert.is(none.report.solvers[0].optimal, 0);
});

judgeSuite('runs `repeat` rounds against a peer that takes longer than the budget', async () => {
  const slow: BenchSolver = {
    ...plainAstar,
    name: 'slow',
    group: 'peer',
    exact: false,
    build: (map) => {
      const built = plainAstar.build(map) as BuiltSolver;
      return {
        ...built,
        ask: async (from, to) => {
          built.ask!(from, to);
          await new Promise((resolve) => setTimeout(resolve, 150));
        },
      };
    },
  };
  const one = { ...problem, queries: randomQueries(data, 1, { seed: 21 }) };
  const solvers = [wayfieldSolver('dijkstra'), slow];
  const { report } = await benchProblem(one, solvers, { reference: 0, repeat: 2 });
  const { single } = report.solvers[1].against!;
  // the interval of one round would be a point
  assert.ok(single.low < single.high && single.single === undefined);
  const once = await benchProblem(one, solvers, { reference: 0, repeat: 1 });
  assert.is(once.report.solvers[1].against!.single.single, true);
  assert.match(formatProblemTable(once.report), /one by one [\d,.]+ \(one round\)/);
});

judgeSuite.run();
