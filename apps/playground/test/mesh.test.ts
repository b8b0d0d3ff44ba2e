// The triangulation: ways as long as they are known to be, obstacles that come and go, files that
// are dropped.
import { NONE } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDraft } from '../src/scenes/mesh/draft.ts';
import { meshFunctions } from '../src/scenes/mesh/mesh-functions.ts';
import { createObstacles } from '../src/scenes/mesh/obstacles.ts';
import { createPathFollower } from '../src/scenes/mesh/sleeve.ts';
import type { MeshAnswer } from '../src/scenes/mesh/solvers.ts';
import { TWO_ROOMS } from './maps.ts';
import { browserFor, dropFile, onPages, openPage } from './open-page.ts';

/** A room of 30 x 20 with a wall, two wide, from below up to a height of 8: points and edges. */
const ONE_WALL = [
  '8 8',
  '0 0  14 0  14 8  16 8  16 0  30 0  30 20  0 20',
  '0 1  1 2  2 3  3 4  4 5  5 6  6 7  7 0',
  '',
].join('\n');

/**
 * From (5, 2) to (25, 2) over the wall: straight to its corners and along its top; a disc goes
 * around the corners on arcs.
 */
function overTheWall(radius: number): number {
  const far = Math.hypot(14 - 5, 8 - 2);
  // by how much the way turns at a corner: straight there, and off by the tangent to the circle
  const turn = Math.atan2(8 - 2, 14 - 5) + Math.asin(radius / far);
  return 2 * (Math.sqrt(far ** 2 - radius ** 2) + radius * turn) + 2;
}

function assertNear(actual: number | undefined, expected: number, what: string): void {
  const off = Math.abs((actual ?? NaN) - expected);
  assert.ok(off < 1e-6 * (1 + expected), `${what}: ${actual}, expected ${expected}`);
}

const mesh = suite('triangulation');

mesh('every search finds the way that is known, and the funnel does in its sleeve', () => {
  meshFunctions.begin({ name: 'wall.txt', text: ONE_WALL, seed: 1, count: 0 }, 'levels', 0);
  for (const radius of [0, 0.5, 2]) {
    const { answers, funnelLength } = meshFunctions.solve([5, 2, 25, 2], radius);
    assert.is(answers.length, radius > 0 ? 5 : 4);
    for (const { solver, cost, path } of answers) {
      assertNear(cost, overTheWall(solver === 'disc' ? radius : 0), `${solver}, radius ${radius}`);
      assert.equal([...path.slice(0, 2), ...path.slice(-2)], [5, 2, 25, 2]);
    }
    assertNear(funnelLength, overTheWall(0), 'funnel');
  }
});

mesh('the sleeve of a way holds it, in worlds of many obstacles (seeds 1 and 2)', () => {
  for (const name of ['shapes', 'rooms', 'maze']) {
    for (let seed = 1; seed <= 2; seed++) {
      const { ends } = meshFunctions.begin({ name, seed, count: 60 }, 'corridors', 0.005);
      for (const places of [ends, ...[1, 2].map((i) => meshFunctions.otherEnds(i, 0.1))]) {
        const { answers, funnelLength, sleeve, portals } = meshFunctions.solve(places, 0);
        const [{ cost }] = answers;
        assert.ok(Number.isFinite(cost), `${name}, seed ${seed}`);
        for (const { solver, cost: other } of answers.slice(1, 3))
          assertNear(other, cost, `${solver}, ${name}, seed ${seed}`);
        assertNear(funnelLength, cost, `funnel, ${name}, seed ${seed}`);
        assert.is(sleeve.length / 7, portals.length / 4 + 1);
      }
    }
  }
});

mesh('a mesh may have more vertices than a function takes arguments', () => {
  const count = 200_000;
  const follower = createPathFollower({
    vertexCount: count,
    polygonCount: 1,
    x: Float64Array.from({ length: count }, (_, v) => (v === 1 ? 9 : -v)),
    y: Float64Array.from({ length: count }, (_, v) => (v === 2 ? 9 : 0)),
    firstSide: Uint32Array.of(0, 3),
    corner: Uint32Array.of(0, 1, 2),
    twin: new Uint32Array(3).fill(NONE),
  });
  assert.equal(follower.follow([1, 1, 2, 2])?.triangles, [0]);
  assert.is(follower.follow([1, 1, 20, 20]), undefined);
});

mesh('an obstacle lengthens the way, and is gone when it is taken out', () => {
  const { triangleCount } = meshFunctions.begin(
    { name: 'wall.txt', text: ONE_WALL, seed: 1, count: 0 },
    'levels',
    0,
  );
  const block = [13, 8, 17, 8, 17, 12, 13, 12];
  const { ids, touched, ...made } = meshFunctions.change([[block]], [], 'levels');
  assert.ok(touched > 0 && made.triangleCount > triangleCount);
  const { answers } = meshFunctions.solve([5, 2, 25, 2], 0);
  assertNear(answers[0].cost, 2 * Math.hypot(13 - 5, 12 - 2) + 4, 'over the obstacle');
  const after = meshFunctions.change([], ids, 'levels');
  assert.is(after.triangleCount, triangleCount);
  assertNear(meshFunctions.solve([5, 2, 25, 2], 0).answers[0].cost, overTheWall(0), 'after');

  // what would leave no room at all is refused, and nothing is left of it
  const all = [0, 0, 30, 0, 30, 20, 0, 20];
  assert.throws(() => meshFunctions.change([[all]], [], 'levels'), /nothing is free/);
  assertNear(meshFunctions.solve([5, 2, 25, 2], 0).answers[0].cost, overTheWall(0), 'refused');
});

