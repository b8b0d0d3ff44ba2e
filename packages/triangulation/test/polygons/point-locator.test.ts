import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PolygonMesh } from '../../src/index.ts';
import { areaRounding, boxOf, createPointLocator } from '../../src/polygons/point-locator.ts';

const test = suite('point locator');

/** Coordinates are multiples of 2^-54: as whole numbers their areas are exact. */
const exact = (value: number): bigint => BigInt(value * 2 ** 54);

test('a point inside by less than the rounding of its area is found, around the origin', () => {
  // found by a search for large errors: the area of a, b, p errs by 11 roundings of c · extent
  const [ax, ay] = [-0.5131577713499879, -0.5071568252181516];
  const [bx, by] = [0.5135913325083703, 0.5236473169432387];
  const [px, py] = [0.5036022235328548, 0.5136187570255635];
  const mesh: PolygonMesh = {
    vertexCount: 3,
    polygonCount: 1,
    x: Float64Array.of(ax, bx, ax),
    y: Float64Array.of(ay, by, by),
    firstSide: Uint32Array.of(0, 3),
    corner: Uint32Array.of(0, 1, 2),
    twin: new Uint32Array(3).fill(0xffffffff),
  };
  const area =
    (exact(bx) - exact(ax)) * (exact(py) - exact(ay)) -
    (exact(by) - exact(ay)) * (exact(px) - exact(ax));
  assert.ok(area > 0n, 'the point lies to the left of the side');
  const computed = (bx - ax) * (py - ay) - (by - ay) * (px - ax);
  assert.ok(computed < 0, `${computed}`);
  const { epsilon, locate } = createPointLocator(mesh);
  assert.is(epsilon, areaRounding(boxOf(mesh)));
  assert.is(locate(px, py, new Uint32Array(1)), 1, `${computed / epsilon} of epsilon`);
});

test('areas of whole numbers below 2^24 are never rounded to 0', () => {
  const most = 2 ** 24 - 1;
  assert.ok(areaRounding([-most, -most, most, most]) < 1);
  assert.ok(areaRounding([0, 0, most, most]) < 1);
});

test.run();
