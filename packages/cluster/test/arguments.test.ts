import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import { roadGraph } from '@wayfield/graph/generators';
import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as cluster from '../src/index.ts';
import * as kinds from '../src/kinds.ts';
import * as server from '../src/server.ts';
import * as worker from '../src/workers.ts';

const log = (): void => undefined;
const store = cluster.createStore('file:///nowhere');
// nothing listens there: right arguments come as far as the connection
const url = 'postgres://nobody@127.0.0.1:1/nothing';

const samples: Samples = {
  createStore: {
    args: () => ({ address: 'file:///nowhere' }),
    // 'misspelt' is the address with one letter more
    accepts: { address: ['misspelt'] },
  },
  encodeArrays: {
    args: () => ({ arrays: { cost: Float32Array.of(1) } }),
    optional: ['arrays.cost'],
  },
  decodeArrays: { args: () => ({ bytes: cluster.encodeArrays({}) }) },
  randomPairs: {
    args: () => ({ nodes: Uint32Array.of(1, 2), seed: 1, from: 0, to: 3 }),
  },
  whyNoServer: 'no arguments',
};

const test = suite('arguments of all functions');

test('are named where they are wrong', async () => {
  const { createCluster: _, ...plain } = cluster;
  const { startServer: __, ...local } = server;
  assert.equal(
    await walkExports(
      {
        '@wayfield/cluster': plain,
        '@wayfield/cluster/kinds': kinds,
        '@wayfield/cluster/server': local,
      },
      samples,
    ),
    [],
  );
});

/** What the call throws before it does anything, as text. */
async function refusal(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
  } catch (error) {
    return String(error);
  }
  return 'nothing was thrown';
}

test('of functions that connect are named before they connect', async () => {
  const calls: [() => Promise<unknown>, RegExp][] = [
    [() => cluster.createCluster(7 as never), /TypeError: url is 7/],
    [() => cluster.createCluster('x'), /RangeError: url is/],
    [() => cluster.createCluster('http://a.b/c'), /begins with postgres:\/\//],
    [() => cluster.createCluster(url, { patience: -1 }), /patience is -1/],
    [() => cluster.createCluster(url, { store: {} as never }), /store/],
    [() => cluster.createCluster(url, { pace: 1 } as never), /has no option 'pace'/],
    [() => worker.createWorker(url, { threads: 0 }), /threads is 0/],
    [() => worker.createWorker(url, { kinds: 'a' as never }), /kinds is 'a'/],
    [() => worker.createWorker(url, { kinds: ['node:path'] }), /exports no kind of work/],
    [() => worker.createWorker(url, { lostAfter: 0.1 }), /lostAfter is 0\.1/],
    [() => worker.createWorker(url, { log: 1 as never }), /log is 1/],
    [async () => worker.createGpuCrew([]), /command\.length is 0/],
    [async () => worker.createGpuCrew(['x'], { log: 1 as never }), /log is 1/],
    [() => server.startServer({ port: 0 }), /port is 0/],
    [() => server.startServer({ folder: 1 as never }), /folder is 1/],
  ];
  for (const [call, words] of calls) assert.match(await refusal(call), words);
  const gone = await refusal(() => cluster.createCluster(url, { patience: 0, store, log }));
  assert.match(gone, /did not come back in 0 s/);
});

test('of plans are named', async () => {
  const graph = roadGraph(4, 4, { seed: 1, missing: 0 });
  const hierarchy = buildHierarchy(graph);
  const context = {
    put: () => Promise.resolve('0'.repeat(64)),
    chunkSeconds: 1,
    signal: undefined,
  };
  const map = { graph, hierarchy };
  const plans: [() => unknown, RegExp][] = [
    [() => kinds.roadQueries.plan(7 as never, context), /TypeError: work is 7/],
    [() => kinds.roadQueries.plan(map, context), /source is undefined/],
    [() => kinds.roadQueries.plan({ ...map, source: [0], target: [] }, context), /target/],
    [
      () => kinds.roadQueries.plan({ ...map, source: [0], target: [16] }, context),
      /target\[0\] is 16/,
    ],
    [() => kinds.roadQueries.plan({ ...map, random: { count: -1 } }, context), /count is -1/],
    [() => kinds.roadQueries.plan({ ...map, random: { count: 1, seed: 0.5 } }, context), /seed/],
    [
      () => kinds.roadQueries.plan({ ...map, random: { count: 1 }, perChunk: 0 }, context),
      /perChunk is 0/,
    ],
    [
      () => kinds.matrixTiles.plan({ ...map, sources: [16], targets: [1] }, context),
      /sources\[0\]/,
    ],
    [
      () => kinds.matrixTiles.plan({ ...map, sources: [1], targets: 3 as never }, context),
      /targets/,
    ],
    [() => kinds.sweepTrees.plan({ ...map, sources: [-1] }, context), /sources\[0\] is -1/],
    [
      () => kinds.sweepTrees.plan({ ...map, sources: [1], result: 'all' as never }, context),
      /'all'/,
    ],
    [
      () => kinds.sweepTrees.plan({ ...map, graph: {} as never, sources: [1] }, context),
      /firstOut|graph|nodeCount/,
    ],
  ];
  for (const [plan, words] of plans) {
    assert.match(await refusal(() => Promise.resolve().then(plan)), words);
  }
});

test.run();
