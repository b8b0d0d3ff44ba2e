// Every argument of corridors and their pools, wrong in turn.
import { reason, refuses, type Sample, type Samples, walkExports } from '@wayfield/testing';
import * as main from '@wayfield/navmesh';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as corridors from '../../src/corridors.ts';
import * as corridorPools from '../../src/corridors-pool.ts';

const test = suite('arguments of corridors');

/** A value whose fields are left alone. */
function opaque<T extends object>(value: T): T {
  return Object.setPrototypeOf({ ...value }, {}) as T;
}

const square = [0, 0, 10, 0, 10, 10, 0, 10];
const world = main.createNavMesh({ obstacles: [[4, 4, 6, 4, 6, 6, 4, 6]], boundary: square });
const mesh = opaque(main.buildPolygonMesh(world.triangulation, { merge: false }));
const queries = () => main.buildPointQueries([[2, 2, 8, 8]]);
const destroy = (one: { destroy(): unknown }): unknown => one.destroy();

/** Rows of the batches of corridors, on two slots. */
function corridorBatches(): Samples {
  const bytes = () => new Uint8Array(2);
  const routes = () => opaque(main.createPolyanya(mesh).run(queries()));
  const rows = (given: () => object, out: () => object): Sample => ({
    args: () => ({ rows: { ...given(), slots: [0] }, out: out() }),
    optional: ['rows.slots', 'rows.radius', 'out'],
    named: { rows: 'rows|options' },
  });
  const some = (out: () => object): Sample => ({
    args: () => ({ rows: { slots: [0] }, out: out() }),
    optional: ['rows', 'rows.slots', 'out'],
  });
  const places = () => ({ x: Float64Array.of(2), y: Float64Array.of(2) });
  return {
    setAll: rows(() => ({ routes: routes(), radius: 0 }), bytes),
    clearAll: { args: () => ({ rows: { slots: [0] } }), optional: ['rows', 'rows.slots'] },
    moveAll: rows(places, bytes),
    moveTargetAll: rows(places, bytes),
    cornersAll: {
      args: () => ({
        n: 2,
        out: {
          count: bytes(),
          hasTarget: bytes(),
          x: new Float64Array(4),
          y: new Float64Array(4),
        },
      }),
      optional: ['out'],
    },
    distanceAll: some(() => new Float64Array(2)),
    optimizeAll: some(bytes),
    validAll: some(bytes),
    repairAll: some(bytes),
  };
}

test('of corridor pools', async () => {
  const poolSamples: Samples = {
    createCorridorPool: {
      args: () => ({ mesh, count: 2, options: { threads: 1, worker: undefined } }),
      done: (made: corridorPools.CorridorPool) => made.destroy(),
      methods: { ...corridorBatches(), destroy: 'no arguments' },
    },
  };
  assert.equal(await walkExports({ './corridors-pool': corridorPools }, poolSamples), []);
});

test('of corridors', async () => {
  const place = () => ({ slot: 0, x: 2, y: 2 });
  const cornerArrays = () => ({ x: new Float64Array(2), y: new Float64Array(2) });
  const routes = () => opaque(main.createPolyanya(mesh).run(queries()));
  const slot = { args: () => ({ slot: 0 }) };
  const setArgs = () => ({ routes: routes(), route: 0, radius: 0 });
  const corners = () => ({ n: 2, out: { count: 0, hasTarget: false, ...cornerArrays() } });
  const of: Samples = {
    set: { args: () => ({ slot: 0, ...setArgs() }), optional: ['radius'] },
    clear: slot,
    move: { args: place },
    moveTarget: { args: place },
    corners: {
      args: () => ({ slot: 0, ...corners() }),
      optional: ['out'],
      accepts: { 'out.count': ['*'], 'out.hasTarget': ['*'] },
    },
    ...corridorBatches(),
    distance: slot,
    optimize: slot,
    valid: slot,
    repair: slot,
    ends: slot,
    polygons: slot,
    snapshot: 'no arguments',
    restore: { args: () => ({ numbers: corridors.createCorridors(mesh, 2).snapshot() }) },
    destroy: 'no arguments',
  };
  const one: Samples = {
    set: { args: setArgs, optional: ['radius'] },
    clear: 'no arguments',
    move: { args: () => ({ x: 2, y: 2 }) },
    moveTarget: { args: () => ({ x: 2, y: 2 }) },
    corners: {
      args: corners,
      optional: ['out'],
      accepts: { 'out.count': ['*'], 'out.hasTarget': ['*'] },
    },
    distance: 'no arguments',
    optimize: 'no arguments',
    valid: 'no arguments',
    repair: 'no arguments',
    ends: 'no arguments',
    polygons: 'no arguments',
    destroy: 'no arguments',
  };
  const corridorSamples: Samples = {
    createCorridors: { args: () => ({ mesh, count: 2 }), methods: of, done: destroy },
    createCorridor: { args: () => ({ mesh }), methods: one, done: destroy },
  };
  assert.equal(await walkExports({ './corridors': corridors }, corridorSamples), []);
});

