// Cases that random scenes miss: contacts by rounding, gaps as wide as the disc, and the statuses
// that each call promises.
import { NONE } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildPolygonMesh, createNavMesh, type NavMeshInput } from '@wayfield/triangulation';
import {
  CLEAR,
  createSurface,
  HIT,
  MORE,
  MOVED_OUT,
  NO_PLACE,
  START_BLOCKED,
  type Surface,
  SURFACE_STATUS_NAMES,
} from '../src/index.ts';

const test = suite('surfaces, case by case');

const surfaceOf = (input: NavMeshInput): Surface => createSurface(createNavMesh(input));
const near = (found: number, right: number, slack = 1e-9): void =>
  assert.ok(Math.abs(found - right) <= slack, `${found}, not ${right}`);
const isAt = (found: { x: number; y: number }, x: number, y: number, slack = 1e-9): void => {
  assert.ok(
    Math.abs(found.x - x) <= slack && Math.abs(found.y - y) <= slack,
    `${found.x}, ${found.y}, not ${x}, ${y}`,
  );
};

const boundary = [0, 0, 20, 0, 20, 10, 0, 10];
const box = [4, 2, 8, 2, 8, 8, 4, 8];
/** A box whose corner touches that of the other one. */
const touching = [8, 8, 10, 8, 10, 9, 8, 9];

test('statuses have names', () => {
  assert.is(SURFACE_STATUS_NAMES[CLEAR], 'CLEAR');
  assert.is(SURFACE_STATUS_NAMES[MORE], 'MORE');
  assert.is(SURFACE_STATUS_NAMES.length, MORE + 1);
});

test('a move by nothing stays, also on walls and corners', () => {
  const surface = surfaceOf({ boundary, obstacles: [box] });
  for (const r of [0, 0.5]) {
    const here = surface.moveAlong(2, 5, 0, 0, r);
    assert.is(here.status, CLEAR);
    isAt(here, 2, 5, 0);
  }
  const wall = surface.moveAlong(4, 5, 0, 0);
  assert.is(wall.status, CLEAR);
  isAt(wall, 4, 5, 0);
  isAt(surface.moveAlong(4, 2, 0, 0), 4, 2, 0);
  isAt(surface.moveAlong(0, 0, 0, 0), 0, 0);
});

test('starts on a wall, on a corner, along a wall', () => {
  const surface = surfaceOf({ boundary, obstacles: [box] });
  isAt(surface.moveAlong(4, 5, 0, 1), 4, 6);
  isAt(surface.moveAlong(4, 5, -1, 1), 3, 6);
  isAt(surface.moveAlong(4, 5, 1, 1), 4, 6);
  isAt(surface.moveAlong(4, 5, 1, 0), 4, 5);
  // along the wall, past its end, straight on
  isAt(surface.moveAlong(4, 5, 0, 4), 4, 9);
  isAt(surface.moveAlong(4, 8, 1, 0), 5, 8);
  isAt(surface.moveAlong(4, 8, -1, 1), 3, 9);
  // a disc along a wall that it touches
  isAt(surface.moveAlong(3.5, 3, 0, 2, 0.5), 3.5, 5);
});

test('a point that follows a path goes on at corners, also straight at them', () => {
  const surface = surfaceOf({ boundary, obstacles: [box, [10, 8, 12, 8, 12, 10, 10, 10]] });
  // between the corners of two boxes, along the top of one and the bottom of the other
  let here = surface.moveAlong(2, 8, 1.5, 0);
  for (let step = 0; step < 6; step++) here = surface.moveAlong(here.x, here.y, 1.5, 0);
  isAt(here, 12.5, 8);
  isAt(surface.moveAlong(2, 6, 2, 2), 4, 8, 0);
  isAt(surface.moveAlong(4, 8, 2, 2), 6, 10);
  // head on into a corner: the point goes along one of its walls
  const edge = surfaceOf({ boundary, obstacles: [[5, 5, 7, 3, 9, 5, 7, 7]] });
  const end = edge.moveAlong(4, 5, 4, 0);
  near(end.x, 6.5);
  near(Math.abs(end.y - 5), 1.5);
});

