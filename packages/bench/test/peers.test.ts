import { buildGrid } from '@wayfield/graph';
import {
  mazeGrid,
  randomGraph,
  randomGrid,
  randomQueries,
  roadGraph,
  roomsGrid,
} from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { benchProblem } from '../src/run/bench-problem.ts';
import { arcPairs } from '../src/roads/peers/arc-pairs.ts';
import { PEERS } from '../src/run/peers/index.ts';
import type { Problem } from '../src/run/problems/problem.ts';
import { packageVersion } from '../src/report/machine.ts';
import type { SolverReport } from '../src/report/report.ts';
import { wayfieldSolver } from '../src/run/solvers/wayfield.ts';

const installed = PEERS.filter((peer) => {
  const absent = peer.packages?.find((name) => packageVersion(name) === undefined);
  if (absent !== undefined) console.log(`skipped: ${peer.name} (${absent} is not installed)`);
  return absent === undefined;
});

async function run(data: Problem['data'], seed: number): Promise<Map<string, SolverReport>> {
  const problem = {
    name: 'test',
    description: '',
    data,
    queries: randomQueries(data, 40, { seed }),
  };
  const solvers = [wayfieldSolver('dijkstra'), ...installed];
  const { report, differences } = await benchProblem(problem, solvers, {
    repeat: 1,
    reference: 0,
    peerSeconds: 60,
  });
  assert.equal(differences, []);
  for (const { name, group, queries, against } of report.solvers) {
    assert.is(against !== undefined, group === 'peer', name);
    if (!against) continue;
    assert.is(against.ours, 'dijkstra');
    assert.ok(queries > 0 && against.single.ratio > 0 && against.batch.ratio > 0, name);
  }
  return new Map(report.solvers.map((solver) => [solver.name, solver]));
}

/** Those whose authors promise optimal paths under their own rule, and keep the promise. */
const EXACT = [
  'pathfinding astar',
  'pathfinding jps',
  'fast-astar master',
  'l1-path-finder',
  'ngraph.path astar',
  'graphology astar',
  'graphology dijkstra',
];

const peers = suite('peers');

const maps: [string, Problem['data'], number][] = [
  ['a random map', randomGrid(48, 40, { density: 0.25, seed: 31 }), 31],
  ['a maze', mazeGrid(48, 48, { corridor: 3, seed: 32 }), 32],
  ['rooms', roomsGrid(48, 48, { size: 12, seed: 33 }), 33],
  ['a road graph', roadGraph(24, 24, { seed: 34 }), 34],
  ['a directed tangle', randomGraph(120, 600, { seed: 35 }), 35],
];
for (const [what, data, seed] of maps) {
  peers(
    `exact libraries find shortest paths by their own rule on ${what} (seed ${seed})`,
    async () => {
      const reports = await run(data, seed);
      let exact = 0;
      for (const name of EXACT) {
        const solver = reports.get(name);
        if (solver === undefined) continue;
        exact++;
        assert.is(solver.optimal, solver.queries, name);
        assert.is(solver.missed, 0, name);
      }
      assert.ok(exact >= (installed.length > 0 ? 1 : 0));
    },
  );
}

peers('a library that estimates too much is shown to be inexact (seed 33)', async () => {
  const easystar = (await run(roomsGrid(48, 48, { size: 12, seed: 33 }), 33)).get('easystarjs');
  if (easystar === undefined) return;
  assert.ok(easystar.optimal < easystar.queries);
  assert.ok(easystar.worstRatio > 1.01);
});

peers('times the clone that PathFinding.js needs apart from its search (seed 31)', async () => {
  const jps = (await run(randomGrid(48, 40, { density: 0.25, seed: 31 }), 31)).get(
    'pathfinding jps',
  );
  if (jps !== undefined) assert.ok(jps.prepareMs! > 0);
});

peers('are left out on maps that they are not driven on', async () => {
  const data = buildGrid({ width: 2, height: 1, cost: [1, 2] });
  const problem = {
    name: 'costs',
    description: '',
    data,
    queries: randomQueries(data, 1, { seed: 1 }),
  };
  const { report } = await benchProblem(problem, installed, { repeat: 1 });
  assert.equal(report.solvers, []);
  for (const { reason } of report.skipped) assert.match(reason, /maps only whose cells all cost 1/);
});

peers.run();

const pairs = suite('arcPairs');

pairs('gives twins once, keeps the cheapest of parallel arcs, drops loops', () => {
  const graph = roadGraph(5, 5, { seed: 36 });
  const links = arcPairs(graph);
  let count = 0;
  links.forEach(() => count++);
  assert.ok(links.undirected);
  assert.is(count * 2, graph.arcCount);
  const tangle = arcPairs(randomGraph(30, 200, { seed: 37 }));
  const seen = new Set<string>();
  tangle.forEach((u, v) => {
    assert.is.not(u, v);
    assert.not.ok(seen.has(`${u} ${v}`));
    seen.add(`${u} ${v}`);
  });
  assert.not.ok(tangle.undirected);
});

pairs.run();
