import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildGrid } from '@wayfield/graph';
import { random, randomGrid } from '@wayfield/graph/generators';
import { createNavMesh, createPolyanya, outlineGrid } from '@wayfield/navmesh';
import { createDiscSearch } from '@wayfield/navmesh/discs';
import { createSurface } from '@wayfield/surface';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd, type Crowd } from '@wayfield/crowd';
import {
  createPathGuide,
  GUIDE_STATUS,
  type Planner,
  planOnGrid,
  type PathGuide,
  sightOfGrid,
  sightOfSurface,
} from '@wayfield/crowd/guides';
import { wallsOfGrid, wallsOfMesh } from '@wayfield/crowd/walls';
import { createPathStore } from '../src/guides/path-store.ts';

const test = suite('createPathGuide');
const sights = suite('sight of discs');

const DT = 1 / 30;

/** Steps until all agents of the guide have arrived, at most `most` ticks; returns how many. */
function walk(crowd: Crowd, guide: PathGuide, most: number, each?: (tick: number) => void): number {
  for (let tick = 0; tick < most; tick++) {
    crowd.step(DT);
    each?.(tick);
    if (guide.arrived === crowd.count) return tick;
  }
  return Infinity;
}

test('follows corners without a map, and slows down before the end', () => {
  const crowd = createCrowd({}, { capacity: 1 });
  const guide = createPathGuide(crowd, { speed: 1.5, slowing: 1 });
  guide.assign(crowd.add({ x: 0, y: 0 }), [0, 0, 5, 0, 5, 5, 0, 5]);
  crowd.follow(guide);
  const seen: string[] = [];
  const ticks = walk(crowd, guide, 600, () => {
    const [x, y] = [crowd.x[0], crowd.y[0]];
    const off = Math.min(Math.abs(y), Math.abs(5 - x), Math.abs(5 - y));
    assert.ok(off < 0.5, `(${x}, ${y}) is ${off} from the path`);
    const side = Math.abs(y) < 0.5 ? 'a' : Math.abs(5 - x) < 0.5 ? 'b' : 'c';
    if (seen.at(-1) !== side) seen.push(side);
  });
  assert.is(seen.join(''), 'abc');
  // 15 m at 1.5 m/s, and 1.5 m of slowing down
  assert.ok(ticks > 300 && ticks < 400, `${ticks} ticks`);
  assert.ok(Math.hypot(crowd.x[0], crowd.y[0] - 5) < 0.31);
  assert.is(guide.status[0], GUIDE_STATUS.ARRIVED);
});

test('agents whose planner threw wait for the next plans', () => {
  const crowd = createCrowd({}, { capacity: 3 });
  let isReady = false;
  const plan: Planner = ({ count, sourceX, sourceY, targetX, targetY }) => {
    if (!isReady) throw new Error('no map yet');
    const [x, y] = [new Float64Array(2 * count), new Float64Array(2 * count)];
    for (let i = 0; i < count; i++) {
      x.set([sourceX[i], targetX[i]], 2 * i);
      y.set([sourceY[i], targetY[i]], 2 * i);
    }
    return { firstPoint: Uint32Array.from({ length: count + 1 }, (_, i) => 2 * i), x, y };
  };
  const guide = createPathGuide(crowd, { plan, plansPerUpdate: 2 });
  for (let k = 0; k < 3; k++) guide.seek(crowd.add({ x: 0, y: 3 * k }), 9, 3 * k);
  crowd.follow(guide);
  refuses(() => crowd.step(DT), Error, /^no map yet$/);
  assert.is(guide.waiting, 3);
  isReady = true;
  crowd.step(DT);
  crowd.step(DT);
  assert.equal(
    [...guide.status],
    Array.from({ length: 3 }, () => GUIDE_STATUS.WALKING),
  );
});

/** A hall of 20 m x 10 m with a wall that has a gap at the top. */
const blocked = Array.from({ length: 200 }, (_, cell) => cell % 20 === 10 && cell >= 40);
const hall = buildGrid({ width: 20, height: 10, blocked, corners: 'never' });

test('goes to the farthest point that is seen, along paths of a grid solver', () => {
  const crowd = createCrowd({ walls: wallsOfGrid(hall) }, { capacity: 4 });
  const solver = createWasmSolver(hall);
  const guide = createPathGuide(crowd, {
    sees: sightOfGrid(hall),
    plan: planOnGrid(solver, { width: 20, height: 10 }),
  });
  for (let k = 0; k < 4; k++) guide.seek(crowd.add({ x: 2 + k, y: 8.3 }), 17.25, 8 - k);
  crowd.follow(guide);
  let length = 0;
  let [px, py] = [2, 8.3];
  const ticks = walk(crowd, guide, 900, () => {
    length += Math.hypot(crowd.x[0] - px, crowd.y[0] - py);
    [px, py] = [crowd.x[0], crowd.y[0]];
  });
  assert.ok(ticks < 900, 'all arrive');
  assert.is(guide.plans, 4);
  // the straight lines around the ends of the wall are 19.9 m, cell by cell it is 22.1 m
  assert.ok(length < 20.6, `${length} m`);
  for (let k = 0; k < 4; k++) assert.ok(Math.hypot(crowd.x[k] - 17.25, crowd.y[k] - 8 + k) < 0.31);
});

