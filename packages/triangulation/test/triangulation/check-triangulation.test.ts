import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkTriangulation, triangulate, type Triangulation } from '../../src/index.ts';
import { createEmptyTriangulation } from '../../src/triangulation/triangulation.ts';

const test = suite('checkTriangulation');

/** Triangles by their corners; `twins`: pairs of half-edges. */
function of(points: readonly number[], corner: readonly number[], twins: readonly number[] = []) {
  const t = createEmptyTriangulation(points.length / 2, corner.length / 3);
  t.vertexCount = points.length / 2;
  t.triangleCount = corner.length / 3;
  points.forEach((value, i) => ((i % 2 ? t.y : t.x)[i >> 1] = value));
  corner.forEach((v, e) => {
    t.corner[e] = v;
    t.vertexHalfEdge[v] = e;
  });
  for (let i = 0; i < twins.length; i += 2) {
    t.twin[twins[i]] = twins[i + 1];
    t.twin[twins[i + 1]] = twins[i];
  }
  return t;
}

const refused = (t: Triangulation, message: RegExp): void =>
  assert.throws(() => checkTriangulation(t), message);

test('triangles that overlap, lie apart or leave out a part of the hull', () => {
  const two = [0, 0, 4, 0, 0, 4, 1, 1, 5, 1, 1, 5];
  refused(of(two, [0, 1, 2, 3, 4, 5]), /hull/);
  refused(of([0, 0, 1, 0, 0, 1, 8, 8, 9, 8, 8, 9], [0, 1, 2, 3, 4, 5]), /hull/);
  // two triangles at one vertex
  refused(of([0, 0, 4, -1, 4, 1, -4, 1, -4, -1], [0, 1, 2, 0, 3, 4]), /hull/);
  // a notch at (2, 1)
  const notch = of([0, 0, 2, 1, 4, 0, 2, 9], [0, 1, 3, 1, 2, 3], [1, 5]);
  refused(notch, /hull/);
  // eight triangles that go around the middle twice
  const around = [2, 0, 0, 2, -2, 0, 0, -2];
  const middle = [0, 0, ...around, ...around];
  const fan = Array.from({ length: 8 }, (_, i) => [0, 1 + i, 1 + ((i + 1) % 8)]).flat();
  const spokes = Array.from({ length: 8 }, (_, i) => [3 * i + 2, 3 * ((i + 1) % 8)]).flat();
  refused(of(middle, fan, spokes), /hull/);
});

test('corners that are no vertices, coordinates that are no numbers', () => {
  const points = [0, 0, 4, 0, 0, 4];
  refused(of(points, [0, 1, 7]), /corner 7/);
  refused(of([0, 0, 4, 0, Number.NaN, 4], [0, 1, 2]), /turn left/);
  const { triangulation: t } = triangulate(points);
  t.corner[1] = -1;
  refused(t, /corner -1/);
});

test('accepts one triangle, a hull with vertices on its sides, and nothing', () => {
  assert.is(checkTriangulation(of([0, 0, 4, 0, 0, 4], [0, 1, 2])), 16);
  assert.is(
    checkTriangulation(triangulate([0, 0, 2, 0, 4, 0, 4, 4, 0, 4, 0, 2]).triangulation),
    32,
  );
  assert.is(checkTriangulation(triangulate([]).triangulation), 0);
});

test.run();