mesh('changes are taken back in turn', () => {
  const square = [0, 0, 4, 0, 4, 4, 0, 4];
  const obstacles = createObstacles([[square]]);
  const added = obstacles.add([[10, 0, 14, 0, 12, 4]]);
  const removed = obstacles.removeAt(1, 1);
  assert.ok(removed && !obstacles.removeAt(7, 7));
  assert.equal(obstacles.difference().drop, [0]);
  assert.is(obstacles.difference().add.length, 1);
  removed!.undo();
  assert.equal(obstacles.difference().drop, []);
  added.undo();
  assert.equal(obstacles.difference(), { add: [], drop: [] });
  for (const change of [added, removed!]) change.redo();
  assert.equal([obstacles.difference().drop, obstacles.difference().add.length], [[0], 1]);
});

mesh('outlines are drawn in one go, or corner by corner', () => {
  const draft = createDraft();
  const at = (phase: 'down' | 'move' | 'up', x: number, y: number): number[] | undefined =>
    draft.take({ phase, x, y, unit: 0.1 });
  const click = (x: number, y: number): number[] | undefined => at('down', x, y) ?? at('up', x, y);
  for (const [x, y] of [
    [0, 0],
    [10, 0],
    [10, 10],
  ])
    assert.is(click(x, y), undefined);
  assert.equal(click(0.5, 0.5), [0, 0, 10, 0, 10, 10]);
  assert.is(draft.corners.length, 0);

  at('down', 0, 0);
  for (let i = 1; i <= 50; i++) at('move', i / 5, 0);
  for (let i = 1; i <= 50; i++) at('move', 10, i / 5);
  assert.equal(at('up', 0, 10), [0, 0, 10, 0, 10, 10, 0, 10]);
});

mesh.run();

const page = suite('triangulation on the page');
const browser = await browserFor(page);
const on = browser ? onPages(page) : page.skip;

interface State {
  readonly box: readonly number[];
  readonly ends: readonly number[];
  readonly answers: readonly MeshAnswer[];
  readonly funnelLength: number;
  readonly obstacles: number;
  readonly triangles: number;
  readonly corners: number;
  readonly walker: readonly number[];
}

on('a file is dropped, ends are dragged, an obstacle comes and goes', async () => {
  const opened = await openPage(browser!, '#mesh?paused=1');
  const { page: tab, until, state, at } = opened;
  const settled = (test: string): Promise<void> =>
    until(`wayfield.state().then((state) => state && !state.busy && ${test})`);
  const drag = async (from: readonly number[], to: readonly number[]): Promise<void> => {
    const [a, b] = [await at(from[0], from[1]), await at(to[0], to[1])];
    await tab.mouse.move(a.x, a.y);
    await tab.mouse.down();
    await tab.mouse.move(b.x, b.y, { steps: 3 });
    await tab.mouse.up();
  };
  try {
    const { walker } = await state<State>();
    await opened.step();
    assert.not.equal((await state<State>()).walker, walker);

    await dropFile(tab, 'broken.mesh', 'mesh\n2\n3 x');
    await until("wayfield.notices.some((text) => text.includes('broken.mesh could not be read'))");
    await until('wayfield.ready');
    await dropFile(tab, 'wall.txt', ONE_WALL);
    await settled("state.map === 'wall.txt'");

    // to the places with the answer that is known; a pointer has no finer places than pixels
    const before = await state<State>();
    await drag(before.ends.slice(0, 2), [5, 2]);
    await settled('Math.hypot(state.ends[0] - 5, state.ends[1] - 2) < 0.1');
    await drag(before.ends.slice(2), [25, 2]);
    await settled('Math.hypot(state.ends[2] - 25, state.ends[3] - 2) < 0.1');
    const over = await state<State>();
    const [polyanya, tra] = over.answers;
    assert.ok(Math.abs(polyanya.cost - overTheWall(0)) < 0.3, `${polyanya.cost}`);
    assertNear(tra.cost, polyanya.cost, 'TRA*');
    assertNear(over.funnelLength, polyanya.cost, 'funnel');

    // a triangle above the wall by three clicks and Enter, and away again
    await tab.getByText('Obstacle', { exact: true }).click();
    for (const [x, y] of [
      [13, 7],
      [17, 7],
      [15, 14],
    ]) {
      const place = await at(x, y);
      await tab.mouse.click(place.x, place.y);
    }
    assert.is((await state<State>()).corners, 3);
    await tab.locator('.stage').press('Enter');
    await settled('state.obstacles === 1');
    const blocked = await state<State>();
    assert.ok(blocked.answers[0].cost > polyanya.cost + 5, `${blocked.answers[0].cost}`);
    assertNear(blocked.funnelLength, blocked.answers[0].cost, 'funnel');
    await tab.keyboard.press('Control+z');
    await settled(`state.triangles === ${over.triangles}`);
    assertNear((await state<State>()).answers[0].cost, polyanya.cost, 'taken back');

    // the same without a pointer: the tool, the cursor at the goal, three corners, and closed
    await tab.focus('.stage');
    for (const key of ['2', 'g', 'g', 'Shift+ArrowLeft', 'Space', 'Shift+ArrowUp', 'Space'])
      await tab.keyboard.press(key);
    for (const key of ['Shift+ArrowLeft', 'Space', 'Enter']) await tab.keyboard.press(key);
    await settled('state.obstacles === 1');
    await tab.keyboard.press('Control+z');
    await settled('state.obstacles === 0');

    await dropFile(tab, 'rooms.map', TWO_ROOMS);
    await settled("state.map === 'rooms.map'");
    assert.equal((await state<State>()).box, [0, 0, 24, 10]);
    assert.equal(opened.errors, []);
  } finally {
    await opened.close();
  }
});

page.run();
