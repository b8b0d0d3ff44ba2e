import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ArcPath, createDiscFunnel, flattenArcs } from '../../src/discs.ts';
import { createFunnel, createSleeve, pushPortal, type Sleeve } from '../../src/index.ts';
import { distanceTo } from './disc-oracle.ts';
import { createRandom, type Portal, randomPortals } from '@wayfield/testing/meshes';

const test = suite('funnel for discs');

/** A sleeve of portals. */
function sleeveOf(portals: readonly Portal[]): Sleeve {
  const sleeve = createSleeve(1);
  for (const portal of portals) pushPortal(sleeve, ...portal);
  return sleeve;
}

/** More with WAYFIELD_SCENES: see CONTRIBUTING.md. */
const SLEEVES = 2000 * Number(process.env.WAYFIELD_SCENES ?? 1);

const near = (a: number, b: number, what: string, tolerance = 1e-12): void =>
  assert.ok(Math.abs(a - b) <= tolerance * (1 + Math.abs(b)), `${what}: ${a}, expected ${b}`);

/**
 * The sum of the pieces of a path; checks that arcs go on in the direction of the pieces beside
 * them.
 */
function lengthOf(path: ArcPath, what: string): number {
  const { x, y, centreX, centreY, startAngle, sweep } = path;
  let sum = 0;
  let heading: number | undefined;
  for (let i = 0; i + 1 < path.count; i++) {
    let [starts, ends] = [0, 0];
    if (sweep[i] === 0) {
      sum += Math.hypot(x[i + 1] - x[i], y[i + 1] - y[i]);
      starts = ends = Math.atan2(y[i + 1] - y[i], x[i + 1] - x[i]);
    } else {
      const [cx, cy, turn] = [centreX[i], centreY[i], sweep[i]];
      const radius = Math.hypot(x[i] - cx, y[i] - cy);
      sum += radius * Math.abs(turn);
      near(cx + radius * Math.cos(startAngle[i]), x[i], `${what}: start of arc ${i}`, 1e-9);
      near(cx + radius * Math.cos(startAngle[i] + turn), x[i + 1], `${what}: end of ${i}`, 1e-9);
      near(cy + radius * Math.sin(startAngle[i] + turn), y[i + 1], `${what}: end of ${i}`, 1e-9);
      starts = startAngle[i] + (Math.sign(turn) * Math.PI) / 2;
      ends = starts + turn;
    }
    if (heading !== undefined)
      near(Math.cos(starts - heading), 1, `${what}: heading at point ${i}`, 1e-9);
    heading = ends;
  }
  return sum;
}

/** `toPoint` of a disc funnel, from (sx, sy) to (tx, ty). */
function discLength(
  funnel: ReturnType<typeof createDiscFunnel>,
  sleeve: Sleeve,
  [sourceX, sourceY, targetX, targetY]: readonly [number, number, number, number],
  radius: number,
): number {
  return funnel.toPoint(sleeve, { sourceX, sourceY, targetX, targetY, radius });
}

test('around one corner: tangent, arc, tangent', () => {
  const funnel = createDiscFunnel();
  // square to each other around the corner (0, 0), which is on the left
  const sleeve = sleeveOf([[0, 0, 5, 0]]);
  const length = discLength(funnel, sleeve, [1, -4, -4, 1], 1);
  near(length, 8 + Math.PI / 2, 'length');
  assert.is(funnel.count, 4);
  const expected = [1, -4, 1, 0, 0, 1, -4, 1];
  for (let i = 0; i < 4; i++) {
    near(funnel.x[i], expected[2 * i], `x ${i}`);
    near(funnel.y[i], expected[2 * i + 1], `y ${i}`);
  }
  near(funnel.sweep[1], Math.PI / 2, 'to the left');
  near(funnel.startAngle[1], 0, 'from the x axis');
  assert.equal([funnel.sweep[0], funnel.sweep[2], funnel.centreX[1]], [0, 0, 0]);
  // the mirror image: to the right
  const mirrored = sleeveOf([[-5, 0, 0, 0]]);
  near(discLength(funnel, mirrored, [-1, -4, 4, 1], 1), length, 'mirrored');
  near(funnel.sweep[1], -Math.PI / 2, 'to the right');
  near(discLength(funnel, sleeve, [1, -4, -4, 1], 0), Math.hypot(1, 4) + Math.hypot(4, 1), 'point');
  assert.equal([funnel.count, funnel.sweep[1]], [3, 0]);
});

