import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type BackendName,
  type BackendProblem,
  type BackendTask,
  type CalibratedBackends,
  type Calibration,
  type CostCurve,
  calibrate,
  chooseBackend,
  describeProblem,
  estimateWork,
  type MapKind,
  predictMs,
} from '../src/choose.ts';
import {
  mazeGrid,
  openGrid,
  random,
  randomGrid,
  randomQueries,
  roadGraph,
} from '@wayfield/graph/generators';
import { buildGraph, buildQueries, referenceDijkstra } from '@wayfield/graph';

/** A machine in figures; milliseconds. */
interface Machine {
  readonly name: string;
  readonly cores: number;
  /** Per node, per query, per run. */
  readonly cpu: readonly [node: number, query: number, run: number];
  /** The same, and for a step of the front of one search. */
  readonly gpu: readonly [node: number, query: number, run: number, step: number];
}

const MACHINES: readonly Machine[] = [
  { name: 'many cores', cores: 16, cpu: [5e-5, 3e-4, 0.1], gpu: [7e-7, 8e-5, 0.35, 0.02] },
  { name: 'laptop', cores: 4, cpu: [4e-5, 3e-4, 0.08], gpu: [1e-5, 3e-4, 1.5, 0.08] },
  { name: 'software GPU', cores: 2, cpu: [8e-5, 6e-4, 0.2], gpu: [2e-3, 2e-2, 8, 1] },
  { name: 'one core', cores: 1, cpu: [8e-5, 6e-4, 0.05], gpu: [1e-6, 1e-4, 0.5, 0.03] },
];

/**
 * Cost laws that are not those of the model: waves, caches, latency and throughput side by side.
 */
function timeOn(machine: Machine, backend: BackendName, problem: BackendProblem): number {
  const { nodes, count, work, task } = problem;
  const factor = task === 'dijkstra' ? 0.8 : task === 'greedy' ? 2 : 1;
  if (backend === 'cpu') {
    const cache = 1 + 0.15 * Math.max(0, Math.log2(nodes / 4096));
    const [node, query, run] = machine.cpu;
    return run + count * query + Math.ceil(count / machine.cores) * work * node * factor * cache;
  }
  const [node, query, run, step] = machine.gpu;
  const latency = step * Math.sqrt(work) * factor;
  return run + count * query + Math.max(latency, count * work * node * factor);
}

/** Calibrates on a machine whose times scatter by up to `noise`, by its own clock. */
function calibrateOn(machine: Machine, noise: number, tasks: BackendTask[]): Promise<Calibration> {
  const next = random(71);
  let clock = 0;
  const open =
    (backend: BackendName): CalibratedBackends['cpu'] =>
    (data, task) => ({
      run(queries) {
        const time = timeOn(machine, backend, describeProblem(data, task, queries));
        clock += time * (1 + noise * next());
      },
      destroy: () => undefined,
    });
  const backends = { cpu: open('cpu'), gpu: open('gpu') };
  // smaller than the default, to be quick
  const sides = [8, 40, 200];
  return calibrate(backends, { tasks, maps: ['uniform', 'graph'], sides, now: () => clock });
}

const TASKS: BackendTask[] = ['astar', 'dijkstra', 'greedy', 'tree'];

/** Sizes between, below and above those of the probes. */
function problems(): BackendProblem[] {
  const list: BackendProblem[] = [];
  for (const task of TASKS) {
    for (const map of ['uniform', 'graph'] as MapKind[]) {
      for (const side of [6, 30, 100, 256, 700]) {
        for (const blocked of task === 'astar' && map === 'uniform' ? [0, 0.1, 0.3] : [0.1]) {
          const open = Math.round(side * side * (1 - blocked));
          const work = estimateWork({ task, map, open, blocked });
          for (const count of [1, 10, 200, 3000, 50_000, 800_000]) {
            list.push({ task, map, nodes: side * side, count, work });
          }
        }
      }
    }
  }
  return list;
}

/** The share of problems whose choice takes more than 1.5 times what the other backend does. */
function shareWrong(machine: Machine, choose: (problem: BackendProblem) => BackendName): number {
  const all = problems();
  const wrong = all.filter((problem) => {
    const cpu = timeOn(machine, 'cpu', problem);
    const gpu = timeOn(machine, 'gpu', problem);
    return (choose(problem) === 'gpu' ? gpu / cpu : cpu / gpu) > 1.5;
  });
  return wrong.length / all.length;
}

const choice = suite('chooseBackend');

for (const machine of MACHINES) {
  choice(`is wrong by more than 1.5 in at most 10 %: ${machine.name} (seed 71)`, async () => {
    const calibration = await calibrateOn(machine, 0.2, TASKS);
    const share = shareWrong(machine, (problem) => chooseBackend(problem, calibration).backend);
    assert.ok(share <= 0.1, `${(100 * share).toFixed(1)} % wrong`);
  });
}

