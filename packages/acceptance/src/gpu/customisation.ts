// Target 6: weights for a customizable hierarchy, on the device against one thread.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import {
  buildCustomizable,
  createCustomizableSolver,
  type CustomizableHierarchy,
} from '@wayfield/cpu-wasm/customizable';
import { createGpuCustomizableSolver, createGpuCustomizer } from '@wayfield/gpu/hierarchy';
import type { Graph } from '@wayfield/graph';
import { random, roadGraph } from '@wayfield/graph/generators';
import { readWeightedPace } from '@wayfield/bench/internal/run/problems/pace';
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { takeTurns } from '../run/take-turns.ts';
import {
  atMost,
  forComparison,
  type GpuContext,
  type GpuTarget,
  inMs,
  keepBusy,
  NO_DATA,
  notMeasured,
  ofDeviceTimes,
  result,
} from '../run/target.ts';

/** Most milliseconds on the device for FLA. */
const MOST_MS = 4;

export const customisation: GpuTarget = {
  name: '6',
  title: 'customisation of FLA on the device, with the weights of the CPU bit for bit',
  async run(context) {
    const { device, session, data: folder, rounds, quick, seed, add } = context;
    const file = join(folder ?? '', 'road', 'FLA.pace.gr.gz');
    const what = quick ? 'tiny instead of FLA: device time' : 'FLA: device time';
    if (!quick && (folder === undefined || !existsSync(file))) {
      return void add(notMeasured(what, atMost(MOST_MS, 'ms'), NO_DATA));
    }
    const graph = quick ? roadGraph(20, 20, { seed }) : await readWeightedPace(file, 2);
    const built = buildCustomizable(graph);
    const thread = createCustomizableSolver(graph, built);
    const customizer = await createGpuCustomizer(device, built, { timing: true });
    try {
      const times: number[] = [];
      const resident = async (): Promise<void> => {
        times.push((await customizer.runResident(graph.weight)).deviceMs);
      };
      await keepBusy(resident, quick ? 0 : 300);
      times.length = 0;
      const taken = await takeTurns(
        [
          { name: 'cpu', run: () => thread.update() },
          { name: 'gpu', run: resident },
        ],
        rounds,
        { busyMs: quick ? 0 : 100 },
      );
      const found = await customizer.run(graph.weight);
      const { up, down } = thread.hierarchy();
      const same = (mine: Float32Array, theirs: Float32Array): boolean =>
        mine.every((weight, arc) => weight === theirs[arc]);
      session.addCheck(what, same(found.up, up.weight) && same(found.down, down.weight));
      const [cpu, gpu] = [median(taken.get('cpu')!), median(taken.get('gpu')!)];
      const note = `with the upload of the weights ${inMs(gpu)}, one thread ${inMs(cpu)}`;
      const time = result(what, median(times), atMost(MOST_MS, 'ms'), note);
      add(ofDeviceTimes(context, time));
      await searchNewWeights(context, what.replace(': device time', ''), graph, built);
    } finally {
      customizer.destroy();
      thread.destroy();
    }
  },
};

/** Weights that change, queries and sweeps with them, against one thread. */
async function searchNewWeights(
  { device, session, quick, seed, add }: GpuContext,
  name: string,
  graph: Graph,
  built: CustomizableHierarchy,
): Promise<void> {
  const next = random(seed);
  const weight = graph.weight.map(() => 1 + next(1000));
  const now = { ...graph, weight };
  const solver = await createGpuCustomizableSolver(device, built, graph.weight, { timing: true });
  const thread = createCustomizableSolver(now, built);
  try {
    await solver.update(weight);
    const count = quick ? 60 : 1_000_000;
    const node = (): number => next(graph.nodeCount);
    const source = Uint32Array.from({ length: count }, node);
    const queries = { count, source, target: Uint32Array.from({ length: count }, node) };
    const some = Math.min(count, 2000);
    const few = {
      count: some,
      source: source.subarray(0, some),
      target: queries.target.subarray(0, some),
    };
    const expected = thread.run(few, { result: 'cost' }).cost;
    let found = await solver.run(queries);
    const right = expected.every((cost, q) => cost === found.cost[q]);
    session.addCheck(`${name}: queries with new weights`, right);
    const dijkstra = createWasmSolver(now, { algorithm: 'dijkstra' });
    const { dist } = dijkstra.tree(source[0]);
    dijkstra.destroy();
    const [row] = await solver.distances([source[0]]);
    const same = row.every((d, v) => d === dist[v]);
    session.addCheck(`${name}: sweep with new weights`, same);
    const walls: number[] = [];
    for (let k = 0; k < (quick ? 1 : 5); k++) {
      const begun = performance.now();
      found = await solver.run(queries, { reuse: found.cost });
      walls.push(performance.now() - begun);
    }
    const wall = (1000 * median(walls)) / count;
    const what = `${name}: a query with new weights, wall`;
    const note = `of ${count}; device ${formatNumber((1000 * found.deviceMs) / count)} us`;
    add(forComparison(result(what, wall, atMost(1, 'us'), note)));
  } finally {
    solver.destroy();
    thread.destroy();
  }
}
