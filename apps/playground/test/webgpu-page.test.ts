// The built page with WebGPU: agents and scent of the crowd are drawn from the solver's buffers,
// the other scenes from arrays.
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeMap } from '../src/scenes/maps/make-map.ts';
import { placesAfter } from './scent-in-node.ts';
import {
  type CollisionsState,
  collisionsAgree,
  type SavannaState,
  savannaBalances,
} from './life-states.ts';
import { browserFor, onPages, openPage } from './open-page.ts';

// a software device is asked for: else WebAssembly would do the work
const ADDRESS = '#scent?size=small&agents=1000&goals=1&steps=3&solver=gpu&paused=1';

const test = suite('the page with WebGPU');
const browser = await browserFor(test, { canvas: true });
const on = browser ? onPages(test) : test.skip;

// what a device is sent, and what is read of it, whatever the page says of that
const WATCHED = `
  globalThis.sent = globalThis.read = 0;
  const { writeBuffer } = GPUQueue.prototype;
  GPUQueue.prototype.writeBuffer = function (buffer, at, data, from = 0, size) {
    const each = data.BYTES_PER_ELEMENT ?? 1;
    globalThis.sent += size === undefined ? data.byteLength - from * each : size * each;
    return writeBuffer.apply(this, arguments);
  };
  const { getMappedRange } = GPUBuffer.prototype;
  GPUBuffer.prototype.getMappedRange = function () {
    const range = getMappedRange.apply(this, arguments);
    globalThis[this.usage & GPUBufferUsage.MAP_READ ? 'read' : 'sent'] += range.byteLength;
    return range;
  };`;

on('every scene is drawn; what is solved on the GPU is neither read back nor sent', async () => {
  const opened = await openPage(browser!, ADDRESS, {
    gpu: true,
    isolated: true,
    width: 420,
    height: 300,
    init: WATCHED,
  });
  const { page, errors, facts, state, step, until, ask, close } = opened;

  /**
   * Of a tick and its picture: bytes that the device is sent, that are read of it, and that the
   * chart shows.
   */
  async function transfers(): Promise<readonly [sent: number, read: number, shown: number]> {
    const counts = (): Promise<number[]> => ask('[sent, read, wayfield.transferred]');
    // the first picture has maps and palettes
    await ask('wayfield.pixel(1, 1)');
    const before = await counts();
    await step();
    await ask('wayfield.pixel(1, 1)');
    const [sent, read, shown] = (await counts()).map((bytes, i) => bytes - before[i]);
    return [sent, read, shown];
  }
  async function staysThere(what: string): Promise<void> {
    const [sent, read, shown] = await transfers();
    // how many there are, now and then, and where the lines of a chart go; a thousand agents would
    // be 8,000 bytes
    const words = `${what}: ${sent} bytes sent, ${read} read, ${shown} in the chart`;
    assert.ok(sent < 6000 && read <= 64 && shown < 6000, words);
  }
  try {
    await step();
    await step();
    const { backend, surface, notices } = await facts();
    assert.equal([backend, surface, notices], ['WebGPU', 'webgpu', []]);
    const after = await state<{ places: number[]; goals: [number, number][]; ticks: number }>();
    sameArray(Uint32Array.from(after.places), await placesAfter(2, ADDRESS), 'places');

    // the goal in its colour, a wall in its own
    const { terrain, width } = makeMap('islands', 'small', 1);
    const wall = terrain.findIndex(
      (ground, cell) =>
        ground === 0 && after.goals.every(([gx]) => Math.abs((cell % width) - gx) > 9),
    );
    const [[x, y]] = after.goals;
    const pixel = (px: number, py: number): Promise<number[]> =>
      page.evaluate(`wayfield.pixel(${px}, ${py})`);
    assert.equal(await pixel(x + 0.5, y + 0.5), [0xd9, 0x77, 0x06]);
    assert.equal(
      await pixel((wall % width) + 0.5, Math.floor(wall / width) + 0.5),
      [0x77, 0x83, 0x8f],
    );
    await staysThere('scent');

    for (const [id, more] of [
      ['grid', 'size=small&gpu=1'],
      ['roads', 'agents=1000&gpu=1'],
      ['antelopes', 'size=small&antelopes=300&lions=3&solver=gpu'],
      ['collisions', 'agents=1000&solver=gpu'],
      ['mesh', 'colouring=plain&sides=0&sleeve=0'],
    ]) {
      await page.evaluate(`location.hash = '#${id}?${more}&paused=1'`);
      await until(`wayfield.scene === '${id}' && wayfield.ready`);
      await step();
      const now = await facts();
      assert.equal([now.surface, now.notices], ['webgpu', []]);
      if (more.includes('gpu=1')) {
        // asked, too, the GPU has the same answer
        await until('wayfield.state().then((state) => state?.twin)');
        const { twin } = await state<{ twin: { agrees?: boolean } }>();
        assert.is(twin.agrees, true, `${id}: ${JSON.stringify(twin)}`);
      }
      if (id === 'roads') {
        // places come from a worker, and go to the device
        const [sent, read, shown] = await transfers();
        assert.ok(sent >= 8000 && read === 0 && shown >= 16_000, `${sent} ${read} ${shown}`);
      }
      if (id === 'antelopes') {
        assert.is(now.backend, 'WebGPU');
        savannaBalances(await state<SavannaState>());
        await staysThere(id);
      }
      if (id !== 'collisions') continue;
      assert.is(now.backend, 'WebGPU');
      await staysThere(id);
      const bodies = await state<CollisionsState>();
      collisionsAgree(bodies);
      // the first is drawn where it is, by what others it touches
      const [r, g, b] = await pixel(bodies.x[0], bodies.y[0]);
      assert.ok(
        Math.abs(r - 0xf1) + Math.abs(g - 0xf4) + Math.abs(b - 0xf6) > 60,
        `${r} ${g} ${b}`,
      );
    }
    // of the triangulation, free ground and obstacles
    const seen = new Set<string>();
    for (let i = 0; i < 60; i++) seen.add((await pixel((41 * i) % 160, (29 * i) % 100)).join());
    assert.ok(seen.has('247,249,250') && seen.has('141,153,165'), [...seen].join(' '));

    // the device goes away: said in words, and the scene goes on without it
    await page.evaluate('loseDevice()');
    await until("wayfield.surface === 'canvas' && wayfield.ready");
    await step();
    const { notices: told } = await facts();
    assert.equal(told, ['The graphics device was lost. The scene goes on without WebGPU.']);
    // and the way back
    await page.getByText('Try WebGPU again').click();
    await until("wayfield.surface === 'webgpu' && wayfield.ready");
    await step();
    assert.equal((await facts()).notices, []);
    assert.equal(errors, []);

    // it refuses something: said in words, and the way on
    await page.evaluate('void misuseDevice()');
    await until("wayfield.notices.some((text) => text.startsWith('WebGPU refused'))");
    await page.getByText('Go on without WebGPU').click();
    await until("wayfield.surface === 'canvas' && wayfield.ready");
    assert.is(errors.length, 1);
  } finally {
    await close();
  }
});

