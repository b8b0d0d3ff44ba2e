// The crowd: agents make way for each other and never cross walls, which come and go.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { crowdFunctions } from '../src/scenes/crowd/on-cpu.ts';
import { cellsOf, goalAfter, makeWorld, type World, WORLDS } from '../src/scenes/crowd/worlds.ts';
import { browserFor, onPages, openPage } from './open-page.ts';

interface CrowdState {
  readonly ticks: number;
  readonly agents: number;
  readonly arrived: number[];
  readonly overlaps: number[];
  readonly goals: number[][];
  readonly walls: number;
  readonly width: number;
  readonly x: number[];
  readonly y: number[];
}

const test = suite('crowd');
const browser = await browserFor(test);
const on = browser ? onPages(test) : test.skip;

/** Agents whose middle is in a wall. */
function inWalls({ width, terrain }: World, data: Float32Array, count: number): number {
  let inside = 0;
  for (let k = 0; k < count; k++) {
    if (terrain[Math.floor(data[data.length / 3 + k]) * width + Math.floor(data[k])] === 0)
      inside++;
  }
  return inside;
}

for (const [name] of WORLDS) {
  test(`agents of '${name}' arrive, stay out of walls, and overlap less than ghosts`, () => {
    const world = makeWorld(name, 300, 5);
    const count = world.x.length;
    assert.is(count, 300);
    for (const goal of world.goals) assert.ok(cellsOf(world, goal).length > 3);
    crowdFunctions.begin(world, [world.width + 5, 0]);
    const overlaps = [0, 0];
    let answer = crowdFunctions.tick(1, 1 / 15);
    for (let i = 0; i < 450; i++) {
      answer = crowdFunctions.tick(1, 1 / 15);
      for (const which of [0, 1]) overlaps[which] += answer.overlaps[which];
      assert.is(inWalls(world, answer.data, count), 0, `tick ${i}`);
    }
    assert.is(answer.data.length, 6 * count);
    assert.ok(answer.arrived[0] > 30, `${answer.arrived.join()} arrived`);
    assert.ok(overlaps[0] < overlaps[1] / 3, `${overlaps.join()} overlaps`);
  });
}

test('walls come on top of agents and go again; a goal moves', () => {
  const world = makeWorld('door', 400, 2);
  const { width, height } = world;
  crowdFunctions.begin(world);
  const cells = Uint32Array.from({ length: 60 }, (_, i) => {
    return ((height >> 1) - 3 + (i % 6)) * width + 8 + Math.floor(i / 6);
  });
  for (let i = 0; i < 120; i++) {
    if (i % 20 === 10) {
      const value = i % 40 === 10 ? 0 : 1;
      crowdFunctions.setTerrain(cells, new Float32Array(cells.length).fill(value));
      for (const cell of cells) world.terrain[cell] = value;
    }
    if (i === 60) crowdFunctions.setGoals([{ x: 3, y: 3 }, world.goals[1]]);
    const { data } = crowdFunctions.tick(1, 1 / 15);
    assert.is(inWalls(world, data, 400), 0, `tick ${i}`);
  }
});

test('agents walk to and fro', () => {
  assert.equal(
    [0, 1].map((goal) => goalAfter(goal, 2)),
    [1, 0],
  );
  assert.equal(
    [0, 1, 2, 3].map((goal) => goalAfter(goal, 4)),
    [2, 3, 0, 1],
  );
});

on('on the page: paint, undo, drag a goal, a door, the code, a link', async () => {
  const opened = await openPage(browser!, '#crowd?agents=200&world=door&seed=3');
  const { page, errors, facts, state, until, at, ask, close } = opened;
  try {
    await until('wayfield.ticks > 5');
    const before = await state<CrowdState>();
    assert.is(before.agents, 200);
    assert.is(before.x.length, 400);
    // ghosts are beside the others, with the gap between
    assert.ok(before.x.slice(0, 200).every((x) => x < before.width));
    assert.ok(before.x.slice(200).every((x) => x > before.width + 5));

    await page.getByText('Wall', { exact: true }).click();
    const [from, to] = [await at(6, 6), await at(12, 6)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
    const painted = await state<CrowdState>();
    assert.ok(painted.walls > before.walls + 8, `${painted.walls - before.walls} cells`);
    await page.keyboard.press('Control+z');
    assert.is((await state<CrowdState>()).walls, before.walls);

    // a door in the wall of the middle
    await page.getByText('Door', { exact: true }).click();
    const wall = await at((before.width >> 1) + 0.5, 5.5);
    await page.mouse.click(wall.x, wall.y);
    const opening = before.walls - (await state<CrowdState>()).walls;
    assert.ok(opening >= 1 && opening <= 3, `${opening} cells`);

    const [x, y] = before.goals[0];
    const goal = await at(x + 0.5, y + 0.5);
    const place = await at(8.5, 4.5);
    await page.mouse.move(goal.x, goal.y);
    await page.mouse.down();
    await page.mouse.move(place.x, place.y);
    await page.mouse.up();
    assert.equal((await state<CrowdState>()).goals[0], [8, 4]);

    const { ticks } = await facts();
    await until(`wayfield.ticks > ${ticks + 10}`);
    await until("location.hash.includes('work=')");
    await page.reload();
    await until('globalThis.wayfield?.ready && wayfield.ticks > 3');
    const again = await state<CrowdState>();
    assert.equal([again.goals[0], before.walls - again.walls], [[8, 4], opening]);
    await page.getByText('The code', { exact: true }).click();
    assert.match(
      await ask<string>("document.querySelector('.code pre').textContent"),
      /createCrowd/,
    );
    assert.equal((await facts()).notices, []);
    assert.equal(errors, []);
  } finally {
    await close();
  }
});

test.run();
