import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../src/report/report.ts';
import { BROKEN } from './fixtures/broken-solvers.ts';
import { type CliRun, runCli, runHere } from './run-cli.ts';

const MAP = fileURLToPath(new URL('../maps/town.map', import.meta.url));
const SCEN = fileURLToPath(new URL('../maps/town.scen', import.meta.url));
const GRID = ['grid', '--map', MAP, '--scen', SCEN, '--queries', '20', '--repeat', '1'];

let folder = '';
const cli = suite('wayfield-bench');

cli.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-bench-'));
});
cli.after(() => rm(folder, { recursive: true }));

cli(
  'solves a map, prints a table without control characters and ends with the verdict',
  async () => {
    const { code, out, err, lines } = await runCli([...GRID, '--solver', 'astar,dijkstra,plain']);
    assert.is(code, 0, err);
    assert.match(out, /town: town\.scen; 120 x 80 grid, 8 neighbours, no corner cut/);
    assert.match(
      out,
      /20 queries, \d+ with a path, the longest [\d.]+; checked all by the reference, all against published lengths/,
    );
    for (const name of ['dijkstra', 'astar', 'plain JS astar']) {
      assert.match(out, new RegExp(`^ +${name} +all +\\d`, 'm'));
    }
    assert.is(lines.at(-1), '60 answers compared, 0 differed');
    // into a pipe, where nothing can be drawn over
    const control = [...(out + err)].filter((letter) => letter < ' ' && letter !== '\n');
    assert.equal(control, []);
  },
);