test('a disc slides along a wall, into a corner, and stays there', () => {
  const surface = surfaceOf({ boundary });
  const slid = surface.moveAlong(5, 1, 3, -3, 0.5);
  assert.is(slid.status, HIT);
  isAt(slid, 8, 0.5);
  assert.is(slid.contacts, 1);
  isAt(surface.moveAlong(1, 1, -3, -3, 0.5), 0.5, 0.5);
  const stuck = surface.moveAlong(0.5, 0.5, -1, -2, 0.5);
  isAt(stuck, 0.5, 0.5);
});

test('a disc slides around a corner by the law of its motion', () => {
  const surface = surfaceOf({ boundary, obstacles: [box] });
  // pushed along x at the corner (4, 2) from where the normal is 150 degrees off the push: tan of
  // half the angle shrinks by exp(-push / radius)
  const r = 0.5;
  const angle = (150 * Math.PI) / 180;
  const start = { x: 4 + r * Math.cos(angle), y: 2 - r * Math.sin(angle) };
  for (const push of [0.1, 0.3, 0.6]) {
    const later = 2 * Math.atan(Math.tan(angle / 2) * Math.exp(-push / r));
    const end = surface.moveAlong(start.x, start.y, push, 0, r);
    isAt(end, 4 + r * Math.cos(later), 2 - r * Math.sin(later));
  }
  // after ln(tan(75°)) radii the corner is passed, and the rest is straight
  const around = r * Math.log(Math.tan(angle / 2));
  isAt(surface.moveAlong(start.x, start.y, 2, 0, r), 4 + 2 - around, 1.5);
});

test('a push straight at a corner stays', () => {
  const surface = surfaceOf({ boundary, obstacles: [[5, 5, 7, 3, 9, 5, 7, 7]] });
  isAt(surface.moveAlong(4, 5, 2, 0, 0.5), 4.5, 5);
});

test('a gap as wide as the disc lets it through, a narrower one does not', () => {
  const obstacles = [
    [5, 0, 7, 0, 7, 4.5, 5, 4.5],
    [5, 5.5, 7, 5.5, 7, 10, 5, 10],
  ];
  const surface = surfaceOf({ boundary, obstacles });
  isAt(surface.moveAlong(2, 5, 10, 0, 0.5), 12, 5);
  assert.is(surface.raycast(2, 5, 12, 5, 0.5).status, CLEAR);
  const stopped = surface.moveAlong(2, 5, 10, 0, 0.501);
  assert.ok(stopped.x < 5, `${stopped.x}`);
  assert.is(surface.raycast(2, 5, 12, 5, 0.501).status, HIT);
  // into the gap from aside: both corners and both walls are touched at once
  const aside = surface.moveAlong(2, 4.9, 10, 0, 0.5);
  near(aside.y, 5, 1e-6);
  assert.ok(aside.x > 10, `${aside.x}`);
});

test('two obstacles that touch at a corner let nothing through', () => {
  const surface = surfaceOf({ boundary, obstacles: [box, touching] });
  // through (8, 8), from below right to above left
  const ray = surface.raycast(9, 7, 7, 9);
  assert.is(ray.status, HIT);
  near(ray.fraction, 0.5);
  isAt(ray, 8, 8);
  for (const r of [0, 1e-6, 0.1]) {
    const end = surface.moveAlong(9, 7, -2, 2, r);
    assert.ok(end.x > 8 - 1e-6 && end.y < 8 + 1e-6, `${end.x}, ${end.y}`);
  }
});

