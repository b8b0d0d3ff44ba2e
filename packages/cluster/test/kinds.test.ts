// Each kind of work against the same call in one process, byte for byte.
import { chooseSolvers } from '@wayfield/bench';
import { createAntelopesAndLions } from '@wayfield/collision/study';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { createDiffusion } from '@wayfield/diffusion';
import { buildGrid, type Queries } from '@wayfield/graph';
import { mazeGrid, randomQueries, roadGraph } from '@wayfield/graph/generators';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  createTriangleSearch,
} from '@wayfield/navmesh';
import { createDiscSearch } from '@wayfield/navmesh/discs';
import { loadGeoJson } from '@wayfield/osm';
import { buildRouting, createRoadIndex } from '@wayfield/routing';
import { createIsochrones } from '@wayfield/routing/isochrone';
import { reason, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCluster, type WorkKind } from '../src/index.ts';
import { builtIn, kindNames } from '../src/kinds/built-in.ts';
import { animalWorlds } from '../src/kinds/animals.ts';
import { evacuations } from '../src/kinds/evacuations.ts';
import { goalFields } from '../src/kinds/fields.ts';
import { isochroneSweeps } from '../src/kinds/isochrones.ts';
import { meshQueries } from '../src/kinds/mesh.ts';
import { solverStudies } from '../src/kinds/studies.ts';
import { searchQueries } from '../src/kinds.ts';
import { serverSuite, testServer, workerHere } from './place.ts';
import { runKind } from './run-kind.ts';

const maze = mazeGrid(40, 40, { corridor: 3, seed: 7 });
const inMaze = randomQueries(maze, 30, { seed: 7 });
const town = roadGraph(12, 12, { seed: 2 });
const inTown = randomQueries(town, 30, { seed: 3 });

const boxes = createNavMesh({
  boundary: [0, 0, 20, 0, 20, 10, 0, 10],
  obstacles: [
    [4, 0, 8, 0, 8, 8, 4, 8],
    [12, 2, 16, 2, 16, 10, 12, 10],
  ],
});
const polygons = buildPolygonMesh(boxes.triangulation);
const triangles = buildPolygonMesh(boxes.triangulation, { merge: false });
const rows = Array.from({ length: 23 }, (_, i) => [
  1 + (i % 3),
  1 + (i % 8),
  19 - (i % 2),
  9 - i / 5,
]);

// a room with two doors to a corridor, whose end is the exit
const [width, height] = [24, 12];
const terrain = new Float32Array(width * height).fill(1);
for (let y = 0; y < height; y++) if (y !== 3 && y !== 8) terrain[y * width + 16] = 0;
const map = { width, height, neighbours: 8, corners: 'never', terrain } as const;

const test = suite('kinds of work');

test('are loaded by the heads that workers know', async () => {
  for (const { name, version, parallel = false, gpu = false, load } of builtIn()) {
    const kind = await load();
    const { parallel: isParallel = false, gpu: onGpu = false } = kind;
    const head = [kind.name, kind.version, isParallel, onGpu];
    assert.equal(head, [name, version, parallel, gpu], 'BUILT_IN in src/kinds/built-in.ts');
  }
  assert.is(builtIn().length, kindNames().length, 'all packages are installed here');
});

test('searchQueries: any solver on grids and graphs', async () => {
  const cases = [
    { map: maze, queries: inMaze, algorithm: 'astar' },
    { map: maze, queries: inMaze, algorithm: 'jps+' },
    { map: town, queries: inTown, algorithm: 'dijkstra' },
  ] as const;
  for (const { map: searched, queries, algorithm } of cases) {
    const { source, target, count } = queries;
    const work = { map: searched, source, target, solver: { algorithm }, perChunk: 7 };
    const { answer, chunks } = await runKind(searchQueries, work);
    assert.is(chunks, 5);
    const solver = createWasmSolver(searched, { algorithm });
    const routes = solver.run(queries);
    sameArray(answer.status, routes.status.subarray(0, count));
    sameArray(answer.cost, routes.cost.subarray(0, count));
    sameArray(answer.firstNode, routes.firstNode.subarray(0, count + 1));
    sameArray(answer.node, routes.node.subarray(0, routes.firstNode[count]));
    solver.destroy();
  }
});

