import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { TargetsReport } from '../src/run/target.ts';
import { runHere, runOnGpu } from './run-targets.ts';

let folder = '';
const targets = suite('targets roads');

targets.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-bench-'));
});
targets.after(() => rm(folder, { recursive: true }));

targets('compare every answer of every solver on small roads', async () => {
  const json = join(folder, 'targets.json');
  const args = ['roads', '1', '3', '--quick', '--threads', '2', '--json', json];
  const { code, out, err } = await runOnGpu(args);
  assert.is(code, 0, out + err);
  const {
    targets: reports,
    compared,
    differed,
  } = JSON.parse(await readFile(json, 'utf8')) as TargetsReport;
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

targets('measure hierarchies on small roads', async () => {
  const { code, out, err } = await runOnGpu(['roads', '4', '--quick']);
  assert.is(code, 0, out + err);
  assert.match(out, /target 4: NY: 16 trees, each/);
  assert.match(out, /target 4: FLA: 256 trees on the GPU, each: .* skip; a software driver/);
  assert.match(
    out,
    /target 4: FLA: a batch of queries, GPU \/ all cores, speed: .* skip; a software/,
  );
});

targets('measure weights that change on small roads', async () => {
  const { code, out, err } = await runOnGpu(['roads', '4b', '--quick', '--no-gpu']);
  assert.is(code, 0, out + err);
  assert.match(out, /target 4b: rome: customisation/);
  assert.match(out, /target 4b: rome: customizable, with path/);
});

targets('run the experiment of the study, with every answer compared', async () => {
  const json = join(folder, 'targets.json');
  const { code, out, err } = await runHere([
    'roads',
    '2',
    '5',
    '--quick',
    '--no-gpu',
    '--json',
    json,
  ]);
  assert.is(code, 0, out + err);
  const {
    targets: reports,
    agentRuns = [],
    compared,
  } = JSON.parse(await readFile(json, 'utf8')) as TargetsReport;
  assert.equal(
    agentRuns.map(({ routes, agents }) => `${routes} ${agents}`),
    ['random 32', 'random 64', 'classified 32', 'classified 64'],
  );
  // two sets of routes each, and the 2000 agents of one call
  assert.ok(compared >= 2 * 2 * 96 + 2000, `${compared} compared`);
  assert.match(out, /a made-up town, 2,000 agents in one call: hierarchy, bytes of paths.* pass/);
  assert.match(out, /Bray, 348/);
  const [reading, study] = reports;
  assert.match(reading.results[0].what, /monaco\.osm\.pbf: to a car graph/);
  // speeds of a town of 64 corners say nothing
  for (const { unit, outcome } of [...reading.results, ...study.results]) {
    if (unit === 'ms') assert.is(outcome, 'skip');
  }
});

targets('damage files and count how they end', async () => {
  const { code, out, err } = await runHere(['roads', '6', '--quick', '--no-gpu']);
  assert.is(code, 0, out + err);
  assert.match(out, /PBF: damaged files: 20 files \(>= 20\) pass/);
  assert.match(out, /most memory: \d+ MB \(<= 512\) pass/);
});

targets('show the fundamental diagram of vehicles that queue', async () => {
  const { code, out, err } = await runHere(['roads', '7', '--quick']);
  assert.is(code, 0, out + err);
  assert.match(out, /ring road, 60 vehicles a km: flow +1,3\d\d +vehicles\/h/);
  assert.match(out, /2 random towns, 500 ticks: too close or backwards +0 /);
  assert.match(out, /did not arrive +0 /);
});

targets.run();
