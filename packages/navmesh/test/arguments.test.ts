// Every argument of every export, wrong in turn: a TypeError or RangeError that names the argument.
import { type Sample, type Samples, walkExports } from '@wayfield/testing';
import * as triangulations from '@wayfield/triangulation';
import * as triangulationFormats from '@wayfield/triangulation/formats';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as discs from '../src/discs.ts';
import * as formats from '../src/formats.ts';
import * as main from '../src/index.ts';
import * as study from '../src/study.ts';

const test = suite('arguments');

/** A value whose fields are left alone. */
function opaque<T extends object>(value: T): T {
  return Object.setPrototypeOf({ ...value }, {}) as T;
}

const square = [0, 0, 10, 0, 10, 10, 0, 10];
const hole = [4, 4, 6, 4, 6, 6, 4, 6];
const world = main.createNavMesh({ obstacles: [hole], boundary: square });
const mesh = opaque(main.buildPolygonMesh(world.triangulation, { merge: false }));
const reduction = opaque(main.buildReduction(mesh));
const queries = () => main.buildPointQueries([[2, 2, 8, 8]]);
const limits = { gap: 0.1, milliseconds: 5, maxExpanded: 9 };
const run = { ...limits, result: 'routes', nearest: false, first: false };
const ends = { sourceX: 2, sourceY: 2, targetX: 8, targetY: 8 };

const sleeve = () => {
  const made = main.createSleeve();
  main.pushPortal(made, 1, 2, 1, 0);
  return opaque(made);
};
const destroy = (one: { destroy(): unknown }): unknown => one.destroy();

const handle: Samples = {
  path: 'no arguments',
  improve: { args: () => ({ options: limits }), named: { options: 'options' } },
  improveAsync: {
    args: () => ({
      options: { ...limits, signal: new AbortController().signal, slice: 4 },
    }),
  },
};
const runSample = (options: object): Sample => ({ args: () => ({ queries: queries(), options }) });
const pointSearch: Samples = {
  run: runSample(run),
  search: { args: () => ({ ...ends, options: { nearest: false } }), methods: handle },
  destroy: 'no arguments',
};
const needsRadius = { options: 'options|radius' };
const discMethods: Samples = {
  run: {
    args: () => ({ queries: queries(), options: { ...run, radius: [0.1] } }),
    accepts: { 'options.radius': ['7'] },
    named: needsRadius,
  },
  search: {
    args: () => ({ ...ends, options: { radius: 0.1, nearest: false } }),
    named: needsRadius,
    methods: handle,
  },
  explain: { args: () => ({ ...ends, options: { radius: 0.1 } }), named: needsRadius },
  destroy: 'no arguments',
};

const samples: Samples = {
  createPolyanya: {
    args: () => ({ mesh }),
    methods: {
      run: runSample({ result: 'routes', nearest: false, maxExpanded: 9 }),
      update: { args: () => ({ mesh }) },
      destroy: 'no arguments',
    },
    done: destroy,
  },
  createTriangleSearch: {
    args: () => ({ mesh, options: { algorithm: 'tra*', reduction, table: true } }),
    methods: pointSearch,
    done: destroy,
  },
  buildPointQueries: { args: () => ({ rows: [[1, 2, 3, 4]] }) },
};

/** The exports that are not passed on from another package, which tests them. */
function own(all: object, passedOn: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !(name in passedOn)));
}

test('what @wayfield/triangulation exports is passed on', () => {
  const passed: Record<string, unknown> = { ...main, ...formats, ...study };
  const there = { ...triangulations, ...triangulationFormats };
  assert.ok(Object.keys(there).length > 25);
  for (const [name, value] of Object.entries(there)) assert.is(passed[name], value, name);
});

test('of the main entry point', async () => {
  assert.equal(await walkExports({ '.': own(main, triangulations) }, samples), []);
});

test('of the study', async () => {
  const studySamples: Samples = {
    createStudySearch: {
      args: () => ({ mesh, options: { algorithm: 'ta*', reduction, table: true } }),
      methods: pointSearch,
      done: destroy,
    },
    createKlaffenboeckSearch: {
      args: () => ({
        mesh,
        options: {
          algorithm: 'fringe',
          heuristic: 'simple',
          insertion: 'back',
          bucketWidth: 1,
          threshold: 0.1,
          reduction,
        },
      }),
      methods: {
        search: {
          args: () => ({
            sourceX: 1,
            sourceY: 1,
            targetX: 2,
            targetY: 2,
            options: { radius: 0, milliseconds: 10, maxExpanded: 10 },
          }),
        },
      },
    },
  };
  assert.equal(
    await walkExports({ './study': own(study, triangulationFormats) }, studySamples),
    [],
  );
});

test('of discs', async () => {
  const discSamples: Samples = {
    flattenArcs: {
      args: () => ({
        path: opaque(discs.createDiscSearch(mesh).search(2, 2, 8, 8, { radius: 0.1 }).path()),
        options: { tolerance: 0.1, arcs: 'outside', from: 0, to: 1 },
      }),
      named: { options: 'options|tolerance' },
    },
    createDiscFunnel: {
      args: () => ({}),
      methods: {
        toPoint: {
          args: () => ({
            sleeve: sleeve(),
            query: { sourceX: 0, sourceY: 1, targetX: 2, targetY: 1, radius: 0.1 },
          }),
          named: { query: 'query|sourceX' },
        },
      },
    },
    createDiscSearch: {
      args: () => ({ mesh, options: { reduction, table: true } }),
      methods: discMethods,
      done: destroy,
    },
  };
  assert.equal(await walkExports({ './discs': discs }, discSamples), []);
});

test.run();