/** Walks around a wall; halfway the agent is pushed to the other side of it, near the start. */
function pushed(plan: boolean): { ticks: number; guide: PathGuide } {
  const crowd = createCrowd({ walls: wallsOfGrid(hall) }, { capacity: 1 });
  const grid = planOnGrid(createWasmSolver(hall), { width: 20, height: 10 });
  const sees = sightOfGrid(hall);
  const guide = createPathGuide(crowd, plan ? { sees, plan: grid } : { sees });
  const id = crowd.add({ x: 2, y: 8 });
  const { firstPoint, x, y } = grid({
    count: 1,
    sourceX: Float64Array.of(2),
    sourceY: Float64Array.of(8),
    targetX: Float64Array.of(17),
    targetY: Float64Array.of(8),
    radius: Float64Array.of(0.25),
    slot: Uint32Array.of(0),
  });
  assert.ok(guide.assignRoute(id, { firstPoint, x, y }, 0));
  crowd.follow(guide);
  const ticks = walk(crowd, guide, 1500, (tick) => {
    // past the gap, and back to the corner behind the wall
    if (tick === 330) {
      assert.ok(crowd.x[0] > 10.5, `x is ${crowd.x[0]} after 330 ticks`);
      crowd.set(id, { x: 9.3, y: 9.5 });
    }
  });
  return { ticks, guide };
}

test('plans again for an agent that was pushed out of its path, which then arrives', () => {
  const without = pushed(false);
  assert.is(without.ticks, Infinity, 'without a planner the agent stands at the wall');
  const { ticks, guide } = pushed(true);
  assert.ok(ticks < 1500, 'arrives');
  assert.is(guide.plans, 1);
});

test('plans at most `plansPerUpdate` paths in an update, in the order of the queue', () => {
  const runs: number[][] = [];
  for (let run = 0; run < 2; run++) {
    const asked: number[] = [];
    const crowd = createCrowd({}, { capacity: 50 });
    const most: number[] = [];
    const plan: Planner = ({ count, slot, sourceX, sourceY, targetX, targetY }) => {
      most.push(count);
      asked.push(...slot.subarray(0, count));
      const firstPoint = Uint32Array.from({ length: count + 1 }, (_, i) => 2 * i);
      const x = Float64Array.from({ length: 2 * count }, (_, i) =>
        i % 2 ? targetX[i >> 1] : sourceX[i >> 1],
      );
      const y = Float64Array.from({ length: 2 * count }, (_, i) =>
        i % 2 ? targetY[i >> 1] : sourceY[i >> 1],
      );
      return { firstPoint, x, y };
    };
    const guide = createPathGuide(crowd, { plan, plansPerUpdate: 7 });
    const ids = Array.from({ length: 50 }, (_, k) => crowd.add({ x: k, y: 0 }));
    for (const id of [30, 4, 17].map((k) => ids[k])) guide.seek(id, 0, 9);
    for (const id of ids) guide.seek(id, id, 9);
    guide.release(ids[4]);
    crowd.remove(ids[17]);
    assert.is(guide.waiting, 50);
    for (let tick = 0; tick < 8; tick++) guide.update(crowd, DT);
    assert.is(guide.waiting, 0);
    assert.ok(most.every((count) => count <= 7) && most.length === 7, most.join(' '));
    const expected = [30, ...ids.filter((id) => ![30, 4, 17].includes(id))];
    assert.equal(asked, expected);
    assert.is(guide.plans, 48);
    assert.equal([crowd.preferredX[30] === 0, crowd.preferredY[30] > 1], [true, true]);
    runs.push(asked);
  }
  assert.equal(runs[0], runs[1]);
});

test('asks again after a while where there is no path', () => {
  const grid = buildGrid({
    width: 9,
    height: 3,
    blocked: Array.from({ length: 27 }, (_, c) => c % 9 === 4),
  });
  const crowd = createCrowd({}, { capacity: 1 });
  const guide = createPathGuide(crowd, {
    plan: planOnGrid(createWasmSolver(grid), { width: 9, height: 3 }),
    retry: 10,
  });
  guide.seek(crowd.add({ x: 1.5, y: 1.5 }), 7.5, 1.5);
  guide.update(crowd, DT);
  assert.is(guide.status[0], GUIDE_STATUS.NO_PATH);
  assert.is(crowd.preferredX[0], 0);
  for (let tick = 0; tick < 40; tick++) guide.update(crowd, DT);
  assert.is(guide.plans, 4);
});

