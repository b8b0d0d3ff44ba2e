import { buildGraph, buildGrid, buildQueries } from '@wayfield/graph';
import { type Sample, type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as customizable from '../src/customizable.ts';
import * as hierarchy from '../src/hierarchy.ts';
import * as hubLabels from '../src/hub-labels.ts';
import * as hubLabelPool from '@wayfield/cpu-wasm/hub-labels-pool';
import * as subgoals from '../src/subgoals.ts';
import * as subgoalPool from '@wayfield/cpu-wasm/subgoal-pool';
import * as hierarchyPool from '@wayfield/cpu-wasm/hierarchy-pool';
import * as main from '../src/index.ts';
import * as pool from '@wayfield/cpu-wasm/pool';

const test = suite('arguments');

/** A value whose fields are left alone: tests of graph try those of maps. */
function opaque<T extends object>(value: T): T {
  return Object.setPrototypeOf({ ...value }, {}) as T;
}

const grid = opaque(buildGrid({ width: 3, height: 2 }));
const graph = opaque(
  buildGraph({ nodeCount: 3, tail: [0, 1, 2], head: [1, 2, 0], weight: [1, 1, 2] }),
);
const built = opaque(hierarchy.buildHierarchy(graph));
const labels = opaque(hubLabels.buildHubLabels(built));
const labelFile = hubLabels.writeHubLabels(labels);
const turns = opaque(subgoals.buildSubgoalHierarchy(grid));
const turnLabels = opaque(hubLabels.buildHubLabels(turns));
const cuts = opaque(customizable.buildCustomizable(graph));
const file = customizable.writeCustomizable(cuts, graph);
const queries = () => ({ ...buildQueries([[0, 2]]) });
const earlier = main.createWasmSolver(grid).run(queries());
const tree = main.createWasmSolver(grid, { algorithm: 'dijkstra' }).tree(0);

const watch = { onProgress: () => undefined, signal: new AbortController().signal };
const hierarchyRun = { maxSettled: 9, result: 'routes', reuse: opaque(earlier), ...watch };
const labelRun = { result: 'routes', reuse: opaque(earlier), ...watch };
const distances = { ...watch, reuse: new Float32Array(1) };
const run = { ...hierarchyRun, nearest: false, agentSize: 1 };
const solver = { algorithm: 'dijkstra', heuristic: 'zero', allowInadmissible: false };
// the count of no queries at all is looked at first
const named = { queries: 'queries|count', 'queries.count': 'count|source' };

const runs = (options: object): Sample => ({
  args: () => ({ queries: queries(), options }),
  named,
  accepts: { 'options.agentSize': ['[]'] },
});
/** One search answers all targets: no `nearest`, no progress, no signal, one size. */
const many = { maxSettled: 9, result: 'cost', agentSize: 1, reuse: run.reuse };
const route = (options: object): Sample => ({ args: () => ({ source: 0, target: 2, options }) });
const update: Sample = { args: () => ({ changed: [0] }), optional: ['changed'] };
const watched: Sample = { args: () => ({ graph, options: watch }) };

const tableEnds = () => ({ node: [0], cost: [1], first: [0, 1] });

const samples: Samples = {
  createWasmSolver: {
    args: () => ({ map: grid, options: { ...solver, landmarks: undefined, warmUp: 1 } }),
    done: (made: main.WasmSolver) => made.destroy(),
    methods: {
      run: runs(run),
      route: route({ nearest: false, maxSettled: 9, agentSize: 1 }),
      runOneToMany: { args: () => ({ source: 0, targets: [1, 2], options: many }) },
      tree: { args: () => ({ source: 0, options: { agentSize: 1, reuse: opaque(tree) } }) },
      update,
      destroy: 'no arguments',
    },
  },
  createWasmPool: {
    args: () => ({
      map: grid,
      options: { ...solver, threads: 1, worker: undefined, landmarks: undefined },
    }),
    done: (made: pool.WasmPool) => made.destroy(),
    methods: { run: runs(run), update, destroy: 'no arguments' },
  },
  buildHierarchy: watched,
  createHierarchySolver: {
    args: () => ({ graph, hierarchy: built }),
    done: (made: hierarchy.HierarchySolver) => made.destroy(),
    methods: {
      run: runs(hierarchyRun),
      route: route({ maxSettled: 9 }),
      routeAmong: {
        args: () => ({
          sources: { node: [0, 1], cost: [0, 2] },
          targets: { node: [2], cost: [0] },
          options: { maxSettled: 9 },
        }),
      },
      trees: { args: () => ({ sources: [0, 1] }) },
      sweepsTo: {
        args: () => ({ targets: [0, 1] }),
        optional: ['targets'],
        methods: {
          run: { args: () => ({ seeds: { node: [0, 1], cost: [0, 2], first: [0, 1, 2] } }) },
          free: 'no arguments',
        },
      },
      tree: { args: () => ({ source: 0, options: { reuse: opaque(tree) } }) },
      table: {
        args: () => ({
          sources: [0],
          targets: [1],
          options: { ...watch, reuse: new Float32Array(1) },
        }),
      },
      destroy: 'no arguments',
    },
  },
  createHierarchyPool: {
    args: () => ({ graph, hierarchy: built, options: { threads: 1, worker: undefined } }),
    done: (made: hierarchyPool.HierarchyPool) => made.destroy(),
    methods: {
      run: runs(hierarchyRun),
      tableRows: {
        args: () => ({ sources: tableEnds(), targets: tableEnds(), options: { ...watch } }),
        done: (rows: AsyncGenerator) => rows.return(undefined),
      },
      destroy: 'no arguments',
    },
  },
  buildHubLabels: { args: () => ({ hierarchy: built, options: { ...watch, memoryBudget: 9999 } }) },
  checkHubLabels: { args: () => ({ labels, hierarchy: built }), optional: ['hierarchy'] },
  writeHubLabels: { args: () => ({ labels }) },
  readHubLabels: { args: () => ({ source: labelFile }), named: { source: 'source|byteLength' } },
  createHubLabelSolver: {
    args: () => ({ graph, hierarchy: built, labels }),
    done: (made: hubLabels.HubLabelSolver) => made.destroy(),
    methods: {
      distances: runs(distances),
      run: runs(labelRun),
      route: { args: () => ({ source: 0, target: 2 }) },
      table: { args: () => ({ sources: [0], targets: [1], options: distances }) },
      destroy: 'no arguments',
    },
  },
  createHubLabelPool: {
    args: () => ({ graph, hierarchy: built, labels, options: { threads: 1, worker: undefined } }),
    done: (made: hubLabelPool.HubLabelPool) => made.destroy(),
    methods: { distances: runs(distances), run: runs(labelRun), destroy: 'no arguments' },
  },
  buildSubgoalHierarchy: { args: () => ({ grid, options: { ...watch, agentSize: 1 } }) },
  createSubgoalSolver: {
    args: () => ({ grid, hierarchy: turns, labels: turnLabels, options: { agentSize: 1 } }),
    done: (made: subgoals.SubgoalSolver) => made.destroy(),
    methods: {
      run: runs(labelRun),
      route: { args: () => ({ source: 0, target: 2 }) },
      destroy: 'no arguments',
    },
  },
  createSubgoalPool: {
    args: () => ({
      grid,
      hierarchy: turns,
      labels: turnLabels,
      options: { agentSize: 1, threads: 1, worker: undefined },
    }),
    done: (made: subgoalPool.SubgoalPool) => made.destroy(),
    methods: { run: runs(labelRun), destroy: 'no arguments' },
  },
  buildCustomizable: {
    args: () => ({ graph, options: { ...watch, order: [0, 1, 2], directions: 2 } }),
  },
  writeCustomizable: { args: () => ({ hierarchy: cuts, graph }) },
  readCustomizable: {
    args: () => ({ source: file, graph }),
    named: { source: 'source|byteLength' },
  },
  createCustomizableSolver: {
    args: () => ({ graph, customizable: cuts, options: { perfect: false } }),
    done: (made: customizable.CustomizableSolver) => made.destroy(),
    methods: {
      run: runs(hierarchyRun),
      route: route({ maxSettled: 9 }),
      update,
      hierarchy: { args: () => ({ options: { perfect: false } }) },
      destroy: 'no arguments',
    },
  },
};

test('every argument of every export is checked in words', async () => {
  const entries = {
    '.': main,
    pool,
    hierarchy,
    hierarchyPool,
    hubLabels,
    hubLabelPool,
    subgoals,
    subgoalPool,
    customizable,
  };
  assert.equal(await walkExports(entries, samples), []);
});

test.run();
