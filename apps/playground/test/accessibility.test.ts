// Every scene is looked at by axe, light and dark, on a desk and on a phone; and the keyboard does
// what a pointer does.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SCENES } from '../src/scenes/list.ts';
import { browserFor, onPages, openPage, type OpenPage } from './open-page.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const test = suite('accessibility');
const browser = await browserFor(test);
const on = browser ? onPages(test) : test.skip;

/** What axe finds serious or worse, in words. */
async function findings({ page }: OpenPage): Promise<string[]> {
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    "axe.run({ resultTypes: ['violations'] })",
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
}

on('axe finds nothing serious in any scene', async () => {
  const opened = await openPage(browser!, `#${SCENES[0].id}?paused=1`);
  const { page } = opened;
  try {
    await page.evaluate(AXE);
    for (const { id } of SCENES) {
      await page.evaluate(`location.hash = '#${id}?paused=1'`);
      await opened.until(`wayfield.scene === '${id}' && wayfield.ready`);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
      assert.equal(await findings(opened), [], `${id}, light`);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.evaluate("document.body.classList.add('panel-open')");
      assert.equal(await findings(opened), [], `${id}, dark, on a phone`);
      await page.evaluate("document.body.classList.remove('panel-open')");
    }
    await page.click('button.help');
    assert.equal(await findings(opened), [], 'help');

    // that axe sees anything at all
    await page.evaluate("document.querySelector('button.step').removeAttribute('aria-label')");
    await page.evaluate("document.querySelector('button.step').removeAttribute('title')");
    await page.keyboard.press('Escape');
    assert.is((await findings(opened)).length, 1);

    // who asks for little motion gets none until he asks
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.evaluate("location.hash = '#scent?agents=100&size=small'");
    await page.reload();
    await opened.until('globalThis.wayfield?.notices.length > 0 && wayfield.ready');
    const { notices, ticks } = await opened.facts();
    assert.equal([notices, ticks], [['Paused, because your system asks for little motion.'], 0]);
    assert.equal(opened.errors, []);
  } finally {
    await opened.close();
  }
});

interface Stop {
  readonly name: string;
  readonly region: number;
  readonly top: number;
  readonly left: number;
}

/** Where Tab stops, from the first one to the last. */
async function stops({ page }: OpenPage): Promise<Stop[]> {
  // from the very beginning
  await page.evaluate(
    "document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')",
  );
  const found: Stop[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<Stop | undefined>(STOP);
    if (!stop) return found;
    found.push(stop);
  }
}
const STOP = `(() => {
  const at = document.activeElement;
  if (at === document.body) return undefined;
  const panel = at.closest('.panel');
  const files = at.closest('.files');
  const { left, top, bottom } = at.getBoundingClientRect();
  return {
    name: at.id || at.ariaLabel || at.name || at.textContent || at.parentElement.textContent,
    region: ['header', '.stage', '.panel', '.files'].findLastIndex((name) => at.closest(name)),
    // where it would be if nothing were scrolled; by its middle, as what is in a row differs in
    // height
    top: (top + bottom) / 2 + (panel && !files ? panel.scrollTop : 0),
    left: left + (at.closest("nav")?.scrollLeft ?? 0),
  };
})()`;

on('Tab goes as the eye does, on a desk and on a phone', async () => {
  const opened = await openPage(browser!, '#mesh?paused=1');
  const { page } = opened;
  try {
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      await page.evaluate("document.body.classList.add('panel-open')");
      const found = await stops(opened);
      assert.ok(found.length > 25, found.map(({ name }) => name).join());
      for (const [i, stop] of found.entries()) {
        const before = found[i - 1];
        if (!before || stop.region > before.region) continue;
        const what = `${width} wide: ${stop.name} after ${before.name}`;
        assert.is(stop.region, before.region, what);
        // the stage itself holds what is on it
        if (before.name.startsWith('Scene.')) continue;
        const isSameRow = Math.abs(stop.top - before.top) < 10;
        assert.ok(isSameRow ? stop.left > before.left : stop.top > before.top, what);
      }
    }
    // what has the focus keeps it when the phone is turned
    await page.focus('button.help');
    await page.setViewportSize({ width: 844, height: 390 });
    assert.is(await opened.ask('document.activeElement.className'), 'plain help');
  } finally {
    await opened.close();
  }
});

test.run();
