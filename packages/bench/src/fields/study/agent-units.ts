import { createWasmSolver } from '@wayfield/cpu-wasm';
import { createDiffusion } from '@wayfield/diffusion';
import { measurePaths } from '@wayfield/diffusion/study';
import { buildQueries, FOUND } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import { mean } from 'simple-statistics';
import { diffusionProblem, generateMap } from '../measure/problem.ts';
import { measureInTurns } from '../../run/statistics/measure-in-turns.ts';
import type { StudyUnit } from '../../run/study/study.ts';

/** Cells of a side of the landscape. */
const SIDE = 128;
/** A unit that a test runs has fewer cells and agents. */
const TINY = { side: 24, agents: 50 };

/** Many agents to one goal: a field with a path for each, and A* for each, in turns. */
export function agentUnit(agents: number): StudyUnit {
  const row = String(agents);
  return {
    key: `${agents} agents`,
    rows: [['Section 2.3.3', row]],
    from: agents === 1000 ? 'tiny' : agents === 5000 ? 'quick' : 'full',
    seconds: 1 + agents / 5000,
    async run({ effort, seed, sampling, put, check }) {
      const tiny = effort === 'tiny';
      const side = tiny ? TINY.side : SIDE;
      const problem = diffusionProblem('landscape', generateMap('landscape', side, seed), 8);
      const { map, grid, goals } = problem;
      const [goal] = goals;
      const starts = drawStarts(map.terrain, tiny ? TINY.agents : agents, seed);
      const target = new Uint32Array(starts.length).fill(goal);
      const queries = buildQueries({ source: starts, target });
      const model = createDiffusion(map);
      model.setGoals('goal', { cell: [goal] });
      const solver = createWasmSolver(grid, { algorithm: 'astar' });
      try {
        const race = await measureInTurns(
          [
            {
              name: 'field',
              run() {
                model.reset();
                model.settle();
              },
            },
            { name: 'paths', run: () => void model.ascend('goal', starts) },
            { name: 'astar', run: () => void solver.run(queries) },
          ],
          'whole',
          { ...sampling, warmUp: 1, least: tiny ? 1 : 3, most: tiny ? 1 : 6 },
        );
        const along = model.ascend('goal', starts);
        const best = solver.run(queries);
        const { ratio } = measurePaths(map, along, best);
        const same = along.status.every(
          (status, i) => (status === FOUND) === (best.status[i] === FOUND),
        );
        check.fact(`${row} agents: who has a path`, 'A*', same);
        const ratios = Array.from(ratio).filter(Number.isFinite);
        check.fact(
          `${row} agents: no path costs less than A*'s`,
          'A*',
          ratios.every((r) => r >= 1),
        );
        const [field, paths, astar] = ['field', 'paths', 'astar'].map((name) => race.time(name));
        const note = tiny ? { note: `${starts.length} agents` } : {};
        put('Section 2.3.3', row, {
          field: { value: field, ...note },
          'paths along the field': { value: paths, ...note },
          'A*, one for each': { value: astar, ...note },
          'A* / field with paths': astar.median / (field.median + paths.median),
          'cost / least cost, mean': mean(ratios),
        });
      } finally {
        model.destroy();
        solver.destroy();
      }
    },
  };
}

/** Random open cells. */
function drawStarts(terrain: Float32Array, count: number, seed: number): Uint32Array {
  const next = random(seed);
  const open = Array.from(terrain.keys()).filter((cell) => terrain[cell] > 0);
  return Uint32Array.from({ length: count }, () => open[Math.floor(next() * open.length)]);
}
