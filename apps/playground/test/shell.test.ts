// What stands around every scene: words below pictures, a target for files, and a reason where an
// entry cannot work.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { browserFor, onPages, openPage } from './open-page.ts';

const test = suite('around the scenes');
const browser = await browserFor(test);
const on = browser ? onPages(test) : test.skip;

on('buttons have words, files have a target, and what cannot work says why', async () => {
  const opened = await openPage(browser!, '#grid?paused=1', { width: 390, height: 844 });
  const { page, ask } = opened;
  try {
    await page.evaluate("document.body.classList.add('panel-open')");
    for (const word of ['Play', 'Step', 'Undo', 'GeoJSON', 'Link']) {
      assert.ok(await page.getByText(word, { exact: true }).isVisible(), word);
    }
    // no word is cut, also on a phone
    const cut = await ask<string[]>(
      "[...document.querySelectorAll('.word')].filter((word) => word.checkVisibility() && " +
        '(word.getBoundingClientRect().left < 0 || word.getBoundingClientRect().right > 390))' +
        '.map((word) => word.textContent)',
    );
    assert.equal(cut, []);
    assert.ok(await page.getByLabel('Also solve on WebGPU').isDisabled());
    assert.match(
      (await page.locator('div.controls').textContent())!,
      /Not here: there is no WebGPU/,
    );

    const shown = "getComputedStyle(document.querySelector('.stage'), '::after').content";
    assert.is(await ask(shown), 'none');
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([''], 'a.map'));
      const event = new DragEvent('dragenter', { dataTransfer: data, bubbles: true });
      document.querySelector('.stage').dispatchEvent(event);
    })()`);
    assert.match(await ask<string>(shown), /Drop a file here: .*\.map.*\.json/);
    assert.equal(opened.errors, []);
  } finally {
    await opened.close();
  }
});

on('every scene has code that can be copied, and says where it comes from', async () => {
  const opened = await openPage(browser!, '#grid?paused=1', {});
  const { page, until } = opened;
  try {
    for (const id of ['crowd', 'agents', 'compare']) {
      await page.evaluate(`location.hash = '#${id}?paused=1'`);
      await until(`wayfield.scene === '${id}' && wayfield.ready`);
      const code = await page.locator('.code pre').textContent();
      assert.ok(code!.split('\n').length > 8, id);
      assert.match((await page.locator('.origin').textContent())!, /The package: @wayfield\//);
    }
    assert.equal(opened.errors, []);
  } finally {
    await opened.close();
  }
});

on('maps are tall on a phone, unless somebody asks for a wide one', async () => {
  const opened = await openPage(browser!, '#scent?agents=100&size=small&paused=1', {
    width: 390,
    height: 844,
  });
  const { page, until } = opened;
  const sizeIs = (width: number, height: number): Promise<void> =>
    until(
      `wayfield.ready && wayfield.state().then((now) => now?.width === ${width} && ` +
        `now.height === ${height})`,
    );
  try {
    await sizeIs(80, 128);
    await page.evaluate("location.hash = '#scent?agents=100&size=small&shape=wide&paused=1'");
    await sizeIs(128, 80);
    await page.evaluate("location.hash = '#towers?agents=100&size=small&paused=1'");
    await sizeIs(20, 32);
    for (const [scene, isTall] of [
      ['collisions', 'now.height === Math.fround(1.5 * now.width)'],
      ['click', 'now.goal.join() === "20,51.2"'],
      ['mesh', 'now.box.join() === "0,0,100,160"'],
    ]) {
      await page.evaluate(`location.hash = '#${scene}?agents=1000&paused=1'`);
      await until(
        `wayfield.ready && wayfield.scene === '${scene}' && ` +
          `wayfield.state().then((now) => ${isTall})`,
      );
    }
    assert.equal(opened.errors, []);
  } finally {
    await opened.close();
  }
});

on('legends tell levels 0 to 3 and the sleeve, and the chart of herds both its axes', async () => {
  const opened = await openPage(browser!, '#mesh?paused=1', {});
  const { page, until, ask } = opened;
  try {
    await until("document.querySelectorAll('.colours li').length > 6");
    const entries = await ask<(readonly [string, string])[]>(
      "[...document.querySelectorAll('.colours li')].map((entry) => [entry.textContent, " +
        "entry.querySelector('i').style.background])",
    );
    const colours = new Map(entries);
    for (const level of [0, 1, 2, 3]) {
      assert.is(entries.filter(([text]) => text.startsWith(`${level}: `)).length, 1);
    }
    assert.is.not(colours.get('sleeve of that path'), undefined);
    assert.is(new Set(colours.values()).size, entries.length, 'no two entries look alike');

    await page.evaluate("location.hash = '#antelopes?paused=1&size=small'");
    await until("wayfield.scene === 'antelopes' && wayfield.ready");
    for (let i = 0; i < 4; i++) await opened.step();
    await until(
      '/Across: ticks .+ to 4. Up: to .+ antelopes, .+ lions/' +
        ".test(document.querySelector('.labels').textContent)",
    );
    assert.equal(opened.errors, []);
  } finally {
    await opened.close();
  }
});

test.run();
