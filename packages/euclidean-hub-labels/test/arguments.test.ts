// Every argument of labels and their pools, wrong in turn.
import { buildPointQueries, buildPolygonMesh, createNavMesh } from '@wayfield/navmesh';
import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as labelling from '../src/index.ts';
import * as pools from '../src/pool/index.ts';

const test = suite('arguments of labels');

/** A value whose fields are left alone. */
function opaque<T extends object>(value: T): T {
  return Object.setPrototypeOf({ ...value }, {}) as T;
}

const outline = {
  obstacles: [[4, 4, 6, 4, 6, 6, 4, 6]],
  boundary: [0, 0, 10, 0, 10, 10, 0, 10],
};
const nav = () => opaque(createNavMesh(outline));
const { triangulation } = createNavMesh(outline);
const mesh = opaque(buildPolygonMesh(triangulation, { merge: false }));
const destroy = (one: { destroy(): unknown }): unknown => one.destroy();

test('of labels and their pools', async () => {
  const labels = opaque(labelling.buildPointLabels(mesh));
  const build = { memoryBudget: 2 ** 20, cellSize: 5, onProgress: () => undefined };
  const watched = () => ({ ...build, signal: new AbortController().signal });
  const search: Samples = {
    run: {
      args: () => ({
        queries: buildPointQueries([[2, 2, 8, 8]]),
        options: { result: 'routes', nearest: false },
      }),
    },
    destroy: 'no arguments',
  };
  const labelSamples: Samples = {
    buildPointLabels: { args: () => ({ mesh, options: watched() }) },
    createLabelSearch: { args: () => ({ mesh, labels }), methods: search, done: destroy },
    createLiveLabelSearch: {
      args: () => ({ nav: nav() }),
      methods: { ...search, mend: { args: () => ({ options: watched() }) } },
      done: destroy,
    },
    readPointLabels: { args: () => ({ source: labelling.writePointLabels(labels) }) },
    writePointLabels: { args: () => ({ labels }) },
  };
  assert.equal(await walkExports({ '.': labelling }, labelSamples), []);
  const poolSamples: Samples = {
    createLabelPool: {
      args: () => ({ mesh, labels, options: { threads: 1, worker: undefined } }),
      done: (made: pools.LabelPool) => made.destroy(),
      methods: search,
    },
  };
  assert.equal(await walkExports({ './pool': pools }, poolSamples), []);
});

test.run();
