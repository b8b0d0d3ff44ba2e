import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { randomQueries, roadGraph } from '@wayfield/graph/generators';
import { reason, sameArray } from '@wayfield/testing';
import { writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as assert from 'uvu/assert';
import {
  type Cluster,
  createCluster,
  createStore,
  type Part,
  type Progress,
} from '../src/index.ts';
import { matrixTiles, randomPairs, roadQueries, sweepTrees } from '../src/kinds.ts';
import { largestComponent } from '../src/kinds/road.ts';
import type { ClusterServer } from '../src/server.ts';
import type { ClusterWorker } from '../src/workers.ts';
import {
  ask,
  databaseBytes,
  removeRuns,
  serverSuite,
  squares,
  squaresTo,
  squareWork,
  testServer,
  until,
  workerHere,
} from './place.ts';

const graph = roadGraph(30, 30, { seed: 5 });
const hierarchy = buildHierarchy(graph);
const solver = createHierarchySolver(graph, hierarchy);

let server: ClusterServer;
let cluster: Cluster;
let workers: ClusterWorker[];

const test = serverSuite('a cluster of two workers');

test.before(async () => {
  server = await testServer();
  cluster = await createCluster(server.url);
  workers = [await workerHere(server.url), await workerHere(server.url, { threads: 2 })];
});
test.after.each(async () => {
  await removeRuns(cluster);
});
test.after(async () => {
  await Promise.all(workers.map((worker) => worker.destroy()));
  await cluster.destroy();
});

test('answers road queries as one process does, paths too', async () => {
  const { source, target } = randomQueries(graph, 700, { seed: 2 });
  const work = { graph, hierarchy, source, target, result: 'routes', perChunk: 50 } as const;
  const run = await cluster.submit(roadQueries, work);
  assert.is(run.chunks, 14);
  const answer = await run.merge();
  const expected = solver.run({ count: 700, source, target });
  sameArray(answer.status, expected.status);
  sameArray(answer.cost, expected.cost);
  sameArray(answer.firstNode, expected.firstNode);
  sameArray(answer.node, expected.node.subarray(0, expected.firstNode[700]));
  const { state, done, compared, sampled } = await run.progress();
  assert.equal(
    { state, done, compared, sampled },
    { state: 'done', done: 14, compared: 1, sampled: 1 },
  );
  await run.remove();
});

test('answers random road queries, the same for any size of chunks', async () => {
  const expected = solver.run(randomPairs(largestComponent(graph), 9, 0, 1000), { result: 'cost' });
  for (const perChunk of [1000, 130]) {
    const random = { count: 1000, seed: 9 };
    const run = await cluster.submit(roadQueries, { graph, hierarchy, random, perChunk });
    sameArray((await run.merge()).cost, expected.cost);
    await run.remove();
  }
});

test('builds a hierarchy and sizes chunks by itself', async () => {
  const run = await cluster.submit(
    roadQueries,
    { graph, random: { count: 30_000 } },
    { chunkSeconds: 0.02 },
  );
  assert.ok(run.chunks > 1, `${run.chunks} chunks`);
  const { cost } = await run.merge();
  assert.is(cost.length, 30_000);
  assert.ok(cost.every((c) => c < Infinity));
  await run.remove();
});

test('computes matrices in tiles', async () => {
  const sources = Uint32Array.from({ length: 70 }, (_, i) => (i * 37) % graph.nodeCount);
  const targets = Uint32Array.from({ length: 45 }, (_, i) => (i * 11) % graph.nodeCount);
  const run = await cluster.submit(matrixTiles, { graph, hierarchy, sources, targets, tile: 32 });
  assert.is(run.chunks, 6);
  const { rows, columns, dist } = await run.merge();
  assert.equal([rows, columns], [70, 45]);
  sameArray(dist, solver.table(sources, targets));
  await run.remove();
});

test('sweeps from sources to all nodes', async () => {
  const sources = Uint32Array.from({ length: 40 }, (_, i) => (i * 19) % graph.nodeCount);
  const run = await cluster.submit(sweepTrees, {
    graph,
    hierarchy,
    sources,
    result: 'dist',
    perChunk: 16,
  });
  const { dist, reached, farthest } = await run.merge();
  const { nodeCount } = graph;
  const table = new Float32Array(40 * nodeCount);
  for (let i = 0; i < 40; i += 16) {
    const some = sources.subarray(i, i + 16);
    const trees = solver.trees(some);
    some.forEach((_, j) =>
      trees.distInto(j, table.subarray((i + j) * nodeCount, (i + j + 1) * nodeCount)),
    );
  }
  sameArray(dist, table);
  sources.forEach((_, i) => {
    const row = [...table.subarray(i * nodeCount, (i + 1) * nodeCount)].filter((d) => d < Infinity);
    assert.equal([reached[i], farthest[i]], [row.length, Math.max(...row)]);
  });
  await run.remove();
});

test('gives parts in the order of the chunks while the rest is computed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-gate-'));
  const gate = join(folder, 'open');
  const { chunks } = squareWork(12, 5);
  chunks[11] = [55, 5, gate];
  const run = await cluster.submit(squares, { chunks });
  const parts: Part[] = [];
  const counts: Progress[] = [];
  let unfinished = false;
  const isBetween = ({ done }: Progress): boolean => done > 0 && done < 12;
  // the last chunk is held until a count before its end was told, however fast the machine is
  const onProgress = (progress: Progress): void => {
    counts.push(progress);
    if (parts.length === 11) writeFileSync(gate, '');
  };
  for await (const part of run.results({ onProgress })) {
    parts.push(part);
    if (parts.length === 11) {
      unfinished = (await run.progress()).done === 11;
      if (counts.some(isBetween)) writeFileSync(gate, '');
    }
  }
  assert.ok(unfinished, 'the first parts come before the last is computed');
  await rm(folder, { recursive: true });
  assert.equal(
    parts.map(({ chunk }) => chunk),
    [...Array(12).keys()],
  );
  assert.ok(counts.some(isBetween));
  assert.ok(counts.every(({ done }, i) => i === 0 || done >= counts[i - 1].done));
  const again = await (await cluster.open(run.id, squares)).merge();
  assert.equal(again, squaresTo(60));
  await run.remove();
});

