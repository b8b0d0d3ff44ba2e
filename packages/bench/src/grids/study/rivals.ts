import type { Algorithm } from '@wayfield/cpu-wasm';
import { scenarioProblem, SCENARIOS } from '../measure/scenarios.ts';
import { sliceProblem, thinQueries } from '../../run/problems/problem.ts';
import { chooseSolvers } from '../../run/solvers/choose.ts';
import { rivalsOf } from '../../run/study/rivals.ts';
import type { Effort, StudyUnit } from '../../run/study/study.ts';

/** Scenarios, each with the number of its agents that are asked one by one. */
const TASKS: readonly (readonly [s: number, agents: number, from: Effort])[] = [
  [0, 12, 'tiny'],
  [3, 768, 'quick'],
  [6, 1000, 'full'],
  [9, 1000, 'quick'],
];
/** The blocked share of a world, which the study never measured. */
const BLOCKED = 0.2;

/** Libraries on the worlds of the study, open and with obstacles, against one of our threads. */
export function rivalUnits(): StudyUnit[] {
  return TASKS.flatMap(([s, agents, from]) =>
    [0, BLOCKED].map((density) => ({
      key: `rivals ${SCENARIOS[s].name} ${density > 0 ? 'blocked' : 'open'}`,
      rows: [],
      from,
      seconds: 3,
      run: (context) => {
        const scenario = { ...SCENARIOS[s], agents: 4 * agents };
        const whole = scenarioProblem(scenario, density, context.seed);
        const problem = { ...thinQueries(whole, agents), name: whole.name };
        const peers = context.effort === 'tiny' ? ['pathfinding astar'] : (true as const);
        const { solvers } = chooseSolvers({ names: ['plain'], peers });
        const ours: Algorithm = 'astar';
        return rivalsOf(context, sliceProblem(problem, 0, agents), ours, solvers);
      },
    })),
  );
}
