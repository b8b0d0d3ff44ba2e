// Polygons with a corner that rounding made concave, as files may have them: places in the gaps
// between them, rays and moves through the corner.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from '@wayfield/triangulation';
import { CLEAR, createSurface, HIT } from '../src/index.ts';

const test = suite('corners that are concave by rounding');

const isAt = (found: { x: number; y: number }, x: number, y: number): void =>
  assert.ok(Math.hypot(found.x - x, found.y - y) <= 1e-9, `${found.x}, ${found.y}, not ${x}, ${y}`);

/** Two polygons; vertex 5 is a corner of 180 degrees of the upper one, but for `low`. */
const meshOf = (low: number): PolygonMesh => ({
  vertexCount: 7,
  polygonCount: 2,
  x: Float64Array.of(-1, 1, 1, 1, -1, 0, -1),
  y: Float64Array.of(-1, -1, 0, 1, 1, 0, -low),
  firstSide: Uint32Array.of(0, 5, 10),
  corner: Uint32Array.of(5, 2, 3, 4, 6, 5, 6, 0, 1, 2),
  twin: Uint32Array.of(9, NONE, NONE, NONE, 5, 4, NONE, NONE, NONE, 0),
});

test('rays go on, and end at walls', () => {
  const low = 2 ** -52;
  const mesh = meshOf(low);
  const surface = createSurface(mesh);
  for (const to of [0.5, 1, 2])
    for (const from of [-1, 0])
      for (const at of [0, 1]) {
        const ray = surface.raycast(from, (from * low) / 2, to, (to * low) / 2, { at });
        isAt(ray, Math.min(1, to), 0);
        if (to !== 1) assert.is(ray.status, to < 1 ? CLEAR : HIT);
        if (ray.status !== HIT) continue;
        assert.is(mesh.twin[ray.side], NONE);
        isAt({ x: ray.normalX, y: ray.normalY }, -1, 0);
        assert.equal([ray.wallAX, ray.wallBX], [1, 1]);
      }
  surface.destroy();
});

test('a place in the gap beside one is on the mesh', () => {
  for (const low of [2 ** -54, 2 ** -52, 2 ** -49]) {
    const surface = createSurface(meshOf(low));
    for (const x of [2 ** -10, 0.25, 0.5])
      for (const share of [0.25, 0.5, 0.75]) {
        const y = low * x * share;
        const what = `${low}, ${x}, ${share}`;
        assert.is.not(surface.locate(x, y), -1, what);
        assert.is(surface.areaOf(x, y), 0, what);
        assert.ok(surface.clearanceAt(x, y) > 0, what);
        // vertex 5 is on no wall: discs touch it
        for (const radius of x < 0.25 ? [0] : [0, 0.1]) {
          assert.is(surface.closestPoint(x, y, radius).distance, 0, what);
          const ray = surface.raycast(x, y, x, 0.5, radius);
          assert.is(ray.status, CLEAR, what);
          const moved = surface.moveAlong(x, y, 0.125, 0.125, radius);
          assert.is(moved.status, CLEAR, what);
          isAt(moved, x + 0.125, 0.125);
        }
      }
    surface.destroy();
  }
});

test('points move on through them, from all starts and hints', () => {
  for (const low of [2 ** -54, 2 ** -52, 2 ** -49]) {
    const surface = createSurface(meshOf(low));
    for (const from of [-1, -0.5, 0, 0.25])
      for (const to of [-0.75, 0.5, 0.75, 2])
        for (const share of [0, 0.25, 0.5, 1])
          for (const at of [-1, 0, 1]) {
            const y = from * low * share;
            const end = surface.moveAlong(from, y, to - from, (to - from) * low * share, { at });
            const what = `${low}: ${from} to ${to}, ${share}, ${at}: ${JSON.stringify(end)}`;
            assert.ok(Math.abs(end.x - Math.min(1, to)) <= 1e-9 && Math.abs(end.y) <= 1e-9, what);
            if (to < 1 && from > -1) assert.is(end.status, CLEAR, what);
          }
    surface.destroy();
  }
});

test.run();
