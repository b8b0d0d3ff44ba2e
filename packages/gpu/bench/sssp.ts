// Device and wall time of the tree solver, every result proved by validateTree or compared with one
// that was.
//
//   node --import tsx bench/sssp.ts [--case NAME]… [--variants default|all|sweep] [--roads FOLDER]
//                                   [--many SOURCES] [--quick] [--json FILE]
//
// --variants  default: the solver's own choices; all: every rule; sweep: tile sizes, workgroup sizes, deltas
// --many      also so many sources at once on rome
// --quick     small inputs, few repeats
// TEST_GPU=software measures the software driver (to check the program, not the figures)
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  type Graph,
  type Grid,
  isGrid,
  nodeCountOf,
  type Tree,
  validateTree,
} from '@wayfield/graph';
import { useSoftwareVulkan } from '@wayfield/testing/gpu';
import { createGpuTreeSolver, type TreeSolverOptions } from '../src/index.ts';
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
const repeats = flags.quick ? 2 : 7;

if (process.env.TEST_GPU === 'software') useSoftwareVulkan();
// exact timestamps instead of ones rounded against fingerprinting
const device = await requestDevice({ dawn: ['disable-dawn-features=timestamp_quantization'] });
device.addEventListener('uncapturederror', (event) => {
  console.log((event as GPUUncapturedErrorEvent).error.message.slice(0, 500));
});
const { vendor, architecture, description } = device.adapterInfo;
const { maxBufferSize, maxStorageBufferBindingSize } = device.limits;
console.log([vendor, architecture, description].filter(Boolean).join(', '));
console.log(`largest buffer ${maxBufferSize}, largest binding ${maxStorageBufferBindingSize}`);

const least = (times: readonly number[]): number => Math.min(...times);
const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[times.length >> 1]!;
const ms = (time: number): string => time.toFixed(3).padStart(9);

function sameWords(a: Float32Array | Uint32Array, b: Float32Array | Uint32Array): boolean {
  const x = new Uint32Array(a.buffer, a.byteOffset, a.length);
  const y = new Uint32Array(b.buffer, b.byteOffset, b.length);
  return x.length === y.length && x.every((word, i) => word === y[i]);
}

function variantsOf(data: Graph | Grid, which: string): TreeSolverOptions[] {
  if (which === 'default') return [{}];
  const list: TreeSolverOptions[] = [{ rule: 'tiled' }];
  const scale = isGrid(data) ? [0.25, 1, 4, 16] : [0.5, 2, 8, 32, Infinity];
  if (which === 'all') return [...list, { rule: 'near-far' }, { rule: 'ortega' }];
  if (which === 'few') {
    for (const workgroupSize of [128, 512, 1024])
      list.push({ rule: 'tiled', tuning: { workgroupSize } });
    for (const tileNodes of [512, 2048]) list.push({ rule: 'tiled', tuning: { tileNodes } });
    for (const delta of [1, 8, 32]) list.push({ rule: 'near-far', delta });
    return list;
  }
  for (const tileNodes of [256, 512, 1024, 2048]) {
    for (const workgroupSize of [64, 128, 256, 512, 1024]) {
      if (workgroupSize <= tileNodes && workgroupSize * 16 >= tileNodes) {
        list.push({ rule: 'tiled', tuning: { tileNodes, workgroupSize } });
      }
    }
  }
  for (const sweeps of [1, 2, 8, 16]) list.push({ rule: 'tiled', tuning: { sweeps } });
  for (const maxWorkgroups of [128, 256, 512, 4096]) {
    list.push({ rule: 'tiled', tuning: { maxWorkgroups } });
  }
  for (const delta of scale) list.push({ rule: 'near-far', delta });
  for (const workgroupSize of [64, 512, 1024]) {
    list.push({ rule: 'near-far', tuning: { workgroupSize } });
  }
  for (const queue of [256, 512, 2048]) list.push({ rule: 'near-far', tuning: { queue } });
  return list;
}

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
    const tree = first.trees[0]!;
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
      `${ok ? 'ok   ' : 'WRONG'} ${name.padEnd(13)} ${solver.rule.padEnd(8)} search ${ms(row.searchDevice)} ` +
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
  for (const budget of [2 ** 30, 8 * 2 ** 30]) {
    const solver = await createGpuTreeSolver(device, data, { memoryBudget: budget, timing: true });
    let reuse: readonly Tree[] = [];
    for (const parents of [false, true]) {
      for (let k = 0; k < 2; k++) {
        const t = performance.now();
        const run = await solver.run(sources, { parents, reuse });
        reuse = run.trees;
        const wall = performance.now() - t;
        const { searchDevice, finishDevice, searchWall, readWall } = run.timing;
        if (k === 0 && parents)
          for (const i of [0, count >> 1, count - 1]) validateTree(data, run.trees[i]!);
        const row = {
          case: 'many',
          count,
          budget,
          parents,
          wall,
          ...run.timing,
          waves: run.waves,
          rounds: run.rounds,
        };
        rows.push(row);
        console.log(
          `many ${count} budget ${budget / 2 ** 20} MiB parents ${parents} waves ${run.waves} rounds ${run.rounds} ` +
            `tiles ${run.relaxedTiles} search ${ms(searchDevice)} finish ${ms(finishDevice)} ` +
            `wall ${ms(wall)} (search ${ms(searchWall)} read ${ms(readWall)})`,
        );
      }
    }
    solver.destroy();
  }
}

if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify(rows, null, 1));
device.destroy();
process.exit(0);
