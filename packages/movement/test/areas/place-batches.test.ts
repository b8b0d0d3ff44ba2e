// Batches of places, lines and links of a search over areas, by brute force, as the mesh changes.
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Area, createAreaSearch, type Link } from '../../src/areas.ts';
import { createNavMesh } from '@wayfield/navmesh';
import { createRandom } from '@wayfield/testing/meshes';

const test = suite('places, lines and links over areas');
const SIDE = 16;
/** Samples of a line whose cost is found by brute force. */
const SAMPLES = 500;
const COSTS = [1, 3, 0.5, 8];
const LINKS: readonly Link[] = [
  { from: [1, 1], to: [15, 15], cost: 1 },
  { from: [15, 1], to: [1, 15], cost: 2 },
];

type Random = () => number;

const box = (x: number, y: number, w: number, h: number): number[] => [
  x,
  y,
  x + w,
  y,
  x + w,
  y + h,
  x,
  y + h,
];

/** Areas with corners on whole numbers: boxes, and every second one a triangle. */
function randomAreas(random: Random): Area[] {
  const whole = (most: number): number => Math.floor(random() * most);
  return Array.from({ length: 5 }, (_, k) => {
    const [x, y, w, h] = [whole(12), whole(12), 1 + whole(4), 1 + whole(4)];
    const polygon = k % 2 === 0 ? box(x, y, w, h) : [x, y, x + w, y, x, y + h];
    return { polygon, area: k % COSTS.length };
  });
}

/** Whether a convex polygon, in left turns, holds a point. */
function isIn(ring: ArrayLike<number>, x: number, y: number): boolean {
  for (let i = 0; i < ring.length; i += 2) {
    const k = (i + 2) % ring.length;
    const [dx, dy] = [ring[k] - ring[i], ring[k + 1] - ring[i + 1]];
    if (dx * (y - ring[i + 1]) - dy * (x - ring[i]) < 0) return false;
  }
  return true;
}

function areaBy(areas: readonly Area[], x: number, y: number): number {
  const found = areas.findLast(({ polygon }) => isIn(polygon as number[], x, y));
  return found?.area ?? 0;
}

/** A column of places: whole numbers, on borders, or any. */
const column = (random: Random, count: number, isWhole: boolean): Float64Array =>
  Float64Array.from({ length: count }, () =>
    isWhole ? Math.floor(random() * (SIDE + 1)) : random() * SIDE,
  );

test('areas of 20,000 places, every fifth on whole numbers, seed 5', () => {
  const random = createRandom(5);
  for (let scene = 0; scene < 10; scene++) {
    const nav = createNavMesh({ boundary: box(0, 0, SIDE, SIDE) });
    const areas = randomAreas(random);
    const search = createAreaSearch(nav, { areas, costs: COSTS });
    const isWhole = scene % 5 === 0;
    const rows = { x: column(random, 2000, isWhole), y: column(random, 2000, isWhole) };
    const found = search.areaAtAll(rows);
    for (let i = 0; i < 2000; i++) {
      const [x, y] = [rows.x[i], rows.y[i]];
      assert.is(found[i], search.areaAt(x, y));
      // on a border that of either side
      const near = isWhole ? [-0.25, 0.25] : [0];
      const may = near.flatMap((dx) => near.map((dy) => areaBy(areas, x + dx, y + dy)));
      assert.ok(may.includes(found[i]), `${x}, ${y}: ${found[i]}, ${may}`);
    }
    const out = new Uint32Array(2000).fill(77);
    assert.is(search.areaAtAll({ ...rows, count: 9 }, out), out);
    sameArray(out.subarray(0, 9), found.subarray(0, 9));
    assert.is(out[9], 77);
    search.destroy();
  }
});

test('costs of lines and open links right after add and remove, seed 6', () => {
  const random = createRandom(6);
  let [finite, blocked] = [0, 0];
  for (let scene = 0; scene < 6; scene++) {
    const nav = createNavMesh({ boundary: box(0, 0, SIDE, SIDE) });
    // one cost without links: exact paths
    const areas = scene % 3 === 2 ? [] : randomAreas(random);
    const links = scene % 3 === 2 ? [] : LINKS;
    const search = createAreaSearch(nav, { areas, costs: COSTS, links });
    const obstacles: { id: number; ring: number[] }[] = [];
    for (let step = 0; step < 4; step++) {
      if (step === 3) nav.remove(obstacles.shift()!.id);
      else {
        const ring = step === 0 ? box(0.5, 0.5, 1, 1) : box(random() * 12, random() * 12, 2, 1);
        obstacles.push({ id: nav.add(ring), ring });
      }
      const [ax, ay, bx, by] = [0, 1, 2, 3].map(() => column(random, 100, false));
      const costs = search.costOfAll({ ax, ay, bx, by });
      for (let i = 0; i < 100; i++) {
        assert.is(costs[i], search.costOf(ax[i], ay[i], bx[i], by[i]));
        const length = Math.hypot(bx[i] - ax[i], by[i] - ay[i]);
        let [sum, hits] = [0, 0];
        for (let k = 0; k < SAMPLES; k++) {
          const t = (k + 0.5) / SAMPLES;
          const [x, y] = [ax[i] + t * (bx[i] - ax[i]), ay[i] + t * (by[i] - ay[i])];
          sum += (COSTS[areaBy(areas, x, y)] * length) / SAMPLES;
          if (obstacles.some(({ ring }) => isIn(ring, x, y))) hits++;
        }
        if (hits > 0) assert.is(costs[i], Infinity);
        // a line that cuts a corner between two samples
        if (costs[i] === Infinity) blocked++;
        else {
          finite++;
          // each of at most 20 borders is off by half a sample
          const off = (20 * 8 * length) / SAMPLES / 2;
          assert.ok(Math.abs(costs[i] - sum) <= off, `${costs[i]}, ${sum}`);
        }
      }
      const open = search.isOpenAll();
      assert.equal(
        [...open],
        links.map((_, i) => Number(search.isOpen(i))),
      );
      if (links.length > 0) {
        // the first obstacle lies on an end of the first link
        assert.is(open[0], obstacles.some(({ ring }) => isIn(ring, 1, 1)) ? 0 : open[0]);
        assert.equal([...search.isOpenAll([1, 0, 1])], [open[1], open[0], open[1]]);
      }
    }
    search.destroy();
  }
  assert.ok(finite > 1500 && blocked > 200, `${finite}, ${blocked}`);
});

test('numbers of areas fit into the words of batches', () => {
  const mesh = createNavMesh({ boundary: [0, 0, 9, 0, 9, 9, 0, 9] });
  const of = (area: number) =>
    createAreaSearch(mesh, { areas: [{ polygon: [1, 1, 5, 1, 5, 5, 1, 5], area }] });
  const most = 2 ** 32 - 1;
  const search = of(most);
  assert.is(search.areaAt(3, 3), most);
  assert.equal([...search.areaAtAll({ x: Float64Array.of(3), y: Float64Array.of(3) })], [most]);
  refuses(
    () => of(most + 1),
    RangeError,
    /areas\[0\]\.area is 4294967296, expected a whole number/,
  );
  search.destroy();
});

test.run();