on(
  'a WebGPU that is only a program is not drawn with: the canvas is, and the page says why',
  async () => {
    const address = '#scent?size=small&agents=1000&goals=1';
    const opened = await openPage(browser!, address, { gpu: true, software: false });
    try {
      const { surface, backend } = await opened.facts();
      assert.equal([surface, backend.startsWith('WebAssembly')], ['canvas', true]);
      const why = await opened.page.locator('.no-gpu').textContent();
      assert.match(why ?? '', /WebGPU is only a program on this machine/);
      // and so it keeps moving
      const before = await opened.ask<number>('wayfield.ticks');
      await opened.until(`wayfield.ticks > ${before + 3}`);
      assert.equal(opened.errors, []);
    } finally {
      await opened.close();
    }
  },
);

// the device is lost while its pipelines are compiled
const LOST_EARLY = `
  const { configure } = GPUCanvasContext.prototype;
  GPUCanvasContext.prototype.configure = function (settings) {
    configure.call(this, settings);
    loseDevice();
  };`;

on('a device that is lost while it is opened: the 2-D canvas, with the reason', async () => {
  const address = '#scent?size=small&agents=1000&goals=1&paused=1';
  const opened = await openPage(browser!, address, { gpu: true, init: LOST_EARLY });
  try {
    await opened.until("wayfield.surface === 'canvas' && wayfield.ready");
    await opened.step();
    assert.equal(opened.errors, []);
  } finally {
    await opened.close();
  }
});

// small buffers; and no memory for those of many agents
const SMALL = `
  const limits = GPUSupportedLimits.prototype;
  Object.defineProperty(limits, 'maxStorageBufferBindingSize', { value: 2 ** 18 });
  const { createBuffer } = GPUDevice.prototype;
  GPUDevice.prototype.createBuffer = function (descriptor) {
    if (descriptor.label === 'scent: before' && descriptor.size > 2 ** 17) {
      const reason = 'size is too large for the implementation: out of memory';
      throw new RangeError('createBuffer failed, ' + reason);
    }
    return createBuffer.call(this, descriptor);
  };`;

on('fewer agents where the buffers of the GPU are small, and where its memory ends', async () => {
  const address = '#scent?size=small&agents=300000&goals=1&steps=1&solver=gpu&paused=1';
  const opened = await openPage(browser!, address, {
    gpu: true,
    width: 420,
    height: 300,
    init: SMALL,
  });
  const { page, facts, state, until, close } = opened;
  try {
    await until("wayfield.notices.some((text) => text.startsWith('The scene stopped'))");
    const [few, stopped] = (await facts()).notices;
    assert.is(few, '300,000 agents are more than the buffers of this GPU hold. These are 65,000.');
    assert.match(stopped, 'There is not enough memory for this many agents');
    await page.getByText(/^Try/).click();
    await until('wayfield.ready');
    const { agents } = await state<{ agents: number }>();
    assert.is(agents, 30_000);
    await opened.step();
    assert.equal([(await facts()).backend, opened.errors.length], ['WebGPU', 1]);
  } finally {
    await close();
  }
});

test.run();
