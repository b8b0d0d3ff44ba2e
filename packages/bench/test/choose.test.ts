import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PEERS } from '../src/run/peers/index.ts';
import { chooseSolvers } from '../src/run/solvers/choose.ts';

const choose = suite('chooseSolvers');
const namesOf = (choice: Parameters<typeof chooseSolvers>[0]): string[] =>
  chooseSolvers(choice).solvers.map(({ name }) => name);

choose('takes all solvers and no peers where nothing is said', () => {
  assert.equal(namesOf({}), [
    'dijkstra',
    'bidirectional',
    'astar',
    'alt',
    'jps',
    'jps+',
    'greedy',
    'plain JS astar',
    'plain JS jps',
  ]);
});

choose('adds a pool to every Wayfield solver, and to nothing else', () => {
  assert.equal(namesOf({ names: ['astar', 'plain'], threads: 3 }), [
    'astar',
    'astar x3',
    'plain JS astar',
  ]);
});

choose('takes peers by package or by the beginning of their name', () => {
  const versionOf = (): string => '1.0.0';
  assert.equal(
    namesOf({ names: ['astar'], peers: ['ngraph.path', 'pathfinding jps'], versionOf }),
    [
      'astar',
      'pathfinding jps',
      'pathfinding jps (as it comes)',
      'ngraph.path astar',
      'ngraph.path nba',
    ],
  );
});

choose('reports peers that are not installed and goes on without them', () => {
  const versionOf = (name: string): string | undefined =>
    name === 'ndarray' || name === 'graphology' ? undefined : '1.0.0';
  const { solvers, missing } = chooseSolvers({ names: ['astar'], peers: true, versionOf });
  assert.equal(missing, [
    { name: 'l1-path-finder', reason: 'ndarray not installed' },
    { name: 'graphology astar', reason: 'graphology not installed' },
    { name: 'graphology dijkstra', reason: 'graphology not installed' },
  ]);
  assert.is(solvers.length, 1 + PEERS.length - 3);
});

choose.run();
