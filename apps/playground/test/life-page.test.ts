// Collisions, antelopes and lions on the built page, without WebGPU: with threads and without.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CollisionsState,
  collisionsAgree,
  type SavannaState,
  savannaBalances,
} from './life-states.ts';
import { browserFor, NO_MEMORY, onPages, openPage } from './open-page.ts';

const test = suite('life on the page');
const browser = await browserFor(test);
const on = browser ? onPages(test) : test.skip;

for (const isolated of [true, false]) {
  const threads = isolated ? 'with threads' : 'on one thread';
  on(`bodies move, and who touches is right, ${threads}`, async () => {
    const opened = await openPage(browser!, '#collisions?agents=1000&seed=3&paused=1', {
      isolated,
    });
    const { page, errors, facts, state, step, until, close } = opened;
    try {
      const before = await state<CollisionsState>();
      for (let i = 0; i < 3; i++) await step();
      const { backend, surface, notices } = await facts();
      assert.equal([surface, notices], ['canvas', []]);
      assert.is(backend === 'WebAssembly, one thread', !isolated, backend);
      const after = await state<CollisionsState>();
      assert.ok(after.x.every((x, i) => x !== before.x[i]));
      collisionsAgree(after);
      assert.is(after.cells, 1);

      // from near, pairs are asked for and drawn; then it plays
      await page.evaluate("location.hash = '#collisions?agents=1000&seed=3&x=20&y=20&z=20'");
      await until('wayfield.ready && wayfield.ticks === 0');
      await page.getByLabel('Play (space)').click();
      await until('wayfield.ticks > 2');
      collisionsAgree(await state<CollisionsState>());
      assert.equal(errors, []);
    } finally {
      await close();
    }
  });
}

on('where memory is missing there are fewer bodies, and a warning', async () => {
  const opened = await openPage(browser!, '#grid?size=small&paused=1');
  const { page, facts, state, until, close } = opened;
  try {
    // the first worker finds none
    let refused = 0;
    await page.route('**/worker-*.js', async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({ response, body: refused++ === 0 ? NO_MEMORY + body : body });
    });
    await page.evaluate("location.hash = '#collisions?agents=1000000&paused=1'");
    await page.getByText('1,000,000 bodies do not fit on this machine').waitFor();
    await until("wayfield.ready && wayfield.scene === 'collisions'");
    assert.is((await state<{ bodies: number }>()).bodies, 300_000);
    assert.ok((await facts()).notices.some((text) => text.includes('These are 300,000')));
  } finally {
    await close();
  }
});

on('antelopes and lions live, walls are painted and taken back, nobody is lost', async () => {
  const address = '#antelopes?size=small&antelopes=300&lions=10&seed=2';
  const opened = await openPage(browser!, address);
  const { page, errors, facts, state, until, at, close } = opened;
  try {
    await until('wayfield.ticks > 8');
    savannaBalances(await state<SavannaState>());
    const before = await state<SavannaState>();
    await page.getByText('Wall', { exact: true }).click();
    const from = await at(10, 70);
    const to = await at(60, 72);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
    assert.ok((await state<SavannaState>()).walls > before.walls + 50);
    await page.getByLabel('Fear against hunger').fill('-2');
    await page.getByLabel('Show', { exact: true }).selectOption('lion');
    await until(`wayfield.ticks > ${before.ticks + 8}`);
    savannaBalances(await state<SavannaState>());
    await page.keyboard.press('Control+z');
    assert.is((await state<SavannaState>()).walls, before.walls);
    // the system turns dark while it plays
    await page.emulateMedia({ colorScheme: 'dark' });
    await until("document.documentElement.dataset.look === 'dark'");
    assert.equal((await facts()).notices, []);
    assert.equal(errors, []);
  } finally {
    await close();
  }
});

test.run();
