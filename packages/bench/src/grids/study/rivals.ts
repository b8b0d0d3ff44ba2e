import type { Algorithm } from '@wayfield/cpu-wasm';
import { scenarioProblem, SCENARIOS } from '../measure/scenarios.ts';
import { thinQueries } from '../../run/problems/problem.ts';
import { chooseSolvers } from '../../run/solvers/choose.ts';
import { rivalsOf } from '../../run/study/rivals.ts';
import type { Effort, StudyUnit } from '../../run/study/study.ts';

/** Index of a scenario, queries that are asked of every program, and the least effort. */
const TASKS: readonly (readonly [s: number, queries: number, from: Effort])[] = [
  [0, 12, 'tiny'],
  [3, 768, 'quick'],
  [6, 1000, 'full'],
  [9, 1000, 'quick'],
];
/** The blocked share of a world, which the study never measured. */
const BLOCKED = 0.2;

/** Libraries on the worlds of the study, open and with obstacles, against one of our threads. */
export function rivalUnits(): StudyUnit[] {
  return TASKS.flatMap(([s, queries, from]) =>
    [0, BLOCKED].map((density) => ({
      key: `rivals ${SCENARIOS[s].name} ${density > 0 ? 'blocked' : 'open'}`,
      rows: [],
      from,
      seconds: 3,
      run: (context) => {
        // every fourth of the drawn agents is asked
        const scenario = { ...SCENARIOS[s], agents: 4 * queries };
        const whole = scenarioProblem(scenario, density, context.seed);
        const problem = { ...thinQueries(whole, queries), name: whole.name };
        const peers = context.effort === 'tiny' ? ['pathfinding astar'] : (true as const);
        const { solvers } = chooseSolvers({ names: ['plain'], peers });
        const ours: Algorithm = 'astar';
        return rivalsOf(context, problem, ours, solvers);
      },
    })),
  );
}