test('between two corners that leave exactly the diameter, and less', () => {
  const funnel = createDiscFunnel();
  const gap = sleeveOf([[-1, 0, 1, 0]]);
  near(discLength(funnel, gap, [0, -3, 0, 3], 1), 6, 'straight through');
  assert.is(discLength(funnel, gap, [0, -3, 0, 3], 1 + 1e-6), Infinity);
  refuses(
    () => discLength(funnel, gap, [0, -3, 0, 3], -1),
    RangeError,
    'radius is -1, expected a finite number >= 0',
  );
  refuses(
    () => discLength(funnel, gap, [0, -3, 0, 3], Number.NaN),
    RangeError,
    'radius is NaN, expected a finite number >= 0',
  );
});

test('corners in line, between two of which the disc fits exactly', () => {
  const funnel = createDiscFunnel();
  const gap = sleeveOf([
    [312, 341, 291, 341],
    [310, 332, 291, 341],
    [309, 327, 291, 341],
    [299, 275, 291, 341],
    // 18 by 4 from the corners before, square to the line along which they are touched
    [299, 275, 272, 246],
    [294, 236, 272, 246],
    [293, 231, 272, 246],
  ]);
  const radius = Math.hypot(18, 4) / 2;
  const smaller = discLength(funnel, gap, [305, 352, 281, 231], radius * (1 - 1e-9));
  near(discLength(funnel, gap, [305, 352, 281, 231], radius), smaller, 'length', 1e-8);
  near(smaller, 123.6, 'length', 1e-2);
});

test('a radius of 0 in the kernel: the funnel for points, 2000 sleeves (seed 7)', () => {
  const random = createRandom(7);
  const funnel = createFunnel();
  const kernel = createDiscFunnel();
  let turned = 0;
  for (let i = 0; i < 2000; i++) {
    const sleeve = sleeveOf(randomPortals(random, 2 + Math.floor(random() * 9), i % 2 === 0));
    const [sx, sy, tx, ty] = endsOf(sleeve, random);
    const exact = funnel.toPoint(sleeve, sx, sy, tx, ty);
    near(discLength(kernel, sleeve, [sx, sy, tx, ty], 0), exact, `sleeve ${i}`);
    assert.is(kernel.count, funnel.count, `sleeve ${i}`);
    for (let k = 0; k < funnel.count; k++) {
      assert.is(kernel.x[k], funnel.x[k]);
      assert.is(kernel.y[k], funnel.y[k]);
    }
    turned += funnel.count - 2;
  }
  assert.ok(turned > 1000, `${turned} turns`);
});

test('a first or last portal on whose line an end lies, beside the portal, is crossed', () => {
  const funnel = createDiscFunnel();
  const up = sleeveOf([[1, 0, 2, 0]]);
  // from the side of the portal around its end, upwards; and the same path backwards
  const rows = [
    [0.5, 0, 1, 3],
    [2.5, 0, 2, 3],
    [1, -3, 0.5, 0],
    [2, -3, 2.5, 0],
  ] as const;
  for (const row of rows) {
    assert.is(discLength(funnel, up, row, 0), 3.5, `${row}`);
    assert.is(funnel.count, 3);
    for (const radius of [0.1, 0.25, 0.5]) {
      const arc = 1.5 * Math.PI - Math.acos(radius / 0.5) - Math.acos(radius / 3);
      const straight = Math.sqrt(0.25 - radius ** 2) + Math.sqrt(9 - radius ** 2);
      near(discLength(funnel, up, row, radius), straight + radius * arc, `${row}, ${radius}`);
    }
  }
  // on the portal itself the end has passed it
  assert.is(discLength(funnel, up, [1.5, 0, 1.5, 3], 0.25), 3);
});

