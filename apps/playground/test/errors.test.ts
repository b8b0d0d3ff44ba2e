// What can go wrong is told in words, and there is a way on.
import { random } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { explain } from '../src/common/explain.ts';
import { packWork } from '../src/shell/work-file.ts';
import { browserFor, dropFile, NO_MEMORY, onPages, openPage } from './open-page.ts';

const test = suite('errors');
const browser = await browserFor(test);
const on = browser ? onPages(test) : test.skip;

test('what browsers say of memory is known', () => {
  for (const said of [
    'WebAssembly.Memory(): could not allocate memory',
    'Array buffer allocation failed',
    'Invalid typed array length: 5000000000',
    'Out of memory',
    'WebAssembly.Memory.grow(): Maximum memory size exceeded',
    'the fields need 9000 bytes, the memory budget is 8000',
  ]) {
    assert.ok(explain(new RangeError(said)).isMemory, said);
  }
  assert.equal(explain(new Error('the file is empty')), {
    text: 'the file is empty',
    isMemory: false,
  });
});

on('no memory, no worker, no WebGPU, work that is too long', async () => {
  const opened = await openPage(browser!, '#scent?size=small&agents=300&paused=1');
  const { page: tab, until } = opened;
  const workers = '**/worker-*.js';
  const mud = await packWork({ edits: [2000, 500, 0.25] });
  const begin = (agents: number, more = ''): Promise<unknown> =>
    tab.evaluate(`location.hash = '#scent?size=small&agents=${agents}&paused=1${more}'`);
  try {
    await tab.getByText('Works without WebGPU here').click();
    await tab.getByText('WebAssembly solves and a 2-D canvas draws').waitFor();

    await tab.route(workers, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: NO_MEMORY + (await response.text()) });
    });
    await begin(3000, `&work=${mud}`);
    await tab.getByText('not enough memory for this many agents').waitFor();
    await tab.unroute(workers);
    await tab.getByText('Try 300').click();
    await until('wayfield.ready && wayfield.state().then(({ agents }) => agents === 300)');
    assert.equal((await opened.facts()).notices, []);
    assert.ok(await opened.ask('wayfield.work()?.edits.length > 0'), 'what was painted is kept');

    await tab.route(workers, (route) => route.abort());
    await begin(1000);
    await tab.getByText('The scene stopped: the worker did not start').waitFor();
    await tab.unroute(workers);
    await tab.getByText('Back to the defaults').click();
    await until('wayfield.ready && wayfield.state().then(({ agents }) => agents === 10000)');
    assert.equal((await opened.facts()).notices, []);

    // runs of walls that no compression makes short
    const next = random(1);
    const runs = Array.from({ length: 20_000 }, () => [1 + next(20), 1, next(2) / 4]).flat();
    const settings = { size: 'large', agents: 100 };
    const file = {
      format: 'wayfield-playground-2',
      scene: 'scent',
      settings,
      work: { edits: runs },
    };
    await dropFile(tab, 'walls.json', JSON.stringify(file));
    await tab.getByText('This is more than a link can hold').waitFor();
    assert.is((await tab.evaluate<string>('location.hash')).includes('work='), false);
    await dropFile(tab, 'cut.json', '{ "format": "wayfield-pl');
    await tab.getByText('cut.json could not be opened: it is no JSON').waitFor();

    await tab.evaluate("location.hash = '#scent?work=cut'");
    await tab.getByText('What was painted could not be read').waitFor();
  } finally {
    await opened.close();
  }
});

on('a machine that has little gets few, and is told', async () => {
  // gigabytes
  const init = "Object.defineProperty(Navigator.prototype, 'deviceMemory', { value: 2 ** -9 });";
  const opened = await openPage(browser!, '#scent?size=small&agents=30000&paused=1', { init });
  try {
    await opened.until('wayfield.ready');
    const { notices } = await opened.facts();
    assert.equal(notices, [
      '30,000 agents are more than this machine or this scene can have. These are 8,100.',
    ]);
    assert.is((await opened.state<{ agents: number }>()).agents, 8100);
    assert.is(await opened.page.getByLabel('Agents').getAttribute('aria-valuetext'), '8,100');
  } finally {
    await opened.close();
  }
});

on('a GPU that promises more than it has is done without', async () => {
  const limit = "'maxBufferSize', { value: 2 ** 52 }";
  const init = `Object.defineProperty(GPUSupportedLimits.prototype, ${limit});`;
  const opened = await openPage(browser!, '#scent?size=small&agents=300&paused=1', {
    gpu: true,
    init,
  });
  try {
    assert.is((await opened.facts()).surface, 'canvas');
    await opened.step();
    await opened.page.getByText('Works without WebGPU here').click();
    await opened.page.getByText(/maxBufferSize/).waitFor();
  } finally {
    await opened.close();
  }
});

test.run();
