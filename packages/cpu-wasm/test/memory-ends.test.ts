// Calls in which memory ends or `onProgress` destroys the solver: nothing that is left is wrong.
import { buildGraph, buildGrid, buildQueries, type Graph } from '@wayfield/graph';
import { everyEndOfMemory, refuses, sameArray, whereMemoryEnds } from '@wayfield/testing';
import { compileKernels, openKernels } from '@wayfield/wasm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWasmSolver } from '../src/index.ts';
import { KERNELS_BASE64 as SUBGOAL_KERNELS } from '../src/subgoals.gen.ts';
import { createSubgoalMap } from '../src/subgoals/map.ts';
import { createSubgoalSearcher } from '../src/subgoals/searcher.ts';
import { buildSubgoalHierarchy } from '../src/subgoals.ts';
import { createCustomizableSolver, buildCustomizable } from '../src/customizable.ts';
import { buildHierarchy, createHierarchySolver, type HierarchySolver } from '../src/hierarchy.ts';
import { buildHubLabels, createHubLabelSolver } from '../src/hub-labels.ts';
import { onFastClock } from './fast-clock.ts';
import { nodePairs, streets } from './random-graphs.ts';

const test = suite('calls that end early');

/** Some 10,000 nodes: tables and sweeps take more than the first pages of a memory. */
const graph: Graph = streets(100, 7);
const queries = nodePairs(graph, 20, 8);
const hierarchy = buildHierarchy(graph);

test('memory that ends while landmarks are placed leaves no table behind', () => {
  // a size where memory also ends between taking the room of the table and filling it
  const town = streets(60, 7);
  const asked = nodePairs(town, 20, 8);
  const expected = createWasmSolver(town, { algorithm: 'dijkstra' }).run(asked).cost;
  const { settled } = createWasmSolver({ ...town }, { algorithm: 'alt' }).route(0, 3240);
  let ended = 0;
  everyEndOfMemory(
    // another graph each time, because solvers of one graph share its memory
    () => createWasmSolver({ ...town }, { algorithm: 'alt' }),
    (solver) => solver.run(asked),
    (solver) => {
      ended++;
      sameArray(solver.run(asked).cost, expected);
      // a table without entries would bound nothing, or wrongly
      assert.is(solver.route(0, 3240).settled, settled);
      solver.destroy();
    },
  );
  assert.ok(ended > 1);
});

test('memory that ends while landmarks are placed is given back', () => {
  // a size where memory also ends while the search that places landmarks gets its memory
  const town = streets(150, 7);
  const asked = nodePairs(town, 2, 8);
  const make = () => createWasmSolver({ ...town }, { algorithm: 'alt', landmarks: 1 });
  const grows = everyEndOfMemory(
    make,
    (solver) => solver.run(asked),
    () => undefined,
  );
  for (let ended = 0; ended < grows; ended++) {
    const solver = make();
    const run = () => solver.run(asked);
    refuses(() => whereMemoryEnds(ended, run), RangeError, /^out of memory/);
    whereMemoryEnds(grows - ended, run);
  }
});

test('memory that ends in a sweep or a table leaves both as they were', () => {
  const sources = Array.from({ length: 16 }, (_, i) => i * 31);
  const many = Array.from({ length: 9000 }, (_, i) => i);
  for (const call of ['trees', 'table'] as const) {
    const task = (solver: ReturnType<typeof createHierarchySolver>): unknown =>
      call === 'trees' ? solver.trees(sources) : solver.table([5], many);
    let ended = 0;
    const whole = createHierarchySolver(graph, hierarchy);
    const tree = whole.trees([77]).dist.slice();
    const row = whole.table([5], many).slice();
    let held = 0;
    everyEndOfMemory(
      () => {
        const solver = createHierarchySolver(graph, hierarchy);
        if (call === 'trees') solver.trees([1]);
        solver.table([1], [2]);
        held = solver.memoryBytes;
        return solver;
      },
      task,
      (solver) => {
        ended++;
        // memory may also end later, while the targets search: then the longer row is there
        const more = solver.memoryBytes - held;
        assert.ok(more === 0 || (call === 'table' && more >= 35_000), `${call}: ${more} bytes`);
        sameArray(solver.trees([77]).dist, tree, call);
        sameArray(solver.table([5], many), row, call);
        solver.destroy();
      },
    );
    assert.ok(ended > 0, call);
  }
});

