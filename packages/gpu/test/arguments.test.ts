import { buildCustomizable } from '@wayfield/cpu-wasm/customizable';
import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import { buildHubLabels } from '@wayfield/cpu-wasm/hub-labels';
import { buildGraph, buildGrid, buildQueries } from '@wayfield/graph';
import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as hierarchy from '../src/hierarchy.ts';
import * as hubLabels from '../src/hub-labels.ts';
import * as main from '../src/index.ts';
import { device } from './device.ts';

/** A value whose fields are left alone. */
function opaque<T extends object>(value: T): T {
  return Object.setPrototypeOf({ ...value }, {}) as T;
}

const grid = opaque(buildGrid({ width: 3, height: 2 }));
const graph = buildGraph({ nodeCount: 3, tail: [0, 1, 2], head: [1, 2, 0], weight: [1, 1, 2] });
const roads = opaque(graph);
const tableEnds = () => ({ node: [0], cost: [1], first: [0, 1] });
const built = opaque(buildHierarchy(graph));
const { node: _node, rank, parent: _parent, ...customizable } = buildCustomizable(graph);
const { nodeCount, hub, forward, backward } = buildHubLabels(built);
const labels = { nodeCount, hub, forward, backward };
const queries = () => opaque(buildQueries([[0, 2]]));
const compact = () => ({
  count: 1,
  status: Uint8Array.of(0),
  cost: Float32Array.of(1),
  source: Uint32Array.of(0),
  firstWord: Uint32Array.of(0, 1),
  word: Uint32Array.of(8),
  bits: 3,
  width: 3,
});
const compactTree = () => ({ source: 0, rank: Uint8Array.of(255, 0, 0) });
const watch = { signal: new AbortController().signal, onProgress: () => undefined };

const free = (value: { destroy(): void }): void => value.destroy();
const samples: Samples = {
  createGpuTreeSolver: {
    args: () => ({
      device,
      data: roads,
      options: {
        rule: 'tiled',
        delta: 1,
        diagonals: 'length',
        memoryBudget: 1e6,
        timing: false,
        tuning: { sweeps: 2 },
      },
    }),
    optional: ['options.tuning.sweeps'],
    done: free,
    methods: {
      plan: { args: () => ({ sources: 2, options: { parents: true, resident: false } }) },
      tree: {
        args: () => ({ source: 0, options: { parents: true, reuse: [], ...watch } }),
        named: { source: 'source|sources' },
      },
      run: { args: () => ({ sources: [0], options: { parents: true, reuse: [], ...watch } }) },
      runCompact: {
        args: () => ({ sources: [0], options: { distances: true, reuse: [], ...watch } }),
      },
      runResident: {
        args: () => ({
          sources: [0],
          options: { parents: true, modulo: false, signal: watch.signal },
        }),
      },
      destroy: 'no arguments',
    },
  },
  createTreeUnpacker: {
    args: () => ({ graph: roads }),
    methods: {
      distance: { args: () => ({ tree: compactTree(), node: 1 }) },
      path: { args: () => ({ tree: compactTree(), node: 1 }) },
      tree: { args: () => ({ tree: compactTree(), options: { reuse: undefined } }) },
    },
  },
  createGpuSolver: {
    args: () => ({
      device,
      data: grid,
      options: {
        algorithm: 'dijkstra',
        heuristic: 'zero',
        allowInadmissible: false,
        memoryBudget: 1e6,
        variant: 'invocation',
        tuning: { workspaces: 64 },
      },
    }),
    optional: ['options.tuning.workspaces'],
    done: free,
    methods: {
      run: {
        args: () => ({
          queries: queries(),
          options: { result: 'cost', nearest: true, share: 'never', reuse: undefined, ...watch },
        }),
        named: { queries: 'queries|count' },
      },
      runCompact: {
        args: () => ({
          queries: queries(),
          options: { nearest: true, reuse: undefined, ...watch },
        }),
        named: { queries: 'queries|count' },
      },
      agents: {
        args: () => ({ queries: queries(), options: { hold: undefined, signal: watch.signal } }),
        named: { queries: 'queries|count' },
        done: free,
      },
      destroy: 'no arguments',
    },
  },
  compactPath: { args: () => ({ routes: compact(), query: 0 }) },
  createGpuHubLabelSolver: {
    args: () => ({ device, labels, options: { timing: false, wave: 9 } }),
    done: free,
    methods: {
      distances: {
        args: () => ({ queries: queries(), options: { reuse: new Float32Array(1), ...watch } }),
      },
      destroy: 'no arguments',
    },
  },
  createGpuCustomizer: {
    args: () => ({ device, customizable, options: { timing: false } }),
    done: free,
    methods: {
      run: {
        args: () => ({
          weight: graph.weight,
          options: { reuse: { up: new Float32Array(1), down: new Float32Array(1) } },
        }),
      },
      runResident: { args: () => ({ weight: graph.weight }) },
      destroy: 'no arguments',
    },
  },
  createGpuCustomizableSolver: {
    args: () => ({
      device,
      customizable: { ...customizable, rank },
      weight: graph.weight,
      options: { memoryBudget: 1e6, timing: false, wave: 9 },
    }),
    done: free,
    methods: {
      update: { args: () => ({ weight: graph.weight }) },
      runResident: { args: () => ({ sources: [0], options: { signal: watch.signal } }) },
      distances: { args: () => ({ sources: [0], options: { reuse: [], ...watch } }) },
      run: {
        args: () => ({ queries: queries(), options: { reuse: new Float32Array(1), ...watch } }),
      },
      destroy: 'no arguments',
    },
  },
  createGpuHierarchySolver: {
    args: () => ({
      device,
      hierarchy: built,
      options: { memoryBudget: 1e6, timing: false, tableSizes: [64], wave: 9 },
    }),
    done: free,
    methods: {
      plan: { args: () => ({ sources: 2 }) },
      runResident: { args: () => ({ sources: [0], options: { signal: watch.signal } }) },
      distances: { args: () => ({ sources: [0], options: { reuse: [], ...watch } }) },
      tableRows: {
        args: () => ({ sources: tableEnds(), targets: tableEnds(), options: { ...watch } }),
      },
      run: {
        args: () => ({ queries: queries(), options: { reuse: new Float32Array(1), ...watch } }),
      },
      destroy: 'no arguments',
    },
  },
};

const test = suite('arguments');

test('every argument of every export is checked in words', async () => {
  // those of gpu-core are checked there
  const { isSoftwareAdapter: _, requestDevice: __, ...own } = main;
  assert.equal(await walkExports({ '.': own, hierarchy, hubLabels }, samples), []);
});

test.run();
