// Every argument of every export, wrong in turn: a TypeError or RangeError that names the argument.
import { type Sample, type Samples, walkExports } from '@wayfield/testing';
import { buildPolygonMesh, createNavMesh } from '@wayfield/triangulation';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as surfaces from '../src/index.ts';
import * as surfacePools from '../src/pool.ts';

const test = suite('arguments');

/** A value whose fields are left alone. */
function opaque<T extends object>(value: T): T {
  return Object.setPrototypeOf({ ...value }, {}) as T;
}

const square = [0, 0, 10, 0, 10, 10, 0, 10];
const hole = [4, 4, 6, 4, 6, 6, 4, 6];
const world = createNavMesh({ obstacles: [hole], boundary: square });
const mesh = opaque(buildPolygonMesh(world.triangulation, { merge: false }));
const destroy = (one: { destroy(): unknown }): unknown => one.destroy();

test('of surfaces', async () => {
  const f64 = (): Float64Array => Float64Array.of(2, 3);
  const single = (place: object): Sample => ({
    args: () => ({ ...place, disc: opaque({ radius: 0.1, at: 0, within: 5 }) }),
    optional: ['disc'],
    named: { disc: 'radius|options|disc' },
    accepts: { disc: ['7', '{}'] },
  });
  const common = { radius: 0.1, at: new Int32Array(2), count: 2 };
  const surface = surfaces.createSurface(mesh);
  /** A batch: its answers can be given back as `out`. */
  const batch = (rows: object, call: keyof surfaces.Surface): Sample => ({
    args: () => ({ rows, out: (surface[call] as (rows: object) => object)(rows) }),
    optional: ['out', 'rows.radius', 'rows.at', 'rows.count', 'rows.within', 'rows.most'],
    named: { rows: 'rows|ax|x' },
  });
  const points = { x: f64(), y: f64() };
  const places = { ...points, at: new Int32Array(2), count: 2 };
  const moves = { ...points, dx: f64(), dy: f64(), ...common, within: 5 };
  const rays = { ax: f64(), ay: f64(), bx: f64(), by: f64(), ...common };
  const random = () => Math.random;
  const out = () => surface.randomPointAll(2, Math.random);
  const options = { radius: 0.1, within: 0 };
  const randomMethods: Samples = {
    randomPoint: { args: () => ({ random: random(), options }) },
    randomPointAll: {
      args: () => ({ count: 2, random: random(), options, out: out() }),
      optional: ['out'],
    },
    randomPointNear: { args: () => ({ x: 1, y: 1, distance: 2, random: random(), options }) },
    randomPointNearAll: {
      args: () => ({
        rows: { ...points, distance: 2, count: 2 },
        random: random(),
        options,
        out: out(),
      }),
      optional: ['out', 'rows.count'],
      named: { rows: 'rows|x' },
    },
    areaOf: { args: () => ({ x: 1, y: 1 }) },
    areaOfAll: batch(places, 'areaOfAll'),
    areaCount: 'no arguments',
  };
  const surfaceSamples: Samples = {
    createSurface: {
      args: () => ({ mesh, options: {} }),
      done: destroy,
      methods: {
        closestPoint: single({ x: 1, y: 1 }),
        closestPointAll: batch({ ...points, ...common, within: 5 }, 'closestPointAll'),
        moveAlong: single({ x: 1, y: 1, dx: 1, dy: 0 }),
        moveAlongAll: batch(moves, 'moveAlongAll'),
        raycast: single({ ax: 1, ay: 1, bx: 3, by: 3 }),
        raycastAll: batch(rays, 'raycastAll'),
        clearanceAt: { args: () => ({ x: 1, y: 1 }) },
        clearanceAtAll: batch(places, 'clearanceAtAll'),
        wallsNear: {
          args: () => ({ x: 1, y: 1, distance: 2, out: surface.wallsNear(1, 1, 2) }),
          optional: ['out', 'out.status', 'out.count'],
          accepts: { 'out.status': ['*'], 'out.count': ['*'] },
        },
        wallsNearAll: batch({ ...points, distance: 2, most: 4, count: 2 }, 'wallsNearAll'),
        locate: { args: () => ({ x: 1, y: 1, at: 0 }), optional: ['at'] },
        locateAll: batch(places, 'locateAll'),
        ...randomMethods,
        update: 'no arguments',
        destroy: 'no arguments',
      },
    },
  };
  assert.equal(await walkExports({ '.': surfaces }, surfaceSamples), []);
});

test('of surface pools', async () => {
  const surface = surfaces.createSurface(mesh);
  const f64 = (): Float64Array => Float64Array.of(2, 3);
  const common = { radius: 0.1, at: new Int32Array(2), count: 2 };
  const points = { x: f64(), y: f64() };
  const batch = (rows: object, call: keyof surfacePools.SurfacePool): Sample => ({
    args: () => ({ rows, out: (surface[call as never] as (rows: object) => object)(rows) }),
    optional: ['out', 'rows.radius', 'rows.at', 'rows.count', 'rows.within', 'rows.most'],
    named: { rows: 'rows|ax|x' },
  });
  const places = { ...points, at: new Int32Array(2), count: 2 };
  const moves = { ...points, dx: f64(), dy: f64(), ...common, within: 5 };
  const rays = { ax: f64(), ay: f64(), bx: f64(), by: f64(), ...common };
  const draw = { radius: 0.1, within: 0 };
  const out = () => surface.randomPointAll(2, Math.random);
  const poolSamples: Samples = {
    createSurfacePool: {
      args: () => ({ mesh, options: { threads: 1, worker: undefined } }),
      done: (made: surfacePools.SurfacePool) => made.destroy(),
      methods: {
        closestPointAll: batch({ ...points, ...common, within: 5 }, 'closestPointAll'),
        moveAlongAll: batch(moves, 'moveAlongAll'),
        raycastAll: batch(rays, 'raycastAll'),
        clearanceAtAll: batch(places, 'clearanceAtAll'),
        wallsNearAll: batch({ ...points, distance: 2, most: 4, count: 2 }, 'wallsNearAll'),
        locateAll: batch(places, 'locateAll'),
        areaOfAll: batch(places, 'areaOfAll'),
        randomPointAll: {
          args: () => ({ count: 2, random: () => 0.5, options: draw, out: out() }),
          optional: ['out'],
        },
        randomPointNearAll: {
          args: () => ({
            rows: { ...points, distance: 2, count: 2 },
            random: () => 0.5,
            options: draw,
            out: out(),
          }),
          optional: ['out', 'rows.count'],
          named: { rows: 'rows|x' },
        },
        destroy: 'no arguments',
      },
    },
  };
  assert.equal(await walkExports({ './pool': surfacePools }, poolSamples), []);
});

test.run();