test('leaves the database as large as before, and refuses what was removed', async () => {
  const once = async (): Promise<string> => {
    const sources = Uint32Array.from({ length: 64 }, (_, i) => i);
    const work = { graph, hierarchy, sources, result: 'dist', perChunk: 16 } as const;
    const run = await cluster.submit(sweepTrees, work);
    await run.merge();
    await run.remove();
    return run.id;
  };
  // the first run makes the maps of free space of the small tables
  await once();
  const before = await databaseBytes(server.url);
  const id = await once();
  const after = await databaseBytes(server.url);
  assert.ok(after <= before, `${before} bytes before, ${after} after`);
  const left = await ask(
    server.url,
    `select relname from pg_class
     where relname ~ '^(result_[0-9a-f]{32}|input_[0-9a-f]{48}|j[0-9a-f]{50})'`,
  );
  assert.equal(left, [], 'no table of a run is left');
  assert.match(await reason(cluster.open(id)), /has no run/);
});

test('keeps an input while another run needs it', async () => {
  const first = await cluster.submit(roadQueries, { graph, hierarchy, random: { count: 10 } });
  const second = await cluster.submit(roadQueries, {
    graph,
    hierarchy,
    random: { count: 10, seed: 2 },
  });
  const [[inputs]] = await ask(server.url, 'select count(*) from wayfield.input');
  assert.is(Number(inputs), 2, 'graph and hierarchy are there once');
  await first.remove();
  assert.is((await second.merge()).cost.length, 10);
  await second.remove();
  const [[left]] = await ask(server.url, 'select count(*) from wayfield.input');
  assert.is(Number(left), 0);
});

