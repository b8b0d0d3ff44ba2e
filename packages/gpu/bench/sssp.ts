// Device and wall time of the tree solver, every result proved by validateTree or compared with one
// that was.
//
//   node --import tsx bench/sssp.ts [--case NAME]… [--variants default|all|tiles|sweep]
//     [--roads FOLDER] [--many SOURCES] [--quick] [--json FILE]
//
// --variants  default: the solver's own choices; all: every rule; tiles: sizes of tiles and
//             workgroups; sweep: those and the deltas of near-far
// --many      also this number of sources at once on rome
// --quick     small inputs, few repeats
// TEST_GPU=software measures the software driver (to check the program, not the figures)
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Graph, type Grid, isGrid, nodeCountOf, type Tree } from '@wayfield/graph';
import { validateTree } from '@wayfield/graph/validate';
import { useSoftwareVulkan } from '@wayfield/testing/gpu';
import {
  createGpuTreeSolver,
  type TreeSolverOptions,
  type TreeStats,
  type TreeTuning,
} from '../src/index.ts';
import { requestDevice } from '../src/node.ts';
import { treeCases } from './sssp-cases.ts';

const { values: flags } = parseArgs({
  options: {
    case: { type: 'string', multiple: true, default: [] },
    variants: { type: 'string', default: 'default' },
    roads: { type: 'string' },
    many: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const roads =
  flags.roads ?? fileURLToPath(new URL('../../../../shared/data/road', import.meta.url));
const repeats = flags.quick ? 2 : 15;

if (process.env.TEST_GPU === 'software') useSoftwareVulkan();
// exact timestamps instead of ones rounded against fingerprinting
const device = await requestDevice({
  dawn: ['disable-dawn-features=timestamp_quantization'],
  allowSoftware: process.env.TEST_GPU === 'software',
});
device.addEventListener('uncapturederror', (event) => {
  console.log((event as GPUUncapturedErrorEvent).error.message.slice(0, 500));
});
const { vendor, architecture, description } = device.adapterInfo;
const { maxBufferSize, maxStorageBufferBindingSize } = device.limits;
console.log([vendor, architecture, description].filter(Boolean).join(', '));
console.log(`largest buffer ${maxBufferSize}, largest binding ${maxStorageBufferBindingSize}`);

const least = (times: readonly number[]): number => Math.min(...times);
const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[times.length >> 1];
const ms = (time: number): string => time.toFixed(3).padStart(9);

function sameWords(a: Float32Array | Uint32Array, b: Float32Array | Uint32Array): boolean {
  const x = new Uint32Array(a.buffer, a.byteOffset, a.length);
  const y = new Uint32Array(b.buffer, b.byteOffset, b.length);
  return x.length === y.length && x.every((word, i) => word === y[i]);
}

const SHAPES: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  graph: [
    [512, 128],
    [512, 256],
    [1024, 128],
    [1024, 512],
    [1024, 1024],
    [2048, 256],
    [2048, 512],
    [2048, 1024],
    [4096, 1024],
  ],
  grid: [
    [256, 64],
    [256, 256],
    [1024, 128],
    [1024, 512],
    [1024, 1024],
    [2048, 512],
    [4096, 512],
    [4096, 1024],
  ],
};

/** Deltas are multiples of the default. */
function variantsOf(data: Graph | Grid, which: string): TreeSolverOptions[] {
  if (which === 'default') return [{}];
  const tiled: TreeSolverOptions = { rule: 'tiled' };
  const nearFar: TreeSolverOptions = { rule: 'near-far' };
  if (which === 'all') return [tiled, nearFar, { rule: 'ortega' }];
  const list = [tiled];
  for (const [tileNodes, workgroupSize] of SHAPES[isGrid(data) ? 'grid' : 'graph']) {
    list.push({ ...tiled, tuning: { tileNodes, workgroupSize } });
  }
  for (const sweeps of [1, 2, 8]) list.push({ ...tiled, tuning: { sweeps } });
  for (const maxWorkgroups of [256, 4096]) list.push({ ...tiled, tuning: { maxWorkgroups } });
  if (which === 'tiles') return list;
  list.push(nearFar);
  for (const delta of [0.25, 4, 16, Infinity]) list.push({ ...nearFar, delta });
  for (const workgroupSize of [256, 512]) list.push({ ...nearFar, tuning: { workgroupSize } });
  for (const queue of [512, 2048]) list.push({ ...nearFar, tuning: { queue } });
  return list;
}

/** Fewer nodes for each invocation, or more. */
const MANY_TUNINGS: readonly TreeTuning[] = [
  {},
  { tileNodes: 512, workgroupSize: 128 },
  { tileNodes: 1024, workgroupSize: 128 },
  { tileNodes: 1024, workgroupSize: 512 },
  { tileNodes: 2048, workgroupSize: 512 },
  { sweeps: 2 },
  { maxWorkgroups: 4096 },
];

const rows: object[] = [];

async function measure(
  name: string,
  data: Graph | Grid,
  source: number,
  options: TreeSolverOptions,
  expected: Tree | undefined,
): Promise<Tree | undefined> {
  const begun = performance.now();
  let solver;
  try {
    // deltas of a sweep are multiples of the default
    let { delta, ...rest } = options;
    if (delta !== undefined) {
      const probe = await createGpuTreeSolver(device, data, rest);
      delta *= probe.delta;
      probe.destroy();
      rest = { ...rest, delta } as TreeSolverOptions;
    }
    solver = await createGpuTreeSolver(device, data, { ...rest, timing: true });
    const created = performance.now() - begun;
    const first = await solver.run([source]);
    const cold = performance.now() - begun - created;
    const tree = first.trees[0];
    let ok = true;
    if (expected) {
      ok = sameWords(tree.dist, expected.dist) && sameWords(tree.parent, expected.parent);
    } else {
      validateTree(data, tree);
    }
    const search: number[] = [];
    const finish: number[] = [];
    const wall: number[] = [];
    const total: number[] = [];
    let last;
    // from a pause the clock of the device comes back slowly
    for (const t = performance.now(); !flags.quick && performance.now() - t < 120;) {
      await solver.runResident([source]);
    }
    for (let k = 0; k < repeats; k++) {
      last = await solver.runResident([source]);
      search.push(last.timing.searchDevice);
      finish.push(last.timing.finishDevice);
      wall.push(last.timing.searchWall);
    }
    for (let k = 0; k < Math.min(3, repeats); k++) {
      const t = performance.now();
      const again = await solver.run([source], { reuse: [tree] });
      total.push(performance.now() - t);
      last = again;
    }
    const row = {
      case: name,
      rule: solver.rule,
      delta: solver.delta,
      options,
      ok,
      nodes: nodeCountOf(data),
      searchDevice: median(search),
      searchDeviceMin: least(search),
      finishDevice: median(finish),
      wall: median(wall),
      wallWithRead: median(total),
      created,
      cold,
      rounds: last!.rounds,
      relaxedTiles: last!.relaxedTiles,
      iterations: last!.iterations[0],
    };
    rows.push(row);
    console.log(
      `${ok ? 'ok   ' : 'WRONG'} ${name.padEnd(13)} ${solver.rule.padEnd(8)} ` +
        `search ${ms(row.searchDevice)} ` +
        `(min ${ms(row.searchDeviceMin)}) finish ${ms(row.finishDevice)} | wall ${ms(row.wall)} ` +
        `with read ${ms(row.wallWithRead)} | rounds ${row.rounds} tiles ${row.relaxedTiles} ` +
        `iterations ${row.iterations} | create ${created.toFixed(0)} cold ${cold.toFixed(0)} ` +
        JSON.stringify(options),
    );
    return tree;
  } catch (error) {
    console.log(`${name} ${JSON.stringify(options)}: ${(error as Error).message.slice(0, 300)}`);
    return undefined;
  } finally {
    solver?.destroy();
  }
}

const wanted =
  flags.case.length > 0
    ? flags.case
    : flags.quick
      ? ['road-small', 'grid-small']
      : ['NY', 'FLA', 'rome', 'grid', 'grid-middle', 'grid-20', 'grid-weighted', 'maze'];
const cases = treeCases(roads);
for (const item of cases.filter(({ name }) => wanted.includes(name))) {
  const data = await item.load();
  if (!data) {
    console.log(`${item.name}: no file in ${roads}`);
    continue;
  }
  let expected: Tree | undefined;
  for (const options of variantsOf(data, flags.variants)) {
    expected = (await measure(item.name, data, item.source, options, expected)) ?? expected;
  }
}

if (flags.many !== undefined) {
  const count = Number(flags.many);
  const item = cases.find(({ name }) => name === (flags.quick ? 'road-small' : 'rome'))!;
  const data = (await item.load()) as Graph;
  const sources = Array.from({ length: count }, (_, i) => (i * 7919) % data.nodeCount);
  const tunings = flags.variants === 'default' ? [{}] : MANY_TUNINGS;
  for (const tuning of tunings) await measureMany(data, sources, tuning);
}

async function measureMany(
  data: Graph,
  sources: readonly number[],
  tuning: TreeTuning,
): Promise<void> {
  const memoryBudget = 16 * 2 ** 30;
  const solver = await createGpuTreeSolver(device, data, { memoryBudget, timing: true, tuning });
  const row = (what: string, stats: TreeStats, wall: number): void => {
    const { waves, rounds, relaxedTiles, timing } = stats;
    const { searchDevice, finishDevice } = timing;
    rows.push({
      case: `many ${what}`,
      count: sources.length,
      tuning,
      waves,
      rounds,
      wall,
      ...timing,
    });
    console.log(
      `many ${sources.length} ${what.padEnd(20)} search ${ms(searchDevice)} ` +
        `finish ${ms(finishDevice)} | wall ${ms(wall)} | waves ${waves} rounds ${rounds} ` +
        `tiles ${relaxedTiles} ${JSON.stringify(tuning)}`,
    );
  };
  for (const parents of [false, true]) {
    for (let k = 0; k < 3; k++) {
      const t = performance.now();
      const run = await solver.runResident(sources, { parents });
      row(`resident ${parents ? 'parents' : ''}`, run, performance.now() - t);
    }
  }
  let reuse: readonly Tree[] = [];
  for (const parents of [false, true]) {
    for (let k = 0; k < 3; k++) {
      const t = performance.now();
      const run = await solver.run(sources, { parents, reuse });
      row(`read ${parents ? 'parents' : ''}`, run, performance.now() - t);
      reuse = run.trees;
    }
  }
  for (const i of [0, sources.length >> 1, sources.length - 1]) validateTree(data, reuse[i]);
  solver.destroy();
}

if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify(rows, null, 1));
device.destroy();
process.exit(0);