test('ends on the lines of the first and last portal: as off them, 4000 sleeves (seed 8)', () => {
  const random = createRandom(8);
  const points = createFunnel();
  const funnel = createDiscFunnel();
  let checked = 0;
  for (let i = 0; i < 4000; i++) {
    const sleeve = sleeveOf(randomPortals(random, 1 + Math.floor(random() * 9), true));
    // a point on the line of portal k, and the same moved off the line by 1e-7
    const at = (k: number, by: number): [number, number, number, number] => {
      const { leftX, leftY, rightX, rightY } = sleeve;
      const t = [-1, -0.5, 0.5, 1.5, 2, 3][Math.floor(random() * 6)];
      const [dx, dy] = [rightX[k] - leftX[k], rightY[k] - leftY[k]];
      const share = by / Math.hypot(dx, dy);
      const [x, y] = [leftX[k] + t * dx, leftY[k] + t * dy];
      return [x, y, x - share * dy, y + share * dx];
    };
    const [sx, sy, offX, offY] = at(0, -1e-7);
    const [tx, ty, beyondX, beyondY] = at(sleeve.count - 1, 1e-7);
    const exact = points.toPoint(sleeve, offX, offY, beyondX, beyondY);
    if (isWound(points, sleeve)) continue;
    checked++;
    near(discLength(funnel, sleeve, [sx, sy, tx, ty], 1e-6), exact, `sleeve ${i}`, 1e-5);
    near(discLength(funnel, sleeve, [sx, sy, tx, ty], 0), exact, `sleeve ${i}`, 1e-6);
    near(points.toPoint(sleeve, sx, sy, tx, ty), exact, `points, sleeve ${i}`, 1e-6);
    assert.is(funnel.count, points.count, `sleeve ${i}`);
  }
  assert.ok(checked > 2500, `${checked} sleeves`);
});

/** Points on the first and last portal. */
function endsOf(sleeve: Sleeve, random: () => number): [number, number, number, number] {
  const { leftX, leftY, rightX, rightY, count } = sleeve;
  const at = (k: number, t: number): [number, number] => [
    leftX[k] + t * (rightX[k] - leftX[k]),
    leftY[k] + t * (rightY[k] - leftY[k]),
  ];
  return [...at(0, random()), ...at(count - 1, random())];
}

/**
 * Whether a point's path goes around a portal end by more than half a turn: it leaves a left end to
 * the right, or a right one to the left. Such a sleeve overlaps itself.
 */
function isWound(
  { x, y, count }: { x: Float64Array; y: Float64Array; count: number },
  sleeve: Sleeve,
): boolean {
  const { leftX, leftY, rightX, rightY } = sleeve;
  for (let i = 1; i + 1 < count; i++) {
    const [ax, ay] = [x[i] - x[i - 1], y[i] - y[i - 1]];
    const [bx, by] = [x[i + 1] - x[i], y[i + 1] - y[i]];
    const turn = ax * by - ay * bx;
    for (let k = 0; k < sleeve.count; k++) {
      if (turn < 0 && leftX[k] === x[i] && leftY[k] === y[i]) return true;
      if (turn > 0 && rightX[k] === x[i] && rightY[k] === y[i]) return true;
    }
  }
  return false;
}

