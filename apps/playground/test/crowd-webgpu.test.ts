// The crowd on the built page with WebGPU: agents are drawn from the buffers of the solver.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { browserFor, onPages, openPage } from './open-page.ts';

interface State {
  readonly goals: number[][];
  readonly x: number[];
}

// paused: a program in the place of a GPU draws only the frames that the test asks for
const ADDRESS = '#crowd?agents=100&solver=gpu&seed=3&paused=1';

const test = suite('crowd on the page with WebGPU');
const browser = await browserFor(test, { canvas: true });
const on = browser ? onPages(test) : test.skip;

on('agents walk beside ghosts, a goal moves', async () => {
  const options = { gpu: true, width: 620, height: 420 };
  const opened = await openPage(browser!, ADDRESS, options);
  const { page, errors, facts, state, at, close } = opened;
  async function steps(count: number): Promise<void> {
    for (let i = 0; i < count; i++) await opened.step();
  }
  try {
    await steps(2);
    const { backend, surface } = await facts();
    assert.equal([backend, surface], ['WebGPU', 'webgpu']);
    const before = await state<State>();
    assert.is(before.x.length, 200);
    await steps(5);
    const after = await state<State>();
    assert.ok(after.x.filter((x, k) => x !== before.x[k]).length > 80);

    const [x, y] = before.goals[0];
    const goal = await at(x + 0.5, y + 0.5);
    const place = await at(8.5, 4.5);
    await page.mouse.move(goal.x, goal.y);
    await page.mouse.down();
    await page.mouse.move(place.x, place.y);
    await page.mouse.up();
    assert.equal((await state<State>()).goals[0], [8, 4]);
    await steps(2);
    assert.equal((await facts()).notices, []);
    assert.equal(errors, []);
  } finally {
    await close();
  }
});

test.run();