test('meshQueries: points and discs', async () => {
  const queries = buildPointQueries(rows);
  const radius = 0.4;
  const cases = [
    { mesh: polygons, solver: 'polyanya', search: createPolyanya(polygons), options: {} },
    { mesh: triangles, solver: 'triangles', search: createTriangleSearch(triangles), options: {} },
    { mesh: triangles, solver: 'discs', search: createDiscSearch(triangles), options: { radius } },
  ] as const;
  for (const { mesh, solver, search, options } of cases) {
    const work = { mesh, queries: rows.flat(), solver, radius, perChunk: 5 };
    const { answer, chunks } = await runKind(meshQueries, work);
    assert.is(chunks, 5);
    const routes = search.run(queries, options as never);
    sameArray(answer.status, routes.status);
    sameArray(answer.cost, routes.cost);
    sameArray(answer.firstPoint, routes.firstPoint);
    const points = routes.firstPoint[routes.count];
    sameArray(answer.x, routes.x.subarray(0, points));
    sameArray(answer.y, routes.y.subarray(0, points));
    search.destroy();
  }
});

function streets() {
  const lines = [...Array(6).keys()].flatMap((i) => [
    [...Array(6).keys()].map((x) => [13 + x / 460, 52 + i / 740]),
    [...Array(6).keys()].map((y) => [13 + i / 460, 52 + y / 740]),
  ]);
  const options = {
    profile: 'car',
    weight: 'seconds',
    tags: () => ({ highway: 'residential' }),
  } as const;
  const routing = buildRouting(
    loadGeoJson({ type: 'MultiLineString', coordinates: lines }, options),
  );
  const index = createRoadIndex(routing);
  const from = [...Array(7).keys()].map((i) => index.snap(13 + i / 700, 52 + i / 900)!);
  return { routing, from, limits: [10, 40] };
}

test('isochroneSweeps: the same parts of roads', async () => {
  const { routing, from, limits } = streets();
  const { answer, chunks } = await runKind(isochroneSweeps, { routing, from, limits, perChunk: 3 });
  assert.is(chunks, 3);
  const isochrones = createIsochrones(routing);
  const all = from.flatMap((point) => isochrones.reach(point, limits).map(({ roads }) => roads));
  assert.is(answer.firstWhole.length, all.length + 1);
  for (const [i, roads] of all.entries()) {
    const [begin, end] = [answer.firstPart[i], answer.firstPart[i + 1]];
    sameArray(answer.whole.subarray(answer.firstWhole[i], answer.firstWhole[i + 1]), roads.whole);
    sameArray(answer.road.subarray(begin, end), roads.road);
    sameArray(answer.from.subarray(begin, end), roads.from);
    sameArray(answer.to.subarray(begin, end), roads.to);
  }
  assert.ok(answer.whole.length > 0 && answer.road.length > 0);
  isochrones.destroy();
});

test('goalFields: the same fields', async () => {
  const goals = [0, 5, 23, 100, 287].map((cell) => ({ cell: [cell], strength: 1 }));
  for (const method of ['distance', 'diffusion'] as const) {
    const work = { map, goals, options: { method }, perChunk: 2 };
    const { answer, chunks } = await runKind(goalFields, work);
    assert.is(chunks, 3);
    for (const [i, goal] of goals.entries()) {
      const model = createDiffusion(map, { method, layers: ['goal'] });
      model.setGoals('goal', goal);
      const { steps } = model.settle();
      const cells = width * height;
      sameArray(answer.field.subarray(i * cells, (i + 1) * cells), model.field('goal'));
      assert.equal([answer.steps[i], answer.converged[i]], [steps, 1]);
      model.destroy();
    }
  }
});

