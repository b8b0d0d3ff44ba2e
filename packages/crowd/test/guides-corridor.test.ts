import { createNavMesh, createPolyanya, type NavMesh } from '@wayfield/navmesh';
import { createCorridors } from '@wayfield/movement/corridors';
import { createDiscSearch } from '@wayfield/navmesh/discs';
import { random } from '@wayfield/graph/generators';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd } from '@wayfield/crowd';
import {
  type CorridorGuide,
  createCorridorGuide,
  createPathGuide,
  GUIDE_STATUS,
} from '@wayfield/crowd/guides';
import { createMeshWalls, type Walls, wallsOfMesh } from '@wayfield/crowd/walls';

const test = suite('createCorridorGuide');
const scene = suite('obstacles that come and go while 300 agents walk');

const DT = 1 / 30;
const RADIUS = 0.25;

const boundary = [0, 0, 40, 0, 40, 30, 0, 30];
const doors = (): NavMesh =>
  createNavMesh({
    boundary: [0, 0, 20, 0, 20, 10, 0, 10],
    obstacles: [
      [4, 0, 5, 0, 5, 9.1, 4, 9.1],
      [9, 0.9, 10, 0.9, 10, 10, 9, 10],
      [14, 0, 15, 0, 15, 4, 14, 4],
      [14, 4.9, 15, 4.9, 15, 10, 14, 10],
    ],
  });

test('brings discs through doors that just fit, by paths of discs', () => {
  const mesh = doors();
  const radius = 0.43;
  const crowd = createCrowd({ walls: wallsOfMesh(mesh) }, { capacity: 3, defaults: { radius } });
  const discs = createDiscSearch(mesh);
  const corridors = createCorridors(mesh, 3);
  const guide = createCorridorGuide(crowd, corridors, {
    plan: (requests) => discs.run(requests, { radius }),
  });
  for (let k = 0; k < 3; k++) guide.seek(crowd.add({ x: 1, y: 1 + 1.5 * k }), 18.5, 9 - 1.5 * k);
  crowd.follow(guide);
  let ticks = 0;
  while (ticks < 1500 && guide.arrived < 3) {
    crowd.step(DT);
    ticks++;
  }
  assert.is(guide.arrived, 3);
  assert.is(guide.plans, 3);
});

const NO_ROUTES = {
  firstPoint: new Uint32Array(2),
  x: new Float64Array(0),
  y: new Float64Array(0),
};

/** Walks to the other half of a hall with two doors; the nearer one shuts on the way. */
function shut(canMend: boolean): CorridorGuide {
  const mesh = createNavMesh({
    boundary: [0, 0, 20, 0, 20, 10, 0, 10],
    obstacles: [
      [9, 0, 10, 0, 10, 4, 9, 4],
      [9, 5, 10, 5, 10, 9, 9, 9],
    ],
  });
  const live = createMeshWalls(mesh);
  const crowd = createCrowd({ walls: live.walls }, { capacity: 1 });
  const discs = createDiscSearch(mesh);
  const corridors = createCorridors(mesh, 1);
  // a guide that does not mend has the first path alone
  const blind = { ...corridors, repair: () => false };
  let asked = 0;
  const guide = createCorridorGuide(crowd, canMend ? corridors : blind, {
    plan: (requests) =>
      asked++ === 0 || canMend ? discs.run(requests, { radius: RADIUS }) : NO_ROUTES,
  });
  guide.seek(crowd.add({ x: 1, y: 3 }), 18.5, 3);
  crowd.follow(guide);
  for (let tick = 0; tick < 1500 && guide.arrived === 0; tick++) {
    crowd.step(DT);
    if (tick !== 100) continue;
    assert.ok(crowd.x[0] < 8, 'before the door');
    mesh.add([9, 3.9, 10, 3.9, 10, 5.1, 9, 5.1]);
    assert.ok(live.update());
    crowd.setWalls(live.walls);
  }
  return guide;
}

test('mends the corridor of an agent if a door ahead of it shuts', () => {
  assert.is(shut(false).arrived, 0, 'without mending the agent stands at the door');
  const guide = shut(true);
  assert.is(guide.arrived, 1);
  assert.is(guide.plans + guide.repairs, 2, `${guide.plans} plans, ${guide.repairs} mended`);
});

test('says where no path leads, and is refused with the numbers', () => {
  const mesh = doors();
  const crowd = createCrowd({}, { capacity: 2 });
  const polyanya = createPolyanya(mesh);
  const plan = (requests: Parameters<typeof polyanya.run>[0]) => polyanya.run(requests);
  refuses(
    () => createCorridorGuide(crowd, createCorridors(mesh, 1), { plan }),
    RangeError,
    'corridors.count is 1, expected at least the capacity of the crowd, 2',
  );
  const guide = createCorridorGuide(crowd, createCorridors(mesh, 2), { plan, retry: 5 });
  const id = crowd.add({ x: 1, y: 1 });
  guide.seek(id, 4.5, 4.5);
  guide.update(crowd, DT);
  assert.is(guide.status[0], GUIDE_STATUS.NO_PATH);
  for (let k = 0; k < 20; k++) guide.update(crowd, DT);
  assert.is(guide.plans, 4);
  refuses(() => guide.seek(id, NaN, 0), RangeError, /^x is NaN/);
  refuses(() => guide.seek(5, 0, 0), RangeError, /^id is 5/);
});

