// A live surface after memory ended while a change was taken over, or while parts and regions were
// made: the next calls answer as a surface that was made from scratch.
import { everyEndOfMemory, whereMemoryEnds } from '@wayfield/testing';
import { openKernels } from '@wayfield/wasm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNavMesh, type NavMesh } from '@wayfield/triangulation';
import { createSurface, type Surface } from '../src/index.ts';
import { type Kernels, KERNELS_BASE64 } from '../src/kernels.gen.ts';
import { countListeners } from './listeners.ts';

const test = suite('surfaces whose memory ended');

const SIDE = 40;
const boundary = [0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE];

/** Squares in a grid of 3 x 3 units. */
function addSquares(nav: NavMesh, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const [x, y] = [1 + 3 * (i % 13), 1 + 3 * Math.floor(i / 13)];
    nav.add([x, y, x + 1, y, x + 1.5, y + 1.5, x, y + 1]);
  }
}

interface Subject {
  readonly nav: NavMesh;
  readonly surface: Surface;
}

function make(): Subject {
  const nav = createNavMesh({ boundary });
  addSquares(nav, 0, 20);
  const surface = createSurface(nav);
  surface.areaCount();
  return { nav, surface };
}

const places = { x: new Float64Array(1600), y: new Float64Array(1600) };
for (let i = 0; i < 1600; i++) {
  places.x[i] = (i % SIDE) + 0.3;
  places.y[i] = Math.floor(i / SIDE) + 0.4;
}
const rays = { ax: places.x, ay: places.y, bx: places.y, by: places.x };

/** Compares all kinds of answers with those of a surface of the same mesh made now. */
function check({ nav, surface }: Subject): void {
  const other = createSurface(nav);
  const ring = [2, 2, 30, 3, 35, 20, 3, 38];
  const answersOf = (s: Surface): readonly ArrayLike<number>[] => [
    s.locateAll(places),
    s.clearanceAtAll(places).clearance,
    s.raycastAll(rays).fraction,
    s.closestPointAll({ ...places, radius: 0.4 }).distance,
    s.areaOfAll(places),
    s.randomPointAll(64, () => 0.25, { within: ring }).x,
    s.randomPointAll(64, () => 0.25, { within: 0 }).x,
  ];
  const expected = answersOf(other);
  for (const [k, answers] of answersOf(surface).entries())
    for (let i = 0; i < answers.length; i++)
      if (answers[i] !== expected[k][i])
        assert.unreachable(`answer ${k}, row ${i}: ${answers[i]}, expected ${expected[k][i]}`);
  other.destroy();
}

for (const squares of [40, 169])
  test(`memory that ends while ${squares} obstacles are taken over`, () => {
    const ends = everyEndOfMemory(
      make,
      ({ nav, surface }) => {
        addSquares(nav, 20, squares);
        surface.update();
      },
      check,
    );
    assert.ok(ends >= 2, `memory ended ${ends} times`);
  });

/** Runs `task` while no new memory can be made. */
function withoutMemory(task: () => void): void {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = function () {
    throw new RangeError('WebAssembly.Memory(): could not allocate memory');
  } as unknown as typeof Memory;
  try {
    task();
  } finally {
    WebAssembly.Memory = Memory;
  }
}

test('a surface that got no memory does not follow its mesh', () => {
  const { nav, count } = countListeners(createNavMesh({ boundary }));
  withoutMemory(() => assert.throws(() => createSurface(nav), /memory/));
  assert.is(count(), 0);
  whereMemoryEnds(0, () => {
    addSquares(nav, 0, 169);
    assert.throws(() => createSurface(nav), /out of memory/);
  });
  assert.is(count(), 0);
  createSurface(nav);
  assert.is(count(), 1);
});

test('no memory for a mesh to be written again, which then shrinks', () => {
  const { nav, surface } = make();
  // obstacles at one place: too many for the grid, although there is room for all triangles
  const ids = Array.from({ length: 400 }, () => nav.add([1, 1, 2, 1, 2.5, 2.5, 1, 2]));
  withoutMemory(() => assert.throws(() => surface.update(), /memory/));
  for (const id of ids) nav.remove(id);
  check({ nav, surface });
});

test('memory that ends while parts, area sums and regions are made', () => {
  const ends = everyEndOfMemory(
    () => {
      const nav = createNavMesh({ boundary });
      addSquares(nav, 0, 169);
      const surface = createSurface(nav);
      return { nav, surface };
    },
    ({ surface }) => {
      surface.areaCount();
      surface.randomPointAll(8, () => 0.25, { within: [1, 1, 5, 2, 4, 6] });
      // a ring of 4,500 points, more than the scratch of the region has room for
      const ring = Array.from({ length: 9000 }, (_, i) => {
        const angle = (Math.PI * (i >> 1)) / 2250;
        return 20 + 15 * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
      });
      surface.randomPointAll(8, () => 0.25, { within: ring });
      surface.randomPointNearAll({ ...places, distance: 9 }, () => 0.5);
    },
    check,
  );
  assert.ok(ends >= 2, `memory ended ${ends} times`);
});

test('memory does not grow with the number of changes', () => {
  const { nav, surface } = make();
  const change = (): void => {
    nav.remove(nav.addWall([0, 39.5, SIDE, 39.5]));
    surface.areaCount();
  };
  for (let i = 0; i < 20; i++) change();
  whereMemoryEnds(0, () => {
    for (let i = 0; i < 3000; i++) change();
  });
});

test('a mesh or a polygon too large for 4 GiB is refused', () => {
  const { kernels } = openKernels<Kernels>(KERNELS_BASE64, { shared: false });
  const isRange = (error: unknown): boolean => error instanceof RangeError;
  assert.throws(() => kernels.worldCreate(2 ** 29, 3, 16, 1), isRange);
  assert.throws(() => kernels.worldCreate(1, 2 ** 27, 16, 1), isRange);
  assert.throws(() => kernels.worldCreate(1, 3, 2 ** 26, 1), isRange);
  kernels.worldCreate(1, 3, 16, 1);
  assert.throws(() => kernels.edgesMake(2 ** 27), isRange);
});

test.run();
