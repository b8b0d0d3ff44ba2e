import {
  checkGraph,
  FOUND,
  NO_PATH,
  type Queries,
  referenceDijkstra,
  referenceRoutes,
  type Routes,
} from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type AgentPlan,
  blockNodes,
  blockRoads,
  pairRoutes,
  planAgents,
  randomRoutes,
  type RoadSolver,
  type RouteBatch,
  runAgents,
  summariseAgents,
} from '../src/agents.ts';
import {
  CLASSIFIED,
  loadGeoJson,
  readOsm,
  readRoadNetwork,
  ROAD_CLASSES,
  type RoadNetwork,
  writeRoadNetwork,
} from '../src/index.ts';
import { randomStreets } from './random-streets.ts';
import { town } from './town.ts';
import { writePbf } from './write-pbf.ts';

const SEED = 20_261_123;
const car = await readOsm(writePbf(town), { profile: 'car' });
const streets = await readOsm(writePbf(randomStreets(SEED)), {
  profile: 'car',
  turnRestrictions: true,
});
const at = (id: number): number => car.nodeId.indexOf(BigInt(id));
const solverOn = ({ graph }: RoadNetwork): RoadSolver => ({
  run: (queries) => referenceRoutes(graph, queries),
});

const ends = suite('pairRoutes and randomRoutes');

ends('pair by hand: the shorter list begins anew', () => {
  const { count, start, goal } = pairRoutes(car, [5, 6, 7], [1, 2]);
  assert.is(count, 3);
  sameArray(start, [5, 6, 7]);
  sameArray(goal, [1, 2, 1]);
  assert.is(pairRoutes(car, [], []).count, 0);
  refuses(() => pairRoutes(car, [1], []), RangeError, 'there are 1 starts and 0 goals');
  refuses(
    () => pairRoutes(car, [car.baseCount], [1]),
    RangeError,
    `starts[0] is ${car.baseCount}, expected a whole number below ${car.baseCount}, the number of nodes of the map`,
  );
});

ends(`draw the same for a seed (${SEED}), and every node in time`, () => {
  const a = randomRoutes(streets, 2000, { seed: SEED });
  const b = randomRoutes(streets, 2000, { seed: SEED });
  sameArray(a.start, b.start);
  sameArray(a.goal, b.goal);
  assert.is(new Set(a.start).size, streets.baseCount);
  assert.is(new Set(a.goal).size, streets.baseCount);
  const c = randomRoutes(streets, 2000, { seed: SEED + 1 });
  assert.ok(c.start.some((u, i) => u !== a.start[i]));
});

ends('draw only nodes on classified roads', () => {
  const { start, goal } = randomRoutes(car, 300, { classified: true, seed: SEED });
  // Hauptstraße and the B 1 behind it
  const expected = new Set([1, 2, 3, 4].map(at));
  assert.equal(new Set([...start, ...goal]), expected);
  const { roadOf, roads, graph } = car;
  for (const u of expected) {
    const arcs = Array.from(roadOf.subarray(graph.firstOut[u], graph.firstOut[u + 1]));
    const classes = arcs.map((road) => ROAD_CLASSES[roads.roadClass[road >>> 1]]);
    assert.ok(classes.some((name) => CLASSIFIED.has(name)));
  }
});

ends('draw only pairs of which each reaches the other', async () => {
  const map = writePbf(randomStreets(SEED));
  const options = { profile: 'car', weight: 'seconds' } as const;
  const turning = await readOsm(map, { ...options, turnCosts: true });
  const goingOn = await readOsm(map, { ...options, uTurns: false });
  for (const network of [car, streets, turning, goingOn]) {
    const { count, start, goal } = randomRoutes(network, 60, { reachable: true, seed: SEED });
    const apart = start.filter((u, i) => u !== goal[i]).length;
    assert.ok(apart > 30, `${apart} pairs of two nodes`);
    for (let i = 0; i < count; i++) {
      const there = referenceDijkstra(network.graph, start[i]).dist[network.endOf[goal[i]]];
      const back = referenceDijkstra(network.graph, goal[i]).dist[network.endOf[start[i]]];
      assert.ok(there < Infinity && back < Infinity, `${start[i]} and ${goal[i]}`);
    }
  }
});

ends('say what cannot be drawn', async () => {
  const lanes = { ...town, ways: town.ways!.filter(({ tags }) => tags?.highway === 'service') };
  const network = await readOsm(writePbf(lanes), { profile: 'car' });
  refuses(
    () => randomRoutes(network, 1, { classified: true }),
    RangeError,
    'no node lies on a classified road',
  );
  refuses(() => randomRoutes(car, -1), RangeError, /count is -1/);
});