test('forgets the corridor of an agent whose target is out of reach now', () => {
  const mesh = createNavMesh({ boundary: [0, 0, 20, 0, 20, 10, 0, 10] });
  const crowd = createCrowd({}, { capacity: 1 });
  const polyanya = createPolyanya(mesh);
  const corridors = createCorridors(mesh, 1);
  const guide = createCorridorGuide(crowd, corridors, { plan: (asked) => polyanya.run(asked) });
  guide.seek(crowd.add({ x: 1, y: 5 }), 19, 5);
  crowd.follow(guide);
  for (let tick = 0; tick < 30; tick++) crowd.step(DT);
  assert.is(guide.status[0], GUIDE_STATUS.WALKING);
  const wall = mesh.add([12, 0, 13, 0, 13, 10, 12, 10]);
  for (let tick = 0; tick < 90; tick++) crowd.step(DT);
  assert.is(guide.status[0], GUIDE_STATUS.NO_PATH);
  assert.is(crowd.preferredX[0], 0);
  assert.is(corridors.polygons(0).length, 0);
  mesh.remove(wall);
  for (let tick = 0; tick < 600; tick++) crowd.step(DT);
  assert.is(guide.arrived, 1);
});

/** How many walls a move, from x and y to x and y, crosses. */
function crossings({ count, ax, ay, bx, by }: Walls, move: readonly number[]): number {
  const [fromX, fromY, toX, toY] = move;
  const [dx, dy] = [toX - fromX, toY - fromY];
  let crossed = 0;
  for (let i = 0; i < count; i++) {
    const [wx, wy] = [bx[i] - ax[i], by[i] - ay[i]];
    // on which side of the wall the move begins and ends
    const from = wx * (fromY - ay[i]) - wy * (fromX - ax[i]);
    if (from * (wx * (toY - ay[i]) - wy * (toX - ax[i])) >= 0) continue;
    // on which side of the move the wall begins and ends
    const a = dx * (ay[i] - fromY) - dy * (ax[i] - fromX);
    if (a * (dx * (by[i] - fromY) - dy * (bx[i] - fromX)) < 0) crossed++;
  }
  return crossed;
}

interface Outcome {
  readonly crossed: number;
  readonly arrived: number;
  readonly changes: number;
  readonly ticks: number;
}

/**
 * 300 agents walk in two streams through a hall of 40 m x 30 m. Every 30 ticks a crate of 3 m x 3 m
 * comes, on a place without agents, or one goes.
 */
function runCrates(kind: 'corridors' | 'paths'): Outcome {
  const next = random(21);
  const mesh = createNavMesh({ boundary, obstacles: [[18, 12, 22, 12, 22, 18, 18, 18]] });
  const live = createMeshWalls(mesh);
  const crowd = createCrowd(
    { walls: live.walls },
    { capacity: 300, defaults: { radius: RADIUS, neighbourDistance: 3 } },
  );
  const polyanya = createPolyanya(mesh);
  const discs = createDiscSearch(mesh);
  const guide =
    kind === 'corridors'
      ? createCorridorGuide(crowd, createCorridors(mesh, 300), {
          plan: (requests) => discs.run(requests, { radius: RADIUS, nearest: 'both' }),
          plansPerUpdate: 8,
        })
      : createPathGuide(crowd, {
          plan: (requests) => polyanya.run(requests, { nearest: 'both' }),
          plansPerUpdate: 8,
          cornersAtWalls: true,
        });
  for (let k = 0; k < 300; k++) {
    const [i, j] = [k % 10, Math.floor(k / 20)];
    const isLeft = k % 20 < 10;
    const [x, y] = [isLeft ? 1 + 0.6 * i : 39 - 0.6 * i, 3 + 1.6 * j];
    guide.seek(crowd.add({ x, y }), isLeft ? 39 - 1.2 * i : 1 + 1.2 * i, 27 - 1.6 * j);
  }
  crowd.follow(guide);

  const crates: number[] = [];
  let [crossed, changes, ticks] = [0, 0, 0];
  const beforeX = new Float64Array(300);
  const beforeY = new Float64Array(300);
  for (; ticks < 4000; ticks++) {
    if (ticks % 30 === 0 && ticks < 1200) {
      if (crates.length > 5 || (crates.length > 0 && next() < 0.4)) {
        mesh.remove(crates.splice(next(crates.length), 1)[0]);
        changes++;
      } else {
        const [x, y] = [13 + 11 * next(), 1 + 24 * next()];
        let isClear = true;
        for (let slot = 0; slot < 300; slot++)
          if (crowd.x[slot] > x - 0.3 && crowd.x[slot] < x + 3.3)
            if (crowd.y[slot] > y - 0.3 && crowd.y[slot] < y + 3.3) isClear = false;
        if (isClear) {
          crates.push(mesh.add([x, y, x + 3, y, x + 3, y + 3, x, y + 3]));
          changes++;
        }
      }
      if (live.update()) crowd.setWalls(live.walls);
      if ('replanAll' in guide) guide.replanAll();
    }
    if (ticks === 1200) {
      for (const crate of crates) mesh.remove(crate);
      if (live.update()) crowd.setWalls(live.walls);
      if ('replanAll' in guide) guide.replanAll();
    }
    beforeX.set(crowd.positionX);
    beforeY.set(crowd.positionY);
    crowd.step(DT);
    for (let slot = 0; slot < 300; slot++)
      crossed += crossings(live.walls, [
        beforeX[slot],
        beforeY[slot],
        crowd.positionX[slot],
        crowd.positionY[slot],
      ]);
    if (guide.arrived === 300) break;
  }
  return { crossed, arrived: guide.arrived, changes, ticks };
}

for (const kind of ['corridors', 'paths'] as const)
  scene(`by ${kind}: no wall is crossed, all arrive`, () => {
    const { crossed, arrived, changes, ticks } = runCrates(kind);
    assert.ok(changes >= 20, `${changes} changes`);
    assert.is(crossed, 0);
    assert.is(arrived, 300, `after ${ticks} ticks`);
  });

test.run();
scene.run();
