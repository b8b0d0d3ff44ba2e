// Every argument of labels and their pools, wrong in turn.
import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as hubLabels from '../../src/hub-labels.ts';
import * as hubLabelPools from '../../src/hub-labels-pool.ts';
import * as main from '../../src/index.ts';

const test = suite('arguments of labels');

/** A value whose fields are left alone. */
function opaque<T extends object>(value: T): T {
  return Object.setPrototypeOf({ ...value }, {}) as T;
}

const outline = {
  obstacles: [[4, 4, 6, 4, 6, 6, 4, 6]],
  boundary: [0, 0, 10, 0, 10, 10, 0, 10],
};
const nav = () => opaque(main.createNavMesh(outline));
const { triangulation } = main.createNavMesh(outline);
const mesh = opaque(main.buildPolygonMesh(triangulation, { merge: false }));
const destroy = (one: { destroy(): unknown }): unknown => one.destroy();

test('of labels and their pools', async () => {
  const labels = opaque(hubLabels.buildPointLabels(mesh));
  const build = { memoryBudget: 2 ** 20, cellSize: 5, onProgress: () => undefined };
  const watched = () => ({ ...build, signal: new AbortController().signal });
  const search: Samples = {
    run: {
      args: () => ({
        queries: main.buildPointQueries([[2, 2, 8, 8]]),
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
    readPointLabels: { args: () => ({ source: hubLabels.writePointLabels(labels) }) },
    writePointLabels: { args: () => ({ labels }) },
  };
  assert.equal(await walkExports({ './hub-labels': hubLabels }, labelSamples), []);
  const poolSamples: Samples = {
    createLabelPool: {
      args: () => ({ mesh, labels, options: { threads: 1, worker: undefined } }),
      done: (made: hubLabelPools.LabelPool) => made.destroy(),
      methods: search,
    },
  };
  assert.equal(await walkExports({ './hub-labels-pool': hubLabelPools }, poolSamples), []);
});

test.run();
