import { NONE } from '@wayfield/graph';
import { sameArray, whereArraysEnd } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  buildPolygonMesh,
  buildReduction,
  createNavMesh,
  createReduction,
  type LiveReduction,
  type NavMesh,
} from '../../src/index.ts';
import { createRandom, editRooms, randomPolygon } from '@wayfield/testing/meshes';
import { sameReduction } from '../support/reductions.ts';

const test = suite('live reduction');

const SQUARE = [0, 0, 10, 0, 10, 10, 0, 10];

function check(nav: NavMesh, live: LiveReduction, message: string): void {
  const { mesh, reduction } = live.snapshot();
  const expected = buildPolygonMesh(nav.triangulation, { merge: false });
  for (const name of ['x', 'y', 'firstSide', 'corner', 'twin'] as const)
    sameArray(mesh[name] as Float64Array, expected[name] as Float64Array);
  const rebuilt = buildReduction(expected);
  sameReduction(mesh, reduction, rebuilt, message);
  assert.is(live.nodeCount, rebuilt.nodeCount, message);
  assert.is(live.corridorCount, rebuilt.corridorCount, message);
}

test('memory that ends: no mesh is followed, and an update begins again', () => {
  let followers = 0;
  const made = (): NavMesh => {
    const nav = createNavMesh({ boundary: SQUARE });
    const follow = nav.follow.bind(nav);
    nav.follow = (listener) => {
      followers++;
      return follow(listener);
    };
    return nav;
  };
  let ends = 0;
  while (!whereArraysEnd(ends, () => createReduction(made()))) {
    assert.is(followers, 0, `${ends}`);
    ends++;
  }
  assert.ok(ends > 5, `${ends}`);
  for (let count = 0, isDone = false; !isDone; count++) {
    const nav = made();
    const live = createReduction(nav);
    for (let i = 0; i < 9; i++) nav.add([i + 0.2, 2, i + 0.7, 3, i + 0.4, 8]);
    isDone = whereArraysEnd(count, () => live.update());
    check(nav, live, `${count} arrays`);
    if (isDone) assert.ok(count > 3, `${count}`);
  }
});

test('obstacles that come and go leave what a new build makes (seeds 1 to 8)', () => {
  let looked = 0;
  for (let seed = 1; seed <= 8; seed++) {
    const random = createRandom(300 + seed);
    const alive: number[] = [];
    const nav = createNavMesh({ boundary: SQUARE });
    const live = createReduction(nav);
    check(nav, live, `seed ${seed}`);
    for (let step = 0; step < 16; step++) {
      // several at once now and then
      for (let i = step % 5 === 4 ? 3 : 1; i > 0; i--) {
        const at = Math.floor(random() * alive.length);
        if (alive.length > 2 && random() < 0.45) nav.remove(alive.splice(at, 1)[0]);
        else if (random() < 0.3) alive.push(nav.addWall(randomPolygon(random, seed % 4)));
        else alive.push(nav.add(randomPolygon(random, seed % 4)));
      }
      looked += live.update();
      check(nav, live, `seed ${seed}, step ${step}`);
    }
    live.destroy();
  }
  assert.ok(looked > 2000);
});

test('a change is looked at where it is', () => {
  const random = createRandom(7);
  const nav = createNavMesh({ boundary: [0, 0, 400, 0, 400, 400, 0, 400] });
  const at = (): number => 2 + 390 * random();
  const pillar = (): number => {
    const [x, y] = [at(), at()];
    return nav.add([x, y, x + 3, y, x + 3, y + 3, x, y + 3]);
  };
  for (let i = 0; i < 1000; i++) pillar();
  const live = createReduction(nav);
  let looked = 0;
  for (let i = 0; i < 10; i++) {
    const id = pillar();
    looked += live.update();
    check(nav, live, `pillar ${i} has come`);
    nav.remove(id);
    looked += live.update();
    check(nav, live, `pillar ${i} has gone`);
  }
  // of some 8,000 triangles
  assert.ok(looked / 20 < 300, `${looked / 20} triangles a change`);
  live.destroy();
});

test('rooms with doors and pillars that come and go: rings, trees, nodes (seeds 1 to 4)', () => {
  const seen = { nodes: 0, rings: 0, trees: 0 };
  for (let seed = 1; seed <= 4; seed++) {
    const random = createRandom(400 + seed);
    const side = 6;
    const nav = createNavMesh({
      boundary: [0, 0, 10 * side, 0, 10 * side, 10 * side, 0, 10 * side],
    });
    const live = createReduction(nav);
    const edit = editRooms(nav, side, random, 0.6);
    for (let step = 0; step < 90; step++) {
      edit();
      const before = live.nodeCount;
      live.update();
      if (live.nodeCount !== before) seen.nodes++;
      if (step % 4 > 0) continue;
      check(nav, live, `seed ${seed}, step ${step}`);
      const { reduction } = live.snapshot();
      if (reduction.corridorEnd.includes(NONE)) seen.rings++;
      if (reduction.mouth.includes(NONE)) seen.trees++;
    }
  }
  assert.ok(seen.nodes > 60 && seen.rings > 5 && seen.trees > 10, JSON.stringify(seen));
});

test('walls between points: widths that depend on triangles three away (seeds 1 to 3)', () => {
  for (let seed = 1; seed <= 3; seed++) {
    const random = createRandom(500 + seed);
    const points = Array.from({ length: 60 }, () => [random() * 10, random() * 10]);
    // a wall from a point to itself is a vertex
    const walls = points.map((point) => [...point, ...point]);
    const nav = createNavMesh({ boundary: SQUARE, walls });
    const live = createReduction(nav);
    for (let step = 0; step < 24; step++) {
      const [a, b] = [0, 0].map(() => points[Math.floor(random() * points.length)]);
      const id = nav.addWall([...a!, ...b!]);
      check(nav, live, `seed ${seed}, step ${step}`);
      if (step % 2 === 0) continue;
      nav.remove(id);
      check(nav, live, `seed ${seed}, step ${step}, back`);
    }
  }
});

test('follows nothing any more once destroyed; nothing to do is nothing done', () => {
  const nav = createNavMesh({ boundary: SQUARE });
  const live = createReduction(nav);
  assert.is(live.update(), 0);
  nav.add([4, 4, 6, 4, 5, 6]);
  assert.ok(live.update() > 0);
  assert.is(live.update(), 0);
  assert.is(live.corridorCount, 1);
  live.destroy();
  const id = nav.add([1, 1, 2, 1, 2, 2]);
  assert.is(live.update(), 0);
  // several listeners, each told of the triangles
  const told: number[] = [];
  const stop = nav.follow((triangles) => told.push(triangles.length));
  const twice = nav.follow((triangles) => told.push(triangles.length));
  nav.remove(id);
  assert.ok(told.length === 2 && told[0] > 0 && told[0] === told[1]);
  stop();
  twice();
  nav.add([1, 1, 2, 1, 2, 2]);
  assert.is(told.length, 2);
});

test.run();
