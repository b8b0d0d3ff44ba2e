// Target 5: every answer at full scale, one by one against the CPU's.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { createGpuSolver, createGpuTreeSolver } from '@wayfield/gpu';
import { roadGraph } from '@wayfield/graph/generators';
import {
  atLeast,
  NO_DATA,
  notMeasured,
  result,
  takeAnswers,
  type GpuTarget,
} from '../run/target.ts';
import { checkTrees } from '@wayfield/bench/internal/gpu/measure/check-trees';
import { compareRoutes } from '@wayfield/bench/internal/run/check/compare-routes';
import { scenarioProblem, SCENARIOS } from '@wayfield/bench/internal/grids/measure/scenarios';
import { readWeightedPace } from '@wayfield/bench/internal/run/problems/pace';

export const equality: GpuTarget = {
  name: '5',
  title: 'all 786,432 results of S9 and all distances on FLA, equal to those of the CPU',
  async run(context) {
    const { device, session, data: folder, threads, quick, seed, add } = context;
    const scenario = quick ? SCENARIOS[2] : SCENARIOS.at(-1)!;
    for (const density of [0, 0.2]) {
      const problem = scenarioProblem(scenario, density, seed + 1);
      const { data, queries } = problem;
      for (const algorithm of ['astar', 'dijkstra', 'greedy'] as const) {
        session.terminal.progress(`target 5: ${problem.name}, ${algorithm}`);
        const pool = await createWasmPool(data, { algorithm, threads });
        const solver = await createGpuSolver(device, data, { algorithm });
        const [cpu, gpu] = [await pool.run(queries), await solver.run(queries, { share: 'never' })];
        await pool.destroy();
        solver.destroy();
        const exact = algorithm !== 'greedy';
        const differences = compareRoutes({ problem, solver: `gpu ${algorithm}`, exact }, cpu, gpu);
        const right = takeAnswers(context, problem, queries.count, differences);
        const note = exact ? 'status, cost bit for bit, path' : 'status, path and its cost';
        const what = `${problem.name}: ${algorithm}`;
        add(result(what, right, atLeast(queries.count, 'answers'), note));
      }
    }
    const file = join(folder ?? '', 'road', 'FLA.pace.gr.gz');
    if (!quick && (folder === undefined || !existsSync(file))) {
      return void add(notMeasured('FLA: distances', atLeast(1_070_376, 'nodes'), NO_DATA));
    }
    const graph = quick ? roadGraph(30, 30, { seed }) : await readWeightedPace(file, 2);
    const solver = await createGpuTreeSolver(device, graph);
    const gpu = await solver.tree(0);
    solver.destroy();
    const cpuSolver = createWasmSolver(graph, { algorithm: 'dijkstra' });
    const cpu = cpuSolver.tree(0);
    cpuSolver.destroy();
    const name = quick ? 'made-up roads' : 'FLA';
    const equal = checkTrees(session, name, graph, [gpu], [cpu]);
    const note = 'bit for bit; parents proved';
    add(result(`${name}: distances`, equal, atLeast(graph.nodeCount, 'nodes'), note));
  },
};