ends.run();

const run = suite('planAgents and runAgents');

run('groups share a route, and routes beyond the agents are left out', async () => {
  const routes = pairRoutes(car, [at(1), at(2), at(30)], [at(4), at(1), at(1)]);
  const seven = planAgents(car, routes, 7);
  assert.is(seven.routeCount, 3);
  const result = await runAgents(car, seven, solverOn(car));
  sameArray(result.status, [FOUND, FOUND, NO_PATH]);
  const { agents, zeroPaths, zeroShare, meanNodes, meanFoundNodes } = summariseAgents(result);
  // agents 0, 3 and 6 go from 1 by 2 and 3 to 4; 1 and 4 from 2 to 1; 2 and 5 stay on their island
  assert.equal([agents, zeroPaths], [7, 2]);
  assert.is(zeroShare, 2 / 7);
  assert.is(meanNodes, (3 * 4 + 2 * 2) / 7);
  assert.is(meanFoundNodes, 16 / 5);
  const two = planAgents(car, routes, 2);
  assert.is(two.routeCount, 2);
  sameArray(two.queries.source, [at(1), at(2)]);
  assert.is(planAgents(car, pairRoutes(car, [], []), 0).agentCount, 0);
  refuses(
    () => planAgents(car, pairRoutes(car, [], []), 5),
    RangeError,
    'there are no routes for 5 agents',
  );
});

run('a budget cuts the routes into batches whose paths fit it, and changes no answer', async () => {
  const plan = planAgents(streets, randomRoutes(streets, 500, { seed: SEED }));
  const whole = referenceRoutes(streets.graph, plan.queries);
  const budget = 2048;
  const seen: [first: number, count: number][] = [];
  const reused: boolean[] = [];
  const solver: RoadSolver = {
    async run(queries: Queries, options) {
      reused.push(options?.reuse !== undefined);
      return referenceRoutes(streets.graph, queries);
    },
  };
  const onBatch = ({ first, routes, queries }: RouteBatch): void => {
    seen.push([first, routes.count]);
    validateRoutes(streets.graph, queries, routes);
    sameArray(routes.cost, whole.cost.subarray(first, first + routes.count));
  };
  let done = 0;
  const onProgress = (now: number): void => void (done = now);
  const options = { memoryBudget: budget, onBatch, onProgress };
  const result = await runAgents(streets, plan, solver, options);
  assert.is(done, 500);
  assert.ok(result.batches > 10, `${result.batches} batches`);
  assert.is(result.batches, seen.length);
  assert.ok(result.pathBytes <= budget, `${result.pathBytes} bytes`);
  // the first batch fits however long its paths are
  assert.ok(seen[0][1] * 4 * streets.graph.nodeCount <= budget || seen[0][1] === 1);
  assert.equal(reused.slice(0, 2), [false, true]);
  let next = 0;
  for (const [first, count] of seen) {
    assert.is(first, next);
    next += count;
  }
  assert.is(next, 500);
  sameArray(result.cost, whole.cost);
  sameArray(result.status, whole.status);
  const lengths = Array.from(
    { length: 500 },
    (_, i) => whole.firstNode[i + 1] - whole.firstNode[i],
  );
  sameArray(result.nodes, lengths);
  const once = await runAgents(streets, plan, solver);
  sameArray(once.cost, whole.cost);
  assert.is(once.batches, 1);
});

run('stops where it is told to, and passes on what goes wrong', async () => {
  const plan = planAgents(car, randomRoutes(car, 50, { seed: SEED }));
  const abort = new AbortController();
  const onBatch = (): void => abort.abort(new Error('enough'));
  const tight = { memoryBudget: 100, onBatch, signal: abort.signal };
  await rejects(runAgents(car, plan, solverOn(car), tight), /enough/);
  const broken: RoadSolver = { run: () => Promise.reject<Routes>(new Error('device lost')) };
  await rejects(runAgents(car, plan, broken), /device lost/);
  await rejects(runAgents(car, plan, broken, { memoryBudget: 0 }), /memoryBudget is 0/);
  const short = { run: async () => ({ ...(await solverOn(car).run(plan.queries)), count: 1 }) };
  await rejects(runAgents(car, plan, short), /routes.count of the solver is 1, expected/);
});

run.run();

const block = suite('blockNodes and blockRoads');

/** The cost from 1 to 4 in the town, and the OSM ids on the way. */
function way(network: RoadNetwork): string {
  const plan: AgentPlan = planAgents(network, pairRoutes(network, [at(1)], [at(4)]));
  const { node, firstNode } = referenceRoutes(network.graph, plan.queries);
  return Array.from(node.subarray(0, firstNode[1]), (u) => network.nodeId[u]).join(' ');
}