test('memory that ends in the first table leaves the maps of the solvers whole', () => {
  const labels = buildHubLabels(hierarchy);
  const sources = Array.from({ length: 9 }, (_, i) => i * 31);
  const targets = [9, 99, 999];
  const makers: Record<string, () => Pick<HierarchySolver, 'table' | 'run' | 'destroy'>> = {
    hierarchy: () => createHierarchySolver(graph, hierarchy),
    'hub labels': () => createHubLabelSolver(graph, hierarchy, labels),
  };
  for (const [name, make] of Object.entries(makers)) {
    const expected = make().table(sources, targets);
    let ended = 0;
    everyEndOfMemory(
      make,
      (solver) => solver.table(sources, targets),
      (solver) => {
        ended++;
        sameArray(solver.table(sources, targets), expected, name);
        sameArray(solver.run(queries).cost, make().run(queries).cost, name);
        solver.destroy();
      },
    );
    assert.ok(ended > 0, name);
  }
});

test('memory that ends in a first call is taken only once', () => {
  const customizable = buildCustomizable(graph);
  const hierarchical = () => createHierarchySolver(graph, hierarchy);
  const calls: readonly [string, () => { memoryBytes: number }, (solver: never) => unknown][] = [
    ['tree', hierarchical, (solver: ReturnType<typeof hierarchical>) => solver.tree(77)],
    ['trees', hierarchical, (solver: ReturnType<typeof hierarchical>) => solver.trees([77])],
    [
      'perfect',
      () => createCustomizableSolver(graph, customizable),
      (solver: ReturnType<typeof createCustomizableSolver>) => solver.hierarchy({ perfect: true }),
    ],
  ];
  for (const [name, make, call] of calls) {
    const first = make();
    call(first as never);
    let ended = 0;
    everyEndOfMemory(
      make,
      (solver) => call(solver as never),
      (solver) => {
        ended++;
        call(solver as never);
        assert.is(solver.memoryBytes, first.memoryBytes, `${name}, end ${ended}`);
      },
    );
    assert.ok(ended > 1, name);
  }
});

test('memory that ends in the first run of an agent size is taken only once', () => {
  const asked = buildQueries([[0, 89_298]]);
  const make = () => createWasmSolver(buildGrid({ width: 300, height: 300 }));
  const first = make();
  const { cost } = first.run(asked, { agentSize: 2 });
  let ended = 0;
  everyEndOfMemory(
    make,
    (solver) => solver.run(asked, { agentSize: 2 }),
    (solver) => {
      ended++;
      sameArray(solver.run(asked, { agentSize: 2 }).cost, cost);
      assert.is(solver.sharedBytes, first.sharedBytes, `end ${ended}`);
    },
  );
  assert.ok(ended > 1);
});

test('memory that ends in a one-to-many search leaves no targets marked', () => {
  // 0 beside all other nodes, so that the queue takes them all at once
  const nodes = Array.from({ length: 60_000 }, (_, i) => i);
  const rest = nodes.slice(1);
  const star = buildGraph({ nodeCount: 60_000, tail: rest.map(() => 0), head: rest, weight: rest });
  const make = () => {
    const solver = createWasmSolver({ ...star }, { algorithm: 'dijkstra', warmUp: 0 });
    // takes the memory of the marks, and none of the queue
    solver.runOneToMany(1, [1]);
    return solver;
  };
  let ended = 0;
  everyEndOfMemory(
    make,
    (solver) => solver.runOneToMany(0, rest),
    (solver) => {
      ended++;
      assert.is(solver.runOneToMany(0, [59_999]).cost[0], 59_999, `end ${ended}`);
    },
  );
  assert.ok(ended > 0);
});

test('memory that ends while a path is unpacked leaves no node on it', () => {
  // 0 - 1 - ... - 39,999, so long that the path outgrows its room; arcs of weight 0 may close
  // cycles, so nodes on the path are noted
  const length = 40_000;
  const along = Array.from({ length: length - 1 }, (_, i) => i);
  const line = buildGraph(
    {
      nodeCount: length,
      tail: along,
      head: along.map((i) => i + 1),
      weight: along.map((i) => i % 2),
    },
    { undirected: true },
  );
  const customizable = buildCustomizable(line);
  let ended = 0;
  everyEndOfMemory(
    () => createCustomizableSolver(line, customizable),
    (solver) => solver.route(0, length - 1),
    (solver) => {
      ended++;
      assert.equal(solver.route(3, 0).path, [3, 2, 1, 0], `end ${ended}`);
    },
  );
  assert.ok(ended > 0);
});