test('more slots than 32-bit addresses allow are refused', async () => {
  for (const count of [2 ** 26 + 1, 2 ** 32 + 1]) {
    refuses(() => corridors.createCorridors(mesh, count), RangeError, /count is/);
    assert.match(await reason(corridorPools.createCorridorPool(mesh, count)), /RangeError: count/);
  }
});

test('routes with points that are no numbers are no paths', () => {
  const one = corridors.createCorridor(mesh);
  for (const bad of [NaN, Infinity, -Infinity])
    for (let i = 0; i < 6; i++) {
      const numbers = [2, 2, 2, 8, 8, 8];
      numbers[i] = bad;
      const x = Float64Array.from({ length: 3 }, (_, k) => numbers[2 * k]);
      const y = Float64Array.from({ length: 3 }, (_, k) => numbers[2 * k + 1]);
      assert.is(one.set({ firstPoint: Uint32Array.of(0, 3), x, y }, 0), false, `${numbers}`);
    }
  one.destroy();
});

test('routes whose columns are too short are refused, before any slot changes', () => {
  const many = corridors.createCorridors(mesh, 2);
  const firstPoint = Uint32Array.of(0, 2, 5);
  const routes = { firstPoint, x: Float64Array.of(2, 8, 2, 2, 8), y: Float64Array.of(2, 2, 2, 8) };
  assert.is(many.set(0, routes, 0), true);
  refuses(() => many.set(1, routes, 1), RangeError, /routes.y.length is 4, expected at least 5/);
  refuses(() => many.setAll({ routes, slots: [1, 1] }), RangeError, /rows.routes.y.length is 4/);
  assert.is(many.polygons(1).length, 0);
  const arcs = { ...routes, y: routes.x, sweep: new Float64Array(5) };
  refuses(() => many.set(1, arcs, 1), RangeError, /routes.centreX.length is 0/);
  const falling = { ...routes, firstPoint: Uint32Array.of(0, 2, 1), y: routes.x };
  const isFalling = /routes.firstPoint\[2\] is 1, expected at least 2/;
  refuses(() => many.set(1, falling, 1), RangeError, isFalling);
  refuses(() => many.setAll({ routes: falling }), RangeError, isFalling);
  const [zero, y] = [new Float64Array(5), Float64Array.of(2, 2, 2, 8, 8)];
  for (const angle of [Infinity, 1e300, -8, NaN]) {
    const sweep = Float64Array.of(0, 0, angle, 0, 0);
    const turned = { ...routes, y, centreX: zero, centreY: zero, startAngle: zero, sweep };
    assert.is(many.set(0, turned, 0), true);
    refuses(() => many.set(1, turned, 1), RangeError, /routes.sweep\[2\] is .*an angle/);
    refuses(() => many.setAll({ routes: turned }), RangeError, /rows.routes.sweep\[2\] is /);
  }
  assert.is(many.polygons(1).length, 0);
  many.destroy();
});

test('arcs with a radius that is no number are refused, before any slot changes', () => {
  const many = corridors.createCorridors(mesh, 2);
  const firstPoint = Uint32Array.of(0, 2, 5);
  const [x, y] = [Float64Array.of(2, 8, 2, 2, 8), Float64Array.of(2, 2, 2, 8, 8)];
  const [zero, sweep] = [new Float64Array(5), Float64Array.of(0, 0, 0, 1, 0)];
  for (const bad of [NaN, Infinity, -Infinity])
    for (const name of ['x', 'y', 'centreX', 'centreY'] as const) {
      const routes = { firstPoint, x, y, centreX: zero, centreY: zero, startAngle: zero, sweep };
      routes[name] = routes[name].with(3, bad);
      const isBad = /the radius of arc 3 of (rows\.)?routes is .*, expected a finite number/;
      refuses(() => many.set(1, routes, 1), RangeError, isBad);
      refuses(() => many.setAll({ routes }), RangeError, isBad);
      assert.is(many.polygons(0).length, 0, `${name} ${bad}`);
    }
  many.destroy();
});

test.run();
