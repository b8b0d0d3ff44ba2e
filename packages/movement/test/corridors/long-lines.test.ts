// Straight lines over more polygons than a local search may reach, and memory that ends in a call.
import { NONE } from '@wayfield/graph';
import {
  buildPointQueries,
  createNavMesh,
  createPolyanya,
  type NavMesh,
  type PolygonMesh,
} from '@wayfield/navmesh';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAreaSearch } from '../../src/areas.ts';
import { createColumn } from '../../src/corridors/column.ts';
import { type CorridorHost, openCorridorHost } from '../../src/corridors/corridor-host.ts';
import { readSnapshot, writeSnapshot } from '../../src/corridors/snapshot.ts';
import { createCorridors } from '../../src/corridors.ts';

const test = suite('long lines');

/** A band of `count` squares in a row, each cut into two triangles. */
function band(count: number): PolygonMesh {
  const corner: number[] = [];
  const twin: number[] = [];
  for (let i = 0; i < count; i++) {
    const [a, b, c, d] = [2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1];
    corner.push(a, b, c, a, c, d);
    const s = 6 * i;
    twin.push(NONE, i + 1 < count ? s + 11 : NONE, s + 3, s + 2, NONE, i > 0 ? s - 5 : NONE);
  }
  return {
    vertexCount: 2 * count + 2,
    polygonCount: 2 * count,
    x: Float64Array.from({ length: 2 * count + 2 }, (_, v) => v >> 1),
    y: Float64Array.from({ length: 2 * count + 2 }, (_, v) => v % 2),
    firstSide: Uint32Array.from({ length: 2 * count + 1 }, (_, t) => 3 * t),
    corner: Uint32Array.from(corner),
    twin: Uint32Array.from(twin),
  };
}

/** The straight path through a band, and its length. */
function through(mesh: PolygonMesh, count: number) {
  const routes = createPolyanya(mesh).run(buildPointQueries([[0.5, 0.5, count - 0.5, 0.6]]));
  return { routes, length: Math.hypot(count - 1, 0.1) };
}

for (const count of [2047, 2048, 2049, 9000])
  test(`a straight line over ${2 * count} triangles`, () => {
    const mesh = band(count);
    const { routes, length } = through(mesh, count);
    const corridors = createCorridors(mesh, 2);
    assert.is(corridors.set(0, routes, 0), true);
    assert.is(corridors.polygons(0).length, 2 * count - 2);
    assert.ok(Math.abs(corridors.distance(0) - length) < 1e-6);
    // the local searches reach as few polygons as before
    assert.is(corridors.move(0, 60, 0.5), 'lost');
    assert.is(corridors.move(0, 20, 0.5), 'kept');
    corridors.destroy();
    const mud = [{ polygon: [1, -1, 3, -1, 3, 2, 1, 2], area: 1 }];
    const search = createAreaSearch(mesh, { areas: mud, costs: [1, 2] });
    const cost = search.costOf(0.5, 0.5, count - 0.5, 0.6);
    assert.ok(Math.abs(cost - length - 2) < 1e-6, `${cost}`);
    search.destroy();
  });

/** Milliseconds of a `repair` that fails, of a corridor over `count` squares cut after 2,100. */
function failedRepair(count: number): number {
  const mesh = band(count);
  const whole = createCorridors(mesh, 1);
  assert.ok(whole.set(0, through(mesh, count).routes, 0));
  const twin = mesh.twin.slice();
  const cut = 6 * 2100 + 1;
  twin[twin[cut]] = NONE;
  twin[cut] = NONE;
  const corridors = createCorridors({ ...mesh, twin }, 1);
  corridors.restore(whole.snapshot());
  whole.destroy();
  let least = Infinity;
  for (let i = 0; i < 5; i++) {
    const begun = performance.now();
    assert.is(corridors.repair(0), false);
    least = Math.min(least, performance.now() - begun);
  }
  corridors.destroy();
  return least;
}

test('a `repair` that fails takes about as long with 40,000 goals as with 400', () => {
  const [few, many] = [failedRepair(2300), failedRepair(22_100)];
  // a search that compares each polygon with all goals takes about 60 times as long
  assert.ok(many < 12 * few, `${few} ms, ${many} ms`);
});

type Call = 'slotOptimize' | 'slotRepair' | 'slotMeasure';

/**
 * Lets allocation `fails` of a call throw, then calls again; returns whether it threw. The corridor
 * of slot 0 ends before its target, so `repair` has work.
 */
function callWithoutMemory(call: Call, fails: number): boolean {
  const count = 100;
  const mesh = band(count);
  const { routes, length } = through(mesh, count);
  const host = openCorridorHost(mesh, 2);
  const { kernels, opened } = host;
  for (const slot of [0, 1]) assert.ok(host.set(slot, routes, 0));
  kernels.slotSetKnown(0, 0);
  if (call === 'slotRepair') kernels.slotFill(0, 150);
  const { allocate } = opened.blocks;
  let calls = 0;
  Object.assign(opened.blocks, {
    allocate(bytes: number) {
      if (calls++ === fails) throw new RangeError('no memory');
      return allocate(bytes);
    },
  });
  let threw = false;
  try {
    kernels[call](0);
  } catch (error) {
    threw = true;
    assert.match(String(error), /no memory/);
  }
  Object.assign(opened.blocks, { allocate });
  kernels[call](0);
  for (const slot of [0, 1]) {
    kernels.slotMeasure(slot);
    assert.ok(Math.abs(host.doubles()[host.line] - length) < 1e-6, `${call}, ${fails}`);
  }
  host.destroy();
  return threw;
}

