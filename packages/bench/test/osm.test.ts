import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FOUND, type Routes } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
import { decode } from 'fast-png';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compareAgents } from '../src/roads/measure/compare-agents.ts';
import { comparableMap, fastestOf, STUDY_MAPS } from '../src/roads/study/study-figures.ts';
import type { Report } from '../src/report/report.ts';
import { runHere } from './run-cli.ts';

/** A grid of 5 by 5 corners, 110 m apart; the first street each way is classified. */
function townXml(): string {
  let text = '<osm version="0.6">';
  const id = (x: number, y: number): number => 1 + 5 * y + x;
  for (let y = 0; y < 5; y++) {
    for (let x = 0; x < 5; x++) {
      text += `<node id="${id(x, y)}" lat="${y / 1000}" lon="${x / 1000}"/>`;
    }
  }
  for (let i = 0; i < 5; i++) {
    const tag = `<tag k="highway" v="${i === 0 ? 'tertiary' : 'residential'}"/>`;
    const [row, column] = [0, 1, 2, 3, 4].reduce(
      ([r, c], k) => [`${r}<nd ref="${id(k, i)}"/>`, `${c}<nd ref="${id(i, k)}"/>`],
      ['', ''],
    );
    text += `<way id="${100 + i}">${row}${tag}</way><way id="${200 + i}">${column}${tag}</way>`;
  }
  return `${text}</osm>`;
}

let folder = '';
const at = (name: string): string => join(folder, name);
const osm = suite('wayfield-bench osm');

osm.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-bench-'));
  await writeFile(at('town.osm'), townXml());
});
osm.after(() => rm(folder, { recursive: true }));

osm('sends agents over a map, compares all answers, and writes what was asked for', async () => {
  const files = ['--json', at('a.json'), '--png', at('a.png'), '--svg', at('a.svg')];
  const sweep = ['--least', '16', '--most', '32', '--repeat', '2', '--runs', '1'];
  const solvers = ['--solver', 'astar,hierarchy'];
  const moves = ['--trajectory', at('a.csv'), '--speed', '36'];
  const { code, out, err } = await runHere([
    'osm',
    at('town.osm'),
    ...solvers,
    ...sweep,
    ...files,
    ...moves,
  ]);
  assert.is(code, 0, out + err);
  // 2 sets, 2 solvers, 2 repeats of 16 and of 32 agents
  assert.match(out, /384 answers compared, 0 differed/);
  assert.match(out, /town\.osm: 25 nodes, 80 arcs; car, metres/);
  assert.match(out, /Core2 Duo T6600/);
  const { agentRuns = [] } = JSON.parse(await readFile(at('a.json'), 'utf8')) as Report;
  assert.is(agentRuns.length, 8);
  for (const run of agentRuns) {
    assert.is(run.zeroShare, 0);
    assert.is(run.against, run.solver === 'astar' ? 'hierarchy' : 'customizable');
    assert.ok(run.meanNodes > 2 && run.meanNodes < 9, `${run.meanNodes} nodes`);
    // streets of 111 m
    assert.ok(Math.abs(run.meanCost - 111.19 * (run.meanNodes - 1)) < 1, `${run.meanCost} m`);
  }
  const { width, height } = decode(await readFile(at('a.png')));
  assert.is(Math.max(width, height), 1200);
  assert.match(await readFile(at('a.svg'), 'utf8'), /^<svg[^]*<\/svg>\n$/);
  const lines = (await readFile(at('a.csv'), 'utf8')).trimEnd().split('\n');
  assert.is(lines[0], 'time,id,lon,lat');
  assert.is(new Set(lines.slice(1).map((line) => line.split(',')[1])).size, 32);
});

osm('takes routes by hand, groups, blocked nodes, and GeoJSON', async () => {
  const hand = ['--start', '0,0', '--goal', '0,0.004', '--goal', '0.004,0', '--contract'];
  const few = ['--least', '7', '--most', '7', '--repeat', '1', '--runs', '1', '--solver', 'astar'];
  const args = ['osm', at('town.osm'), ...hand, ...few, '--json', at('b.json')];
  const moves = ['--trajectory', at('b.geojson'), '--movement'];
  const idsOf = async (movement: string): Promise<number[]> => {
    const { code, err } = await runHere([...args, ...moves, movement]);
    assert.is(code, 0, err);
    const { features } = JSON.parse(await readFile(at('b.geojson'), 'utf8')) as {
      features: { id: number; properties: { times: number[] } }[];
    };
    for (const { properties } of features) assert.ok(properties.times.length > 2);
    return features.map(({ id }) => id);
  };
  assert.equal(await idsOf('queue'), [0, 1, 2, 3, 4, 5, 6]);
  const read = async (): Promise<number> => {
    const { agentRuns = [] } = JSON.parse(await readFile(at('b.json'), 'utf8')) as Report;
    assert.is(agentRuns[0].routes, 'by hand');
    return agentRuns[0].meanFoundNodes;
  };
  assert.is(await read(), 5);
  // agents 0, 2, 4, 6 take the first route, 1, 3, 5 the second
  assert.equal(await idsOf('ghosts'), [0, 2, 4, 6, 1, 3, 5]);
  // the street is closed: round the block
  const closed = await runHere([...args, '--blocked', '0,0.002', '--blocked', '0.002,0']);
  assert.is(closed.code, 0, closed.err);
  assert.is(await read(), 7);
});

