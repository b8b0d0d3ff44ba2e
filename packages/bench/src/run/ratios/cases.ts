// The races that CI watches: one for each kind of kernel, on problems that take milliseconds.
import { randomGrid, roadGraph, roomsGrid, terrainGrid } from '@wayfield/graph/generators';
import { ownSteps, scriptStep, scriptSteps } from '../../fields/measure/script-steps.ts';
import { roughMap } from '../../fields/measure/made-maps.ts';
import { plainFinder, wasmFinder } from '../../bodies/measure/finders.ts';
import { findTruePairs } from '../../bodies/measure/judge-pairs.ts';
import { drawCrowd, worldWithContacts } from '../../bodies/measure/worlds.ts';
import { hierarchySolver } from '../../roads/measure/hierarchy.ts';
import { plainAstar, plainJps } from '../solvers/plain.ts';
import { wayfieldSolver } from '../solvers/wayfield.ts';
import { MESH_RATIO_CASES } from './mesh-cases.ts';
import type { RatioCase } from './ratio-case.ts';
import { routeCase } from './route-case.ts';

/** Any seed serves, but another one makes other maps, so the baselines would have to be new. */
const SEED = 8;
/** Steps of the diffusion stencil. */
const STEPS = 64;

export const RATIO_CASES: readonly RatioCase[] = [
  routeCase({
    name: 'A*, 6 x 6',
    ours: wayfieldSolver('astar'),
    theirs: plainAstar,
    map: () => randomGrid(6, 6, { density: 0, seed: SEED }),
    queries: 200,
  }),
  routeCase({
    name: 'A*, random 20 %',
    ours: wayfieldSolver('astar'),
    theirs: plainAstar,
    map: () => randomGrid(192, 192, { density: 0.2, seed: SEED }),
    queries: 12,
  }),
  routeCase({
    name: 'A*, terrain',
    ours: wayfieldSolver('astar'),
    theirs: plainAstar,
    map: () => terrainGrid(128, 128, { seed: SEED }),
    queries: 8,
  }),
  routeCase({
    name: 'JPS, rooms',
    ours: wayfieldSolver('jps'),
    theirs: plainJps,
    map: () => roomsGrid(256, 256, { size: 16, seed: SEED }),
    queries: 20,
  }),
  routeCase({
    name: 'JPS+, rooms',
    ours: wayfieldSolver('jps+'),
    theirs: plainJps,
    map: () => roomsGrid(256, 256, { size: 16, seed: SEED }),
    queries: 20,
  }),
  routeCase({
    name: 'Dijkstra, roads',
    ours: wayfieldSolver('dijkstra'),
    theirs: plainAstar,
    map: () => roadGraph(96, 96, { seed: SEED }),
    queries: 8,
  }),
  routeCase({
    name: 'bidirectional, roads',
    ours: wayfieldSolver('bidirectional'),
    theirs: plainAstar,
    map: () => roadGraph(96, 96, { seed: SEED }),
    queries: 10,
  }),
  routeCase({
    name: 'hierarchy, roads',
    ours: hierarchySolver(),
    theirs: plainAstar,
    map: () => roadGraph(64, 64, { seed: SEED }),
    queries: 30,
  }),
  {
    name: 'pairs of 20,000 circles',
    rival: 'grid in plain JavaScript',
    make() {
      const world = worldWithContacts(
        { name: 'crowd', dimensions: 2, count: 20_000, radius: [1, 2] },
        3,
      );
      const [circles] = drawCrowd(world, SEED);
      const [a, b] = [wasmFinder(circles), plainFinder()];
      for (const finder of [a, b]) finder.load(circles);
      return {
        ours: { run: () => a.find() },
        theirs: { run: () => b.find() },
        counts: {},
        async check(judge) {
          judge.pairs('pairs', findTruePairs(circles), await a.find());
        },
        destroy: () => a.destroy(),
      };
    },
  },
  {
    name: '64 steps of a field, 256 x 256',
    rival: 'loop in plain JavaScript',
    make() {
      const map = roughMap(256);
      const [a, b] = [ownSteps(map, STEPS), scriptSteps(map, scriptStep, STEPS)];
      return {
        ours: { run: () => a.run(), returnsMs: true },
        theirs: { run: () => b.run(), returnsMs: true },
        counts: {},
        check: (judge) => void judge.cells('field', 'plain loop', a.field(), b.field()),
        destroy: () => a.destroy(),
      };
    },
  },
  ...MESH_RATIO_CASES,
];
