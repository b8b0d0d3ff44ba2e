import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { refuses } from '@wayfield/testing';
import { launchChromium } from '@wayfield/testing/browser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findCrossovers } from '../src/report/pages/crossover.ts';
import { renderPage } from '../src/report/pages/page.ts';
import { joinResults } from '../src/report/results/join-results.ts';
import type { Plot, Results } from '../src/report/results/results.ts';
import { agentsTable, experiment, results } from './fixtures/results.ts';
import { runHere } from './run-cli.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** With a second experiment: bars, a split plot and a picture. */
function two(): Results {
  const first = experiment();
  const bars: Plot = {
    ...first.plots[0],
    id: 'bars',
    split: 'agents',
    x: 'agents',
    y: ['gpu'],
    mark: 'bar',
  };
  const { crossover: _, ...plain } = bars;
  const picture = {
    id: 'p',
    title: 'A <map>',
    caption: 'Tom & Jerry',
    command: `wayfield-bench "x" ${'--seed 1 '.repeat(12)}`,
    width: 1,
    height: 1,
    png: PIXEL,
  };
  const second = {
    ...first,
    name: 'more',
    title: 'More <agents>',
    plots: [plain],
    pictures: [picture],
  };
  return { ...results(), experiments: [first, second] };
}

const crossovers = suite('findCrossovers');

crossovers('finds where the GPU passes the CPU, between the rows around it', () => {
  const [plot] = experiment().plots;
  const found = findCrossovers(plot, agentsTable());
  assert.is(found.length, 1);
  // 3.05 ms at 1,000 against 2, and 3.5 at 10,000 against 20: along straight lines on logarithmic
  // axes
  const lead = (a: number, b: number): number => Math.log(a / b);
  const t = lead(2, 3.05) / (lead(2, 3.05) - lead(20, 3.5));
  assert.ok(Math.abs(found[0].x / 1000 ** (1 - t) / 10_000 ** t - 1) < 1e-6);
  assert.equal(found[0].between, [1000, 10_000]);
});

crossovers('finds none where one is always better, nor where the lead is lost', () => {
  const [plot] = experiment().plots;
  assert.equal(findCrossovers(plot, agentsTable(1000)), []);
  const other = { ...plot, crossover: { from: 'gpu', to: 'cpu' } };
  assert.equal(findCrossovers(other, agentsTable()), []);
});

crossovers.run();

/** The page with line breaks of its source as spaces. */
const textOf = (run: Results): string =>
  renderPage(run)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=>) | (?=<)/g, '');

const page = suite('renderPage');

page('draws the rows that a plot is of and no others', () => {
  const [first] = two().experiments;
  const only = { key: 'agents', value: 1000 };
  const plots = [{ ...first.plots[0], only }];
  const text = textOf({ ...results(), experiments: [{ ...first, plots }] });
  assert.match(text, /GPU nowhere overtakes CPU in this range/);
});

