import {
  BUDGET_SPENT,
  buildGraph,
  buildQueries,
  FOUND,
  type Graph,
  largestWeight,
  NO_PATH,
  type Queries,
  referenceRoutes,
  type Routes,
} from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { checkHierarchy, type Hierarchy } from '@wayfield/graph/hierarchy';
import { refuses, sameArray } from '@wayfield/testing';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildCustomizable, createCustomizableSolver } from '../src/customizable.ts';
import { createHierarchySolver } from '../src/hierarchy.ts';
import { createWasmSolver } from '../src/index.ts';
import { climbHierarchy, costOfArcs } from './hierarchy-search.ts';
import { anyGraph, multiplyWeight, nodePairs, randomGraph, streets } from './random-graphs.ts';
import { numbers } from './random-grids.ts';

const SEED = 20141104;

function sameHierarchy(actual: Hierarchy, expected: Hierarchy): void {
  for (const side of ['up', 'down'] as const) {
    for (const name of ['firstArc', 'head', 'weight', 'first', 'second'] as const) {
      sameArray(actual[side][name], expected[side][name], `${side}.${name}`);
    }
  }
}

/** Whether all weights are small whole numbers, so that every sum is exact. */
const whole = (graph: Graph): boolean => graph.weight.every((w) => Number.isInteger(w) && w < 1e4);

/** The graph without a heuristic, which weights may change in any way. */
const anyWeights = (graph: Graph): Graph => ({ ...graph, heuristicScale: 0 });

/** What Dijkstra's algorithm finds with the weights as they are now. */
function dijkstraRoutes(graph: Graph, queries: Queries): Routes {
  const dijkstra = createWasmSolver(graph, { algorithm: 'dijkstra' });
  const routes = dijkstra.run(queries);
  dijkstra.destroy();
  return routes;
}

function near(actual: number, expected: number, tolerance: number, what: string): void {
  if (actual === expected || Math.abs(actual - expected) <= tolerance * expected) return;
  throw new Error(`${what} is ${actual}, expected ${expected} within ${tolerance}`);
}

const solver = suite('customizable solver');

//   0 --1-- 1 --1-- 2      4 (alone)
//    \-----5------/ \-> 3 (one-way)
const small = (): Graph =>
  buildGraph({
    nodeCount: 5,
    tail: [0, 1, 1, 2, 0, 2, 2],
    head: [1, 0, 2, 1, 2, 0, 3],
    weight: [1, 1, 1, 1, 5, 5, 0.5],
  });

solver('finds the paths in the drawing, and others when weights change', () => {
  const graph = small();
  const customizable = buildCustomizable(graph);
  const queries = buildQueries([
    [0, 3],
    [3, 0],
    [0, 4],
    [2, 2],
  ]);
  for (const perfect of [false, true]) {
    graph.weight.set([1, 1, 1, 1, 5, 5, 0.5].map((_, a) => small().weight[a]));
    const own = createCustomizableSolver(graph, customizable, { perfect });
    const routes = own.run(queries);
    sameArray(routes.status, [FOUND, NO_PATH, NO_PATH, FOUND]);
    sameArray(routes.cost, [2.5, Infinity, Infinity, 0]);
    sameArray(routes.firstNode, [0, 4, 4, 4, 5]);
    sameArray(routes.node, [0, 1, 2, 3, 2]);
    // the path over node 1 becomes the longer one
    const arc = graph.head.subarray(graph.firstOut[0], graph.firstOut[1]).indexOf(1);
    graph.weight[graph.firstOut[0] + arc] = 9;
    own.update([graph.firstOut[0] + arc]);
    const later = own.run(queries, { reuse: routes });
    sameArray(later.node.subarray(0, 3), [0, 2, 3]);
    sameArray(later.cost, [5.5, Infinity, Infinity, 0]);
    own.destroy();
  }
});

solver(`answers random graphs as the reference does, seed ${SEED}`, () => {
  fc.assert(
    fc.property(anyGraph(), fc.integer(), fc.boolean(), (graph, seed, perfect) => {
      const queries = nodePairs(graph, 3 * graph.nodeCount, seed);
      const expected = referenceRoutes(graph, queries);
      const own = createCustomizableSolver(graph, buildCustomizable(graph), { perfect });
      const routes = own.run(queries);
      validateRoutes(graph, queries, routes);
      sameArray(routes.status, expected.status, 'status');
      const tolerance = whole(graph) ? 0 : graph.nodeCount * 2 ** -23;
      for (let i = 0; i < queries.count; i++) {
        near(routes.cost[i], expected.cost[i], tolerance, `cost[${i}]`);
      }
      // a path meets no node twice, not even where that costs nothing
      for (let i = 0; i < queries.count; i++) {
        const path = routes.node.subarray(routes.firstNode[i], routes.firstNode[i + 1]);
        assert.is(new Set(path).size, path.length);
      }
      const costs = own.run(queries, { result: 'cost' });
      sameArray(costs.cost, routes.cost, 'cost without paths');
      assert.is(costs.node.length, 0);
      own.destroy();
    }),
    { numRuns: 300, seed: SEED },
  );
});

