import type { Algorithm } from '@wayfield/cpu-wasm';
import { scenarioProblem, SCENARIOS } from '../../gpu/scenarios.ts';
import { sliceProblem, thinQueries } from '../../problems/problem.ts';
import { chooseSolvers } from '../../solvers/choose.ts';
import { rivalsOf } from '../rivals.ts';
import type { Effort, StudyUnit } from '../study.ts';

/** Scenarios with so many of their agents: libraries are asked one by one. */
const TASKS: readonly (readonly [s: number, agents: number, from: Effort])[] = [
  [0, 12, 'tiny'],
  [3, 768, 'quick'],
  [6, 1000, 'full'],
  [9, 1000, 'quick'],
];
/** A share of the world is blocked: what the study never measured. */
const BLOCKED = 0.2;

/** Libraries of today on the worlds of the study, open and with obstacles, against one thread of ours. */
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
