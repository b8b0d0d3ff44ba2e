// Target 1: McMillan's table 5.1, and the six maps of table 5.3. Our maps are drawn from the
// study's descriptions: the study's own maps are lost.
import type { DiffusionMap, DiffusionOptions, SettleReport } from '@wayfield/diffusion';
import {
  MCMILLAN_CAP,
  MCMILLAN_PARALLEL,
  MCMILLAN_SEQUENTIAL,
  MCMILLAN_STRENGTH,
  MCMILLAN_TABLE_5_1,
  MCMILLAN_TABLE_5_3,
  mcmillanIterations,
  mcmillanOpenMap,
} from '@wayfield/diffusion/study';
import { atLeast, notMeasured, result, type Target, type TargetContext } from '../run/target.ts';
import {
  type Backend,
  backendMaker,
  type MakeModel,
} from '@wayfield/bench/internal/fields/measure/backends';
import { plainScent } from '@wayfield/bench/internal/fields/peers/plain-scent';
import {
  diffusionProblem,
  readDiffusionMap,
  studyMapFile,
} from '@wayfield/bench/internal/fields/measure/problem';
import { formatSeconds } from '@wayfield/bench/internal/report/numbers';
import { sequentialDijkstra, walkTree } from '@wayfield/bench/internal/fields/peers/plain-dijkstra';

/**
 * The largest map on which the parallel program's iterations are counted: for 2048 the study prints
 * 65,091, our count is 71,021.
 */
const PARALLEL_MOST = 1024;
/** From this side on a pool is faster than one thread. */
const POOL_FROM = 512;
/** The largest side of a `--quick` run. */
const QUICK_MOST = 128;
/** The largest side for the GPU of a `--quick` run, which may be a software driver. */
const SOFTWARE_MOST = 32;

export const tables: Target = {
  name: '1',
  title: "McMillan's tables 5.1 and 5.3 (2014): steps until a map is filled, and the paths",
  async run(context) {
    await table51(context);
    await table53(context);
  },
};

async function settleOpen(
  make: MakeModel,
  n: number,
  options: DiffusionOptions,
  say: (steps: number) => void,
): Promise<SettleReport> {
  const model = await make(mcmillanOpenMap(n), options);
  try {
    model.setGoals('goal', { cell: [n * n - 1], strength: MCMILLAN_STRENGTH });
    return await model.settle({ onProgress: say });
  } finally {
    await model.destroy();
  }
}

async function table51(context: TargetContext): Promise<void> {
  const { quick, threads, device, session, add } = context;
  const gpu = backendMaker('gpu', context);
  const gpuMost = !quick ? PARALLEL_MOST : SOFTWARE_MOST;
  for (const { n, sequential, parallel } of MCMILLAN_TABLE_5_1) {
    if (quick && n > QUICK_MOST) break;
    const backend: Backend = threads > 1 && n >= POOL_FROM ? 'pool' : 'wasm';
    const cpu = backendMaker(backend, context)!;
    const cases: [string, MakeModel, DiffusionOptions, number][] = [
      ['sequential', cpu, MCMILLAN_SEQUENTIAL, sequential],
      ['log', cpu, {}, n - 1],
    ];
    if (n <= PARALLEL_MOST) cases.push(['parallel', cpu, MCMILLAN_PARALLEL, parallel]);
    if (gpu !== undefined && device !== undefined && n <= gpuMost) {
      cases.push(['parallel on the GPU', gpu, MCMILLAN_PARALLEL, parallel]);
      cases.push(['log on the GPU', gpu, {}, n - 1]);
    }
    let right = 0;
    const said: string[] = [];
    const begun = performance.now();
    for (const [name, make, options, wanted] of cases) {
      const { steps } = await settleOpen(make, n, options, (done) =>
        session.terminal.progress(`${n} x ${n}, ${name}`, done, wanted),
      );
      if (steps === wanted) right++;
      said.push(`${name} ${steps}${steps === wanted ? '' : ` (wanted ${wanted})`}`);
    }
    const seconds = formatSeconds((performance.now() - begun) / 1000);
    session.addCheck(`Table 5.1, ${n} x ${n}: ${said.join(', ')}`, right === cases.length);
    const what = `Table 5.1, ${n} x ${n}`;
    add(result(what, right, atLeast(cases.length, 'counts'), `${said.join(', ')}; ${seconds}`));
  }
}

/**
 * Iterations of the study's parallel program on our map, the cells of its path, and whether brute
 * force gives the same two.
 */
async function studyFigures(
  make: MakeModel,
  map: DiffusionMap,
): Promise<{ iterations: number; nodes: number; right: boolean }> {
  const goal = map.terrain.length - 1;
  const model = await make(map, MCMILLAN_PARALLEL);
  try {
    model.setGoals('goal', { cell: [goal], strength: MCMILLAN_STRENGTH });
    const report = await model.settle({ limit: MCMILLAN_CAP });
    const iterations = mcmillanIterations(report);
    // the study's program runs to its cap where a cell stays 0
    await model.step(iterations - report.steps);
    const { firstNode, node } = await model.ascend('goal', 0);
    const plain = plainScent(map, goal, iterations);
    const path = node.subarray(0, firstNode[1]).join();
    return { iterations, nodes: firstNode[1], right: plain.ends && plain.path.join() === path };
  } finally {
    await model.destroy();
  }
}

async function table53(context: TargetContext): Promise<void> {
  const { session, add } = context;
  for (const { map: number, diffusionIterations, diffusionNodes } of MCMILLAN_TABLE_5_3) {
    const what = `Table 5.3, map ${number}`;
    const file = studyMapFile(number);
    if (file === undefined) {
      add(notMeasured(what, atLeast(2, 'answers'), 'the maps of the package are not there'));
      continue;
    }
    const { grid, name } = await readDiffusionMap(file);
    const { map } = diffusionProblem(name, grid, 8);
    const said: string[] = [];
    let right = 0;
    // hundreds of steps are too slow on the software device
    const backends: Backend[] = context.device && !context.quick ? ['wasm', 'gpu'] : ['wasm'];
    for (const backend of backends) {
      const make = backendMaker(backend, context);
      if (make === undefined) continue;
      const figures = await studyFigures(make, map);
      if (figures.right) right++;
      said.push(
        `${backend}: ${figures.iterations} iterations, ${figures.nodes} nodes (the study's ` +
          `own map: ${diffusionIterations}, ` +
          `${diffusionNodes})${figures.right ? '' : ', not those of brute force'}`,
      );
    }
    // in log form the settled field shows whether there is a path
    const model = await backendMaker('wasm', context)!(map, {});
    model.setGoals('goal', { cell: [map.terrain.length - 1] });
    const { steps, converged } = await model.settle();
    const { firstNode } = await model.ascend('goal', 0);
    await model.destroy();
    const path = walkTree(sequentialDijkstra(grid, map.terrain.length - 1), 0);
    if (converged && firstNode[1] > 0 === path.length > 0) right++;
    said.push(`log: ${steps} steps, ${firstNode[1] > 0 ? `${firstNode[1]} nodes` : 'no path'}`);
    session.addCheck(`${what}: ${said.join(', ')}`, right === said.length);
    add(result(what, right, atLeast(said.length, 'answers'), said.join(', ')));
  }
}