test('a ray touches walls and corners, and passes', () => {
  const surface = surfaceOf({ boundary, obstacles: [box, touching] });
  assert.is(surface.raycast(4, 8, 8, 8).status, CLEAR);
  assert.is(surface.raycast(2, 8, 8, 8).status, CLEAR);
  assert.is(surface.raycast(2, 6, 6, 10).status, CLEAR);
  assert.is(surface.raycast(4, 2, 4, 8).status, CLEAR);
  assert.is(surface.raycast(4, 8, 4, 2).status, CLEAR);
  assert.is(surface.raycast(0, 0, 20, 0).status, CLEAR);
  assert.is(surface.raycast(2, 0, 2, 10).status, CLEAR);
  // along the upper wall of one, and on along the lower wall of the other
  const on = surface.raycast(3, 8, 9, 8);
  assert.is(on.status, HIT, 'the obstacles touch at (8, 8)');
  isAt(on, 8, 8);
  const into = surface.raycast(2, 2, 6, 6);
  assert.is(into.status, HIT);
  isAt(into, 4, 4);
  isAt({ x: into.normalX, y: into.normalY }, -1, 0);
  assert.is(into.obstacle, 0);
  assert.is(surface.raycast(2, 5, 2, 5).status, CLEAR);
  assert.is(surface.raycast(5, 5, 9, 5).status, START_BLOCKED);
  assert.is(surface.raycast(5, 5, 9, 5).fraction, 0);
  assert.is(surface.raycast(3.8, 5, 2, 5, 0.5).status, START_BLOCKED);
  assert.is(surface.raycast(3.8, 5, 3.8, 5, 0.5).status, START_BLOCKED);
  // a ray so short that the square of its length underflows
  assert.is(surface.raycast(0, 5, 1e-170, 5, 0.5).status, START_BLOCKED);
});

test('a thin wall is closed from both sides', () => {
  const surface = surfaceOf({ boundary, walls: [[10, 2, 10, 8]] });
  for (const [from, to] of [
    [8, 12],
    [12, 8],
  ]) {
    const ray = surface.raycast(from, 5, to, 5);
    assert.is(ray.status, HIT);
    near(ray.fraction, 0.5);
    assert.is(ray.obstacle, 0);
    near(surface.moveAlong(from, 5, to - from, 0).x, 10);
    near(surface.moveAlong(from, 5, to - from, 0, 0.5).x, from < to ? 9.5 : 10.5);
  }
  // around its end
  isAt(surface.moveAlong(10, 8.5, 1, 0, 0.5), 11, 8.5);
  assert.is(surface.locate(10, 5) >= 0, true);
});

test('discs keep clear of obstacles and walls that are single points; points pass', () => {
  const point = [5, 5, 5, 5, 5, 5];
  const nav = createNavMesh({ boundary, obstacles: [box.map((c) => c + 10), point] });
  const line = nav.addWall([7, 2, 7, 2]);
  for (const mesh of [nav, buildPolygonMesh(nav.triangulation)]) {
    const surface = createSurface(mesh);
    const stopped = surface.moveAlong(4, 5, 2, 0, 0.3);
    assert.is(stopped.status, HIT);
    isAt(stopped, 4.7, 5);
    // a push that passes above the point slides around it
    const past = surface.moveAlong(4, 5.2, 2, 0, 0.3);
    near(past.y, 5.3);
    assert.ok(past.x > 5.5, `${past.x}`);
    const ray = surface.raycast(4, 5, 6, 5, 0.3);
    assert.is(ray.status, HIT);
    isAt(ray, 4.7, 5);
    isAt({ x: ray.normalX, y: ray.normalY }, -1, 0);
    assert.equal([ray.wallAX, ray.wallAY, ray.wallBX, ray.wallBY], [5, 5, 5, 5]);
    assert.is(ray.obstacle, mesh === nav ? 1 : -1);
    assert.is(surface.raycast(6, 2, 8, 2, 0.3).obstacle, mesh === nav ? line : -1);
    assert.is(surface.raycast(4, 5, 6, 5).status, CLEAR);
    isAt(surface.moveAlong(4, 5, 2, 0), 6, 5);
    near(surface.clearanceAt(5.5, 5), 0.5);
    const out = surface.closestPoint(5.1, 5, 0.3);
    assert.is(out.status, MOVED_OUT);
    isAt(out, 5.3, 5);
    near(surface.closestPoint(5, 5, 0.3).distance, 0.3);
    assert.is(surface.wallsNear(5, 5, 1).count, 1);
    surface.destroy();
  }
});

test('a point that walls come to is a point again after them', () => {
  const nav = createNavMesh({ boundary });
  const surface = createSurface(nav);
  const id = nav.add([5, 5, 5, 5, 5, 5]);
  const count = (): number => surface.wallsNear(5, 5, 0.1).count;
  assert.is(count(), 1);
  const wall = nav.addWall([5, 5, 9, 5]);
  assert.is(count(), 2);
  const cover = nav.add(box);
  assert.is(surface.clearanceAt(5, 5), -1);
  nav.remove(wall);
  nav.remove(cover);
  assert.is(count(), 1);
  assert.is(surface.raycast(4, 5, 6, 5, 0.3).obstacle, id);
  const again = nav.add([5, 5, 5, 5, 5, 5]);
  nav.remove(id);
  assert.is(surface.raycast(4, 5, 6, 5, 0.3).obstacle, again);
  nav.remove(again);
  assert.is(count(), 0);
  assert.is(surface.raycast(4, 5, 6, 5, 0.3).status, CLEAR);
});