/** A mesh with three walls that leave doors of 0.9 m. */
const doorsMesh = () =>
  createNavMesh({
    boundary: [0, 0, 20, 0, 20, 10, 0, 10],
    obstacles: [
      [4, 0, 5, 0, 5, 9.1, 4, 9.1],
      [9, 0.9, 10, 0.9, 10, 10, 9, 10],
      [14, 0, 15, 0, 15, 4, 14, 4],
      [14, 4.9, 15, 4.9, 15, 10, 14, 10],
    ],
  });

test('brings agents around the corners of Polyanya paths, moved away from walls', () => {
  const mesh = doorsMesh();
  const polyanya = createPolyanya(mesh);
  for (const cornersAtWalls of [true, false])
    for (const sight of [true, false]) {
      const crowd = createCrowd(
        { walls: wallsOfMesh(mesh) },
        { capacity: 1, defaults: { radius: 0.3 } },
      );
      const guide = createPathGuide(crowd, {
        plan: (requests) => polyanya.run(requests),
        cornersAtWalls,
        ...(sight ? { sees: sightOfSurface(createSurface(mesh)) } : {}),
      });
      guide.seek(crowd.add({ x: 1, y: 1 }), 19, 9);
      crowd.follow(guide);
      const ticks = walk(crowd, guide, 1500);
      // 34.4 m at 1.3 m/s are 794 ticks
      if (cornersAtWalls) assert.ok(ticks < 900, `${ticks} ticks, sight ${sight}`);
      // with sight the corner at a wall is never seen: the agent asks for paths for ever
      else if (sight) assert.is(ticks, Infinity);
    }
  polyanya.destroy();
});

test('follows the arcs of disc paths, at a radius that just fits', () => {
  const mesh = doorsMesh();
  const discs = createDiscSearch(mesh);
  const crowd = createCrowd(
    { walls: wallsOfMesh(mesh) },
    { capacity: 3, defaults: { radius: 0.44 } },
  );
  const guide = createPathGuide(crowd, {
    plan: (requests) => discs.run(requests, { radius: 0.44 }),
  });
  for (let k = 0; k < 3; k++) guide.seek(crowd.add({ x: 1 + k, y: 1 + k }), 18.5, 9 - 1.5 * k);
  crowd.follow(guide);
  assert.ok(walk(crowd, guide, 1500) < 1500, 'all arrive');
  discs.destroy();
});

test('is refused with the numbers', () => {
  const crowd = createCrowd({}, { capacity: 2 });
  const guide = createPathGuide(crowd);
  const id = crowd.add({ x: 0, y: 0 });
  refuses(() => guide.assign(id, [1, 2, 3]), RangeError, /^points\.length is 3/);
  refuses(() => guide.assign(id, []), RangeError, /^points\.length is 0/);
  refuses(() => guide.assign(9, [1, 2]), RangeError, /^id is 9/);
  refuses(() => guide.seek(id, 1, 2), Error, /^this guide has no planner/);
  const routes = {
    firstPoint: Uint32Array.of(0, 3),
    x: new Float64Array(2),
    y: new Float64Array(2),
  };
  refuses(
    () => guide.assignRoute(id, routes, 0),
    RangeError,
    'routes.firstPoint[1] is 3, expected from 0 to 2, the points there are',
  );
  refuses(
    () => guide.assignRoute(id, routes, 1),
    RangeError,
    'i is 1, expected a route from 0 to 0',
  );
  refuses(() => createPathGuide(crowd, { lookAhead: 0 }), RangeError, /^lookAhead is 0/);
  const bad = createPathGuide(crowd, { plan: () => ({}) as never });
  bad.seek(id, 1, 1);
  refuses(() => bad.update(crowd, DT), TypeError, /^routes\.firstPoint is undefined/);
});

test('uses the blocks of 20,000 paths again, and overwrites none (seed 6)', () => {
  const next = random(6);
  const store = createPathStore(20);
  const kept: number[][] = Array.from({ length: 20 }, () => []);
  let settled = 0;
  for (let k = 0; k < 20_000; k++) {
    const slot = next(20);
    if (next() < 0.2) {
      store.clear(slot);
      kept[slot] = [];
    } else {
      const count = 1 + next(next() < 0.1 ? 200 : 12);
      kept[slot] = Array.from({ length: 2 * count }, () => next());
      store.putPoints(slot, kept[slot]);
    }
    if (k === 10_000) settled = store.memoryBytes;
    const look = next(20);
    assert.is(store.length[look], kept[look].length / 2);
    for (let i = 0; i < store.length[look]; i++) {
      assert.is(store.x[store.first[look] + i], kept[look][2 * i]);
      assert.is(store.y[store.first[look] + i], kept[look][2 * i + 1]);
    }
  }
  assert.is(store.memoryBytes, settled);
});