block('nobody passes a blocked node, and the rest of the map stays as it is', () => {
  assert.is(way(car), '1 2 3 4');
  const closed = blockNodes(car, [at(3)]);
  assert.is(way(closed), '');
  assert.is(way(car), '1 2 3 4');
  assert.is(closed.graph.nodeCount, car.graph.nodeCount);
  assert.is(closed.roadOf.length, closed.graph.arcCount);
  const lost = car.graph.arcCount - closed.graph.arcCount;
  // 2 - 3 and 3 - 4 there and back, 6 -> 3, and 3 - 9 there and back
  assert.is(lost, 7);
  // the roads of the arcs that are left are theirs
  for (let a = 0; a < closed.graph.arcCount; a++) {
    const was = car.roadOf.indexOf(closed.roadOf[a]);
    assert.is(closed.graph.head[a], car.graph.head[was]);
    assert.is(closed.graph.weight[a], car.graph.weight[was]);
  }
  assert.is(blockNodes(car, []).graph.arcCount, car.graph.arcCount);
  refuses(() => blockNodes(car, [99]), RangeError, /nodes\[0\] is 99/);
});

block('a blocked node of a map with turn restrictions is blocked for all its copies', () => {
  const copied = streets.baseOf.findLastIndex((u, copy) => u !== copy);
  assert.ok(copied >= streets.baseCount);
  const middle = streets.baseOf[copied];
  const { graph, baseOf } = blockNodes(streets, [middle]);
  for (let u = 0; u < graph.nodeCount; u++) {
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      assert.ok(baseOf[u] !== middle && baseOf[graph.head[a]] !== middle);
    }
  }
});

block('a blocked road leads nobody, its detour does', () => {
  const { graph, roadOf } = car;
  const arc = roadOf.findIndex(
    (_, a) =>
      a >= graph.firstOut[at(2)] && a < graph.firstOut[at(2) + 1] && graph.head[a] === at(3),
  );
  assert.is(way(blockRoads(car, [roadOf[arc] >>> 1])), '1 2 5 3 4');
  refuses(() => blockRoads(car, [1.5]), RangeError, /roads\[0\] is 1.5/);
});

block('costs of arcs go with their arcs, also through a file', () => {
  const cost = car.graph.weight.map((_, a) => 100 + a);
  const priced = { ...car, cost };
  for (const closed of [blockNodes(priced, [at(3)]), blockRoads(priced, [car.roadOf[0] >>> 1])]) {
    assert.ok(closed.graph.arcCount < car.graph.arcCount);
    const expected = Array.from(closed.roadOf, (code) => cost[car.roadOf.indexOf(code)]);
    sameArray(closed.cost!, expected);
    sameArray(readRoadNetwork(writeRoadNetwork(closed)).cost!, expected);
  }
  assert.is(blockNodes(car, [at(3)]).cost, undefined);
});

block('roads that lose all their arcs are on no component', () => {
  const { roads, roadOf } = car;
  const live = new Uint8Array(roads.count).fill(3);
  const priced = { ...car, roads: { ...roads, live } };
  for (const closed of [blockNodes(priced, [at(3)]), blockRoads(priced, [roadOf[0] >>> 1])]) {
    const used = (network: RoadNetwork, road: number): boolean =>
      network.roadOf.some((code) => code >>> 1 === road);
    const right = Array.from(live, (_, r) => (used(car, r) && !used(closed, r) ? 2 : 3));
    assert.ok(right.includes(2) && right.includes(3));
    sameArray(closed.roads.live!, right);
  }
  assert.ok(live.every((bits) => bits === 3));
});

block('leave a loop, of which no straight line is a bound', () => {
  const network = loadGeoJson(
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [13.4, 52.5],
          [13.4, 52.501],
          [13.401, 52.501],
          [13.4, 52.5],
        ],
        [
          [13.4, 52.5],
          [13.41, 52.5],
        ],
      ],
    },
    { profile: 'all-ways' },
  );
  const straight = [...network.roads.length.keys()].filter((r) => network.roads.length[r] > 500);
  assert.is(straight.length, 1);
  const loop = blockRoads(network, straight);
  checkGraph(loop.graph);
  assert.is(loop.graph.arcCount, 2);
  const end = [...network.nodeId.keys()].find((u) => network.lonE7[u] === 134_100_000)!;
  sameArray(blockNodes(network, [end]).graph.weight, loop.graph.weight);
});
block.run();

async function rejects(promise: Promise<unknown>, message: RegExp): Promise<void> {
  try {
    await promise;
  } catch (error) {
    assert.match((error as Error).message, message);
    return;
  }
  assert.unreachable('it did not reject');
}
