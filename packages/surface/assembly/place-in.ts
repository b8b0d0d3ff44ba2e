// Whether a convex polygon holds a point, by exact signs. Used by locate.ts, and by grid.ts.

import { Side, SIDE } from './layout';
import { sideOfLine, SURE } from './orient';
import { endSide, firstSide, hasTriangles, sideAt } from './world';

/** 1 if a point is inside a polygon, 0 on its border, -1 outside. */
export function placeIn(number: u32, x: f64, y: f64): i32 {
  const first = firstSide(number);
  if (hasTriangles()) {
    const place = placeInTriangle(number, x, y);
    if (place != 0) return place;
  }
  const end = endSide(number);
  let a = sideAt(end - 1);
  let place = 1;
  for (let s = first; s < end; s++) {
    const b = sideAt(s);
    place = min(place, sideOfLine(a.x, a.y, b.x, b.y, x, y));
    if (place < 0) return -1;
    a = b;
  }
  return place;
}

/**
 * 1 if a point is inside a triangle, -1 if outside, 0 where plain arithmetic is not sure. All sides
 * are tested at once, without branches, so that the processor reads the triangles of several points
 * at the same time.
 */
export function placeInTriangle(number: u32, x: f64, y: f64): i32 {
  const sides = changetype<usize>(sideAt(3 * number));
  const place = f64x2.replace_lane(f64x2.splat(x), 1, y);
  const a = f64x2.sub(v128.load(sides, offsetof<Side>('x')), place);
  const b = f64x2.sub(v128.load(sides + SIDE, offsetof<Side>('x')), place);
  const c = f64x2.sub(v128.load(sides + 2 * SIDE, offsetof<Side>('x')), place);
  // in the two lanes of ab, bc and ca: the two products of a side, as in `sideOfLine`
  const ab = f64x2.mul(a, v128.shuffle<f64>(b, b, 1, 0));
  const bc = f64x2.mul(b, v128.shuffle<f64>(c, c, 1, 0));
  const ca = f64x2.mul(c, v128.shuffle<f64>(a, a, 1, 0));
  // a lane per side for the first two; the third side in both lanes
  const one = v128.shuffle<f64>(ab, bc, 0, 2);
  const other = v128.shuffle<f64>(ab, bc, 1, 3);
  const lastOne = v128.shuffle<f64>(ca, ca, 0, 0);
  const lastOther = v128.shuffle<f64>(ca, ca, 1, 1);
  const share = f64x2.splat(SURE);
  const sum = f64x2.sub(one, other);
  const sure = f64x2.mul(share, f64x2.add(f64x2.abs(one), f64x2.abs(other)));
  const lastSum = f64x2.sub(lastOne, lastOther);
  const lastSure = f64x2.mul(share, f64x2.add(f64x2.abs(lastOne), f64x2.abs(lastOther)));
  const isIn = v128.and(f64x2.gt(sum, sure), f64x2.gt(lastSum, lastSure));
  const isOut = v128.or(f64x2.gt(f64x2.neg(sum), sure), f64x2.gt(f64x2.neg(lastSum), lastSure));
  return <i32>i64x2.all_true(isIn) - <i32>v128.any_true(isOut);
}
