// Click to move: discs walk to the goal, come out of obstacles, and stay out of them.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isInside, makeWorld, type Ring, ringAround } from '../src/scenes/click/obstacles.ts';
import { clickFunctions } from '../src/scenes/click/on-cpu.ts';
import { browserFor, onPages, openPage } from './open-page.ts';

interface ClickState {
  readonly ticks: number;
  readonly there: number;
  readonly goal: readonly number[];
  readonly rings: readonly Ring[];
  readonly x: readonly number[];
  readonly y: readonly number[];
}

const test = suite('click to move');
const browser = await browserFor(test);
const on = browser ? onPages(test) : test.skip;

/** Discs whose middle is in an obstacle. */
const insideOf = ({ rings, x, y }: Pick<ClickState, 'rings' | 'x' | 'y'>): number =>
  x.reduce((sum, at, k) => sum + Number(rings.some((ring) => isInside(ring, at, y[k]))), 0);

test('discs come out of new obstacles at once, and all arrive (seed 4)', () => {
  const [width, height, count] = [64, 40, 120];
  const world = makeWorld(width, height, 25, 4);
  const rings = new Map<number, Ring>(world.rings.entries());
  let { data } = clickFunctions.begin(world, count, [32, 20]);
  let next = 0.1;
  const chance = (): number => (next = (next * 997.3 + 0.137) % 1);
  let there = 0;
  for (let t = 0; t < 900; t++) {
    if (t < 200 && t % 10 === 5) {
      const under = Math.floor(count * chance());
      const ring = ringAround(data[under], data[count + under], world, chance);
      assert.ok(isInside(ring, data[under], data[count + under]));
      clickFunctions.add(1000 + t, ring);
      rings.set(1000 + t, ring);
    }
    if (t < 200 && t % 10 === 9) {
      const [oldest] = rings.keys();
      clickFunctions.remove(oldest);
      rings.delete(oldest);
    }
    if (t === 100) clickFunctions.setGoal([10, 30]);
    ({ data, there } = clickFunctions.tick(1));
    const [x, y] = [0, count].map((at) => Array.from(data.subarray(at, at + count)));
    assert.is(insideOf({ rings: [...rings.values()], x, y }), 0, `tick ${t}`);
  }
  assert.is(there, count);
  // the goals of 120 discs lie within 0.4 * sqrt(120) of the click; some are moved out of obstacles
  for (let k = 0; k < count; k++) {
    assert.ok(Math.hypot(data[k] - 10, data[count + k] - 30) < 10, `disc ${k}`);
  }
  assert.throws(() => clickFunctions.remove(-1), /there is no obstacle -1/);
});

on('discs walk; a click sets the goal, or puts and takes obstacles; undo, link', async () => {
  const opened = await openPage(browser!, '#click?agents=100&obstacles=10&seed=2');
  const { page, errors, facts, state, until, at, ask, close } = opened;
  try {
    const before = await state<ClickState>();
    assert.is(before.rings.length, 10);
    const begun = (await facts()).ticks;
    await until(`wayfield.ticks > ${begun + 5}`);
    const after = await state<ClickState>();
    assert.ok(after.x.filter((x, k) => x !== before.x[k]).length > 80);
    assert.is(insideOf(after), 0);

    /** Waits until the link says what an act has changed: it is written after a rest. */
    const linked = async (act: () => Promise<void>): Promise<void> => {
      const link = await ask<string>('location.hash');
      await act();
      await until(`location.hash !== ${JSON.stringify(link)}`);
    };
    const goal = await at(20.5, 10.5);
    await linked(() => page.mouse.click(goal.x, goal.y));
    const clicked = await state<ClickState>();
    assert.ok(Math.hypot(clicked.goal[0] - 20.5, clicked.goal[1] - 10.5) < 0.1);

    // an obstacle beside the others, away, and there again
    let [x, y] = [3, 3];
    const isTaken = (): boolean => before.rings.some((ring) => isInside(ring, x, y));
    for (; isTaken(); x++) y += 2;
    const place = await at(x, y);
    await page.getByText('Obstacle', { exact: true }).click();
    const counts: number[] = [];
    for (const act of ['click', 'click', 'undo'] as const) {
      await linked(() =>
        act === 'click' ? page.mouse.click(place.x, place.y) : page.keyboard.press('Control+z'),
      );
      counts.push((await state<ClickState>()).rings.length);
    }
    assert.equal(counts, [11, 10, 11]);
    const { ticks } = await facts();
    await until(`wayfield.ticks > ${ticks + 5}`);
    const changed = await state<ClickState>();
    assert.is(insideOf(changed), 0);

    // the link holds goal and obstacles, and the code is there to be read
    assert.match(await ask<string>('location.hash'), /work=/);
    await page.reload();
    await until('globalThis.wayfield?.ready && wayfield.ticks > 3');
    const again = await state<ClickState>();
    assert.equal([again.goal, again.rings.length], [changed.goal, 11]);
    assert.is(insideOf(again), 0);
    await page.getByText('The code', { exact: true }).click();
    assert.match(await ask<string>("document.querySelector('.code pre').textContent"), /moveAlong/);
    assert.equal((await facts()).notices, []);
    assert.equal(errors, []);
  } finally {
    await close();
  }
});

test.run();
