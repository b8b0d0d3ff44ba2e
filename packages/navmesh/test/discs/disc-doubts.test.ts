// Scenes in which a label that seemed shorter than it was has pruned the shortest path: the run
// must be put in doubt and run again (assembly/discs/dominance.ts).

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiscSearch, type DiscSearch } from '../../src/discs.ts';
import { openDiscHost } from '../../src/discs/disc-host.ts';
import { createDiscQuery } from '../../src/discs/disc-query.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  type NavMeshInput,
} from '../../src/index.ts';
import { createOracle, segmentsOf } from './disc-oracle.ts';

const test = suite('search for discs: runs in doubt');

interface Scene {
  readonly side: number;
  /** Vertices on no wall. */
  readonly points: readonly (readonly [number, number])[];
  readonly walls: number[][];
  readonly row: readonly [number, number, number, number];
  readonly radius: number;
}

const inputOf = ({ side, points, walls }: Scene): NavMeshInput => ({
  boundary: [0, 0, side, 0, side, side, 0, side],
  obstacles: points.map(([x, y]) => [x, y, x, y, x, y]),
  walls,
});
const meshOf = (input: NavMeshInput) =>
  buildPolygonMesh(createNavMesh(input).triangulation, { merge: false });

/** A search in a scene, and the length of its shortest path. */
function open(scene: Scene): [DiscSearch, number] {
  const { row, radius } = scene;
  const input = inputOf(scene);
  const mesh = meshOf(input);
  const exact = createOracle(segmentsOf(input), radius).shortest(...row);
  return [createDiscSearch(mesh, { table: false }), exact];
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * b;

/**
 * In the search for a first path, which is out of order, a label whose length is too small comes to
 * a bottleneck before the label of the shortest path does.
 */
const OUT_OF_ORDER: Scene = {
  side: 14,
  points: [
    [0, 8],
    [1, 7],
    [1, 8],
    [1, 9],
    [3, 9],
  ],
  walls: [
    [0.7559327050112188, 8.190760418772697, 8.755932705011219, 8.190760418772697],
    [5.219889020547271, 1.0768780657090247, 9.21988902054727, 1.0768780657090247],
    [2.975943468976766, 13.607650171034038, 11.975943468976766, 13.607650171034038],
  ],
  row: [0.92, 7.39, 6.81, 11.41],
  radius: 0.350035,
};

test('labels expanded out of order prune none with a smaller lower bound', () => {
  const [search, exact] = open(OUT_OF_ORDER);
  const { row, radius } = OUT_OF_ORDER;
  const queries = buildPointQueries([row]);
  for (const limits of [{}, { maxExpanded: 1e4 }, { milliseconds: 1e4 }, { gap: 0 }]) {
    const { cost, isProven } = search.run(queries, { radius, ...limits });
    assert.is(isProven[0], 1);
    assert.ok(isNear(cost[0], exact), `${JSON.stringify(limits)}: ${cost[0]}, exact ${exact}`);
  }
  const path = search.search(...row, { radius });
  for (let isDone = false; !isDone; isDone = path.improve({ maxExpanded: 1 }))
    assert.ok(path.lowerBound <= exact * (1 + 1e-12), `${path.lowerBound}, exact ${exact}`);
  assert.ok(path.isProven && isNear(path.cost, exact), `${path.cost}, exact ${exact}`);
  search.destroy();
});

/**
 * The first label to reach the target is blocked, and has pruned the label of the shortest path.
 * Without a new run, 70,000 and more labels follow, all blocked.
 */
const BLOCKED: readonly Scene[] = [
  {
    side: 14,
    points: [
      [1, 6],
      [1, 8],
      [8, 6],
    ],
    walls: [
      [3.68, 12.43, 11.68, 12.43],
      [2.5, 6.52, 2.5, 8.52],
      [3.64, 7.83, 10.64, 7.83],
      [6.55, 9.45, 12.55, 9.45],
      [7.48, 6.98, 14, 6.98],
      [6.06, 0.2, 6.06, 5.2],
    ],
    row: [8.51, 6.22, 5.02, 6.51],
    radius: 0.495,
  },
  {
    side: 14,
    points: [
      [3.5, 9],
      [3, 10],
      [3.5, 11],
      [8.5, 9],
      [8, 12],
      [9.5, 11],
      [12, 10],
    ],
    walls: [
      [0.5, 7.5, 10.5, 7.5],
      [5, 8, 9, 8],
      [11.5, 11, 14, 11],
      [7, 9.5, 10, 9.5],
    ],
    row: [12.5, 10.4, 8.9, 12.4],
    radius: 0.5445,
  },
];

BLOCKED.forEach((scene, i) =>
  test(`a search whose shortest path was pruned by one in doubt runs again, scene ${i}`, () => {
    const [search, exact] = open(scene);
    const { row, radius } = scene;
    const queries = buildPointQueries([row, [row[2], row[3], row[0], row[1]]]);
    for (const limits of [{}, { maxExpanded: 1e4 }]) {
      const { cost, isProven, expanded } = search.run(queries, { radius, ...limits });
      for (let k = 0; k < 2; k++) {
        assert.is(isProven[k], 1);
        assert.ok(isNear(cost[k], exact), `${cost[k]}, exact ${exact}`);
        assert.ok(expanded[k] < 1000, `${expanded[k]} labels`);
      }
    }
    const path = search.search(...row, { radius });
    assert.ok(path.cost < Infinity && path.lowerBound <= exact * (1 + 1e-12));
    search.destroy();
  }),
);

/** Found by random scenes: after some labels a first turn comes into doubt. */
const DOUBTED: readonly Scene[] = [
  {
    side: 14,
    points: [
      [5, 2.5],
      [7, 3],
    ],
    walls: [
      [0.11, 4.1, 8.11, 4.1],
      [2.59, 2.19, 7.59, 2.19],
      [12.92, 4.86, 12.92, 7.86],
      [8.92, 8.89, 10.92, 8.89],
      [3.95, 7.19, 12.95, 7.19],
    ],
    row: [6.32, 3.44, 1.79, 5.15],
    radius: 0.6369182288646698,
  },
  {
    side: 14,
    points: [
      [4, 7],
      [10, 6.5],
      [3.5, 7],
      [4, 12.5],
      [6, 2.5],
      [4, 9],
      [7, 3],
    ],
    walls: [
      [1.47, 3.11, 1.47, 13.11],
      [11.88, 7.44, 14, 7.44],
    ],
    row: [5.96, 12.38, 0.81, 6.83],
    radius: 0.4790579915046692,
  },
];

DOUBTED.forEach((scene, i) =>
  test(`a lower bound never falls, also when a first turn comes into doubt, scene ${i}`, () => {
    const { row, radius } = scene;
    const input = inputOf(scene);
    const exact = createOracle(segmentsOf(input), radius).shortest(...row);
    const host = openDiscHost(meshOf(input), { table: false }, 2 ** 20);
    const query = createDiscQuery(host);
    const [sx, sy, tx, ty] = row;
    query.begin({ sx, sy, tx, ty, radius });
    const { queryLowerBound } = host.kernels;
    let wasInDoubt = false;
    for (let bound = query.lowerBound(); !query.isProven; bound = query.lowerBound()) {
      query.advance(1);
      wasInDoubt ||= !query.isProven && queryLowerBound() === 0;
      assert.ok(query.lowerBound() >= bound, `${query.lowerBound()} after ${bound}`);
      assert.ok(query.lowerBound() <= exact * (1 + 1e-12), `${query.lowerBound()}, exact ${exact}`);
    }
    assert.ok(wasInDoubt && isNear(query.cost, exact), `${wasInDoubt}, ${query.cost}, ${exact}`);
    host.blocks.freeAll();
  }),
);

test.run();