cli('writes JSON of the stated shape, and CSV with a row per solver', async () => {
  const json = join(folder, 'report.json'),
    csv = join(folder, 'report.csv');
  const args = [
    ...GRID,
    '--solver',
    'astar,greedy',
    '--threads',
    '2',
    '--json',
    json,
    '--csv',
    csv,
  ];
  const { code, err } = await runHere(args);
  assert.is(code, 0, err);
  const report = JSON.parse(await readFile(json, 'utf8')) as Report;
  assert.is(report.schema, 'wayfield-bench/1');
  assert.equal(report.command, args);
  assert.match(report.started, /^\d{4}-\d\d-\d\dT/);
  assert.is(report.machine.node, process.versions.node);
  for (const name of ['@wayfield/bench', '@wayfield/graph', '@wayfield/cpu-wasm']) {
    assert.match(report.packages[name], /^\d+\.\d+\.\d+/);
  }
  assert.ok(report.commit === null || /^[0-9a-f]{40}\+?$/.test(report.commit));
  assert.is(report.compared, 80);
  assert.is(report.differed, 0);
  const [problem] = report.problems;
  assert.is(problem.queries, 20);
  assert.is(problem.referenced, 20);
  assert.is(problem.published, 20);
  assert.equal(
    problem.solvers.map((s) => [s.name, s.threads]),
    [
      ['astar', 1],
      ['astar x2', 2],
      ['greedy', 1],
      ['greedy x2', 2],
    ],
  );
  const [astar, pool] = problem.solvers;
  for (const key of ['min', 'median', 'p95', 'p99', 'max', 'mean'] as const) {
    assert.ok(astar.queryMs![key] > 0, key);
  }
  assert.is(pool.queryMs, null);
  for (const solver of problem.solvers) {
    assert.ok(solver.buildMs > 0 && solver.queriesPerSecond > 0);
    assert.ok(solver.memoryBytes! > 0 && solver.sharedBytes! > 0 && solver.settled! > 0);
  }

  const rows = (await readFile(csv, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  assert.is(rows.length, 5);
  assert.equal(rows[0].slice(0, 4), ['problem', 'kind', 'nodes', 'solver']);
  assert.equal(rows[2].slice(0, 4), ['town', 'grid', '9600', 'astar x2']);
  assert.ok(rows.every((row) => row.length === rows[0].length));
});

cli('searches other moves, where published lengths do not count', async () => {
  const { code, out, err } = await runHere([...GRID, '--neighbours', '4', '--solver', 'astar']);
  assert.is(code, 0, err);
  assert.match(out, /120 x 80 grid, 4 neighbours/);
  assert.not.match(out, /published lengths/);
});

cli('draws random queries by seed where there is no scenario', async () => {
  const args = [
    'grid',
    '--map',
    MAP,
    '--queries',
    '10',
    '--solver',
    'astar',
    '--corners',
    'always',
  ];
  const { code, out, err } = await runHere([...args, '--seed', '9']);
  assert.is(code, 0, err);
  assert.match(out, /random queries, seed 9; 120 x 80 grid, 8 neighbours, corners do not matter/);
});

cli('solves a graph and compares with a table of distances', async () => {
  const gr = join(folder, 'g.gr'),
    ref = join(folder, 'g.tsv');
  await writeFile(gr, 'p sp 4 3\na 1 2 4\na 2 3 5\na 3 1 1\n');
  await writeFile(ref, '1\t3\t9\n3\t2\t5\n1\t4\t-1\n');
  const right = await runHere(['graph', '--gr', gr, '--ref', ref]);
  assert.is(right.code, 0, right.err);
  assert.match(right.out, /without jps, jps\+, plain JS jps: jump points need a grid/);
  assert.match(right.lines.at(-1)!, /answers compared, 0 differed$/);
  await writeFile(ref, '1\t3\t8\n');
  const wrong = await runHere(['graph', '--gr', gr, '--ref', ref, '--solver', 'dijkstra']);
  assert.is(wrong.code, 1);
  assert.match(
    wrong.out,
    /DIFFERENT: dijkstra on g, query 0: 0 to 2\n {2}cost is 9, the published length is 8/,
  );
});

for (const name of ['detour', 'short', 'cheap', 'lazy']) {
  cli(`ends with 1 and prints the query when a solver is wrong: ${name}`, async () => {
    const extra = BROKEN.filter((solver) => solver.name === name);
    const run = await runHere([...GRID, '--solver', `dijkstra,${name}`], undefined, extra);
    tellsOfOne(run, name);
  });
}

cli('exits with 1 when a solver is wrong', async () => {
  const args = [...GRID, '--solver', 'dijkstra,cheap'];
  const env = { BROKEN: 'cheap' };
  tellsOfOne(await runCli(args, { program: 'fixtures/broken-cli.ts', env }), 'cheap');
});

/** One of 40 answers is wrong, and said to be. */
function tellsOfOne({ code, out, lines }: CliRun, name: string): void {
  assert.is(code, 1);
  assert.match(
    out,
    new RegExp(
      `DIFFERENT: ${name} on town, query \\d+: \\d+ \\(x \\d+, y \\d+\\) to \\d+ \\(x ` +
        `\\d+, y \\d+\\)\\n {2}\\S`,
    ),
  );
  assert.is(lines.at(-1), '40 answers compared, 1 differed');
}

cli('exits with 2 and says what is wrong with the command line', async () => {
  const cases: [string[], RegExp][] = [
    [[...GRID, 'town'], /too many arguments/],
    [['--quicker'], /unknown option '--quicker'/],
    [['grid'], /required option '--map <file>' not specified/],
    [[...GRID, '--solver', 'astra'], /unknown solver 'astra', known are dijkstra, /],
    [[...GRID, '--solver', 'a,,b'], /Expected names with commas between them/],
    [[...GRID, '--repeat', '0'], /Expected a whole number in 1 \.\. 1000/],
    [[...GRID, '--threads', 'two'], /Expected a whole number in 1 \.\. 64/],
    [[...GRID, '--neighbours', '6'], /Allowed choices are 4, 8/],
    [[...GRID, '--peers', 'quantum'], /unknown peer 'quantum', known are pathfinding, /],
    [['data', '--data', join(folder, 'none')], /no data sets at .*none: there is no such folder/],
  ];
  for (const [args, message] of cases) {
    const { code, err } = await runHere(args);
    assert.is(code, 2, args.join(' '));
    assert.match(err, message);
    assert.not.match(err, /\n {4}at /, 'no stack for the mistake of a user');
  }
  const { code, err } = await runCli(['gird']);
  assert.is(code, 2);
  assert.match(err, /unknown command 'gird'\n\(Did you mean grid\?\)/);
});

cli('exits with 2 and names the file that cannot be used', async () => {
  const odd = join(folder, 'odd.map');
  await writeFile(odd, 'type octile\nheight 1\nwidth 2\nmap\n.?\n');
  const cases: [string[], RegExp][] = [
    [['grid', '--map', join(folder, 'no.map')], /cannot read .*no\.map: there is no such file/],
    [['grid', '--map', odd], /odd\.map: .*expected terrain/],
    [['grid', '--map', MAP, '--scen', odd], /odd\.map: MovingAI scenario/],
    [['graph', '--gr', MAP], /town\.map: DIMACS file, line 1: line is "/],
    [
      [...GRID, '--solver', 'astar', '--json', join(folder, 'no', 'x.json')],
      /cannot write .*x\.json/,
    ],
  ];
  for (const [args, message] of cases) {
    const { code, err } = await runHere(args);
    assert.is(code, 2, args.join(' '));
    assert.match(err, message);
    assert.not.match(err, /\n {4}at /);
  }
});

cli('shows help for everything and its version', async () => {
  const help = await runHere(['--help']);
  assert.is(help.code, 0);
  for (const command of ['tour', 'grid', 'graph', 'study', 'choose'])
    assert.match(help.out, new RegExp(`^  ${command} `, 'm'));
  assert.match((await runHere(['--version'])).out, /^\d+\.\d+\.\d+\n$/);
});

cli('says in one line that stdout is full, and nothing where its reader has gone', async () => {
  if (!existsSync('/dev/full')) return;
  const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
  const run = (line: string) => spawnSync('bash', ['-c', line], { encoding: 'utf8' });
  const full = run(`'${process.execPath}' '${program}' data > /dev/full`);
  assert.is(full.status, 2);
  assert.match(full.stderr, /^wayfield-bench: cannot write to stdout: .*ENOSPC.*\n$/);
  const gone = run(`'${process.execPath}' '${program}' data | head -c 1 > /dev/null`);
  assert.is(gone.stderr, '');
});

cli('writes through devices and links, and keeps the mode of a file', async () => {
  const [file, link] = [join(folder, 'kept.json'), join(folder, 'link.json')];
  await writeFile(file, '{}', { mode: 0o600 });
  await symlink(file, link);
  for (const path of ['/dev/null', link]) {
    const { code, err } = await runHere([...GRID, '--solver', 'astar', '--json', path]);
    assert.is(code, 0, err);
  }
  assert.ok((await lstat(link)).isSymbolicLink());
  assert.is((await stat(file)).mode & 0o777, 0o600);
  assert.is((JSON.parse(await readFile(file, 'utf8')) as Report).schema, 'wayfield-bench/1');
  assert.ok((await stat('/dev/null')).isCharacterDevice());
});

cli.run();
