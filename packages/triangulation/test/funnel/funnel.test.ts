import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFunnel, createSleeve, pushPortal, type Sleeve } from '../../src/index.ts';
import { createRandom, type Portal, randomPortals } from '@wayfield/testing/meshes';

const test = suite('funnel');

/** A sleeve of portals. */
function sleeveOf(portals: readonly Portal[]): Sleeve {
  const sleeve = createSleeve(1);
  for (const portal of portals) pushPortal(sleeve, ...portal);
  return sleeve;
}

/** The portals between the first and the last, and beyond the two of them nothing. */
function inner(sleeve: Sleeve): Sleeve {
  return {
    count: Math.max(0, sleeve.count - 2),
    leftX: sleeve.leftX.subarray(1),
    leftY: sleeve.leftY.subarray(1),
    rightX: sleeve.rightX.subarray(1),
    rightY: sleeve.rightY.subarray(1),
  };
}

/**
 * The least length from point to point over portal ends that see each other through the portals
 * between: quadratic, no funnel.
 */
function shortestBySight(sleeve: Sleeve, sx: number, sy: number, tx: number, ty: number): number {
  const { leftX, leftY, rightX, rightY, count } = sleeve;
  const x = [sx];
  const y = [sy];
  const at = [-1];
  for (let i = 0; i < count; i++) {
    x.push(leftX[i], rightX[i]);
    y.push(leftY[i], rightY[i]);
    at.push(i, i);
  }
  x.push(tx);
  y.push(ty);
  at.push(count);
  const length = x.map(() => Infinity);
  length[0] = 0;
  for (let b = 1; b < x.length; b++)
    for (let a = 0; a < b; a++) {
      let sees = true;
      for (let i = at[a] + 1; i < at[b] && sees; i++) {
        const [dx, dy] = [x[b] - x[a], y[b] - y[a]];
        const left = dx * (leftY[i] - y[a]) - dy * (leftX[i] - x[a]);
        const right = dx * (rightY[i] - y[a]) - dy * (rightX[i] - x[a]);
        sees = left >= -1e-9 && right <= 1e-9;
        // and between the two, not before or behind
        const [wx, wy] = [rightX[i] - leftX[i], rightY[i] - leftY[i]];
        const beyondA = wx * (y[a] - leftY[i]) - wy * (x[a] - leftX[i]);
        const beyondB = wx * (y[b] - leftY[i]) - wy * (x[b] - leftX[i]);
        sees &&= beyondA <= 1e-9 && beyondB >= -1e-9;
        // on one line with the portal: over the portal itself
        if (sees && Math.abs(left) <= 1e-9 && Math.abs(right) <= 1e-9) {
          const reach = (px: number, py: number): number => (px - x[a]) * dx + (py - y[a]) * dy;
          const [l, r] = [reach(leftX[i], leftY[i]), reach(rightX[i], rightY[i])];
          sees = Math.max(l, r) >= 0 && Math.min(l, r) <= dx * dx + dy * dy;
        }
      }
      const way = length[a] + Math.hypot(x[b] - x[a], y[b] - y[a]);
      if (sees && way < length[b]) length[b] = way;
    }
  return length[x.length - 1];
}

/** The least value of a convex function on [0, 1], and where. */
function golden(f: (t: number) => number): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [0, 1];
  let [p, q] = [1 - ratio, ratio];
  let [atP, atQ] = [f(p), f(q)];
  let least = Math.min(f(0), f(1), atP, atQ);
  for (let i = 0; i < 24; i++) {
    if (atP < atQ) {
      [high, q, atQ] = [q, p, atP];
      p = high - ratio * (high - low);
      atP = f(p);
    } else {
      [low, p, atP] = [p, q, atQ];
      q = low + ratio * (high - low);
      atQ = f(q);
    }
    least = Math.min(least, atP, atQ);
  }
  return least;
}

const funnel = createFunnel();

function pathOf(): number[] {
  const points: number[] = [];
  for (let i = 0; i < funnel.count; i++) points.push(funnel.x[i], funnel.y[i]);
  return points;
}

