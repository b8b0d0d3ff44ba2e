import { buildGraph, buildQueries, FOUND, NO_PATH } from '@wayfield/graph';
import { random, randomGraph, roadGraph } from '@wayfield/graph/generators';
import { validateRoutes } from '@wayfield/graph/validate';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildHierarchy, createHierarchySolver, type RouteEnds } from '../src/hierarchy.ts';

const among = suite('routeAmong');

/** Weights of 0, one-way arcs, parallel arcs, nodes that nothing reaches; whole numbers. */
const odd = randomGraph(301, 700, { seed: 6, zeros: 0.3, loops: 0.1, parallel: 0.2 });
for (let a = 0; a < odd.arcCount; a++) odd.weight[a] = Math.round(odd.weight[a]);
const road = roadGraph(21, 19, { seed: 5 });
for (let a = 0; a < road.arcCount; a++) road.weight[a] = Math.max(1, Math.round(road.weight[a]));

among(
  'finds the cheapest pair of ends, nodes that repeat and nodes that nothing reaches too',
  () => {
    let missing = 0;
    for (const graph of [odd, road]) {
      const solver = createHierarchySolver(graph, buildHierarchy(graph));
      const next = random(17);
      const ends = (): RouteEnds => {
        const node = Array.from({ length: 1 + next(4) }, () => next(graph.nodeCount));
        if (next(3) === 0) node.push(node[0]);
        return { node, cost: node.map(() => (next(3) === 0 ? 0 : next(40))) };
      };
      for (let k = 0; k < 1500; k++) {
        const [sources, targets] = [ends(), ends()];
        let expected = Infinity;
        for (let i = 0; i < sources.node.length; i++) {
          for (let j = 0; j < targets.node.length; j++) {
            const { cost } = solver.route(sources.node[i], targets.node[j]);
            expected = Math.min(expected, sources.cost[i] + cost + targets.cost[j]);
          }
        }
        const { status, cost, path } = solver.routeAmong(sources, targets);
        if (expected === Infinity) {
          assert.equal([status, cost, path.length], [NO_PATH, Infinity, 0]);
          missing++;
          continue;
        }
        assert.is(status, FOUND);
        const [first, last] = [path[0], path[path.length - 1]];
        const least = ({ node, cost: costs }: RouteEnds, end: number): number =>
          Math.min(...Array.from(node, (one, i) => (one === end ? costs[i] : Infinity)));
        assert.is(least(sources, first) + cost + least(targets, last), expected, `case ${k}`);
        const routes = {
          count: 1,
          status: Uint8Array.of(status),
          cost: Float32Array.of(cost),
          firstNode: Uint32Array.of(0, path.length),
          node: Uint32Array.from(path),
        };
        validateRoutes(graph, buildQueries([[first, last]]), routes);
      }
      // nothing of it is left for the next searches
      const [one] = solver.route(3, 200).path;
      assert.is(one, 3);
      solver.destroy();
    }
    assert.ok(missing > 100);
  },
);

among('refuses ends that are none, with the numbers', () => {
  const graph = buildGraph({ nodeCount: 3, tail: [0, 1], head: [1, 2], weight: [1, 2] });
  const solver = createHierarchySolver(graph, buildHierarchy(graph));
  const good = { node: [0], cost: [0] };
  const bad: [RouteEnds, RegExp][] = [
    [{ node: [], cost: [] }, /targets.node is '\[\]', expected at least one node/],
    [{ node: [3], cost: [0] }, /targets.node\[0\] is 3, the graph has 3 nodes/],
    [{ node: [1, 2], cost: [0] }, /targets.cost/],
    [{ node: [1], cost: [-1] }, /targets.cost\[0\] is -1/],
    [{ node: [1], cost: [NaN] }, /targets.cost\[0\] is NaN/],
  ];
  for (const [targets, message] of bad) {
    refuses(() => solver.routeAmong(good, targets), RangeError, message);
  }
  const { path, cost } = solver.routeAmong(good, { node: [2, 1], cost: [0, 5] });
  assert.equal([path, cost], [[0, 1, 2], 3]);
  solver.destroy();
  assert.throws(() => solver.routeAmong(good, good), /destroyed/);
});

among('takes a cost of -0 as 0', () => {
  const solver = createHierarchySolver(road, buildHierarchy(road));
  const next = random(23);
  const ends = (): RouteEnds => {
    const node = Array.from({ length: 3 }, () => next(road.nodeCount));
    return { node, cost: [-0, 1 + next(40), -0] };
  };
  const plain = ({ node, cost }: RouteEnds): RouteEnds => ({
    node,
    cost: Array.from(cost, (c) => c + 0),
  });
  for (let k = 0; k < 300; k++) {
    const [sources, targets] = [ends(), ends()];
    const { path } = solver.routeAmong(sources, targets);
    assert.equal(path, solver.routeAmong(plain(sources), plain(targets)).path, `case ${k}`);
  }
});

among.run();