test('memory that ends in a block of queries leaves none of its paths behind', () => {
  const open = buildGrid({ width: 300, height: 300 });
  const ends = Array.from({ length: 100 }, (_, i) => [i, 89_999 - i] as const);
  const [there, back] = [buildQueries(ends), buildQueries(ends.map(([a, b]) => [b, a]))];
  for (const algorithm of ['astar', 'jps'] as const) {
    const expected = createWasmSolver({ ...open }, { algorithm }).run(back);
    let ended = 0;
    everyEndOfMemory(
      () => {
        const solver = createWasmSolver({ ...open }, { algorithm });
        // takes the block
        solver.run(buildQueries(ends.map(([a]) => [a, a + 1])));
        return solver;
      },
      (solver) => solver.run(there),
      (solver) => {
        ended++;
        sameArray(solver.run(back).node, expected.node, `${algorithm}, end ${ended}`);
      },
    );
    assert.ok(ended > 0, algorithm);
  }
});

test('paths of a block take no more memory than 2^20 cells and one path', () => {
  const solver = createWasmSolver(buildGrid({ width: 100_000, height: 1 }), { algorithm: 'jps' });
  const ends = Array.from({ length: 64 }, (_, i) => [i, 99_999] as const);
  const { firstNode } = solver.run(buildQueries(ends));
  assert.is(firstNode[64], 64 * 100_000 - (63 * 64) / 2);
  assert.ok(solver.memoryBytes < 2 ** 24, `${solver.memoryBytes} bytes`);
});

test('memory that ends in the first path over subgoals leaves the map whole', () => {
  const walled = buildGrid({ width: 30, height: 30 });
  walled.cost.fill(0, 450, 475);
  const subgoals = buildSubgoalHierarchy(walled);
  const parts = { grid: walled, hierarchy: subgoals, labels: buildHubLabels(subgoals) };
  const module = compileKernels(SUBGOAL_KERNELS);
  const { arena, layout } = createSubgoalMap({ ...parts, agentSize: 1 }, module, false);
  const searcher = createSubgoalSearcher(openKernels(module, { arena }), layout);
  // the rest of the memory, of which word 4 says how much is in use
  arena.allocate(arena.memory.buffer.byteLength - arena.words()[4]);
  searcher.search(0, 899, 1, 0, -1);
  refuses(() => whereMemoryEnds(0, () => searcher.pathLength()), RangeError, /^out of memory/);
  const used = arena.words()[4];
  assert.is(searcher.pathLength(), createWasmSolver(walled).route(0, 899).path.length);
  assert.ok(searcher.path() >= used, `the path is at ${searcher.path()}`);
});

test('an update of some arcs needs no memory', () => {
  const town = streets(200, 7);
  const customizable = buildCustomizable(town);
  const asked = nodePairs(town, 20, 8);
  const solver = createCustomizableSolver(town, customizable);
  const changed = Array.from({ length: 200 }, (_, i) => i * 301);
  for (const a of changed) town.weight[a] = Math.fround(town.weight[a] * 1.5);
  whereMemoryEnds(0, () => solver.update(changed));
  const expected = createCustomizableSolver(town, customizable).run(asked);
  sameArray(solver.run(asked).cost, expected.cost);
  for (const a of changed) town.weight[a] = Math.fround(town.weight[a] / 1.25);
  solver.update(changed);
  sameArray(solver.run(asked).cost, createCustomizableSolver(town, customizable).run(asked).cost);
});