test('a place that fits nowhere, or only further than the limit', () => {
  const surface = surfaceOf({ boundary, obstacles: [box] });
  const none = surface.closestPoint(5, 5, 6);
  assert.is(none.status, NO_PLACE);
  assert.is(none.distance, Infinity);
  assert.is(none.at, -1);
  assert.is(surface.closestPoint(6, 5, { radius: 0.5, within: 2.4 }).status, NO_PLACE);
  assert.is(surface.closestPoint(6, 5, { radius: 0.5, within: 2.6 }).status, MOVED_OUT);
  assert.is(surface.closestPoint(6, 5, { within: 1.9 }).status, NO_PLACE);
  const stays = surface.moveAlong(6, 5, 1, 1, { radius: 0.5, within: 1 });
  assert.is(stays.status, NO_PLACE);
  isAt(stays, 6, 5, 0);
  near(surface.closestPoint(-100, 5).distance, 100);
});

test('a disc far smaller than rounding goes where a point goes', () => {
  const surface = surfaceOf({ boundary, obstacles: [box] });
  for (const r of [1e-300, 2e-14, 3e-14, 1e-13, 1e-11])
    for (const [x, y] of [
      [-1, 5],
      [4.5, 5],
      [-1, -1],
      [2, 5],
      [4, 5],
    ]) {
      const place = surface.closestPoint(x, y, r);
      assert.equal(place, surface.closestPoint(x, y), `radius ${r} at ${x}, ${y}`);
      const moved = surface.moveAlong(x, y, 0, 0, r);
      assert.equal([moved.x, moved.y], [place.x, place.y]);
    }
});

test('a huge move ends, at the border of the world', () => {
  const surface = surfaceOf({ boundary, obstacles: [box, touching] });
  for (const r of [0, 0.3]) {
    const end = surface.moveAlong(1, 1, 1e9, 7e8, r);
    isAt(end, 20 - r, 10 - r, 1e-6);
    assert.is(surface.raycast(1, 1, 1e9, 7e8, r).status, HIT);
  }
});

test('far from the origin all is the same, but for rounding', () => {
  const away = 1e6;
  const moved = (line: readonly number[]): number[] => line.map((value) => value + away);
  const here = surfaceOf({ boundary, obstacles: [box, touching] });
  const there = surfaceOf({ boundary: moved(boundary), obstacles: [moved(box), moved(touching)] });
  let state = 1;
  const random = (): number => (state = (state * 16807) % 2147483647) / 2147483647;
  for (let i = 0; i < 2000; i++) {
    const [x, y, r] = [20 * random(), 10 * random(), [0, 0.1, 0.7][i % 3]];
    const place = here.closestPoint(x, y, r);
    const far = there.closestPoint(x + away, y + away, r);
    near(far.distance, place.distance, 1e-5);
    if (place.status === NO_PLACE) continue;
    const [dx, dy] = [4 * random() - 2, 4 * random() - 2];
    const end = there.moveAlong(far.x, far.y, dx, dy, r);
    assert.ok(there.clearanceAt(end.x, end.y) >= r - 1e-9 * r - 2 ** -46 * 1.1e6);
    // the same move near the origin
    const same = here.moveAlong(place.x, place.y, dx, dy, r);
    const off = Math.hypot(end.x - away - same.x, end.y - away - same.y);
    assert.ok(off < 1e-3, `case ${i}: ${off}`);
  }
});

