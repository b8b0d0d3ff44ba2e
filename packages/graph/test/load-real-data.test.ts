import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDir, sameArray } from '@wayfield/testing';
import {
  gunzip,
  parseDimacsCoordinates,
  parseDimacsGraph,
  parseMovingAiMap,
  parseMovingAiScenario,
  writeMovingAiMap,
  writeMovingAiScenario,
} from '../src/formats.ts';

const load = (path: string): Promise<Uint8Array> => gunzip(readFileSync(path));
const count = (text: string): number => Number(text.replaceAll(',', ''));
const grids = dataDir('grid');
const roads = dataDir('road');

/** The rows of the tables of INDEX.md whose first column matches. */
function indexRows(first: RegExp): string[][] {
  const text = readFileSync(join(grids ?? roads ?? '', '..', 'INDEX.md'), 'utf8');
  const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.map((row) => row.slice(1)).filter((row) => row.length > 3 && first.test(row[0]));
}

if (grids) {
  const maps = suite('MovingAI files of the data set');
  const single = indexRows(/^(dao|da2|bg512|sc1|mazes|rooms|random|cities)\//);
  const several = indexRows(/^(Berlin|Paris|den|empty|ht|maze|orz|random|room|warehouse)[-\w]+$/);

  maps('are all listed', () => {
    assert.is(single.length, 41);
    assert.is(several.length, 14);
    const files = readdirSync(grids, { recursive: true }).map(String);
    assert.is(files.filter((file) => file.endsWith('.map.gz')).length, 55);
    assert.is(files.filter((file) => file.endsWith('.scen.gz')).length, 41 + 3 * 14);
  });

  const check = async (path: string, size: string, free: string): Promise<void> => {
    const bytes = await load(path);
    const grid = parseMovingAiMap(bytes);
    assert.is(`${grid.width}x${grid.height}`, size);
    assert.is(
      grid.cost.reduce((a, b) => a + b, 0),
      count(free),
      path,
    );
    // strings and bytes alike, and back again; the large maps teach nothing more
    if (grid.cost.length > 300_000) return;
    sameArray(parseMovingAiMap(new TextDecoder().decode(bytes)).cost, grid.cost);
    sameArray(parseMovingAiMap(writeMovingAiMap(grid)).cost, grid.cost);
  };
  const checkScenario = async (
    path: string,
    map: string,
    size: string,
    rows: number,
  ): Promise<void> => {
    const scenario = parseMovingAiScenario(await load(path));
    assert.is(basename(scenario.map), map);
    assert.is(`${scenario.width}x${scenario.height}`, size);
    assert.is(scenario.count, rows, path);
    const again = parseMovingAiScenario(writeMovingAiScenario(scenario));
    sameArray(again.source, scenario.source);
    sameArray(again.target, scenario.target);
    sameArray(again.length, scenario.length);
    sameArray(again.bucket, scenario.bucket);
  };

  for (const [name, size, free, problems, longest] of single) {
    maps(`${name} has the size, free cells and problems of the index`, async () => {
      const path = join(grids, `${name}.map`);
      await check(`${path}.gz`, size, free);
      await checkScenario(`${path}.scen.gz`, `${basename(name)}.map`, size, count(problems));
      const { length } = parseMovingAiScenario(await load(`${path}.scen.gz`));
      assert.is(Math.max(...length).toFixed(1), Number(longest).toFixed(1));
    });
  }
  for (const [name, size, free, agents] of several) {
    maps(`mapf/${name} has the size, free cells and agents of the index`, async () => {
      const [random, even] = agents.split('/').map(count);
      const path = join(grids, 'mapf', name);
      await check(`${path}.map.gz`, size, free);
      for (const [kind, rows] of [
        ['random-1', random],
        ['random-2', random],
        ['even-1', even],
      ] as const) {
        await checkScenario(`${path}-${kind}.scen.gz`, `${name}.map`, size, rows);
      }
    });
  }
  maps.run();
} else {
  const maps = suite('MovingAI files of the data set');
  maps.skip('needs WAYFIELD_DATA');
  maps.run();
}

if (roads) {
  const graphs = suite('DIMACS files of the data set');
  const files = indexRows(/\.(gr|co)\.gz$/);

  graphs('are all listed', () => {
    assert.is(files.length, 10);
  });

  for (const [file, , counts] of files) {
    graphs(`${file} has the nodes and arcs of the index`, async () => {
      const bytes = await load(join(roads, file));
      const [nodes, arcs] = counts.split('/').map((part) => parseInt(part.replaceAll(',', ''), 10));
      if (file.endsWith('.co.gz')) {
        const { x, y } = parseDimacsCoordinates(bytes);
        assert.is(x.length, nodes);
        assert.ok(x.every(Number.isFinite) && y.every(Number.isFinite));
        return;
      }
      const pace = file.includes('pace');
      const graph = parseDimacsGraph(bytes);
      assert.is(graph.nodeCount, nodes);
      assert.is(graph.tail.length, pace ? 2 * arcs : arcs);
      // what the reference distances say of the same file
      const reference = readFileSync(
        join(roads, file.replace(/(\.pace)?\.gr\.gz$/, '.ref.tsv')),
        'utf8',
      );
      const [, base, n, m] = /\((\d)-based\); n=(\d+) arcs=(\d+)/.exec(reference)!.map(Number);
      assert.is(graph.base, base);
      assert.is(graph.nodeCount, n);
      assert.is(graph.tail.length, m);
    });
  }

  graphs('bremen_dist.gr.gz keeps weight 0, 305 self-loops and parallel arcs', async () => {
    const { tail, head, weight } = parseDimacsGraph(await load(join(roads, 'bremen_dist.gr.gz')));
    assert.ok(weight.includes(0));
    assert.is(tail.filter((u, i) => u === head[i]).length, 305);
    const pairs = new Set(Array.from(tail, (u, i) => u * 2 ** 20 + head[i]));
    assert.is(tail.length - pairs.size, 1198);
  });

  graphs('bremen_time.gr.gz keeps weights up to 63,730,080, rounded to f32', async () => {
    const { weight } = parseDimacsGraph(await load(join(roads, 'bremen_time.gr.gz')));
    assert.is(
      weight.reduce((a, b) => Math.max(a, b), 0),
      Math.fround(63_730_080),
    );
  });

  graphs.run();
} else {
  const graphs = suite('DIMACS files of the data set');
  graphs.skip('needs WAYFIELD_DATA');
  graphs.run();
}