osm('says what cannot be used', async () => {
  await writeFile(at('river.osm'), '<osm><way id="1"><tag k="waterway" v="river"/></way></osm>');
  for (const [args, message] of [
    [['osm', at('none.osm')], /none\.osm: there is no such file|ENOENT/],
    [['osm', at('river.osm')], /no road in it for the profile 'car'/],
    [['osm', at('town.osm'), '--solver', 'fast'], /unknown solver 'fast', known are dijkstra/],
    [['osm', at('town.osm'), '--trajectory', 'a.gpx'], /ends in \.csv or \.geojson/],
    [['osm', at('town.osm'), '--start', '0,0'], /need --start and --goal/],
    [['osm', at('town.osm'), '--least', '64', '--most', '32'], /--least 64 is more than --most 32/],
    [['osm'], /missing required argument 'file'/],
  ] as const) {
    const { code, err } = await runHere(args);
    assert.is(code, 2, args.join(' '));
    assert.match(err, message);
  }
});

osm.run();

const compare = suite('compareAgents');

compare('finds a wrong status, cost, path and end', () => {
  const graph = roadGraph(4, 4, { seed: 7 });
  const u = graph.firstOut.findIndex((first, i) => graph.firstOut[i + 1] > first);
  const v = graph.head[graph.firstOut[u]];
  const cost = graph.weight[graph.firstOut[u]];
  const queries = { count: 1, source: Uint32Array.of(u), target: Uint32Array.of(v) };
  const right: Routes = {
    count: 1,
    status: Uint8Array.of(FOUND),
    cost: Float32Array.of(cost),
    firstNode: Uint32Array.of(0, 2),
    node: Uint32Array.of(u, v),
  };
  const names = { problem: 'p', solver: 's', second: 'the other', graph };
  const faults = (change: Partial<Routes>, others: Routes = right): string[] =>
    compareAgents(names, queries, { ...right, ...change }, others).map(({ what }) => what);
  assert.equal(faults({}), []);
  assert.match(faults({ status: Uint8Array.of(FOUND + 2) })[0], /the other says FOUND/);
  assert.match(faults({ cost: Float32Array.of(2 * cost) })[0], /its path's/);
  assert.match(faults({ node: Uint32Array.of(u, u) })[0], /its path leads from/);
  assert.match(faults({}, { ...right, cost: Float32Array.of(cost / 2) })[0], /the other says/);
  const far = graph.nodeCount - 1 - u;
  const jump = { ...right, node: Uint32Array.of(far, v) };
  assert.is(compareAgents(names, queries, jump, right).length, 1);
});

compare.run();

const study = suite('the figures of the study');

study('are those of its tables', () => {
  assert.equal(
    STUDY_MAPS.map(({ nodes, arcs }) => [nodes, arcs]),
    [
      [348, 758],
      [2148, 4456],
      [6009, 13262],
      [7928, 16122],
      [12247, 25458],
    ],
  );
  // printed per agent, rounded: 0.006, 0.004 and, of the largest map, 0.602
  const [smallest, , , , largest] = STUDY_MAPS;
  assert.equal(fastestOf(smallest.random, 32), {
    msPerAgent: 0.2 / 32,
    device: 'Core2 Duo T6600',
    agents: 32,
  });
  assert.is(fastestOf(smallest.random, 8192).device, 'GeForce GTX470');
  assert.equal(fastestOf(largest.random, 8192), {
    msPerAgent: 616.4 / 1024,
    device: 'Core2 Duo T6600',
    agents: 1024,
  });
  assert.is(comparableMap(1).nodes, 348);
  assert.is(comparableMap(3000).nodes, 2148);
  assert.is(comparableMap(60_000).nodes, 12_247);
});

study.run();
