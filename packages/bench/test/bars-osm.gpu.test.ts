import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../src/report/report.ts';
import { runHere } from './run-cli.ts';

let folder = '';
const bars = suite('wayfield-bench bars-osm');

bars.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-bench-'));
});
bars.after(() => rm(folder, { recursive: true }));

bars('compare every answer of every solver on small roads', async () => {
  const json = join(folder, 'bars.json');
  const args = ['bars-osm', '1', '3', '--quick', '--threads', '2', '--json', json];
  const { code, out, err } = await runHere(args, testDevice);
  assert.is(code, 0, out + err);
  const { bars: reports, compared, differed } = JSON.parse(await readFile(json, 'utf8')) as Report;
  assert.equal(
    reports.map(({ name }) => name),
    ['1', '3'],
  );
  const results = reports[1].results.filter(({ outcome }) => outcome === 'pass');
  const names = new Set(results.map(({ what }) => what.split(': ')[1]));
  for (const name of [
    'dijkstra',
    'bidirectional',
    'astar',
    'alt',
    'hierarchy',
    'customizable',
    'astar x2',
    'gpu-dijkstra',
  ]) {
    assert.ok(names.has(name), name);
  }
  assert.ok(compared > 3 * 4 * 50, `${compared} compared`);
  assert.is(differed, 0);
});

bars('measure hierarchies on small roads', async () => {
  const { code, out, err } = await runHere(['bars-osm', '4', '--quick', '--no-gpu'], testDevice);
  assert.is(code, 0, out + err);
  assert.match(out, /bar 4: NY: 16 trees, each/);
});

bars('measure weights that change on small roads', async () => {
  const { code, out, err } = await runHere(['bars-osm', '4b', '--quick', '--no-gpu'], testDevice);
  assert.is(code, 0, out + err);
  assert.match(out, /bar 4b: rome: customisation/);
  assert.match(out, /bar 4b: rome: customizable, with path/);
});

bars.run();