for (const call of ['slotOptimize', 'slotRepair', 'slotMeasure'] as const)
  test(`${call} when memory ends: the next call makes its room again`, () => {
    let fails = 0;
    while (callWithoutMemory(call, fails)) fails++;
    assert.ok(fails > 1, `${fails} allocations`);
  });

/** Lets allocation `fails` of `call` throw; returns whether it threw. */
function failing(host: CorridorHost, fails: number, call: () => void): boolean {
  const { blocks } = host.opened;
  const { allocate } = blocks;
  let calls = 0;
  Object.assign(blocks, {
    allocate(bytes: number) {
      if (calls++ === fails) throw new RangeError('no memory');
      return allocate(bytes);
    },
  });
  let threw = false;
  try {
    call();
  } catch (error) {
    threw = true;
    assert.match(String(error), /no memory/);
  }
  Object.assign(blocks, { allocate });
  return threw;
}

/** The snapshot of a host: where its corridors lead. */
const stateOf = (host: CorridorHost): number[] => Array.from(writeSnapshot(host));

test('`set` when memory ends: the slot keeps its corridor', () => {
  const mesh = band(3000);
  const { routes } = through(mesh, 3000);
  const short = through(band(40), 40).routes;
  let threw = true;
  let fails = 0;
  for (; threw; fails++) {
    const host = openCorridorHost(mesh, 2);
    assert.ok(host.set(0, short, 0));
    const before = stateOf(host);
    threw = failing(host, fails, () => assert.ok(host.set(0, routes, 0)));
    if (threw) assert.equal(stateOf(host), before, `${fails}`);
    assert.ok(host.set(0, routes, 0));
    assert.is(host.kernels.slotLength(0), 5998);
    assert.is(host.kernels.slotLength(1), 0);
    host.destroy();
  }
  assert.ok(fails > 3, `${fails} allocations`);
});

/** A block in a box: the way above is long, over few triangles, the way below short, over many. */
function aroundBlock(): NavMesh {
  const steps = Array.from({ length: 21 }, (_, i) => 2 * i);
  const below = steps.slice(1, -1).flatMap((x) => [x, 2]);
  return createNavMesh({
    boundary: [...steps.flatMap((x) => [x, 0]), 40, 40, 0, 40],
    obstacles: [[...below, 38, 30, 2, 30]],
  });
}

for (const call of ['slotOptimize', 'slotRepair'] as const)
  test(`${call} of a disc when memory ends: the slot keeps its corridor`, () => {
    const nav = aroundBlock();
    const above = { x: Float64Array.of(1, 1, 39, 39), y: Float64Array.of(1, 35, 35, 1) };
    let threw = true;
    let fails = 0;
    for (; threw; fails++) {
      const host = openCorridorHost(nav, 1);
      assert.ok(host.set(0, above, 0.5));
      if (call === 'slotRepair') host.kernels.slotFill(0, 2);
      const before = stateOf(host);
      threw = failing(host, fails, () => assert.is(host.kernels[call](0), 1));
      if (threw) assert.equal(stateOf(host), before, `${fails}`);
      host.kernels[call](0);
      assert.ok(host.kernels.slotLength(0) > 36, `${host.kernels.slotLength(0)}`);
      host.kernels.slotMeasure(0);
      assert.ok(host.doubles()[host.line] < 39, `${host.doubles()[host.line]}`);
      host.destroy();
    }
    assert.ok(fails > 3, `${fails} allocations`);
  });

test('`restore` when memory ends: no corridor changes', () => {
  const mesh = band(300);
  const long = openCorridorHost(mesh, 3);
  for (const slot of [0, 1, 2]) assert.ok(long.set(slot, through(mesh, 300).routes, 0));
  const numbers = writeSnapshot(long);
  let threw = true;
  for (let fails = 0; threw; fails++) {
    const host = openCorridorHost(mesh, 3);
    assert.ok(host.set(1, through(band(20), 20).routes, 0));
    const before = stateOf(host);
    threw = failing(host, fails, () => readSnapshot(host, numbers));
    assert.equal(stateOf(host), threw ? before : Array.from(numbers), `${fails}`);
    host.destroy();
    if (!threw) assert.is(fails, 3);
  }
  long.destroy();
});

test('memory that ends in a column: the next call makes its room again', () => {
  const { opened, destroy } = openCorridorHost(band(2), 1);
  const column = createColumn(opened, 8);
  const first = column.reserve(4);
  const { allocate } = opened.blocks;
  Object.assign(opened.blocks, {
    allocate(): never {
      throw new RangeError('no memory');
    },
  });
  assert.throws(() => column.reserve(1000), /no memory/);
  Object.assign(opened.blocks, { allocate });
  const held = opened.blocks.held();
  const again = column.reserve(1000);
  assert.ok(opened.blocks.held() >= held + 8000 - 32);
  assert.is.not(again, first);
  destroy();
});

test.run();
