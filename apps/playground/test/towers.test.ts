// The tower defence: creeps walk, towers come and go on top of them, and none cuts the goal off.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { GROUND } from '../src/scenes/towers/game.ts';
import { towerFunctions } from '../src/scenes/towers/on-cpu.ts';
import { browserFor, onPages, openPage } from './open-page.ts';

interface TowersState {
  readonly ticks: number;
  readonly width: number;
  readonly height: number;
  readonly arrived: number;
  readonly refused: number;
  readonly towers: readonly number[];
  readonly ground: readonly number[];
  readonly x: readonly number[];
  readonly y: readonly number[];
}

const test = suite('tower defence');
const browser = await browserFor(test);
const on = browser ? onPages(test) : test.skip;

const isBlocked = (value: number): boolean => value === GROUND.ROCK || value === GROUND.TOWER;

/** Creeps whose middle is in a rock or a tower. */
const insideOf = ({ x, y, ground, width }: Omit<TowersState, 'towers' | 'refused'>): number =>
  x.reduce(
    (sum, at, k) => sum + Number(isBlocked(ground[Math.floor(y[k]) * width + Math.floor(at)])),
    0,
  );

test('towers on top of creeps: nobody inside, nobody stays (seed 5)', () => {
  const [width, height, creeps] = [32, 20, 200];
  const { field, data } = towerFunctions.begin({ width, height, creeps, rocks: 0.08, seed: 5 });
  let { ground } = field;
  assert.is(
    ground.reduce((sum, value) => sum + Number(value === GROUND.ROCK), 0),
    51,
  );
  assert.ok(field.steps >= width - 1 && field.steps < 2 * width, `${field.steps} steps`);
  let [built, refused] = [0, 0];
  let places = data;
  let arrived = 0;
  const standing: number[] = [];
  /** Where each creep was when it had last come a cell further, and when. */
  const [fromX, fromY, since] = [0, 1, 2].map(() => new Float64Array(creeps));
  for (let t = 0; t < 1500; t++) {
    if (t % 5 === 0) {
      const under = t % creeps;
      const cell = Math.floor(places[creeps + under]) * width + Math.floor(places[under]);
      const answer = towerFunctions.change([cell], true);
      if (answer.refused !== undefined) refused++;
      else {
        built++;
        standing.push(cell);
      }
      if (answer.field) ({ ground } = answer.field);
      if (standing.length > 100) {
        ({ ground } = towerFunctions.change([standing.shift()!], false).field!);
      }
    }
    ({ data: places, arrived } = towerFunctions.tick(1));
    const [x, y] = [0, creeps].map((at) => Array.from(places.subarray(at, at + creeps)));
    const state = { x, y, ground: Array.from(ground), width, height, arrived, ticks: t };
    assert.is(insideOf(state), 0, `tick ${t}`);
    for (let k = 0; k < creeps; k++) {
      if (Math.hypot(x[k] - fromX[k], y[k] - fromY[k]) >= 1) {
        [fromX[k], fromY[k], since[k]] = [x[k], y[k], t];
      }
      assert.ok(t - since[k] < 300, `creep ${k} stays at ${x[k]}, ${y[k]} since tick ${since[k]}`);
    }
  }
  assert.ok(built > 100 && refused > 10, `${built} built, ${refused} refused`);
  assert.ok(arrived > creeps, `${arrived} arrived`);
});

test('a tower is refused in words, and then changes nothing', () => {
  const [width, height] = [12, 8];
  towerFunctions.begin({ width, height, creeps: 1, rocks: 0, seed: 1 });
  const column = Array.from({ length: height }, (_, row) => row * width + 6);
  const { field } = towerFunctions.change(column.slice(1), true);
  assert.is(field!.ground[column[1]], GROUND.TOWER);
  // the left part has 6 columns of 8 cells
  assert.equal(towerFunctions.change([column[0]], true), { refused: 'would cut off 48 cells' });
  assert.equal(towerFunctions.change([0], true), { refused: 'is where creeps come in' });
  assert.equal(towerFunctions.change([4 * width + 11], true), { refused: 'is the goal' });
  assert.equal(towerFunctions.change([column[0]], false), {
    refused: 'is no place for a tower',
  });
  const { field: after } = towerFunctions.change([column[3]], false);
  const towers = [...after!.ground.keys()].filter((cell) => after!.ground[cell] === GROUND.TOWER);
  assert.equal(towers, [column[1], column[2], ...column.slice(4)]);
});

on('creeps walk; a click builds a tower and takes it away; a wall is refused', async () => {
  const opened = await openPage(browser!, '#towers?size=small&agents=300&rocks=0&seed=2');
  const { page, errors, facts, state, until, at, ask, close } = opened;
  const towersAre = (count: number): Promise<void> =>
    until(`wayfield.state().then(({ towers }) => towers.length === ${count})`);
  try {
    const before = await state<TowersState>();
    await until('wayfield.ticks > 5');
    const after = await state<TowersState>();
    assert.ok(after.x.filter((x, k) => x !== before.x[k]).length > 290);
    assert.is(insideOf(after), 0);

    const cell = await at(10.5, 5.5);
    await page.mouse.click(cell.x, cell.y);
    await towersAre(1);
    assert.equal((await state<TowersState>()).towers, [5 * 32 + 10]);
    await page.mouse.click(cell.x, cell.y);
    await towersAre(0);
    await page.keyboard.press('Control+z');
    await towersAre(1);

    // a stroke from top to bottom: its last tower would cut the left side off
    const [from, to] = [await at(16.5, 0.5), await at(16.5, 19.5)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
    await page.getByText(/^would cut off \d+ cells$/).waitFor();
    await towersAre(20);
    assert.equal((await facts()).notices, [
      'A tower was refused: it would cut off cells from the goal, or its place is taken.',
    ]);
    const walled = await state<TowersState>();
    assert.is(walled.refused, 1);
    await until(`wayfield.ticks > ${walled.ticks + 3}`);
    assert.is(insideOf(await state<TowersState>()), 0);

    // the link holds the towers, and the code is there to be read
    await until("location.hash.includes('work=')");
    await page.reload();
    await until('globalThis.wayfield?.ready');
    await towersAre(20);
    await page.getByText('The code', { exact: true }).click();
    assert.match(await ask<string>("document.querySelector('.code pre').textContent"), /moveAlong/);
    await page.keyboard.press('0');
    assert.equal((await facts()).notices, []);
    assert.equal(errors, []);
  } finally {
    await close();
  }
});

test.run();