page('needs nothing from elsewhere and runs no script', () => {
  const text = renderPage(two());
  assert.not.match(text, /<script|<link (?!rel="icon" href="data:,")|@import|url\(/);
  // namespaces are names; nothing is fetched
  assert.not.match(text.replaceAll(/xmlns(:\w+)?="[^"]*"/g, ''), /https?:\/\//);
});

page('has every table, plot, picture, command and loss, and escapes what it is given', () => {
  const text = textOf(two());
  assert.match(text, /More &lt;agents&gt;/);
  assert.match(text, /Tom &amp; Jerry/);
  assert.match(text, /wayfield-bench &quot;x&quot;/);
  assert.match(text, new RegExp(`src="data:image/png;base64,${PIXEL.replaceAll('+', '\\+')}"`));
  // each plot for a wide and a narrow screen
  assert.is(text.match(/<svg /g)!.length, 4);
  assert.is(text.match(/<figure class="table"/g)!.length, 2);
  assert.match(text, /222,220 answers compared, 0 differed/);
  assert.match(text, /<li>T9: agents 10, GPU: 0\.00667 ×<\/li>/);
  assert.match(text, /GPU is better than CPU from about 1,600 on/);
  assert.match(text, /0123456789012345678901234567890123456789/);
  assert.match(text, /<mark>0\.0320<\/mark>/, 'an outlier is shown');
});

page('lists its contents, each line a link to something that is there', () => {
  const text = renderPage(two());
  const links = [...text.matchAll(/<a href="#([^"]+)"/g)].map(([, id]) => id);
  for (const id of links) assert.ok(text.includes(` id="${id}"`), `#${id} leads nowhere`);
  for (const id of ['agents', 'agents-T9', 'more', 'more-T9', 'more-plots']) {
    assert.ok(links.includes(id), `no link to #${id}`);
  }
});

page('leaves out columns that hold nothing', () => {
  const [first] = two().experiments;
  const [table] = first.tables;
  const empty = { key: 'nobody', title: 'asked by nobody', kind: 'figure', unit: '' } as const;
  const rows = table.rows.map((row, r) => ({ ...row, nobody: null, once: r === 0 ? 1 : null }));
  const once = { ...empty, key: 'once', title: 'asked once' };
  const tables = [{ ...table, columns: [...table.columns, empty, once], rows }];
  const text = textOf({ ...results(), experiments: [{ ...first, tables }] });
  assert.not.match(text, /asked by nobody/);
  assert.match(text, /asked once/);
});

page('shows what differed', () => {
  const [first] = two().experiments;
  const checks = [{ ...first.checks[0], differed: 3, first: 'query 7: <no path>' }];
  const text = textOf({ ...results(), experiments: [{ ...first, checks }] });
  assert.match(text, /class="verdict wrong">111,110 answers compared, 3 differed/);
  assert.match(text, /<details open><summary class="wrong">/);
  assert.match(text, /query 7: &lt;no path&gt;/);
});

page('can be read from disk on a phone and on a desk, light and dark', async () => {
  const browser = await launchChromium();
  if (!browser) return; // the reason is printed
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-page-'));
  try {
    const file = join(folder, 'index.html');
    await writeFile(file, renderPage(two()));
    const tab = await browser.newPage();
    tab.setDefaultTimeout(180_000); // a busy machine
    const requests: string[] = [];
    tab.on('request', (request) => requests.push(request.url()));
    await tab.goto(pathToFileURL(file).href);
    const seen: string[] = [];
    for (const width of [1700, 1280, 1000, 390, 320]) {
      await tab.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ colorScheme });
        const { over, back, shown, contents } = await tab.evaluate(() => ({
          over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          back: getComputedStyle(document.body).backgroundColor,
          shown: [...document.querySelectorAll('svg')].filter((svg) => svg.clientWidth > 0).length,
          contents: [...document.querySelectorAll('.contents')].filter((one) => one.clientWidth > 0)
            .length,
        }));
        assert.is(over, 0, `${width} pixels: the page is wider than the screen`);
        assert.is(shown, 2, `${width} pixels: one drawing of each plot`);
        assert.is(contents, 1, `${width} pixels: the contents stand once`);
        seen.push(back);
      }
    }
    assert.is(new Set(seen).size, 2, 'light and dark');
    assert.equal(
      requests.filter((url) => !url.startsWith('data:')),
      [pathToFileURL(file).href],
    );
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
});

page.run();

const report = suite('wayfield-bench report');

report('joins runs of one machine and commit only', () => {
  const [a, b] = two().experiments;
  const first = { ...results(), experiments: [a] };
  const second = { ...results(), experiments: [b] };
  const joined = joinResults([first, second]);
  assert.equal(joined.experiments, [a, b]);
  assert.is(joined.seconds, 3);
  const other = { ...second, machine: { ...second.machine, threads: 16 } };
  const expect = (runs: Results[], text: RegExp): void => {
    let message = '';
    try {
      joinResults(runs);
    } catch (error) {
      message = (error as Error).message;
    }
    assert.match(message, text);
  };
  expect([first, other], /^these are runs of two machines: threads is 2 and 16/);
  expect([first, { ...second, commit: null }], /^these are runs of two commits/);
  expect([first, first], /^experiment 'agents' is there twice/);
  refuses(() => joinResults([]), RangeError, /^runs has 0 entries/);
});

report('writes page, CSV and results, and names a file that holds no results', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-report-'));
  try {
    const file = join(folder, 'in.json');
    await writeFile(file, JSON.stringify(two()));
    const to = join(folder, 'out');
    const { code, out } = await runHere(['report', file, '--to', to]);
    assert.is(code, 0);
    assert.match(out, /2 experiments, 2 tables/);
    assert.match(await readFile(join(to, 'index.html'), 'utf8'), /^<!doctype html>/);
    assert.match(await readFile(join(to, 'csv', 'more-T9.csv'), 'utf8'), /^agents,/);
    await writeFile(file, '{"schema":"x"}');
    const wrong = await runHere(['report', file, '--to', to]);
    assert.is(wrong.code, 2);
    assert.match(wrong.err, /in\.json: these are no results: /);
  } finally {
    await rm(folder, { recursive: true });
  }
});

report.run();
