// What a search over areas leaves behind when it fails, and what later changes of its arguments do.
import { buildPointQueries, createNavMesh, type NavMesh } from '@wayfield/navmesh';
import { everyEndOfMemory, refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAreaSearch } from '../../src/areas.ts';
import { searchAreas } from '../../src/areas/create-area-search.ts';
import { createAreaMap } from '../../src/areas/area-map.ts';
import { growMesh } from '../../src/areas/grown-mesh.ts';
import { createNearestPlaces } from '../../src/areas/nearest-place.ts';
import { openCorridorHost } from '../../src/corridors/corridor-host.ts';
import { openWalks } from '../../src/corridors/walks.ts';
import { type Kernels, KERNELS_BASE64 } from '../../src/walks.gen.ts';

const test = suite('areas: failures');

const BOX = [0, 0, 10, 0, 10, 10, 0, 10];
const zigzag = Array.from({ length: 40 }, (_, i) => [1 + 8 * (i % 2), 1 + i / 5]).flat();
const MUD = { polygon: [...zigzag, 9.5, 9.5, 0.5, 9.5], area: 1 };

/** A mesh that counts who follows it. */
function counted(): { readonly mesh: NavMesh; followers(): number } {
  const mesh = createNavMesh({ boundary: BOX, walls: [[2, 0, 2, 8]] });
  let followers = 0;
  const { follow } = mesh;
  mesh.follow = (listener) => {
    const stop = follow.call(mesh, listener);
    followers++;
    return () => {
      followers--;
      stop();
    };
  };
  return { mesh, followers: () => followers };
}

test('a search that cannot be made stops following its mesh', () => {
  const { mesh, followers } = counted();
  const options = { areas: [MUD], costs: [1, 2], points: 32 };
  // a spacing that puts 31 nodes on each side, and more triangles than there is room for
  Object.assign(mesh, { triangulation: { ...mesh.triangulation, triangleCount: 2_000_000 } });
  refuses(() => searchAreas(mesh, options, { spacing: 1e-9 }), RangeError, /nodes, at most/);
  assert.is(followers(), 0);
});

test('corridors without memory stop following their mesh', () => {
  const { mesh, followers } = counted();
  const grows = everyEndOfMemory(
    () => undefined,
    () => openCorridorHost(mesh, 2 ** 20).destroy(),
    () => assert.is(followers(), 0),
  );
  assert.ok(grows > 1, `${grows}`);
});

/** Lets allocation `fails` of `call` throw; returns whether it threw. */
function failing(walks: ReturnType<typeof openWalks<Kernels>>, fails: number, call: () => void) {
  const { blocks } = walks.opened;
  const { allocate } = blocks;
  let calls = 0;
  let threw = false;
  Object.assign(blocks, {
    allocate(bytes: number) {
      if (calls++ === fails) throw new RangeError('no memory');
      return allocate(bytes);
    },
  });
  try {
    call();
  } catch (error) {
    threw = true;
    assert.match(String(error), /no memory/);
  }
  Object.assign(blocks, { allocate });
  return threw;
}

for (const name of ['nearest', 'costsBetween'] as const)
  test(`memory that ends in ${name}: later costs are of all areas`, () => {
    for (let fails = 0, threw = true; threw; fails++) {
      const mesh = createNavMesh({ boundary: BOX, walls: [[2, 0, 2, 8]] });
      const walks = openWalks<Kernels>(KERNELS_BASE64, mesh, 1);
      const far = { rings: [[9.6, 0.1, 9.9, 0.1, 9.9, 0.4, 9.6, 0.4]], area: 1 };
      const areas = [{ rings: [MUD.polygon], area: 2 }, far];
      const map = createAreaMap(walks, { areas, costOfArea: (area) => [1, 3, Infinity][area] });
      const places = createNearestPlaces(walks, () => mesh.triangulation.triangleCount, undefined);
      threw = failing(walks, fails, () => {
        if (name === 'nearest') places.nearest(1, 9);
        else map.costsBetween(Float64Array.of(0.1, 0.2, 0.4, 9.9, 5, 9.9));
      });
      assert.is(map.areaAt(9.7, 0.2), 1, `${fails}`);
      assert.is(map.areaAt(1, 9.2), 2, `${fails}`);
      walks.destroy();
      if (!threw) assert.ok(fails > 2, `${fails} allocations`);
    }
  });