test('walls near: nearest first, free space on the left, and more than there is room for', () => {
  const surface = surfaceOf({ boundary, obstacles: [box] });
  const all = surface.wallsNear(3, 5, 3.5);
  assert.is(all.status, CLEAR);
  assert.is(all.count, 4);
  // the wall of the box that faces the place: free space on its left
  assert.equal([all.ax[0], all.ay[0], all.bx[0], all.by[0]], [4, 2, 4, 8]);
  assert.equal([all.ax[1], all.ay[1], all.bx[1], all.by[1]], [0, 10, 0, 0]);
  const two = {
    status: 0,
    count: 0,
    ax: new Float64Array(2),
    ay: new Float64Array(2),
    bx: new Float64Array(2),
    by: new Float64Array(2),
    side: new Int32Array(2),
  };
  assert.is(surface.wallsNear(3, 5, 3.5, two), two);
  assert.is(two.status, MORE);
  assert.is(two.count, 4);
  assert.equal([...two.ax], [4, 0]);
  assert.is(surface.wallsNear(2, 5, 1).count, 0);
  const rows = { x: Float64Array.of(3, 2), y: Float64Array.of(5, 5), distance: 3.5, most: 2 };
  const both = surface.wallsNearAll(rows);
  assert.equal([...both.status], [MORE, MORE].slice(0, 1).concat(both.count[1] > 2 ? MORE : CLEAR));
  assert.equal([...both.ax.subarray(0, 2)], [4, 0]);
});

test('clearance is negative where agents cannot be', () => {
  const surface = surfaceOf({ boundary, obstacles: [box] });
  near(surface.clearanceAt(2, 5), 2);
  near(surface.clearanceAt(6, 5), -2);
  near(surface.clearanceAt(25, 5), -5);
  near(surface.clearanceAt(4, 5), 0);
});

test('batches answer as single calls do, with and without hints', () => {
  const nav = createNavMesh({ boundary, obstacles: [box, touching], walls: [[12, 1, 14, 9]] });
  for (const mesh of [nav, buildPolygonMesh(nav.triangulation)]) {
    const surface = createSurface(mesh);
    const count = 500;
    let state = 7;
    const random = (): number => (state = (state * 16807) % 2147483647) / 2147483647;
    const column = (low: number, high: number): Float64Array =>
      Float64Array.from({ length: count }, () => low + (high - low) * random());
    const [x, y, dx, dy] = [column(-1, 21), column(-1, 11), column(-3, 3), column(-3, 3)];
    const radius = column(0, 0.6);
    const hints = Int32Array.from({ length: count }, (_, i) => (i % 50) - 5);
    const moves = surface.moveAlongAll({ x, y, dx, dy, radius });
    const hinted = surface.moveAlongAll({ x, y, dx, dy, radius, at: hints });
    const places = surface.closestPointAll({ x, y, radius });
    const rays = surface.raycastAll({ ax: x, ay: y, bx: dx, by: dy, radius });
    const { clearance } = surface.clearanceAtAll({ x, y });
    const polygons = surface.locateAll({ x, y });
    for (let i = 0; i < count; i++) {
      const move = surface.moveAlong(x[i], y[i], dx[i], dy[i], radius[i]);
      assert.equal(
        [moves.status[i], moves.x[i], moves.y[i], moves.contacts[i]],
        [move.status, move.x, move.y, move.contacts],
      );
      assert.equal([hinted.status[i], hinted.x[i], hinted.y[i]], [move.status, move.x, move.y]);
      assert.is(hints[i], move.at);
      const place = surface.closestPoint(x[i], y[i], radius[i]);
      assert.equal(
        [places.status[i], places.x[i], places.y[i], places.distance[i]],
        [place.status, place.x, place.y, place.distance],
      );
      const ray = surface.raycast(x[i], y[i], dx[i], dy[i], radius[i]);
      assert.equal(
        [
          rays.status[i],
          rays.fraction[i],
          rays.x[i],
          rays.normalX[i],
          rays.side[i],
          rays.wallAX[i],
        ],
        [ray.status, ray.fraction, ray.x, ray.normalX, ray.side, ray.wallAX],
      );
      assert.is(rays.obstacle[i], ray.obstacle);
      assert.is(clearance[i], surface.clearanceAt(x[i], y[i]));
      assert.is(polygons[i], surface.locate(x[i], y[i]));
    }
    surface.destroy();
  }
});