const exits = [5 * width + 23, 6 * width + 23];
const variants = [
  { agents: 30, seed: 1 },
  { agents: 30, seed: 2, speed: 1.1 },
  { agents: 12, seed: 1, traits: { radius: 0.2 } },
];

test('evacuations: the same crowd in chunks of any size', async () => {
  const work = { map, exits, variants };
  const one = await runKind(evacuations, { ...work, perChunk: 3 });
  const three = await runKind(evacuations, work);
  assert.equal([one.chunks, three.chunks], [1, 3]);
  assert.equal(one.answer, three.answer);
  const { left, ticks, leftAt, firstAgent, hash } = one.answer;
  assert.equal([...left], [30, 30, 12]);
  assert.equal([...firstAgent], [0, 30, 60, 72]);
  for (const i of [0, 1, 2]) {
    assert.is(Math.max(...leftAt.subarray(firstAgent[i], firstAgent[i + 1])), ticks[i]);
  }
  assert.ok(hash[0] !== hash[1]);
  assert.match(
    await reason(runKind(evacuations, { map, exits, variants: [{ agents: 500 }] })),
    /agents is 500, expected at most/,
  );
});

test('animalWorlds: the same worlds', async () => {
  const worlds = [1, 2, 3].map((seed) => ({ agents: 150, seed }));
  const { answer, chunks } = await runKind(animalWorlds, { worlds, ticks: 8, perChunk: 2 });
  assert.is(chunks, 2);
  for (const [i, world] of worlds.entries()) {
    const model = createAntelopesAndLions(world);
    for (let tick = 0; tick < 8; tick++) await model.tick();
    const row = 9 * i + 8;
    const counts = {
      grass: answer.grass[row],
      antelopes: answer.antelopes[row],
      lions: answer.lions[row],
    };
    assert.equal(counts, model.counts());
    assert.is(answer.hash[i], model.hash());
    await model.destroy();
  }
});

test('solverStudies: answers and counts of every solver', async () => {
  const solvers = ['dijkstra', 'astar', 'jps'];
  const { source, target, count } = inMaze;
  const { answer, chunks } = await runKind(solverStudies, {
    map: maze,
    source,
    target,
    solvers,
    perChunk: 11,
  });
  assert.is(chunks, 9);
  for (const [s, name] of solvers.entries()) {
    const [solver] = chooseSolvers({ names: [name] }).solvers;
    const problem = { name: 'maze', description: 'a maze', data: maze, queries: inMaze };
    const built = await solver.build(problem);
    for (let i = 0; i < count; i++) {
      built.ask!(source[i], target[i]);
      const { status, cost, path, settled } = built.answer!();
      const at = s * count + i;
      assert.equal(
        [answer.status[at], answer.cost[at], answer.length[at], answer.settled[at]],
        [status, cost, path.length, settled ?? 0],
      );
    }
    await built.destroy();
  }
  const unknown = { map: maze, source, target, solvers: ['magic'] };
  assert.match(await reason(runKind(solverStudies, unknown)), /unknown solver 'magic'/);
});