test('a grown mesh whose `add` fails takes over the rest at the next update', () => {
  const mesh = createNavMesh({ boundary: BOX });
  const first = mesh.add([2, 2, 4, 2, 4, 4, 2, 4]);
  const grown = growMesh(mesh, 0.5);
  mesh.remove(first);
  mesh.add([6, 6, 8, 6, 8, 8, 6, 8]);
  const { add } = grown.nav;
  let calls = 0;
  Object.assign(grown.nav, {
    add(ring: readonly number[]) {
      if (calls++ % 2 === 1) throw new RangeError('no memory');
      return add(ring);
    },
  });
  let failures = 0;
  for (let isDone = false; !isDone;)
    try {
      grown.update();
      isDone = true;
    } catch (error) {
      assert.match(String(error), /no memory/);
      assert.is(grown.version, ++failures);
    }
  assert.ok(failures > 2, `${failures}`);
  const again = growMesh(mesh, 0.5);
  assert.is(grown.nav.size, again.nav.size);
  const areas = [grown, again].map(({ nav: { triangulation } }) => freeArea(triangulation));
  assert.ok(Math.abs(areas[0] - areas[1]) < 1e-9, `${areas}`);
  grown.destroy();
  again.destroy();
});

function freeArea({ x, y, corner, depth, triangleCount }: NavMesh['triangulation']): number {
  let area = 0;
  for (let t = 0; t < triangleCount; t++) {
    const [a, b, c] = corner.subarray(3 * t, 3 * t + 3);
    if (a < 0 || depth[t] !== 0) continue;
    area += (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]);
  }
  return area / 2;
}

test('a destroyed search for discs takes no change over', () => {
  const mesh = createNavMesh({ boundary: BOX });
  const links = [{ from: [1, 1], to: [9, 9], cost: 1 }] as const;
  const search = createAreaSearch(mesh, { radius: 0.5, links });
  const one = Float64Array.of(5);
  mesh.add([2, 2, 4, 2, 4, 4, 2, 4]);
  search.destroy();
  search.destroy();
  assert.is(search.memoryBytes, 0);
  for (const call of [
    () => search.run(buildPointQueries([[1, 1, 9, 9]])),
    () => search.costOf(1, 1, 2, 2),
    () => search.costOfAll({ ax: one, ay: one, bx: one, by: one }),
    () => search.areaAt(1, 1),
    () => search.areaAtAll({ x: one, y: one }),
    () => search.isOpen(0),
    () => search.isOpenAll(),
    () => search.update(),
  ]) {
    refuses(call, Error, 'the search was destroyed');
    assert.is(search.memoryBytes, 0);
  }
});

test('links are those of the call: later changes of the array do not count', () => {
  const mesh = createNavMesh({ boundary: BOX, walls: [[5, 0, 5, 10]] });
  const link = { from: [1, 1], to: [9, 1], cost: 1 };
  const links = [link] as { from: [number, number]; to: [number, number]; cost: number }[];
  const search = createAreaSearch(mesh, { links });
  const queries = buildPointQueries([[1, 1, 9, 1]]);
  assert.is(search.run(queries).cost[0], 1);
  links[0].cost = 5;
  links[0].to[0] = 8;
  links.length = 0;
  assert.is(search.run(queries).cost[0], 1);
  mesh.add([2, 2, 3, 2, 3, 3, 2, 3]);
  assert.is(search.run(queries).cost[0], 1);
  search.destroy();
});

test.run();