choice('beats choosing blindly, and models that forget a size are caught', async () => {
  const [machine] = MACHINES;
  const calibration = await calibrateOn(machine, 0.2, TASKS);
  const wrongWith = (change: (problem: BackendProblem) => BackendProblem): number =>
    shareWrong(machine, (problem) => chooseBackend(change(problem), calibration).backend);
  const caught: [string, number][] = [
    ['always the CPU', shareWrong(machine, () => 'cpu')],
    ['always the GPU', shareWrong(machine, () => 'gpu')],
    ['count forgotten', wrongWith((problem) => ({ ...problem, count: 100 }))],
    ['map forgotten', wrongWith((problem) => ({ ...problem, nodes: 2500, work: 60 }))],
    [
      'the other way around',
      shareWrong(machine, (p) => (chooseBackend(p, calibration).backend === 'cpu' ? 'gpu' : 'cpu')),
    ],
  ];
  for (const [name, share] of caught) {
    assert.ok(share > 0.1, `${name}: ${(100 * share).toFixed(1)} % wrong`);
  }
});

choice('gives the measured times where it was measured', async () => {
  const calibration = await calibrateOn(MACHINES[0], 0, ['dijkstra']);
  for (const { backend, task, map, nodes, work, count, ms } of calibration.curves) {
    for (let i = 0; i < count.length; i++) {
      const predicted = predictMs(
        { task, map, nodes, work, count: count[i] },
        backend,
        calibration,
      );
      assert.ok(Math.abs(predicted / ms[i] - 1) < 1e-9, `${predicted} for ${ms[i]}`);
    }
  }
});

choice('takes a calibration out of JSON', async () => {
  const calibration = await calibrateOn(MACHINES[1], 0.1, ['astar']);
  const kept = JSON.parse(JSON.stringify(calibration)) as Calibration;
  for (const problem of problems().filter(({ task }) => task === 'astar')) {
    assert.equal(chooseBackend(problem, kept), chooseBackend(problem, calibration));
  }
});

choice('takes the CPU for nothing, and refuses what it cannot know', async () => {
  const calibration = await calibrateOn(MACHINES[0], 0, ['astar']);
  const problem = describeProblem(openGrid(9, 9), 'astar', 5);
  const nothing = chooseBackend({ ...problem, count: 0 }, calibration);
  assert.equal(nothing, { backend: 'cpu', cpuMs: 0, gpuMs: 0 });
  const refused = (change: object, text: string): void =>
    refuses(() => chooseBackend({ ...problem, ...change }, calibration), RangeError, text);
  refused({ nodes: 0 }, 'problem.nodes is 0, expected a number above 0');
  refused({ count: -1 }, 'problem.count is -1, expected a number above 0');
  refused({ work: NaN }, 'problem.work is NaN, expected a number above 0');
  refused({ task: 'greedy' }, "the calibration has no runs of 'greedy' on 'uniform' maps by 'cpu'");
  refused(
    { map: 'weighted' },
    "the calibration has no runs of 'astar' on 'weighted' maps by 'cpu'",
  );
  const old = { ...calibration, version: 0 as 1 };
  refuses(() => chooseBackend(problem, old), RangeError, 'calibration.version is 0, expected 1');
});

choice('refuses curves of which no prediction is a number', () => {
  const right = { task: 'astar', map: 'uniform', nodes: 9, work: 4, count: [1, 8], ms: [1, 2] };
  const problem: BackendProblem = { task: 'astar', map: 'uniform', nodes: 5, work: 3, count: 2 };
  const predicted = (change: object): number => {
    const more = { ...right, nodes: 2, work: 2, backend: 'cpu', ...change };
    const curves = [more, { ...right, backend: 'cpu' }] as CostCurve[];
    return predictMs(problem, 'cpu', { version: 1, curves });
  };
  assert.ok(predicted({}) > 0);
  const curve = 'calibration.curves[0]';
  for (const [change, text] of [
    [{ ms: [0, 0] }, `${curve}.ms[0] is 0, expected a finite number above 0`],
    [{ count: [0, 8] }, `${curve}.count[0] is 0, expected a finite number above 0`],
    [{ nodes: 0 }, `${curve}.nodes is 0, expected a finite number above 0`],
    [{ work: -1 }, `${curve}.work is -1, expected a finite number above 0`],
    [{ count: [], ms: [] }, `${curve}.count.length is 0, expected at least 1`],
    [{ ms: [1] }, `${curve}.ms has 1 entries, expected 2`],
  ] as const) {
    refuses(() => predicted(change), RangeError, text);
  }
});