test('moves corners to where the sides, moved by the radius, cross', () => {
  const store = createPathStore(1);
  store.putPoints(0, [0, 0, 4, 0, 4, 4, 4, 8, 4, 8, 0, 8]);
  store.inset(0, 0.5);
  const points = Array.from({ length: 6 }, (_, i) => [store.x[i], store.y[i]]);
  // left turns lie outside to the right; the point on a straight line stays
  const expected = [0, 0, 4.5, -0.5, 4, 4, 4, 8, 4, 8, 0, 8];
  for (const [i, [x, y]] of points.entries())
    assert.ok(Math.hypot(x - expected[2 * i], y - expected[2 * i + 1]) < 1e-12, `${i}: ${x}, ${y}`);
});

sights('on a grid is that of a disc: 4,000 lines, seed 3', () => {
  const next = random(3);
  let seen = 0;
  for (let k = 0; k < 40; k++) {
    const grid = randomGrid(12, 12, { density: 0.15, seed: k });
    const sees = sightOfGrid(grid, { cellSize: 0.5, originX: -3, originY: 4 });
    for (let line = 0; line < 100; line++) {
      const radius = 0.3 * next();
      const [ax, ay, bx, by] = [next(), next(), next(), next()].map((v) => 0.4 + v * 5.2);
      const answer = sees(ax - 3, ay + 4, bx - 3, by + 4, radius);
      // the least distance from the line to blocked cells and to the outside, by sampling
      let clear = Infinity;
      for (let part = 0; part <= 1; part += 1 / 256) {
        const [x, y] = [ax + part * (bx - ax), ay + part * (by - ay)];
        clear = Math.min(clear, x, y, 6 - x, 6 - y);
        for (let cell = 0; cell < 144; cell++) {
          if (grid.cost[cell] > 0) continue;
          const [i, j] = [0.5 * (cell % 12), 0.5 * Math.floor(cell / 12)];
          const dx = Math.max(i - x, 0, x - i - 0.5);
          const dy = Math.max(j - y, 0, y - j - 0.5);
          clear = Math.min(clear, Math.hypot(dx, dy));
        }
      }
      if (clear > radius + 0.02) assert.ok(answer, `grid ${k}, line ${line}: clear by ${clear}`);
      // the half discs at both ends are not part of the question
      if (clear < 0.9 * radius * Math.SQRT1_2 && answer)
        assert.ok(endsNear(grid.cost, [ax, ay, bx, by], radius), `grid ${k}, line ${line}`);
      if (answer) seen++;
    }
  }
  assert.ok(seen > 400 && seen < 3600, `${seen} of 4,000 see`);
});

/** Whether a blocked cell lies within a radius of an end of a line. */
function endsNear(
  cost: Float32Array,
  [ax, ay, bx, by]: readonly number[],
  radius: number,
): boolean {
  for (const [x, y] of [
    [ax, ay],
    [bx, by],
  ])
    for (let cell = 0; cell < 144; cell++) {
      if (cost[cell] > 0) continue;
      const [i, j] = [0.5 * (cell % 12), 0.5 * Math.floor(cell / 12)];
      const dx = Math.max(i - x, 0, x - i - 0.5);
      const dy = Math.max(j - y, 0, y - j - 0.5);
      if (Math.hypot(dx, dy) < radius) return true;
    }
  return false;
}

sights('on a surface agrees with that on the grid of the mesh', () => {
  const next = random(14);
  const grid = randomGrid(14, 14, { density: 0.15, seed: 5 });
  const surface = createSurface(createNavMesh(outlineGrid(grid)));
  const [bySurface, byGrid] = [sightOfSurface(surface), sightOfGrid(grid)];
  let both = 0;
  for (let k = 0; k < 2000; k++) {
    const [ax, ay, bx, by] = [next(), next(), next(), next()].map((v) => 1 + 12 * v);
    const radius = 0.4 * next();
    const answer = bySurface(ax, ay, bx, by, radius);
    both += +answer;
    // a disc that goes is seen by its lines as well
    if (answer) assert.ok(byGrid(ax, ay, bx, by, radius), `line ${k}`);
  }
  assert.ok(both > 100, `${both} lines`);
  surface.destroy();
});

test.run();
sights.run();