test('name what is wrong in the work', async () => {
  const { routing, from } = streets();
  const wrong: [Promise<unknown>, RegExp][] = [
    [runKind(searchQueries, 7 as never), /TypeError: work is 7/],
    [runKind(searchQueries, { map: maze, source: [0], target: [] }), /target/],
    [runKind(searchQueries, { map: maze, source: [0], target: [1600] }), /target\[0\] is 1600/],
    [runKind(meshQueries, { mesh: polygons, queries: [1, 1, NaN, 1] }), /targetX\[0\] is NaN/],
    [runKind(meshQueries, { mesh: polygons, queries: [1], solver: 'x' as never }), /'x'/],
    [runKind(meshQueries, { mesh: polygons, queries: [1, 1, 2, 2, 3] }), /queries.length is 5/],
    [
      runKind(meshQueries, { mesh: polygons, queries: [1, 1, 2, 2, 1, 1, NaN, 1] }),
      /queries\[6\] is NaN/,
    ],
    [runKind(isochroneSweeps, { routing, from, limits: [0] }), /limits\[0\] is 0/],
    [
      runKind(isochroneSweeps, {
        routing,
        from: [...from, { ...from[0], road: 999 }],
        limits: [9],
      }),
      /from\[7\]\.road is 999, expected below/,
    ],
    [
      runKind(isochroneSweeps, {
        routing,
        from: [from[0], { ...from[1], share: NaN }],
        limits: [9],
      }),
      /from\[1\]\.share is NaN/,
    ],
    [
      runKind(isochroneSweeps, { routing, from: [from[0], { ...from[1], point: 0 }], limits: [9] }),
      /from\[1\]\.point is 0, expected from/,
    ],
    [runKind(goalFields, { map, goals: [{ cell: [288] }] }), /288/],
    [runKind(evacuations, { map, exits, variants: [{ agents: 0 }] }), /agents is 0/],
    [runKind(animalWorlds, { worlds: [{ agents: 3 }], ticks: 1 }), /agents is 3/],
    [
      runKind(solverStudies, { map: maze, source: [0], target: [1], solvers: 1 as never }),
      /solvers/,
    ],
  ];
  for (const [work, words] of wrong) assert.match(await reason(work), words);
});

test('bear work of nothing', async () => {
  const none: Queries = { count: 0, source: new Uint32Array(0), target: new Uint32Array(0) };
  const grid = buildGrid({ width: 4, height: 4 });
  assert.is((await runKind(searchQueries, { map: grid, ...pick(none) })).answer.cost.length, 0);
  const fields = await runKind(goalFields, { map, goals: [] });
  assert.equal([fields.chunks, fields.answer.field.length], [0, 0]);
  const worlds = await runKind(animalWorlds, { worlds: [], ticks: 1 });
  assert.equal([worlds.chunks, worlds.answer.lions.length], [0, 0]);
  const paths = await runKind(meshQueries, { mesh: polygons, queries: [] });
  assert.equal([paths.answer.cost.length, [...paths.answer.firstPoint]], [0, [0]]);
  const { routing } = streets();
  const areas = await runKind(isochroneSweeps, { routing, from: [], limits: [60] });
  assert.equal([areas.answer.road.length, [...areas.answer.firstWhole]], [0, [0]]);
  const crowds = await runKind(evacuations, { map, exits, variants: [] });
  assert.equal([crowds.answer.left.length, [...crowds.answer.firstAgent]], [0, [0]]);
});

const pick = ({ source, target }: Queries): Pick<Queries, 'source' | 'target'> => ({
  source,
  target,
});

test.run();

const onServer = serverSuite('kinds of work on a worker');

onServer('give what they give in one process', async () => {
  const server = await testServer();
  const cluster = await createCluster(server.url);
  const worker = await workerHere(server.url, { kinds: [] });
  try {
    const { source, target } = inMaze;
    const works = [
      [searchQueries, { map: maze, source, target, perChunk: 20 }],
      [meshQueries, { mesh: polygons, queries: rows.flat(), perChunk: 12 }],
      [isochroneSweeps, { ...streets(), perChunk: 4 }],
      [goalFields, { map, goals: [{ cell: [3] }, { cell: [40] }], perChunk: 1 }],
      [evacuations, { map, exits, variants: variants.slice(1) }],
      [animalWorlds, { worlds: [{ agents: 45 }, { agents: 60 }], ticks: 3 }],
      [solverStudies, { map: maze, source, target, solvers: ['astar'] }],
    ] as unknown as [WorkKind<object, object>, object][];
    for (const [kind, work] of works) {
      const run = await cluster.submit(kind, work);
      assert.equal(await run.merge(), (await runKind(kind, work)).answer, kind.name);
      await run.remove();
    }
  } finally {
    await worker.destroy();
    await cluster.destroy();
  }
});

onServer.run();
