// The polygon that holds a point, by the kernels of walks, against the walk of the triangulation
// and the point locator of polygons, bit by bit.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openWalks } from '../../src/corridors/walks.ts';
import {
  forHalfEdgesAround,
  isFree,
  locate,
  triangleOf,
} from '@wayfield/triangulation/internal/half-edges';
import { buildPolygonMesh, createNavMesh, type NavMesh } from '@wayfield/navmesh';
import { createPointLocator } from '@wayfield/triangulation/internal/polygons';
import { openCorridorHost } from '../../src/corridors/corridor-host.ts';
import { KERNELS_BASE64 } from '../../src/walks.gen.ts';
import { createRandom } from '@wayfield/testing/meshes';

const test = suite('the polygon that holds a point');

type Random = () => number;

/** The free triangle with the lowest number that holds a point, -1 without one. */
function holder({ triangulation: t }: NavMesh, x: number, y: number): number {
  const { kind, halfEdge } = locate(t, x, y, t.lastTriangle);
  const edges = [halfEdge];
  if (kind === 'outside') return -1;
  if (kind === 'edge') edges.push(t.twin[halfEdge]);
  if (kind === 'vertex') forHalfEdgesAround(t, t.corner[halfEdge], (e) => void edges.push(e));
  const free = edges.filter((e) => e >= 0 && isFree(t, e)).map(triangleOf);
  return free.length === 0 ? -1 : Math.min(...free);
}

/** A point of the box, of whole numbers, at a vertex, or on an edge of the triangulation. */
function anyPoint({ triangulation: t, box }: NavMesh, random: Random): [number, number] {
  const [left, low, right, high] = box;
  const kind = Math.floor(5 * random());
  const [x, y] = [left + random() * (right - left), low + random() * (high - low)];
  if (kind === 0) return [Math.round(x), Math.round(y)];
  if (kind === 1) return [x + random() * 2 - 1, y + random() * 2 - 1];
  if (kind === 2) return [x, y];
  const e = Math.floor(random() * 3 * t.triangleCount);
  if (t.corner[e] < 0) return [x, y];
  const [a, b] = [t.corner[e], t.corner[e - (e % 3) + ((e + 1) % 3)]];
  const share = kind === 3 ? 0 : random();
  return [t.x[a] + share * (t.x[b] - t.x[a]), t.y[a] + share * (t.y[b] - t.y[a])];
}

/** Changes a mesh, and looks after each change; returns how many points lay in a triangle. */
function judge(nav: NavMesh, steps: number, random: Random): number {
  const walks = openWalks(KERNELS_BASE64, nav, 1);
  const [left, low, right, high] = nav.box;
  const [width, height] = [right - left, high - low];
  const ids: number[] = [];
  let inside = 0;
  for (let step = 0; step < steps; step++) {
    if (ids.length > 60) nav.remove(ids.splice(Math.floor(random() * ids.length), 1)[0]);
    const [w, h] = [(0.01 + 0.1 * random()) * width, (0.01 + 0.1 * random()) * height];
    const [x, y] = [left + random() * (width - w), low + random() * (height - h)];
    ids.push(nav.add([x, y, x + w, y, x + w / 2, y + h]));
    walks.update();
    for (let i = 0; i < 20; i++) {
      const [px, py] = anyPoint(nav, random);
      const found = walks.locate(px, py);
      assert.is(found, holder(nav, px, py), `${step}: ${px}, ${py}`);
      if (found >= 0) inside++;
    }
  }
  walks.destroy();
  return inside;
}

const ring = (x: number, y: number, w: number, h: number): number[] => [
  x,
  y,
  x + w,
  y,
  x + w,
  y + h,
  x,
  y + h,
];

for (const [name, x, y, w, h] of [
  ['a square', 0, 0, 30, 30],
  ['far from the origin', 1e6 + 1 / 3, -3e6, 30, 20],
  ['a narrow box', -1, 5, 1e6, 0.5],
] as const)
  test(`triangles that come and go in ${name}: 500 changes, 10,000 points, seed 8`, () => {
    const nav = createNavMesh({ boundary: ring(x, y, w, h), walls: [[x + 1, y, x + 2, y + h]] });
    const inside = judge(nav, 500, createRandom(8));
    assert.ok(inside > 5000, `${inside}`);
  });

test('polygons: 20,000 points, also on sides and vertices, seed 9', () => {
  const random = createRandom(9);
  for (const merge of [false, true]) {
    const nav = createNavMesh({
      boundary: ring(0, 0, 20, 20),
      obstacles: Array.from({ length: 40 }, () => ring(random() * 18, random() * 18, 1, 1)),
    });
    const mesh = buildPolygonMesh(nav.triangulation, { merge });
    const locator = createPointLocator(mesh);
    const walks = openWalks(KERNELS_BASE64, mesh, 1);
    const found = new Uint32Array(locator.most);
    for (let i = 0; i < 10_000; i++) {
      const [px, py] = anyPoint(nav, random);
      const first = locator.locate(px, py, found) > 0 ? found[0] : -1;
      assert.is(walks.locate(px, py), first, `${px}, ${py}`);
    }
    walks.destroy();
  }
});

test('finds the triangles of a change during which memory ended', () => {
  let ended = 0;
  for (let left = 0; left < 8; left++) {
    const nav = createNavMesh({ boundary: [0, 0, 100, 0, 100, 100, 0, 100] });
    const host = openCorridorHost(nav, 1);
    host.locate(50, 50);
    nav.add([20, 20, 30, 20, 30, 30, 20, 30]);
    nav.add([60, 60, 70, 60, 70, 70, 60, 70]);
    const { blocks } = host.opened;
    const { allocate } = blocks;
    let calls = 0;
    blocks.allocate = (bytes) => {
      if (calls++ === left) throw new RangeError('no memory');
      return allocate(bytes);
    };
    try {
      host.update();
    } catch {
      ended++;
    }
    blocks.allocate = allocate;
    host.update();
    const reference = openCorridorHost(nav, 1);
    for (let i = 0; i < 1000; i++) {
      const [x, y] = [(i * 37.77) % 100, (i * 61.31) % 100];
      const is = `${left}: ${x}, ${y}`;
      assert.is(host.locate(x, y), reference.locate(x, y), is);
    }
  }
  assert.ok(ended > 0, 'memory never ended');
});

test.run();