test('answers go into arrays of an earlier call, and more rows than ever before have room', () => {
  const surface = surfaceOf({ boundary, obstacles: [box] });
  const x = new Float64Array(1000).fill(2);
  const y = new Float64Array(1000).fill(5);
  const rows = { x, y, dx: x, dy: new Float64Array(1000), radius: 0.25, count: 10 };
  const out = surface.moveAlongAll(rows);
  assert.is(out.x.length, 10);
  assert.is(surface.moveAlongAll({ ...rows, dx: y }, out), out);
  near(out.x[9], 3.75);
  assert.is(surface.moveAlongAll({ ...rows, count: 1000 }).x[999], 3.75);
  assert.throws(
    () => surface.moveAlongAll({ ...rows, count: 11 }, out),
    /out\.x\.length is 10|out/,
  );
});

test('wrong rows are refused, with their numbers, and nothing is answered', () => {
  const surface = surfaceOf({ boundary });
  const two = Float64Array.of(1, 2);
  const one = Float64Array.of(1);
  const refuse = (call: () => unknown, message: RegExp): void =>
    assert.throws(call, (error: Error) => {
      assert.instance(error, RangeError);
      assert.match(error.message, message);
      return true;
    });
  refuse(() => surface.closestPointAll({ x: two, y: one }), /y\.length is 1, expected 2/);
  refuse(() => surface.closestPointAll({ x: two, y: Float64Array.of(1, NaN) }), /y\[1\] is NaN/);
  refuse(() => surface.closestPointAll({ x: two, y: two, radius: -1 }), /radius is -1/);
  refuse(
    () => surface.closestPointAll({ x: two, y: two, radius: Float64Array.of(0, -2) }),
    /radius\[1\] is -2/,
  );
  const at = Int32Array.of(7);
  refuse(() => surface.closestPointAll({ x: two, y: two, at }), /at\.length is 1, expected 2/);
  refuse(() => surface.moveAlong(1, 1, Infinity, 0), /dx is Infinity/);
  refuse(() => surface.moveAlong(1, 1, 0, 0, -0.5), /radius is -0\.5/);
  refuse(() => surface.raycast(1, NaN, 0, 0), /ay is NaN/);
  refuse(() => surface.wallsNear(1, 1, -1), /distance is -1/);
  surface.destroy();
  assert.throws(() => surface.locate(1, 1), /the surface was destroyed/);
});

test('pushes and rays whose squares overflow end where shorter ones do', () => {
  const surface = surfaceOf({ boundary, obstacles: [box] });
  for (const radius of [0, 0.25]) {
    for (const [dx, dy] of [
      [1, 0],
      [1, 0.25],
      [-0.5, 1],
      [1, -1],
    ]) {
      for (const [x, y] of [
        [2, 3],
        [2, 5],
        [2, 6.9],
        [2, 7.1],
      ]) {
        const long = surface.moveAlong(x, y, 1e40 * dx, 1e40 * dy, radius);
        const huge = surface.moveAlong(x, y, 1.5e308 * dx, 1.5e308 * dy, radius);
        assert.equal([huge.x, huge.y, huge.status], [long.x, long.y, long.status]);
        const ray = surface.raycast(x, y, 1e40 * dx, 1e40 * dy, radius);
        const far = surface.raycast(x, y, 1.5e308 * dx, 1.5e308 * dy, radius);
        assert.equal([far.side, far.status], [ray.side, ray.status]);
        near(far.x, ray.x);
        near(far.y, ray.y);
        near((far.fraction * 1.5e308) / 1e40, ray.fraction);
      }
    }
  }
  surface.destroy();
});

test('a side so short that its square underflows stops discs and points where it should', () => {
  for (const short of [1e-170, 1e-280]) {
    const surface = createSurface({
      vertexCount: 5,
      polygonCount: 1,
      x: Float64Array.of(0, 4, 4, 4, 0),
      y: Float64Array.of(0, 0, short, 4, 4),
      firstSide: Uint32Array.of(0, 5),
      corner: Uint32Array.of(0, 1, 2, 3, 4),
      twin: new Uint32Array(5).fill(NONE),
    });
    near(surface.clearanceAt(1, 2), 1);
    for (const radius of [0, 0.5]) {
      isAt(surface.closestPoint(5, -1, radius), 4 - radius, radius);
      isAt(surface.moveAlong(1, 1, 5, -3, radius), 4 - radius, radius);
      isAt(surface.moveAlong(4 - radius, radius, 1, 2, radius), 4 - radius, 2 + radius);
    }
    surface.destroy();
  }
});

test.run();
