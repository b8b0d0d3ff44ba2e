import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrossValidation } from '../src/run/check/cross-validation.ts';
import { mapExperiment } from '../src/meshes/tables/experiment.ts';
import { makeMeshMap, readMeshMap } from '../src/meshes/measure/mesh-map.ts';
import { formatQueries, parseQueries } from '../src/meshes/measure/query-file.ts';
import { formatRecords, joinRecords } from '../src/meshes/tables/records-csv.ts';
import { runMap } from '../src/meshes/measure/run-map.ts';
import { createTerminal } from '../src/report/terminal.ts';
import { checkResults } from '../src/report/results/check-results.ts';
import { agrees } from '../src/meshes/study/judge.ts';
import { fillBuckets } from '../src/meshes/study/queries.ts';
import { runHere } from './run-cli.ts';

async function inFolder(job: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-navmesh-'));
  try {
    await job(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const quiet = createTerminal({ out: { write: () => true }, progress: { write: () => true } });

const files = suite('query files');

files('are read back as they were written', () => {
  const map = makeMeshMap('rooms', 24, 3);
  const made = fillBuckets(map, 8, 3, 3);
  assert.ok(made.queries.count > 12);
  const read = parseQueries(formatQueries(map.name, made), map.name);
  assert.equal({ ...read }, { ...made });
});

files('of another map, or damaged, are refused with the line', () => {
  const map = makeMeshMap('rooms', 24, 3);
  const text = formatQueries(map.name, fillBuckets(map, 8, 3, 3));
  assert.throws(() => parseQueries(text, 'maze-24'), /line 2 is 'map\trooms-24'.*maze-24/);
  const lines = text.split('\n');
  assert.throws(
    () => parseQueries(lines.with(5, '9\t1\t1\t2\t2\t1').join('\n'), map.name),
    /line 6/,
  );
  assert.throws(
    () => parseQueries(lines.with(6, '1\t1\t1\t\t2\t1').join('\n'), map.name),
    /line 7/,
  );
  assert.throws(() => parseQueries('nothing', map.name), /line 1 is 'nothing'/);
});

files.run();

const experiments = suite('a map by path length');

experiments('has quantiles that are those of the records', async () => {
  const map = makeMeshMap('rooms', 24, 1);
  const buckets = fillBuckets(map, 5, 4, 1);
  const check = createCrossValidation();
  const run = await runMap(map, buckets, {
    names: ['tra*', 'polyanya', 'astar'],
    limitMs: 100,
    repeat: 1,
    terminal: quiet,
    check,
  });
  const { count } = buckets.queries;
  assert.is(run.records.length, 3 * count);
  assert.equal(
    run.solvers.map(({ proven }) => proven),
    [count, count, null],
  );
  assert.is(
    check.checks.reduce((sum, { differed }) => sum + differed, 0),
    0,
  );
  assert.ok(check.checks.every(({ compared }) => compared === count));
  const result = { map, buckets, limitMs: 100, seconds: 1, checks: [], pictures: [], ...run };
  const { tables, plots } = mapExperiment(result, 'wayfield-bench navmesh');
  // the map, the programs and the study's twelve measures, of which all but the last are drawn for
  // both quantiles
  assert.is(tables.length, 2 + 12);
  assert.is(plots.length, 2 * 11 + 1);
  const expanded = tables.find(({ id }) => id === 'expanded')!;
  assert.ok(!expanded.columns.some(({ key }) => key === 'fringe 90'));
  const [row] = expanded.rows;
  const own = run.records
    .filter(({ solver, query }) => solver === 'tra*' && buckets.bucket[query] === 0)
    .map(({ measures }) => measures.expanded!)
    .sort((a, b) => a - b);
  // 0.9 of the way from the first to the last of four lies between the third and the fourth
  assert.is(own.length, 4);
  assert.ok(Math.abs(Number(row!['tra* 90']) - (0.3 * own[2] + 0.7 * own[3])) < 1e-9);
  assert.is(row!['tra* mean'], own.reduce((a, b) => a + b) / 4);
  const lengths = tables.find(({ id }) => id === 'length')!;
  for (const one of lengths.rows) assert.ok(Math.abs(Number(one['tra* 95']) - 1) < 1e-9);
  const csv = joinRecords([formatRecords(result), formatRecords(result)]);
  assert.is(csv.trimEnd().split('\n').length, 1 + 6 * count);
});

experiments('a length agrees up to rounding, and never with no path', () => {
  assert.ok(agrees(1e6, 1e6 + 1e-4) && agrees(1e-10, 0) && agrees(Infinity, Infinity));
  assert.not.ok(agrees(1, 1.001) || agrees(5, Infinity) || agrees(Infinity, 5));
});

experiments('reads what meshes are made from', async () => {
  await inFolder(async (folder) => {
    const texts = {
      'four.map': 'type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n',
      'four.mesh':
        'mesh\n2\n4 1\n0 0 2 0 -1\n3 0 2 0 -1\n3 2 2 0 -1\n0 2 2 0 -1\n4 0 1 2 3 -1 -1 -1 -1\n',
      'four.obj': 'v 0 0 0\nv 3 0 0\nv 3 0 2\nv 0 0 2\nf 4 3 2 1\n',
      'four.txt': '4 1\n0 0\n3 0\n3 2\n0 2\n0 2\n',
    };
    for (const [name, text] of Object.entries(texts)) {
      await writeFile(join(folder, name), text);
      const map = await readMeshMap(join(folder, name));
      assert.is(map.name, 'four');
      assert.equal(map.box, [0, 0, 3, 2], name);
      assert.is(map.grid !== undefined, name === 'four.map');
      assert.ok(map.triangles.polygonCount >= 2 && map.bytes.triangulation > 0, name);
    }
    await writeFile(join(folder, 'four.png'), '');
    let said = '';
    await readMeshMap(join(folder, 'four.png')).catch((error: Error) => (said = error.message));
    assert.match(said, /four\.png: a map is a file that ends with \.map, \.mesh, \.obj, \.txt/);
  });
});

experiments.run();

const command = suite('wayfield-bench navmesh');

command('writes a report, queries and a line for each, and repeats itself', async () => {
  await inFolder(async (folder) => {
    const solvers = 'tra*,fringe,polyanya,jps+';
    const args = `navmesh --world rooms --quick --size 24 --repeat 1 --solver ${solvers}`.split(
      ' ',
    );
    args.push('--queries', join(folder, 'queries'));
    const report = join(folder, 'report');
    const first = await runHere([...args, '--report', report, '--seed', '5']);
    assert.is(first.code, 0, first.out + first.err);
    assert.match(first.out, /jps\+, on cells/);
    const results: unknown = JSON.parse(await readFile(join(report, 'results.json'), 'utf8'));
    checkResults(results);
    assert.is(results.experiments[0].name, 'navmesh-rooms-24');
    assert.is(results.experiments[0].pictures.length, 1);
    assert.match(await readFile(join(report, 'index.html'), 'utf8'), /Paths tested until the best/);
    const queries = await readFile(join(folder, 'queries', 'rooms-24.queries.tsv'), 'utf8');
    assert.is(await readFile(join(report, 'rooms-24.queries.tsv'), 'utf8'), queries);

    const csv = join(folder, 'again.csv');
    const second = await runHere([...args, '--csv', csv, '--seed', '5']);
    assert.is(second.code, 0, second.out + second.err);
    assert.match(second.out, /queries from .*rooms-24\.queries\.tsv/);
    // times differ, the work does not
    const work = (text: string): string[] =>
      text.split('\n').map((line) => line.split(',').slice(0, 9).join());
    const before = await readFile(join(report, 'queries.csv'), 'utf8');
    assert.equal(work(await readFile(csv, 'utf8')), work(before));

    // another seed makes another map of that name: its queries are of no use
    const third = await runHere([...args, '--seed', '6']);
    assert.is(third.code, 2);
    assert.match(third.err, /rooms-24\.queries\.tsv: query \d+ is .* long on this map/);
  });
});

command('says what it does not know', async () => {
  const solver = await runHere(['navmesh', '--quick', '--world', 'rooms', '--solver', 'nobody']);
  assert.is(solver.code, 2);
  assert.match(
    solver.err,
    /unknown solver 'nobody', known are tra\*, ta\*, fringe, polyanya, dijk/,
  );
  const cells = await runHere(['navmesh', '--quick', '--world', 'forest', '--solver', 'astar']);
  assert.is(cells.code, 2);
  assert.match(cells.err, /astar searches cells, and forest-48 has none/);
  const world = await runHere(['navmesh', '--world', 'moon']);
  assert.is(world.code, 2);
  assert.match(world.err, /unknown world 'moon'/);
  // their experiments and their files would have one name
  for (const maps of ['--world rooms,rooms', '--map a/one.map --map b/One.obj']) {
    const twice = await runHere(['navmesh', '--quick', ...maps.split(' ')]);
    assert.is(twice.code, 2);
    assert.match(twice.err, /two maps are named '(rooms-48|one)'/);
  }
});

command.run();