solver(`gives hierarchies that a plain search agrees with, seed ${SEED}`, () => {
  fc.assert(
    fc.property(anyGraph({ maxNodes: 25 }), fc.boolean(), (graph, perfect) => {
      const own = createCustomizableSolver(graph, buildCustomizable(graph));
      const hierarchy = own.hierarchy({ perfect });
      checkHierarchy(hierarchy, graph);
      const pairs: [number, number][] = [];
      for (let s = 0; s < graph.nodeCount; s++) {
        for (let t = 0; t < graph.nodeCount; t++) pairs.push([s, t]);
      }
      const queries = buildQueries(pairs);
      const { cost } = referenceRoutes(graph, queries);
      const tolerance = whole(graph) ? 0 : graph.nodeCount * 2 ** -23;
      pairs.forEach(([s, t], i) => {
        const climb = climbHierarchy(hierarchy, s, t);
        near(climb.cost, cost[i], tolerance, `${s} to ${t}`);
        if (cost[i] === Infinity) return;
        near(costOfArcs(graph, climb.arcs, s, t), cost[i], tolerance, `arcs ${s} to ${t}`);
      });
      own.destroy();
    }),
    { numRuns: 100, seed: SEED },
  );
});

solver('drops the arcs that are no shortest paths from a perfect hierarchy', () => {
  // a triangle whose long side is longer than the other two together
  const graph = buildGraph(
    { nodeCount: 3, tail: [0, 1, 0], head: [1, 2, 2], weight: [1, 1, 5] },
    { undirected: true },
  );
  const own = createCustomizableSolver(graph, buildCustomizable(graph, { order: [0, 1, 2] }));
  const all = own.hierarchy();
  sameArray(all.up.head, [1, 2, 2]);
  sameArray(all.up.weight, [1, 5, 1]);
  const kept = own.hierarchy({ perfect: true });
  sameArray(kept.up.firstArc, [0, 1, 2, 2]);
  sameArray(kept.up.head, [1, 2]);
  sameArray(kept.up.weight, [1, 1]);
  sameArray(kept.down.head, [1, 2]);
});

solver('leaves no way where the graph has none', () => {
  const graph = buildGraph({ nodeCount: 3, tail: [0, 1], head: [1, 2], weight: [1, 2] });
  const own = createCustomizableSolver(graph, buildCustomizable(graph, { order: [1, 0, 2] }));
  const { up, down } = own.hierarchy();
  // rank 0 is node 1: nothing leads from it to node 0, nothing to it from node 2
  sameArray(up.head, [1, 2, 2]);
  sameArray(up.weight, [Infinity, 2, 3]);
  sameArray(down.weight, [1, Infinity, Infinity]);
});

solver(`a partial update equals a full customisation, seed ${SEED}`, () => {
  fc.assert(
    fc.property(
      anyGraph({ maxNodes: 60 }),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 0.5, 1, 2, 3, 100, 1e30)), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.integer({ min: 1, max: 6 }),
      (graph, changes, rounds) => {
        if (graph.arcCount === 0) return;
        const customizable = buildCustomizable(graph);
        const own = createCustomizableSolver(graph, customizable);
        for (let round = 0; round < rounds; round++) {
          const changed = changes.map(([n, weight]) => {
            const a = (n + round * 7) % graph.arcCount;
            graph.weight[a] = weight;
            return a;
          });
          own.update(changed);
          const anew = createCustomizableSolver(graph, customizable);
          sameHierarchy(own.hierarchy(), anew.hierarchy());
          anew.destroy();
        }
        own.destroy();
      },
    ),
    { numRuns: 150, seed: SEED },
  );
});

solver('a partial update on streets equals a full customisation and finds the paths', () => {
  const graph = anyWeights(streets(60, 17));
  const customizable = buildCustomizable(graph);
  const own = createCustomizableSolver(graph, customizable);
  const better = createCustomizableSolver(graph, customizable, { perfect: true });
  const random = numbers(18);
  const queries = nodePairs(graph, 60, 19);
  // one by one, one by one until too many are touched, and all at once
  for (const length of [1, 1, 2, 3, 5, 8, 13, 60, 200]) {
    const changed = Array.from({ length }, () => Math.floor(random() * graph.arcCount));
    for (const a of changed) multiplyWeight(graph, a, random() < 0.5 ? 4 : 0.25);
    own.update(changed);
    better.update(changed);
    const anew = createCustomizableSolver(graph, customizable);
    sameHierarchy(own.hierarchy(), anew.hierarchy());
    sameHierarchy(better.hierarchy(), anew.hierarchy({ perfect: true }));
    const expected = dijkstraRoutes(graph, queries);
    for (const routes of [own.run(queries), better.run(queries)]) {
      validateRoutes(graph, queries, routes);
      for (let i = 0; i < queries.count; i++) {
        near(routes.cost[i], expected.cost[i], 1e-5, `cost[${i}]`);
      }
    }
    anew.destroy();
  }
});

