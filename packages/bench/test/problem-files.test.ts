import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isGrid } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readDimacs, readDimacsReference } from '../src/run/problems/dimacs.ts';
import { readMovingAi } from '../src/run/problems/movingai.ts';
import { thinQueries } from '../src/run/problems/problem.ts';

const MAP = 'type octile\nheight 2\nwidth 3\nmap\n..@\n...\n';
const row = (...columns: (string | number)[]): string => columns.join('\t') + '\n';
const SCEN =
  'version 1\n' +
  row(0, 'maps/bgmaps/tiny.map', 3, 2, 0, 0, 2, 1, 2.41) +
  row(0, 'maps/bgmaps/tiny.map', 3, 2, 0, 0, 2, 0, 0);

let folder = '';
const files = suite('problem files');

files.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-bench-'));
});
files.after(() => rm(folder, { recursive: true }));

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function refusal(job: Promise<unknown>): Promise<string> {
  try {
    await job;
  } catch (error) {
    assert.is((error as Error).name, 'InputError');
    return (error as Error).message;
  }
  throw new Error('it was taken');
}

files('reads a map and a scenario, gzip or not, and knows what is unsolvable', async () => {
  const map = await file('tiny.map.gz', gzipSync(MAP));
  const problem = await readMovingAi(map, await file('tiny.map.scen', SCEN));
  assert.is(problem.name, 'tiny');
  assert.equal([...problem.queries.source], [0, 0]);
  assert.equal([...problem.queries.target], [5, 2]);
  assert.equal([...problem.published!.length], [2.41, Infinity]);
  assert.is(problem.published!.absolute, 5e-3, 'bgmaps are rounded to two decimals');
  assert.ok(isGrid(problem.data) && problem.data.corners === 'never');
});

files('does not hold published lengths against other moves', async () => {
  const map = await file('tiny.map', MAP);
  const scen = await file('tiny.map.scen', SCEN);
  assert.is(
    (await readMovingAi(map, scen, { neighbours: 4, corners: 'never' })).published,
    undefined,
  );
});

files('refuses a scenario for another map or size, and one without rows', async () => {
  const map = await file('tiny.map', MAP);
  const other = await file('other.scen', row(0, 'maps/big.map', 3, 2, 0, 0, 2, 1, 2));
  assert.match(
    await refusal(readMovingAi(map, other)),
    /other\.scen: its problems are for maps\/big\.map, not for tiny\.map/,
  );
  const large = await file('large.scen', row(0, 'tiny.map', 30, 2, 0, 0, 2, 1, 2));
  assert.match(await refusal(readMovingAi(map, large)), /its map is 30 x 2, .*tiny\.map is 3 x 2/);
  const empty = await file('empty.scen', 'version 1\n');
  assert.match(await refusal(readMovingAi(map, empty)), /empty\.scen: no problems in it/);
});

files('names the file that is missing, a folder, truncated or corrupt', async () => {
  const scen = await file('tiny.map.scen', SCEN);
  assert.match(
    await refusal(readMovingAi(join(folder, 'none.map'), scen)),
    /cannot read .*none\.map: there is no such file/,
  );
  assert.match(await refusal(readMovingAi(folder, scen)), /cannot read .*: it is a folder/);
  const cut = await file('cut.map.gz', gzipSync(MAP).subarray(0, 30));
  assert.match(
    await refusal(readMovingAi(cut, scen)),
    /cut\.map\.gz: gzip is truncated or corrupt/,
  );
  const odd = await file('odd.map', MAP.replace('@', '?'));
  assert.match(
    await refusal(readMovingAi(odd, scen)),
    /odd\.map: MovingAI map, line 5: column \d+ is "\?", expected terrain/,
  );
});

files(
  'reads a graph with coordinates and a table of distances in the numbers of the file',
  async () => {
    const gr = await file('g.gr', 'p sp 3 2\na 1 2 4\na 2 3 5\n');
    const co = await file('g.co', 'p aux sp co 3\nv 1 0 0\nv 2 4 0\nv 3 4 3\n');
    const ref = await file('g.ref.tsv', '# source target distance\n1\t3\t9\n3\t1\t-1\n');
    const problem = await readDimacsReference(gr, co, ref);
    assert.is(problem.name, 'g');
    assert.equal([...problem.queries.source], [0, 2]);
    assert.equal([...problem.queries.target], [2, 0]);
    assert.equal([...problem.published!.length], [9, Infinity]);
    assert.is((await readDimacs(gr)).graph.x, undefined);
  },
);

files('refuses tables that do not fit the graph, with the line', async () => {
  const gr = await file('g.gr', 'p sp 3 2\na 1 2 4\na 2 3 5\n');
  const refused = async (text: string): Promise<string> =>
    refusal(readDimacsReference(gr, undefined, await file('bad.tsv', text)));
  assert.match(await refused('1\t2\t4\n0\t2\t4\n'), /bad\.tsv: line 2: node 0 is not in 1 \.\. 3/);
  assert.match(await refused('1\t2\n'), /line 1: 2 columns, expected 3/);
  assert.match(await refused('1\t2\t-4\n'), /line 1: distance -4 is neither -1 nor >= 0/);
  assert.match(await refused('# nothing\n'), /no queries in it/);
});

files('thins queries evenly, with their lengths', async () => {
  const map = await file('tiny.map', MAP);
  const problem = await readMovingAi(map, await file('tiny.map.scen', SCEN));
  const thin = thinQueries(problem, 1);
  assert.is(thin.queries.count, 1);
  assert.equal([...thin.published!.length], [2.41]);
  assert.is(thinQueries(problem, 5), problem);
});

files.run();
