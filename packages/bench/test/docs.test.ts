import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readResults } from '../src/report/results/check-results.ts';
import { fillDocument } from '../src/report/results/docs.ts';
import { results } from './fixtures/results.ts';
import { runHere } from './run-cli.ts';

const mark = (name: string, inside = ''): string =>
  `<!-- results:${name} -->\n${inside}<!-- /results -->`;
const PROSE = 'Where does the GPU win? From 1,600 agents on.';
const DOCUMENT =
  '# ' +
  `Figures\n\n${PROSE}\n\n${mark('machine')}\n\n${mark('agents/T9', 'old figures\n')}\n\nMore ` +
  `prose.\n`;

const docs = suite('fillDocument');

docs('replaces what stands between its marks and nothing else', () => {
  const { text, filled, unused } = fillDocument(DOCUMENT, results());
  assert.equal([filled, unused], [['machine', 'agents/T9'], []]);
  const outside = (document: string): string =>
    document.replaceAll(/(<!-- results:\S+ -->)[\s\S]*?(<!-- \/results -->)/g, '$1$2');
  assert.is(outside(text), outside(DOCUMENT));
  assert.not.match(text, /old figures/);
  assert.match(
    text,
    /^a processor, 2 threads, no GPU; Node 20\.19\.0; commit 0123456789, 2026-01-31/m,
  );
  assert.match(text, /\s111,110\s+answers\s+compared,\s+0\s+differed\.$/m);
  assert.match(text, /^\| 100 \| 2 \| 0\.200 ± 2 % \| 3 ± 2 % \| 700 \| 10 \| 0\.0666 \|$/m);
  assert.is(fillDocument(text, results()).text, text, 'a second time changes nothing');
});

