import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { atLeast, atMost, notMeasured, result } from '../src/run/target.ts';
import { grids } from '../src/grids/index.ts';
import { takeTurns } from '../src/run/take-turns.ts';
import { watchWasmMemory } from '../src/grids/wasm-memory.ts';
import type { TargetsReport } from '../src/run/target.ts';
import { runHere } from './run-targets.ts';

const targets = suite('targets');

targets('are those of the issue, in order', () => {
  assert.equal(
    grids.targets.map(({ name }) => name),
    ['1', '2', '3', '3b', '3c', '4', '5', '6'],
  );
});

targets('pass at a ratio of 1 or more, whichever way is better', () => {
  assert.is(result('speed', 6, atLeast(3, 'x')).ratio, 2);
  assert.is(result('time', 2, atMost(3, 'ms')).ratio, 1.5);
  assert.is(result('speed', 3, atLeast(3, 'x')).outcome, 'pass');
  assert.is(result('time', 3.1, atMost(3, 'ms')).outcome, 'fail');
  assert.is(result('speed', NaN, atLeast(3, 'x')).outcome, 'fail');
  assert.is(notMeasured('speed', atLeast(3, 'x'), 'no compiler').outcome, 'skip');
});

targets('let rivals take turns, each round the other way around', async () => {
  const order: string[] = [];
  const rival = (name: string) => ({ name, run: () => void order.push(name) });
  const times = await takeTurns([rival('a'), rival('b')], 3);
  assert.is(order.join(''), 'abbaab');
  assert.is(times.get('a')!.length, 3);
  // what is untimed before a turn is the same for all
  order.length = 0;
  let states = 0;
  const both = ['a', 'b'].map((name) => ({ ...rival(name), before: () => states++ }));
  await takeTurns(both, 2, { busyMs: 1 });
  assert.is(states, order.length);
  for (const name of ['a', 'b']) assert.ok(order.filter((one) => one === name).length >= 4);
});

targets('see how much memory WebAssembly really takes, growth included', () => {
  const watch = watchWasmMemory();
  const memory = new WebAssembly.Memory({ initial: 2 });
  assert.ok(memory instanceof WebAssembly.Memory);
  assert.is(watch.bytes(), 2 * 65536);
  memory.grow(3);
  assert.is(watch.bytes(), 5 * 65536);
  watch.stop();
  new WebAssembly.Memory({ initial: 1 });
  assert.is(watch.bytes(), 5 * 65536);
});

targets.run();

const data = suite('targets grids');
let folder = '';

data.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-bench-'));
  const sets = join(folder, 'data', 'grid', 'tiny');
  await mkdir(sets, { recursive: true });
  await writeFile(join(sets, 'tiny.map'), 'type octile\nheight 2\nwidth 4\nmap\n..@.\n..@.\n');
  const row = (...columns: number[]): string => ['0', 'tiny.map', 4, 2, ...columns].join('\t');
  await writeFile(
    join(sets, 'tiny.map.scen'),
    `version 1\n${row(0, 0, 1, 1, 1.41421)}\n${row(0, 0, 3, 1, 0)}\n`,
  );
  await writeFile(join(sets, 'tiny-random-1.scen'), `version 1\n${row(0, 0, 1, 0, 1)}\n`);
  const roads = join(folder, 'data', 'road');
  await mkdir(roads);
  await writeFile(join(roads, 'g.gr'), 'p sp 3 2\na 1 2 4\na 2 3 5\n');
  await writeFile(join(roads, 'g.ref.tsv'), '1\t3\t9\n3\t1\t-1\n');
});
data.after(() => rm(folder, { recursive: true }));

data('run over every scenario and table of a data set', async () => {
  const json = join(folder, 'targets.json');
  const { code, out, err } = await runHere([
    'grids',
    '1',
    '2',
    '--data',
    join(folder, 'data'),
    '--json',
    json,
  ]);
  assert.is(code, 0, out + err);
  for (const algorithm of ['dijkstra', 'astar', 'jps', 'jps\\+']) {
    const row = new RegExp(
      `${algorithm}: rows that agree +3  rows +>= 3 +1  pass  1 maps, 1 rows without`,
    );
    assert.match(out, row);
  }
  assert.match(out, /g: distances that agree +6  answers +>= 6 +1  pass/);
  assert.match(
    out,
    /5 passed, 0 failed, 0 could not be shown here\n18 answers compared, 0 differed\n$/,
  );
  const report = JSON.parse(await readFile(json, 'utf8')) as TargetsReport;
  assert.equal(
    report.targets.map(({ name, results }) => [name, results.length]),
    [
      ['1', 4],
      ['2', 1],
    ],
  );
});

data('exit with 1 when a published length does not hold', async () => {
  const scen = join(folder, 'data', 'grid', 'tiny', 'tiny-random-2.scen');
  await writeFile(scen, 'version 1\n0\ttiny.map\t4\t2\t0\t0\t1\t0\t1.5\n');
  const { code, out } = await runHere(['grids', '1', '--data', join(folder, 'data')]);
  await rm(scen);
  assert.is(code, 1);
  assert.match(
    out,
    /DIFFERENT: astar on tiny, query 0: 0 \(x 0, y 0\) to 1 \(x 1, y 0\)\n {2}cost is 1, the published length is 1\.5/,
  );
  assert.match(out, /rows that agree +3  rows +>= 4 +0\.750  FAIL/);
});

data('say where data comes from when there is none', async () => {
  const { code, out } = await runHere(['grids', '3b', '--data', folder]);
  assert.is(code, 0);
  assert.match(out, /skip +no data sets \(--data DIR or WAYFIELD_DATA\)/);
});

data.run();