test('drops inputs of a run whose removal was cut off', async () => {
  // what a program leaves that dies after the transaction of a removal
  const sha = 'ab'.repeat(32);
  await ask(server.url, `create table wayfield.input_${sha.slice(0, 48)} (part integer)`);
  await ask(server.url, 'insert into wayfield.input values ($1, 10, false)', [sha]);
  const inputs = `select relname from pg_class where relname ~ '^input_[0-9a-f]{48}$'`;
  assert.is((await ask(server.url, inputs)).length, 1);
  const run = await cluster.submit(squares, squareWork(2, 3));
  await run.remove();
  assert.equal(await ask(server.url, inputs), []);
  assert.equal(await ask(server.url, 'select * from wayfield.input'), []);
});

test('stops at once when cancelled, by any user', async () => {
  const other = await createCluster(server.url);
  const run = await cluster.submit(squares, squareWork(400, 1, 100));
  await until('a chunk is computed', async () => (await run.progress()).done > 0);
  const wait = reason(run.merge());
  await (await other.open(run.id, squares)).cancel('enough');
  assert.match(await wait, /was cancelled: enough/);
  await until('the workers drop their chunks', async () => (await run.progress()).active === 0);
  const { done } = await run.progress();
  assert.ok(done < 100, `${done} chunks were computed`);
  await other.destroy();
  await run.remove();
});

test('obeys AbortSignal in submissions and waits', async () => {
  const given = AbortSignal.abort(new Error('changed my mind'));
  const message = await reason(cluster.submit(squares, squareWork(3, 1), { signal: given }));
  assert.is(message, 'Error: changed my mind');
  assert.equal(await cluster.runs(), []);
  const run = await cluster.submit(squares, squareWork(300, 1, 100));
  const stop = new AbortController();
  const wait = reason(run.merge({ signal: stop.signal }));
  setTimeout(() => stop.abort(), 100);
  assert.match(await wait, /AbortError/);
  assert.is((await run.progress()).state, 'open', 'the run goes on');
  const later = new AbortController();
  const waits = reason(run.merge({ signal: later.signal }));
  setTimeout(() => later.abort(new Error('too late')), 100);
  assert.is(await waits, 'Error: too late');
  await run.remove();
});

test('gives no result after an abort, though many wait', async () => {
  const run = await cluster.submit(squares, squareWork(20, 1));
  await run.merge();
  const stop = new AbortController();
  const results = run.results({ signal: stop.signal });
  assert.is(((await results.next()).value as Part).chunk, 0);
  stop.abort(new Error('enough'));
  assert.is(await reason(results.next()), 'Error: enough');
});

test('takes a plan that throws back, whole', async () => {
  const bad = { graph, hierarchy, source: [1, 2], target: [3] };
  assert.match(await reason(cluster.submit(roadQueries, bad)), /target/);
  assert.equal(await cluster.runs(), []);
  assert.equal(await ask(server.url, 'select * from wayfield.input'), []);
});

test('keeps inputs and large results in a store where it has one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-store-'));
  const store = createStore(pathToFileURL(folder).href);
  const own = await createCluster(server.url, { store });
  await Promise.all(workers.map((worker) => worker.destroy()));
  workers = [await workerHere(server.url, { store }), await workerHere(server.url, { store })];
  const sources = Uint32Array.from({ length: 2400 }, (_, i) => i % 900);
  const run = await own.submit(sweepTrees, {
    graph,
    hierarchy,
    sources,
    result: 'dist',
    perChunk: 2400,
  });
  // a run with the same inputs and the same result, which is in the store once
  const equal = await own.submit(sweepTrees, {
    graph,
    hierarchy,
    sources,
    result: 'dist',
    perChunk: 2400,
  });
  await equal.merge();
  const { dist } = await run.merge();
  const row = new Float32Array(900);
  solver.trees([0]).distInto(0, row);
  sameArray(dist.subarray(0, 900), row);
  assert.is((await readdir(folder)).length, 4, 'graph, hierarchy, sources and one result');
  const without = await cluster.open(run.id, sweepTrees);
  assert.match(await reason(without.merge()), /lie in a store/);
  await run.remove();
  sameArray((await equal.merge()).dist, dist);
  await equal.remove();
  assert.equal(await readdir(folder), []);
  await own.destroy();
  await rm(folder, { recursive: true });
});

test.run();
