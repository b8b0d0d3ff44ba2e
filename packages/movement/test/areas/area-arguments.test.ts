// Every argument of searches over areas and of their pools, wrong in turn.
import * as main from '@wayfield/navmesh';
import { type Sample, type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as areas from '../../src/areas.ts';
import * as areaPools from '../../src/areas-pool.ts';

const test = suite('arguments of areas');

/** A value whose fields are left alone. */
function opaque<T extends object>(value: T): T {
  return Object.setPrototypeOf({ ...value }, {}) as T;
}

const square = [0, 0, 10, 0, 10, 10, 0, 10];
const hole = [4, 4, 6, 4, 6, 6, 4, 6];
const world = main.createNavMesh({ obstacles: [hole], boundary: square });
const mesh = opaque(main.buildPolygonMesh(world.triangulation, { merge: false }));
const queries = () => main.buildPointQueries([[2, 2, 8, 8]]);
const runSample = (options: object): Sample => ({ args: () => ({ queries: queries(), options }) });
const destroy = (one: { destroy(): unknown }): unknown => one.destroy();

const areaOptions = () => ({
  areas: [{ polygon: hole, area: 1 }],
  costs: [1, 2],
  links: [{ from: [1, 1], to: [9, 9], cost: 1, twoWay: true }],
  points: 2,
  radius: 0.1,
});

const areaBatches: Samples = {
  areaAtAll: {
    args: () => ({
      rows: { x: Float64Array.of(2, 3), y: Float64Array.of(2, 3), count: 2 },
      out: new Uint32Array(2),
    }),
    optional: ['out', 'rows.count'],
    named: { rows: 'rows|ax|x' },
  },
  costOfAll: {
    args: () => ({
      rows: {
        ax: Float64Array.of(2, 3),
        ay: Float64Array.of(2, 3),
        bx: Float64Array.of(2, 3),
        by: Float64Array.of(2, 3),
        count: 2,
      },
      out: new Float64Array(2),
    }),
    optional: ['out', 'rows.count'],
    named: { rows: 'rows|ax|x' },
  },
  isOpenAll: {
    args: () => ({ links: Int32Array.of(0), out: new Uint8Array(1) }),
    optional: ['links', 'out'],
    accepts: { links: ['[]'] },
  },
};

test('of area pools', async () => {
  const poolSamples: Samples = {
    createAreaPool: {
      args: () => ({ mesh, options: { ...areaOptions(), threads: 1, worker: undefined } }),
      optional: ['options.links[0].twoWay'],
      done: (made: areaPools.AreaPool) => made.destroy(),
      methods: {
        run: runSample({ result: 'routes', nearest: 'both', maxExpanded: 9 }),
        ...areaBatches,
        destroy: 'no arguments',
      },
    },
  };
  assert.equal(await walkExports({ './areas-pool': areaPools }, poolSamples), []);
});

test('of areas', async () => {
  const search: Samples = {
    run: runSample({ result: 'routes', nearest: 'both', maxExpanded: 9 }),
    costOf: { args: () => ({ ax: 2, ay: 2, bx: 3, by: 3 }) },
    areaAt: { args: () => ({ x: 2, y: 2 }) },
    isOpen: { args: () => ({ link: 0 }) },
    ...areaBatches,
    update: 'no arguments',
    destroy: 'no arguments',
  };
  const areaSamples: Samples = {
    createAreaSearch: {
      args: () => ({ mesh, options: areaOptions() }),
      optional: ['options.links[0].twoWay'],
      methods: search,
      done: destroy,
    },
  };
  assert.equal(await walkExports({ './areas': areas }, areaSamples), []);
});

test.run();
