// Polygon meshes whose arrays do not agree, and parts of a mesh that have no area.
import { NONE } from '@wayfield/graph';
import { refuses } from '@wayfield/testing';
import type { PolygonMesh } from '@wayfield/triangulation';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSurface } from '../src/index.ts';

const test = suite('wrong meshes');

/** Two triangles that share a side. */
const square = (): PolygonMesh => ({
  vertexCount: 4,
  polygonCount: 2,
  x: Float64Array.of(0, 1, 1, 0),
  y: Float64Array.of(0, 0, 1, 1),
  firstSide: Uint32Array.of(0, 3, 6),
  corner: Uint32Array.of(0, 1, 2, 0, 2, 3),
  twin: Uint32Array.of(NONE, NONE, 3, 2, NONE, NONE),
});

for (const [changed, message] of [
  [{ x: new Float64Array(3) }, /^x\.length is 3, expected 4$/],
  [{ y: Float64Array.of(0, 0, NaN, 1) }, /^y\[2\] is NaN, expected a finite number$/],
  [
    { x: Float64Array.of(0, 1e160, 1e160, 0) },
    /^x\[1\] is 1e\+160, expected a size of at most 1e\+60$/,
  ],
  [{ firstSide: Uint32Array.of(0, 3) }, /^firstSide\.length is 2, expected 3$/],
  [{ firstSide: Uint32Array.of(1, 3, 6) }, /^firstSide\[0\] is 1, expected 0$/],
  [{ firstSide: Uint32Array.of(0, 7, 6) }, /^firstSide\[2\] is 6, expected at least 7$/],
  [{ firstSide: Uint32Array.of(0, 3, 9) }, /^firstSide\[2\] is 9, expected 6$/],
  [{ polygonCount: 1 }, /^firstSide\.length is 3, expected 2$/],
  [{ corner: Uint32Array.of(0, 1, 2, 0, 2, 4) }, /^corner\[5\] is 4, expected below 4$/],
  [{ twin: new Uint32Array(5) }, /^twin\.length is 5, expected 6$/],
  [
    { twin: Uint32Array.of(NONE, NONE, 3, 2, 6, NONE) },
    /^twin\[4\] is 6, expected below 6, or NONE$/,
  ],
] as const)
  test(`${message.source}`, () =>
    refuses(() => createSurface({ ...square(), ...changed }), RangeError, message));

test('rays and moves past a corner end where twins do not name each other', () => {
  const triangles = [0, 1, 2, 3, 4, 5];
  const corners = [0, 0, 4, 0, 2, 3, -2, 3, -4, 0, -2, -3, 2, -3];
  const after = (k: number): number => (k + 1) % 6;
  // triangles around vertex 0, in which the third and the fourth name each other's sides wrongly
  const twin = triangles.flatMap((k) => [3 * ((k + 5) % 6) + 2, NONE, 3 * after(k)]);
  [twin[9], twin[5], twin[6]] = [14, NONE, NONE];
  const surface = createSurface({
    vertexCount: 7,
    polygonCount: 6,
    x: Float64Array.from(corners.filter((_, i) => i % 2 === 0)),
    y: Float64Array.from(corners.filter((_, i) => i % 2 === 1)),
    firstSide: Uint32Array.from([...triangles, 6], (k) => 3 * k),
    corner: Uint32Array.from(triangles.flatMap((k) => [0, 1 + k, 1 + after(k)])),
    twin: Uint32Array.from(twin),
  });
  for (const [x, y] of [
    [1, -1],
    [1, 1],
    [0, -1],
    [-1, -1],
    [-1, 1],
    [0, 1],
  ]) {
    assert.ok(surface.raycast(x, y, -x, -y).status > 0);
    assert.ok(surface.moveAlong(x, y, -2 * x, -2 * y).status > 0);
  }
  surface.destroy();
});

test('a part without an area has no random place', () => {
  const { corner, twin, firstSide } = square();
  const surface = createSurface({
    vertexCount: 7,
    polygonCount: 3,
    x: Float64Array.of(0, 1, 1, 0, 2, 3, 4),
    y: Float64Array.of(0, 0, 1, 1, 0, 0, 0),
    firstSide: Uint32Array.of(...firstSide, 9),
    corner: Uint32Array.of(...corner, 4, 5, 6),
    twin: Uint32Array.of(...twin, NONE, NONE, NONE),
  });
  assert.is(surface.areaCount(), 2);
  assert.is(surface.randomPoint(Math.random, { within: 0 }).found, true);
  assert.is(surface.randomPoint(Math.random, { within: 1 }).found, false);
  surface.destroy();
});

test.run();