choice.run();

const calibrating = suite('calibrate');

calibrating('stops where a machine is busy, and destroys every solver', async () => {
  let clock = 0;
  const alive = new Set<object>();
  const asked: number[] = [];
  const open: CalibratedBackends['cpu'] = () => {
    const solver = {
      run({ count, source, target }: { count: number; source: Uint32Array; target: Uint32Array }) {
        assert.is(source.length, count);
        assert.is(target.length, count);
        asked.push(count);
        clock += count;
      },
      destroy: () => void alive.delete(solver),
    };
    alive.add(solver);
    return solver;
  };
  const options = { tasks: ['tree'] as const, sides: [4], limitMs: 6, now: () => clock };
  const { curves } = await calibrate({ cpu: open, gpu: open }, options);
  assert.equal(
    curves.map(({ backend, count, ms }) => [backend, count, ms]),
    [
      ['cpu', [1, 4, 16], [1, 4, 16]],
      ['gpu', [1, 4, 16], [1, 4, 16]],
    ],
  );
  assert.is(Math.max(...asked), 16);
  assert.is(alive.size, 0);
});

calibrating('measures a random grid that happens to be open', async () => {
  const open: CalibratedBackends['cpu'] = () => ({
    run: () => undefined,
    destroy: () => undefined,
  });
  const options = { tasks: ['dijkstra'] as const, mostQueries: 1 };
  for (const sides of [[2], [3], [4]]) {
    const { curves } = await calibrate({ cpu: open, gpu: open }, { ...options, sides });
    assert.is(curves.length, 2, `side ${sides[0]}`);
  }
});

calibrating('destroys a solver that fails, and rejects with its reason', async () => {
  let destroyed = 0;
  const bad: CalibratedBackends['cpu'] = () => ({
    run: () => Promise.reject(new Error('the device was lost')),
    destroy: () => void destroyed++,
  });
  try {
    await calibrate({ cpu: bad, gpu: bad }, { sides: [4] });
    assert.unreachable();
  } catch (error) {
    assert.is((error as Error).message, 'the device was lost');
  }
  assert.is(destroyed, 1);
});

calibrating.run();

const description = suite('describeProblem');

description('counts what it is told', () => {
  const grid = randomGrid(20, 10, { density: 0.25, seed: 72 });
  const { nodes, count, map, task } = describeProblem(grid, 'astar', randomQueries(grid, 7));
  assert.equal(
    { nodes, count, map, task },
    { nodes: 200, count: 7, map: 'uniform', task: 'astar' },
  );
  const open = grid.cost.reduce((sum, cost) => sum + (cost > 0 ? 1 : 0), 0);
  assert.is(describeProblem(grid, 'tree', 3).work, open);
  assert.is(describeProblem(grid, 'astar', 3, { settled: 17 }).work, 17);
  grid.cost[grid.cost.findIndex((cost) => cost > 0)] = 2;
  assert.is(describeProblem(grid, 'astar', 3).map, 'weighted');
  assert.is(describeProblem(roadGraph(5, 5), 'dijkstra', 3).map, 'graph');
  const far = buildQueries([[0, 99]]);
  refuses(
    () => describeProblem(openGrid(3, 3), 'astar', far),
    RangeError,
    'target[0] is 99, the graph has 9 nodes',
  );
});

description('counts one node where no cell is open, and where there is no node', () => {
  const blocked = openGrid(3, 2);
  blocked.cost.fill(0);
  const none = buildGraph({ nodeCount: 0, tail: [], head: [], weight: [] });
  for (const task of TASKS) {
    assert.is(describeProblem(blocked, task, 100_000).work, 1, task);
    assert.is(describeProblem(blocked, task, buildQueries([[0, 0]])).work, 1, task);
    assert.is(describeProblem(none, task, 0).work, 1, task);
  }
});

description('expects the work of Dijkstra that is done (seed 73)', () => {
  const maps = [
    openGrid(30, 30),
    randomGrid(30, 30, { seed: 73 }),
    roadGraph(30, 30),
    mazeGrid(31, 31),
  ];
  for (const data of maps) {
    const queries = randomQueries(data, 40, { seed: 73 });
    let nearer = 0;
    for (let i = 0; i < queries.count; i++) {
      const { dist } = referenceDijkstra(data, queries.source[i]);
      nearer += dist.filter((d) => d < dist[queries.target[i]]).length / queries.count;
    }
    const ratio = describeProblem(data, 'dijkstra', queries).work / nearer;
    assert.ok(ratio > 0.7 && ratio < 1.4, `${ratio} of ${nearer}`);
  }
});

description.run();