test(`taut, clear, through all portals, so shortest: ${SLEEVES} sleeves (seed 5)`, () => {
  const random = createRandom(5);
  const funnel = createDiscFunnel();
  const points = createFunnel();
  let checked = 0;
  let arcs = 0;
  for (let i = 0; i < SLEEVES; i++) {
    const sleeve = sleeveOf(randomPortals(random, 2 + Math.floor(random() * 12), false, 4));
    const { leftX, leftY, rightX, rightY, count } = sleeve;
    let gap = Infinity;
    for (let a = 0; a < count; a++)
      for (let b = 0; b < count; b++)
        gap = Math.min(gap, Math.hypot(leftX[a] - rightX[b], leftY[a] - rightY[b]));
    const radius = gap * (0.1 + 0.39 * random());
    const [sx, sy, tx, ty] = endsOf(sleeve, random);
    const walls: number[] = [];
    for (let a = 0; a < count; a++) {
      const b = Math.max(0, a - 1);
      walls.push(leftX[b], leftY[b], leftX[a], leftY[a]);
      walls.push(rightX[b], rightY[b], rightX[a], rightY[a]);
    }
    const isClear = (x: number, y: number): boolean =>
      distanceTo(Float64Array.from(walls), x, y) >= radius;
    if (!isClear(sx, sy) || !isClear(tx, ty)) continue;
    const point = points.toPoint(sleeve, sx, sy, tx, ty);
    if (isWound(points, sleeve)) continue;
    checked++;
    const what = `sleeve ${i}`;
    const length = discLength(funnel, sleeve, [sx, sy, tx, ty], radius);
    near(length, lengthOf(funnel, what), what, 1e-9);
    assert.ok(length >= point * (1 - 1e-12), what);
    // every arc goes around a portal end on its hand
    for (let k = 0; k < funnel.count; k++) {
      if (funnel.sweep[k] === 0) continue;
      arcs++;
      const [ends, endsY] = funnel.sweep[k] > 0 ? [leftX, leftY] : [rightX, rightY];
      const isEnd = (_: number, a: number): boolean =>
        a < count && ends[a] === funnel.centreX[k] && endsY[a] === funnel.centreY[k];
      assert.ok(ends.some(isEnd), `${what}: arc ${k} is around no portal end on its hand`);
    }
    // and the path crosses all portals between, in order, at the radius from their ends or more
    const { x, y } = flattenArcs(funnel, { tolerance: radius * 1e-5, arcs: 'on' });
    let k = 1;
    for (let a = 1; a < count - 1; a++) {
      const [wx, wy] = [rightX[a] - leftX[a], rightY[a] - leftY[a]];
      const ahead = (q: number): number => wx * (y[q] - leftY[a]) - wy * (x[q] - leftX[a]);
      while (k < x.length && ahead(k) < 0) k++;
      if (k === x.length) break;
      const [before, after] = [ahead(k - 1), ahead(k)];
      const t = before < 0 ? before / (before - after) : 0;
      const [px, py] = [x[k - 1] + t * (x[k] - x[k - 1]), y[k - 1] + t * (y[k] - y[k - 1])];
      const along = ((px - leftX[a]) * wx + (py - leftY[a]) * wy) / Math.hypot(wx, wy);
      const share = radius * (1 - 1e-4);
      assert.ok(
        along >= share && along <= Math.hypot(wx, wy) - share,
        `${what}: portal ${a} is crossed at ${along} of ${Math.hypot(wx, wy)}, radius ${radius}`,
      );
    }
  }
  assert.ok(checked > 500 && arcs > 300, `${checked} sleeves, ${arcs} arcs`);
});

test('arcs as segments: outside they keep the radius, on the arc the tolerance', () => {
  const funnel = createDiscFunnel();
  const sleeve = createSleeve();
  sleeve.count = 0;
  const gate = sleeveOf([
    [0, 0, 5, 0],
    [0, 0, 0, 5],
  ]);
  const length = discLength(funnel, gate, [2, -4, -4, 2], 2);
  for (const tolerance of [0.5, 1e-2, 1e-5])
    for (const arcs of ['outside', 'on'] as const) {
      const { x, y } = flattenArcs(funnel, { tolerance, arcs });
      let [sum, least, most] = [0, Infinity, 0];
      for (let i = 0; i + 1 < x.length; i++) {
        const [dx, dy] = [x[i + 1] - x[i], y[i + 1] - y[i]];
        sum += Math.hypot(dx, dy);
        const t = Math.min(1, Math.max(0, -(x[i] * dx + y[i] * dy) / (dx * dx + dy * dy)));
        least = Math.min(least, Math.hypot(x[i] + t * dx, y[i] + t * dy));
        if (i > 0) most = Math.max(most, Math.hypot(x[i], y[i]));
      }
      if (arcs === 'outside') {
        assert.ok(least >= 2 * (1 - 1e-12) && sum >= length, `${tolerance}: ${least}, ${sum}`);
        // the ends of the path are further off than the arc
        assert.ok(x.length < 4 || most >= 2);
      } else assert.ok(least >= 2 - tolerance && sum <= length * (1 + 1e-12));
      near(sum, length, 'length', tolerance);
    }
  refuses(
    () => flattenArcs(funnel, { tolerance: 0 }),
    RangeError,
    'tolerance is 0, expected a finite number above 0',
  );
  for (const arcs of ['on', 'outside'] as const)
    refuses(
      () => flattenArcs(funnel, { tolerance: Number.MIN_VALUE, arcs }),
      RangeError,
      /^the number of pieces of arc \d+ \(radius .*\) is Infinity, expected at most 4194304$/,
    );
  const { count } = funnel;
  const { x, y, centreX, centreY, startAngle } = funnel;
  refuses(
    () =>
      flattenArcs(
        { count, x, y, centreX, centreY, startAngle, sweep: x.slice(0, 1) },
        { tolerance: 1 },
      ),
    RangeError,
    `to is ${count}, expected at most 1, the entries of the path's arrays`,
  );
});

test.run();