test('an update of a map needs no memory, or changes nothing', () => {
  const open = buildGrid({ width: 300, height: 300 });
  const asked = buildQueries([
    [0, 89_999],
    [299, 89_700],
    [150, 45_150],
  ]);
  const astar = createWasmSolver(open);
  const before = astar.run(asked).cost;
  open.cost[301] = 7;
  open.cost[45_000] = 0;
  for (const changed of [[301, 45_000], undefined]) {
    refuses(() => whereMemoryEnds(0, () => astar.update(changed)), RangeError, /^out of memory/);
    sameArray(astar.run(asked).cost, before);
  }
  astar.update([301, 45_000]);
  sameArray(astar.run(asked).cost, createWasmSolver({ ...open }).run(asked).cost);

  const walls = buildGrid({ width: 300, height: 300 });
  const jps = createWasmSolver(walls, { algorithm: 'jps' });
  jps.run(asked);
  const closed = Array.from({ length: 6000 }, (_, i) => (i * 7919) % 89_700);
  for (const cell of closed) walls.cost[cell] = 0;
  whereMemoryEnds(0, () => jps.update(closed));
  sameArray(jps.run(asked).cost, createWasmSolver({ ...walls }).run(asked).cost);

  const roads = { ...graph, weight: graph.weight.slice() };
  const both = createWasmSolver(roads, { algorithm: 'bidirectional' });
  both.run(queries);
  roads.weight[graph.firstOut[5000]] *= 3;
  whereMemoryEnds(0, () => both.update([graph.firstOut[5000]]));
  const fresh = createWasmSolver({ ...roads }, { algorithm: 'bidirectional' });
  sameArray(both.run(queries).cost, fresh.run(queries).cost);
});

test('a solver that finds no memory leaves none behind', () => {
  const town = (): Graph => {
    const map = { ...graph, weight: graph.weight.slice() };
    createWasmSolver(map, { algorithm: 'greedy' });
    return map;
  };
  const second = (map: Graph): unknown => createWasmSolver(map, { algorithm: 'bidirectional' });
  const grows = everyEndOfMemory(town, second, () => undefined);
  assert.ok(grows > 1, `${grows} growths`);
  const map = town();
  refuses(() => whereMemoryEnds(grows - 1, () => second(map)), RangeError, /^out of memory/);
  // the blocks taken before memory ended serve the next one
  whereMemoryEnds(1, () => second(map));

  // without a solver, nobody could tell the copy of a map what changed since
  const alone = { ...graph, weight: graph.weight.slice() };
  const most = everyEndOfMemory(
    () => ({ ...alone }),
    second,
    () => undefined,
  );
  refuses(() => whereMemoryEnds(most - 1, () => second(alone)), RangeError, /^out of memory/);
  for (let a = 0; a < alone.weight.length; a++) alone.weight[a] *= 2;
  const { cost } = createWasmSolver(alone, { algorithm: 'dijkstra' }).run(queries);
  sameArray(cost, createWasmSolver({ ...alone }, { algorithm: 'dijkstra' }).run(queries).cost);
});

test('onProgress may destroy the solver: the call throws, or is at its end', () => {
  const makers = {
    wasm: () => createWasmSolver({ ...graph }),
    hierarchy: () => createHierarchySolver(graph, hierarchy),
    customizable: () => createCustomizableSolver(graph, buildCustomizable(graph)),
  };
  for (const [name, make] of Object.entries(makers)) {
    for (const at of [1, 7]) {
      const solver = make();
      let calls = 0;
      const onProgress = (): void => {
        if (++calls === at) solver.destroy();
      };
      onFastClock(() =>
        refuses(() => solver.run(queries, { onProgress }), Error, 'the solver was destroyed'),
      );
      assert.is(calls, at, `${name}: told after it was destroyed`);
    }
    const last = make();
    const { count } = queries;
    const onProgress = (done: number): void => {
      if (done === count) last.destroy();
    };
    assert.is(last.run(queries, { onProgress }).count, count, name);
  }
});

test('onProgress of a table may destroy the solver, and may not begin another table', () => {
  const nodes = Array.from({ length: 12 }, (_, i) => i * 5);
  for (const at of [1, 12, 13]) {
    const solver = createHierarchySolver(graph, hierarchy);
    let calls = 0;
    const onProgress = (): void => {
      if (++calls === at) solver.destroy();
    };
    onFastClock(() =>
      refuses(() => solver.table(nodes, nodes, { onProgress }), Error, 'the solver was destroyed'),
    );
  }
  const solver = createHierarchySolver(graph, hierarchy);
  const expected = solver.table(nodes, nodes).slice();
  let inner: Float32Array | undefined;
  const onProgress = (): void => {
    inner ??= solver.table(nodes, nodes);
  };
  onFastClock(() =>
    refuses(() => solver.table(nodes, nodes, { onProgress }), Error, /began another table/),
  );
  sameArray(inner!, expected);
  sameArray(solver.table(nodes, nodes), expected);
  // other calls use other scratch
  const free = (): void => void solver.run(buildQueries([[0, 99]]));
  sameArray(
    onFastClock(() => solver.table(nodes, nodes, { onProgress: free })),
    expected,
  );
});

test.run();