solver('customised with other weights is as if built for them', () => {
  const graph = anyWeights(streets(50, 23));
  const customizable = buildCustomizable(graph);
  const own = createCustomizableSolver(graph, customizable);
  const queries = nodePairs(graph, 100, 24);
  const random = numbers(25);
  for (let round = 0; round < 4; round++) {
    for (let a = 0; a < graph.arcCount; a++) graph.weight[a] = Math.floor(random() * 1000);
    own.update();
    const routes = own.run(queries);
    validateRoutes(graph, queries, routes);
    const expected = dijkstraRoutes(graph, queries);
    sameArray(routes.cost, expected.cost, `round ${round}`);
    // another order, found for a graph that lies elsewhere, gives the same costs
    const order = Array.from(customizable.node).sort((a, b) => ((a * 7) % 64) - ((b * 7) % 64));
    const anew = createCustomizableSolver(graph, buildCustomizable(graph, { order }));
    sameArray(anew.run(queries).cost, routes.cost, `round ${round}, another order`);
    anew.destroy();
  }
});

solver('gives hierarchies to the hierarchy solver, which answers the same', () => {
  const graph = streets(50, 31);
  const own = createCustomizableSolver(graph, buildCustomizable(graph));
  const queries = nodePairs(graph, 200, 32);
  const routes = own.run(queries);
  for (const perfect of [false, true]) {
    const other = createHierarchySolver(graph, own.hierarchy({ perfect }));
    const found = other.run(queries);
    sameArray(found.status, routes.status, 'status');
    for (let i = 0; i < queries.count; i++) {
      near(found.cost[i], routes.cost[i], 1e-5, `cost[${i}]`);
    }
    const { dist } = other.tree(7);
    const tree = createWasmSolver(graph, { algorithm: 'dijkstra' }).tree(7);
    sameArray(dist, tree.dist, 'dist of a sweep');
    other.destroy();
  }
});

solver('costs sums as everybody does where shortcuts round otherwise', () => {
  // 2^24 + 1 + 1: from the left each 1 is lost, the two together are not
  const graph = buildGraph({
    nodeCount: 4,
    tail: [0, 1, 2],
    head: [1, 2, 3],
    weight: [2 ** 24, 1, 1],
  });
  const own = createCustomizableSolver(graph, buildCustomizable(graph, { order: [2, 1, 0, 3] }));
  const queries = buildQueries([[0, 3]]);
  for (const result of ['routes', 'cost'] as const) {
    sameArray(own.run(queries, { result }).cost, [2 ** 24], result);
  }
  sameArray(own.hierarchy().up.weight.subarray(-1), [2 ** 24 + 2]);
});

solver('adds up the largest weights there are', () => {
  const most = largestWeight(3);
  const graph = buildGraph({ nodeCount: 3, tail: [0, 1], head: [1, 2], weight: [most, most] });
  const own = createCustomizableSolver(graph, buildCustomizable(graph));
  const { status, cost } = own.run(
    buildQueries([
      [0, 2],
      [0, 1],
    ]),
  );
  sameArray(status, [FOUND, FOUND]);
  sameArray(cost, [2 * most, most]);
});

solver('counts the nodes climbed, and stops when they are too many', () => {
  const graph = streets(40, 5);
  const own = createCustomizableSolver(graph, buildCustomizable(graph));
  const queries = buildQueries([
    [820, 1599],
    [7, 7],
  ]);
  const all = own.run(queries);
  const settled = all.settled?.[0] ?? 0;
  assert.ok(settled > 10 && settled < 400, `${settled} climbed`);
  const some = own.run(queries, { maxSettled: 10 });
  sameArray(some.status.subarray(0, 1), [BUDGET_SPENT]);
  sameArray(some.settled?.subarray(0, 1) ?? [], [10]);
  const enough = own.run(queries, { maxSettled: settled });
  sameArray(enough.status, all.status);
  sameArray(enough.node, all.node);
});

