import { type Graph, type Grid, referenceDijkstra, type Tree } from '@wayfield/graph';
import { validateTree } from '@wayfield/graph/validate';
import { openGrid, randomGrid, roadGraph } from '@wayfield/graph/generators';
import { reason, sameArray } from '@wayfield/testing';
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BACKENDS, type Backends } from '../src/backends.ts';
import { bestTreesOf } from '../src/best-trees.ts';
import type { Calibration, CostCurve } from '../src/choose.ts';
import { type BestTreeOptions, type BestTreeSolver, createBestTreeSolver } from '../src/index.ts';

/** Large enough that a GPU that is given is tried. */
const graph = roadGraph(240, 240, { seed: 5 });

/** Milliseconds of trees: on one thread by source; on a GPU per call and per source. */
interface Machine {
  readonly thread: number;
  readonly call: number;
  readonly source: number;
}

/** Solvers that take these times by a clock of their own, and write down what they are asked. */
function machine({ thread, call, source }: Machine): {
  make: (options: BestTreeOptions, fails?: Partial<Backends>) => Promise<BestTreeSolver>;
  log: string[];
} {
  let now = 0;
  const log: string[] = [];
  const tree = (from: number): Tree => {
    const dist = new Float32Array(graph.nodeCount);
    return { source: from, dist, parent: new Uint32Array(0) };
  };
  const device = (): Promise<GPUDevice> =>
    Promise.resolve({ limits: {}, destroy: () => log.push('device destroyed') } as never);
  const backends: Backends = {
    ...BACKENDS,
    device,
    treeThread: async () => ({
      memoryBytes: 1,
      tree(from) {
        now += thread;
        log.push('thread');
        return tree(from);
      },
      update: () => {},
      destroy: () => log.push('thread destroyed'),
    }),
    treeGpu: async () => ({
      memoryBytes: 2,
      async run(sources) {
        now += call + source * sources.length;
        log.push(`gpu ${sources.length}`);
        return Array.from(sources, tree);
      },
      destroy: () => log.push('gpu destroyed'),
    }),
  };
  const clock = (): number => now;
  return {
    make: (options, fails = {}) => bestTreesOf(graph, options, { ...backends, ...fails }, clock),
    log,
  };
}

const given = { limits: {} } as unknown as GPUDevice;
const test = suite('createBestTreeSolver');

test('takes one thread for small maps, and loads nothing else', async () => {
  const never = (): never => {
    throw new Error('nothing else is asked');
  };
  const grid = openGrid(9, 9);
  const solver = await bestTreesOf(grid, {}, { ...BACKENDS, device: never, treeGpu: never });
  assert.is(solver.backend, 'thread');
  assert.is(solver.reason, '1 tree of 81 nodes: one thread is done at once');
  const [tree] = await solver.run([3]);
  sameArray(tree.dist, referenceDijkstra(grid, 3).dist);
  await solver.destroy();
  const real = await createBestTreeSolver(grid, { sources: 5 });
  assert.is(real.reason, '5 trees of 81 nodes: one thread is done at once');
  await real.destroy();
});

test('says why there is no GPU', async () => {
  const { make, log } = machine({ thread: 10, call: 1, source: 1 });
  const none = await make({ device: false });
  assert.is(none.reason, '1 tree of 57,600 nodes; no GPU is asked for');
  const changing = await make({ device: given, changes: true });
  assert.is(changing.reason, '1 tree of 57,600 nodes; no GPU: the map will change');
  const few = await make({});
  assert.is(few.reason, '1 tree of 57,600 nodes: too few to ask for a GPU');
  const device = async (): Promise<never> => {
    throw new Error('no WebGPU here: this is a test');
  };
  const without = await make({ sources: 100 }, { device });
  assert.is(without.reason, 'no GPU: no WebGPU here: this is a test');
  assert.equal(log, []);
  const treeGpu = async (): Promise<never> => {
    throw new RangeError('map needs 9 bytes, one binding of this device holds 8');
  };
  const large = await make({ sources: 100 }, { treeGpu });
  assert.is(large.reason, 'no GPU: map needs 9 bytes, one binding of this device holds 8');
  assert.equal(log, ['device destroyed']);
  for (const solver of [none, changing, few, without, large]) {
    assert.is(solver.backend, 'thread');
    assert.is(solver.backendFor(1000), 'thread');
  }
});

test('rejects with what its thread throws while trees are timed', async () => {
  const { make, log } = machine({ thread: 10, call: 1, source: 1 });
  for (const calls of [0, 5]) {
    log.length = 0;
    let left = calls;
    const tree = (source: number): Tree => {
      if (left-- === 0) throw new RangeError('no memory is left');
      return { source, dist: new Float32Array(1), parent: new Uint32Array(1) };
    };
    const failing = { memoryBytes: 1, tree, update() {}, destroy: () => log.push('thread over') };
    const made = make({ sources: 100 }, { treeThread: async () => failing });
    assert.is(await reason(made), 'RangeError: no memory is left');
    const ends = log.filter((line) => !/^gpu \d/.test(line));
    assert.equal(ends, ['gpu destroyed', 'device destroyed', 'thread over']);
  }
});

test('refuses a calibration that is none', async () => {
  const { make, log } = machine({ thread: 10, call: 1, source: 1 });
  const curves = inFavourOf('gpu').curves.map((curve) => ({ ...curve, ms: [0] }));
  const made = make({ sources: 100, calibration: { version: 1, curves } });
  assert.match(await reason(made), 'RangeError: calibration.curves[0].ms[0] is 0');
  assert.equal(log, []);
});