docs('writes how we stand and what is lost', () => {
  const { text, unused } = fillDocument(mark('agents/standings'), results());
  assert.match(
    text,
    /^\| OpenMP, 8 threads \(the study's figure\) \| 10 \| 10 \| 0\.500 \| T9: agents 100, CPU \| T9: agents 10, CPU \| 4 \| 1 \|$/m,
  );
  assert.match(text, /^Lost to CPU, 1 thread: agents 10, GPU \(0\.00667\); agents 100, GPU/m);
  assert.equal(unused, ['agents/T9']);
  const whole = fillDocument(mark('agents'), results());
  assert.equal(whole.unused, []);
  assert.match(whole.text, /Lost to[\s\S]*\*\*T9\*\*/);
});

docs('writes a row per library with both times, the median and the worst task', () => {
  const [experiment] = results().experiments;
  const time = (median: number) => ({
    median,
    low: 0.9 * median,
    high: 1.1 * median,
    confidence: 0.95,
    n: 5,
    samples: [median],
    outliers: [],
  });
  const row = (task: string, rival: string, theirs: number, calls = 'one by one') => ({
    task,
    rival,
    program: 'astar',
    calls,
    unit: 'ms',
    theirs: time(theirs),
    ours: time(1),
    ratio: { ratio: theirs, low: 0.9 * theirs, high: 1.1 * theirs },
  });
  const columns = ['task', 'rival', 'program', 'calls', 'unit', 'theirs', 'ours', 'ratio'].map(
    (key) => ({ key, title: key, unit: '', kind: key === 'ratio' ? 'ratio' : 'label' }) as const,
  );
  const rows = [
    row('small', 'a', 0.5),
    row('small', 'a', 0.1, 'one batch'),
    row('large', 'a', 4),
    row('large', 'a (as it comes)', 3),
    row('small', 'b', 7),
  ];
  const peers = { id: 'rivals', title: '', command: '', columns, rows };
  const { text } = fillDocument(mark('tasks'), {
    ...results(),
    experiments: [{ ...experiment, tables: [peers] }],
  });
  assert.match(
    text,
    /^\| large \| a \(as it comes\) \| 3 ± 10 % ms \| 1 ± 10 % ms \(astar\) \| 3 \| 3 \| 0\.500: small \|$/m,
  );
  assert.match(
    text,
    /^\| small \| b \| 7 ± 10 % ms \| 1 ± 10 % ms \(astar\) \| 7 \| 7 \| 7: small \|$/m,
  );
  assert.not.match(text, /0\.100/);
});

docs('leaves the marks of other machines alone and refuses names that are not there', () => {
  const two = `${mark('h200/machine')}\n${mark('cores/machine')}\n`;
  const { text, filled } = fillDocument(two, results(), 'h200');
  assert.equal(filled, ['machine']);
  assert.ok(text.endsWith(`${mark('cores/machine')}\n`));
  refuses(() => fillDocument(mark('other'), results()), RangeError, /no experiment 'other'/);
  refuses(() => fillDocument(mark('agents/T8'), results()), RangeError, /no table 'T8'/);
});

docs.run();

const commands = suite('wayfield-bench docs, data');

commands('docs writes a document once, and finds it up to date then', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-docs-'));
  try {
    const [json, into] = [join(folder, 'r.json'), join(folder, 'a.md')];
    await writeFile(json, JSON.stringify(results()));
    await writeFile(into, DOCUMENT);
    const args = ['docs', json, '--into', into];
    assert.is((await runHere([...args, '--check'])).code, 1);
    assert.is(await readFile(into, 'utf8'), DOCUMENT);
    assert.is((await runHere(args)).code, 0);
    assert.is((await runHere([...args, '--check'])).code, 0);
    assert.ok((await readFile(into, 'utf8')).includes(PROSE));
    await writeFile(into, 'no marks');
    const none = await runHere(args);
    assert.is(none.code, 2);
    assert.match(none.err, /has no mark/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

commands("the project's own documents say what its results say, with 0 differences", async () => {
  const folder = fileURLToPath(new URL('../../../docs/', import.meta.url));
  for (const [machine, studies, documents] of [
    ['agents', 1, ['results/studies.md']],
    ['h200', 5, ['results/studies.md']],
    ['sections', 3, ['results/studies.md']],
    ['two-cores', 5, ['results/studies.md', 'benchmarks.md']],
  ] as const) {
    const json = join(folder, 'results', machine, 'results.json');
    for (const document of documents) {
      const into = join(folder, document);
      const args = ['docs', json, '--into', into, '--prefix', machine, '--check'];
      const { code, err } = await runHere(args);
      assert.is(code, 0, err);
    }
    const { experiments } = await readResults(json);
    assert.is(experiments.length, studies);
    for (const { checks } of experiments) {
      assert.ok(checks.length > 0);
      for (const { differed } of checks) assert.is(differed, 0);
    }
  }
});

commands(
  'data counts what is in the folder, and names licence and origin of what is not',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'wayfield-data-'));
    try {
      const { mkdir } = await import('node:fs/promises');
      await mkdir(join(root, 'agents'));
      for (const name of ['a', 'b', 'c'])
        await writeFile(join(root, 'agents', `${name}.txt.gz`), '12');
      await writeFile(join(root, 'agents', 'readme.md'), 'no data');
      const { code, out } = await runHere(['data', 'bodies', 'osm FILE', '--data', root]);
      assert.is(code, 0);
      assert.match(out, /^agents: Recorded pedestrians \(here, 3 files, 6 B\)$/m);
      assert.match(out, /^osm: .* \(not here\)\n {2}licence {3}ODbL 1\.0/m);
      assert.match(out, /1 of 2 data sets are here\n$/);
      const json = await runHere(['data', '--json', '--data', root]);
      const { sets } = JSON.parse(json.out) as {
        sets: { folder: string; files: number; licence: string }[];
      };
      assert.ok(sets.length > 15 && sets.every(({ licence }) => licence !== ''));
      assert.is(sets.find(({ folder }) => folder === 'agents')!.files, 3);
    } finally {
      await rm(root, { recursive: true });
    }
  },
);

commands.run();