test('from point to point: straight, around corners, along walls', () => {
  const sleeve = sleeveOf([
    [-1, 1, 1, 1],
    [-1, 1, 1, 3],
    [-3, 3, 1, 3],
    [-3, 3, -1, 5],
  ]);
  assert.is(funnel.toPoint(createSleeve(), 1, 2, 4, 6), 5);
  assert.equal(pathOf(), [1, 2, 4, 6]);
  assert.ok(Math.abs(funnel.toPoint(sleeve, -1, -1, -1, 4) - 5) < 1e-15);
  // touched, not turned at
  assert.equal(pathOf(), [-1, -1, -1, 4]);
  const around = funnel.toPoint(sleeve, -1.5, 0, -5, 4);
  assert.equal(pathOf(), [-1.5, 0, -1, 1, -3, 3, -5, 4]);
  assert.ok(Math.abs(around - Math.hypot(0.5, 1) - Math.hypot(2, 2) - Math.hypot(2, 1)) < 1e-12);
  // from one corner to another, the portals it stands on are passed
  assert.is(funnel.toPoint(sleeve, -1, 1, -3, 3), Math.hypot(2, 2));
  assert.equal(pathOf(), [-1, 1, -3, 3]);
  assert.is(funnel.toPoint(sleeve, 1, 1, 1, 1), 0);
});

test('a portal on the line of the path: to its nearer end, a turn only off the line', () => {
  // the second portal lies on the line of sight, crossed to its right: around its near end
  const right = sleeveOf([
    [0, 1, 0, -1],
    [3, 0, 2, 0],
  ]);
  assert.ok(Math.abs(funnel.toPoint(right, -1, 0, 2.5, -2) - 3 - Math.hypot(0.5, 2)) < 1e-12);
  assert.equal(pathOf(), [-1, 0, 2, 0, 2.5, -2]);
  const left = sleeveOf([
    [0, 1, 0, -1],
    [2, 0, 3, 0],
  ]);
  assert.ok(Math.abs(funnel.toPoint(left, -1, 0, 2.5, 2) - 3 - Math.hypot(0.5, 2)) < 1e-12);
  assert.equal(pathOf(), [-1, 0, 2, 0, 2.5, 2]);
  // the path stays on the line: no turn
  assert.is(funnel.toPoint(left, -1, 0, 5, 0), 6);
  assert.equal(pathOf(), [-1, 0, 5, 0]);
});

test('a first or last portal on whose line an end lies, beside the portal, is crossed', () => {
  // a polygon whose lower side is two sides on one line, of which the portal is the second
  const up = sleeveOf([[1, 0, 2, 0]]);
  assert.is(funnel.toPoint(up, 0.5, 0, 1, 3), 3.5);
  assert.equal(pathOf(), [0.5, 0, 1, 0, 1, 3]);
  assert.is(funnel.toPoint(up, 2, -3, 2.5, 0), 3.5);
  assert.equal(pathOf(), [2, -3, 2, 0, 2.5, 0]);
  // on the portal itself the end has passed it
  assert.is(funnel.toPoint(up, 1.5, 0, 1.5, 3), 3);
  assert.is(funnel.toPoint(up, 1, 0, 1.5, 0), 0.5);
  assert.equal(pathOf(), [1, 0, 1.5, 0]);
});

test('straight back along one line: around an end of a portal on the line', () => {
  const up = sleeveOf([[1, 0, 2, 0]]);
  assert.is(funnel.toPoint(up, 0.5, 0, 0.25, 0), 1.25);
  assert.equal(pathOf(), [0.5, 0, 1, 0, 0.25, 0]);
  assert.is(funnel.toPoint(up, 3, 0, 4, 0), 3);
  assert.equal(pathOf(), [3, 0, 2, 0, 4, 0]);
  assert.is(funnel.toPoint(up, 0.5, 0, 5, 0), 4.5);
  assert.equal(pathOf(), [0.5, 0, 5, 0]);
  // around the end (-3, 0), by half a turn
  const around = sleeveOf([
    [-3, 0, 3, 0],
    [-3, 0, -2, 2],
    [-3, 0, -4, 4],
    [-3, 0, -7, 0],
  ]);
  assert.is(funnel.toPoint(around, 0, 0, -1, 0), 5);
  assert.equal(pathOf(), [0, 0, -3, 0, -1, 0]);
});