test('takes the GPU where it was seen to be faster, and not where it hardly is', async () => {
  const fast = machine({ thread: 10, call: 3, source: 1 });
  const gpu = await fast.make({ device: given });
  assert.is(gpu.backend, 'gpu');
  assert.is(gpu.reason, '4 ms measured on the GPU, 10 ms on one thread');
  assert.is(gpu.memoryBytes, 3);
  fast.log.length = 0;
  await gpu.run([7]);
  assert.equal(fast.log, ['gpu 1']);
  await gpu.destroy();
  // the device is the caller's
  assert.equal(fast.log, ['gpu 1', 'gpu destroyed', 'thread destroyed']);

  const slow = machine({ thread: 10, call: 8, source: 1 });
  const thread = await slow.make({ device: given });
  assert.is(thread.backend, 'thread');
  assert.is(thread.reason, '9 ms measured on the GPU, 10 ms on one thread');
  assert.is(slow.log.at(-1), 'gpu destroyed');
  await thread.destroy();
});

test('answers calls of few sources on one thread, of many on the GPU', async () => {
  const { make, log } = machine({ thread: 2, call: 9, source: 0.1 });
  const solver = await make({ sources: 100 });
  assert.is(solver.reason, '100 sources: 19 ms measured on the GPU, 200 ms on one thread');
  // 9 + 0.1 k is at most 0.8 * 2 k from k = 6 on
  assert.is(solver.backendFor(5), 'thread');
  assert.is(solver.backendFor(6), 'gpu');
  log.length = 0;
  const done: number[] = [];
  const trees = await solver.run([4, 5], { onProgress: (n) => done.push(n) });
  assert.equal(log, ['thread', 'thread']);
  assert.equal(done, [1, 2]);
  assert.equal(
    trees.map(({ source }) => source),
    [4, 5],
  );
  log.length = 0;
  await solver.run(Array.from({ length: 8 }, (_, i) => i));
  assert.equal(log, ['gpu 8']);
  await solver.update([1]);
  assert.is(solver.backend, 'thread');
  assert.is(solver.reason, 'the map changed');
  assert.equal(log, ['gpu 8', 'gpu destroyed', 'device destroyed']);
  await solver.destroy();
});

test('refuses wrong sources, ends with its signal, and rejects once destroyed', async () => {
  const solver = await machine({ thread: 60, call: 1, source: 1 }).make({ device: false });
  assert.match(await reason(solver.run([graph.nodeCount])), 'sources[0] is 57600');
  const signal = AbortSignal.abort(new Error('enough'));
  assert.match(await reason(solver.run([1], { signal })), 'enough');
  const stop = new AbortController();
  const onProgress = (): void => stop.abort(new Error('one is enough'));
  const run = solver.run([1, 2], { signal: stop.signal, onProgress });
  assert.match(await reason(run), 'one is enough');
  const late = solver.run([1, 2, 3]);
  await solver.destroy();
  assert.is(await reason(late), 'Error: the solver was destroyed');
  assert.is(await reason(solver.run([1])), 'Error: the solver was destroyed');
});

/** A calibration by which one side is a hundred times as fast. */
function inFavourOf(fast: 'cpu' | 'gpu'): Calibration {
  const kinds = ['uniform', 'weighted', 'graph'] as const;
  const curves = kinds.flatMap((map) =>
    (['cpu', 'gpu'] as const).map((backend): CostCurve => {
      const ms = [backend === fast ? 1 : 100];
      return { backend, task: 'tree', map, nodes: 100, work: 100, count: [1], ms };
    }),
  );
  return { version: 1, curves };
}

test('gives the distances of one thread on a GPU, and follows a map that changes', async () => {
  const device = await sharedDevice();
  const small = roadGraph(20, 20, { seed: 3 });
  const grid = randomGrid(24, 20, { density: 0.2, seed: 4 });
  const check = async (map: Graph | Grid, solver: BestTreeSolver): Promise<void> => {
    const sources = [0, 31, 200];
    const first = await solver.run(sources);
    const trees = await solver.run(sources, { reuse: first });
    trees.forEach((tree, i) => {
      assert.is(tree.source, sources[i]);
      assert.is(tree.dist, first[i].dist);
      sameArray(tree.dist, referenceDijkstra(map, sources[i]).dist);
      validateTree(map, tree);
    });
  };
  for (const map of [small, grid] as const) {
    const options = { device, sources: 1000 };
    const gpu = await createBestTreeSolver(map, { ...options, calibration: inFavourOf('gpu') });
    assert.is(gpu.backend, 'gpu');
    assert.match(gpu.reason, /^1,000 sources: [\d.,]+ ms predicted on the GPU, [\d.,]+ ms on one/);
    await check(map, gpu);
    const cpu = await createBestTreeSolver(map, { ...options, calibration: inFavourOf('cpu') });
    assert.is(cpu.backend, 'thread');
    await check(map, cpu);
    if ('weight' in map) map.weight[5] += 70;
    else map.cost[5] = map.cost[5] > 0 ? 0 : 1;
    for (const solver of [gpu, cpu]) {
      await solver.update([5]);
      assert.is(solver.backend, 'thread');
      await check(map, solver);
      await solver.destroy();
    }
  }
});

test('measures a real device on the map itself', async () => {
  const device = await sharedDevice();
  const solver = await createBestTreeSolver(openGrid(8, 8), { device, sources: 1000 });
  const times = /^1,000 sources: [\d.,]+ ms measured on the GPU, [\d.,]+ ms on one thread$/;
  assert.match(solver.reason, times);
  await solver.destroy();
});

test.run();
