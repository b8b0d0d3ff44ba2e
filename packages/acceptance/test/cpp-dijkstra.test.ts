import { buildGraph, referenceDijkstra } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hashOfDistances, startCppDijkstra } from '../src/grids/cpp-dijkstra.ts';

const test = suite('startCppDijkstra');

test('finds the distances of the reference with every queue', async () => {
  // a ring of 3,000 nodes with chords of very different weights
  const nodeCount = 3000;
  const tail = Array.from({ length: 3 * nodeCount }, (_, i) => i % nodeCount);
  const head = tail.map((u, i) => (u + [1, 7, 391][Math.floor(i / nodeCount)]) % nodeCount);
  const weight = tail.map((u, i) => ((u * 7919 + i) % 1000) / 97);
  const graph = buildGraph({ nodeCount, tail, head, weight }, { undirected: true });
  const native = await startCppDijkstra(graph, 0.5);
  if (native === undefined) {
    console.log('skipped: no C++ compiler');
    return;
  }
  for (const source of [0, 1234, 0]) {
    const { ms, hash } = await native.run(source);
    assert.is(hash, hashOfDistances(referenceDijkstra(graph, source).dist), `from ${source}`);
    const names = Object.keys(ms);
    for (const queue of ['binary', '4-ary', '4-ary indexed', '4-ary u64', 'buckets']) {
      assert.ok(names.includes(`${queue}, native`), `${queue} is missing in ${names.join('; ')}`);
    }
    for (const time of Object.values(ms)) assert.ok(time >= 0 && time < 60_000);
  }
  await native.close();
});

test('says what a program says that ends', async () => {
  const graph = buildGraph({ nodeCount: 2, tail: [0], head: [1], weight: [1] });
  const native = await startCppDijkstra(graph, 1);
  if (native === undefined) return;
  const outcome = await native.run(9).then(
    () => 'no error',
    (error: Error) => error.message,
  );
  assert.match(outcome, /ended: dijkstra: the source is out of range/);
  await native.close();
});

test.run();
