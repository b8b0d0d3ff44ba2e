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

test.run();