test('between points as short as by sight, turns only where it says: 4000 sleeves (seed 5)', () => {
  const random = createRandom(5);
  let turned = 0;
  for (let i = 0; i < 4000; i++) {
    const whole = i % 2 === 0;
    const sleeve = sleeveOf(randomPortals(random, 2 + Math.floor(random() * 9), whole));
    const last = sleeve.count - 1;
    const { leftX, leftY, rightX, rightY } = sleeve;
    // anywhere on the first and last portal, or at their ends
    const [a, b] = [random(), random()].map((t) => (whole ? Math.round(t * 2) / 2 : t)) as [
      number,
      number,
    ];
    const at = (l: Float64Array, r: Float64Array, k: number, t: number): number =>
      l[k] + t * (r[k] - l[k]);
    const [sx, sy] = [at(leftX, rightX, 0, a), at(leftY, rightY, 0, a)];
    const [tx, ty] = [at(leftX, rightX, last, b), at(leftY, rightY, last, b)];
    const between = inner(sleeve);
    const exact = shortestBySight(between, sx, sy, tx, ty);
    for (const one of [between, sleeve]) {
      const length = funnel.toPoint(one, sx, sy, tx, ty);
      assert.ok(Math.abs(length - exact) <= 1e-9 * (1 + exact), `${i}: ${length}, exact ${exact}`);
    }
    for (let k = 1; k < funnel.count - 1; k++) {
      const { x, y } = funnel;
      const [px, py, qx, qy] = [x[k] - x[k - 1], y[k] - y[k - 1], x[k + 1] - x[k], y[k + 1] - y[k]];
      // a turn, if only straight back
      assert.ok(px * qy !== py * qx || px * qx + py * qy < 0, `sleeve ${i}: no turn at point ${k}`);
      turned++;
    }
  }
  assert.ok(turned > 2000, `${turned} turns`);
});

test('from segment to segment: straight, at a corner, around a corner', () => {
  // facing each other: 3 apart
  const facing = sleeveOf([
    [-1, 0, 1, 0],
    [0, 3, 2, 3],
  ]);
  assert.is(funnel.toSegment(facing), 3);
  assert.is(funnel.x[0], funnel.x[funnel.count - 1]);
  // one beside the other: corner to corner
  assert.is(
    funnel.toSegment(
      sleeveOf([
        [-1, 0, 1, 0],
        [4, 4, 6, 4],
      ]),
    ),
    5,
  );
  // with a common end, whatever lies between
  assert.is(
    funnel.toSegment(
      sleeveOf([
        [0, 0, 1, 0],
        [0, 0, 0, 1],
        [0, 0, -1, 0],
      ]),
    ),
    0,
  );
  // square to both over one corner
  const corner = sleeveOf([
    [0, 0, 9, 0],
    [2, 4, 9, 4],
    [2, 4, 2, 9],
    [-1, 4, -1, 9],
  ]);
  assert.is(funnel.toSegment(corner), 7);
  assert.equal(pathOf(), [2, 0, 2, 4, -1, 4]);
  assert.is(funnel.toSegment(sleeveOf([[0, 0, 9, 0]])), 0);
  // points are segments without length
  const points = sleeveOf([
    [0, 0, 0, 0],
    [1, 3, 2, 3],
    [3, 4, 3, 4],
  ]);
  assert.ok(Math.abs(funnel.toSegment(points) - Math.hypot(2, 3) - Math.hypot(1, 1)) < 1e-12);
  refuses(() => funnel.toSegment(createSleeve()), RangeError, /no portals/);
});

test('from segment to segment: never too long, never too short, 2000 sleeves (seed 6)', () => {
  const random = createRandom(6);
  const probe = createFunnel();
  let bent = 0;
  for (let i = 0; i < 2000; i++) {
    const sleeve = sleeveOf(randomPortals(random, 2 + Math.floor(random() * 8), i % 2 === 0));
    const last = sleeve.count - 1;
    const { leftX, leftY, rightX, rightY } = sleeve;
    const between = inner(sleeve);
    const exact = funnel.toSegment(sleeve);
    if (exact === 0) continue;
    const end = funnel.count - 1;
    // it is the length of a way from the one to the other …
    const way = probe.toPoint(between, funnel.x[0], funnel.y[0], funnel.x[end], funnel.y[end]);
    assert.ok(
      Math.abs(way - exact) <= 1e-9 * (1 + exact),
      `${i}: ${exact}, but ${way} between its ends`,
    );
    // … and there is no shorter one: lengths are convex in both ends
    const least = golden((s) => {
      const sx = leftX[0] + s * (rightX[0] - leftX[0]);
      const sy = leftY[0] + s * (rightY[0] - leftY[0]);
      return golden((t) =>
        probe.toPoint(
          between,
          sx,
          sy,
          leftX[last] + t * (rightX[last] - leftX[last]),
          leftY[last] + t * (rightY[last] - leftY[last]),
        ),
      );
    });
    assert.ok(
      exact <= least + 1e-9 * (1 + exact),
      `sleeve ${i}: ${exact}, yet ${least} is possible`,
    );
    assert.ok(least - exact <= 1e-3 * (1 + exact), `sleeve ${i}: ${exact}, found ${least}`);
    if (funnel.count > 3) bent++;
  }
  assert.ok(bent > 200, `${bent} bent`);
});

test.run();