solver('answers the same whatever came before, without taking memory', () => {
  const graph = streets(40, 9);
  const own = createCustomizableSolver(graph, buildCustomizable(graph));
  const [first, second]: Queries[] = [nodePairs(graph, 60, 10), nodePairs(graph, 60, 11)];
  const once = own.run(first);
  const { memoryBytes } = own;
  own.run(second, { maxSettled: 30 });
  own.run(second, { result: 'cost' });
  const again = own.run(first);
  for (const key of ['status', 'cost', 'node', 'settled'] as const) {
    sameArray(again[key] ?? [], once[key] ?? [], key);
  }
  assert.is(own.memoryBytes, memoryBytes);
});

solver('refuses what does not fit, and changes nothing', () => {
  const graph = small();
  const customizable = buildCustomizable(graph);
  const own = createCustomizableSolver(graph, customizable);
  const before = own.hierarchy();
  refuses(() => own.update([0, 7]), RangeError, 'changed[1] is 7, the graph has 7 arcs');
  graph.weight[2] = -1;
  for (const changed of [undefined, [0, 2]]) {
    refuses(() => own.update(changed), RangeError, /weight\[2\] is -1, expected 0, or/);
  }
  sameHierarchy(own.hierarchy(), before);
  refuses(() => own.run(buildQueries([[0, 5]])), RangeError, /target\[0\] is 5/);
  refuses(
    () => own.run(buildQueries([[0, 1]]), { nearest: true } as object),
    TypeError,
    /run has no option 'nearest'/,
  );
  const other = randomGraph(5, 1.4, () => 1, 3);
  assert.is(other.arcCount, 7);
  refuses(
    () => createCustomizableSolver(other, customizable),
    RangeError,
    /is not where the hierarchy has it: it was built for another graph/,
  );
  refuses(
    () => createCustomizableSolver(streets(3, 1), customizable),
    RangeError,
    /the hierarchy is of 5 nodes and 7 arcs, the graph has 9/,
  );
  own.destroy();
  refuses(() => own.run(buildQueries([[0, 1]])), Error, 'the solver was destroyed');
});

solver('refuses arrays that lack the form of the type', () => {
  // contracted 1, 2, 0, 3: firstArc 0 2 4 5 5, head 1 2 | 2 3 | 3, parent 1 2 3 NONE
  const graph = buildGraph(
    { nodeCount: 4, tail: [0, 1, 2], head: [1, 2, 3], weight: [1, 1, 1] },
    { undirected: true },
  );
  const right = buildCustomizable(graph, { order: [1, 2, 0, 3] });
  const refusesWith = (field: string, values: number[], why: RegExp): void => {
    const forged = { ...right, [field]: Uint32Array.from(values) };
    refuses(() => createCustomizableSolver(graph, forged), RangeError, why);
  };
  createCustomizableSolver(graph, right).destroy();
  // a cycle: every search would climb forever
  refusesWith('parent', [1, 0, 3, 0xffffffff], /parent\[1\] is 0, expected 2/);
  refusesWith('parent', [1, 2, 3, 3], /parent\[3\] is 3, expected 4294967295/);
  refusesWith('parent', [1, 2, 3], /parent.length is 3, expected 4/);
  refusesWith('rank', [2, 0, 1, 2], /rank\[3\] is 2, expected 3/);
  refusesWith('node', [1, 2, 0, 9], /node\[3\] is 9, expected below 4/);
  refusesWith('head', [1, 2, 2, 1e9, 3], /head\[3\] is 1000000000, expected from 3 to 3/);
  refusesWith('head', [1, 3, 2, 3, 3], /arc 2 from node 1 to 2|was built for another graph/);
  refusesWith('firstArc', [0, 2, 9, 5, 5], /firstArc\[2\] is 9, expected from 2 to 5/);
  refusesWith('levelStart', [0, 2, 3, 4], /head\[0\] is 1, expected from 2 to 3/);
  refusesWith('levelStart', [0, 1, 2, 3, 5], /levelStart\[4\] is 5, expected 4/);
  refuses(
    () => createCustomizableSolver(graph, { ...right, parent: [...right.parent] } as never),
    TypeError,
    /customizable.parent/,
  );
  // ranks 0 1 2 3, arcs 0-1, 0-3, 1-2, 2-3: 0 joins 1 and 3, which no arc does
  const circle = buildGraph(
    { nodeCount: 4, tail: [0, 0, 1, 2], head: [1, 3, 2, 3], weight: [1, 1, 1, 1] },
    { undirected: true },
  );
  const built = buildCustomizable(circle, { order: [0, 1, 2, 3] });
  sameArray(built.head, [1, 3, 2, 3, 3]);
  const open = {
    ...built,
    arcCount: 4,
    firstArc: Uint32Array.of(0, 2, 3, 4, 4),
    head: Uint32Array.of(1, 3, 2, 3),
    arcOf: built.arcOf.map((place) => (place >= 8 ? place - 2 : place)),
  };
  refuses(() => createCustomizableSolver(circle, open), RangeError, /joined to rank 1, the parent/);
});

solver.run();
