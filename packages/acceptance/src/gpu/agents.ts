// Target 1: the scenarios of the first study, one distinct search per agent.
import type { GpuAlgorithm } from '@wayfield/gpu';
import { atLeast, result, skipped, type GpuTarget } from '../run/target.ts';
import {
  type Scenario,
  scenarioProblem,
  SCENARIOS,
} from '@wayfield/bench/internal/grids/measure/scenarios';
import { raceBatch, raceCompact, SMALL } from './race.ts';

/** The least ratio on S9: time of all cores over time of the GPU. */
const FACTORS: readonly (readonly [GpuAlgorithm, number])[] = [
  ['astar', 5],
  ['dijkstra', 10],
  ['greedy', 5],
];
/** The same with compact paths, in new arrays. */
const COMPACT_FACTOR = 8;
/** The index of the first scenario on which the GPU must not be slower. */
const FIRST = 4;
const LAST = SCENARIOS.length - 1;

const TINY: readonly Scenario[] = [SCENARIOS[1], { name: 'S9 cut down', agents: 300, side: 12 }];

export const agents: GpuTarget = {
  name: '1',
  title: 'agents of S0 to S9, each with its own search: wall time of all cores / of the GPU',
  async run(context) {
    const { quick, rounds, seed, add } = context;
    const scenarios = quick ? TINY : SCENARIOS;
    for (const density of [0, 0.2]) {
      for (const [i, scenario] of scenarios.entries()) {
        const problem = scenarioProblem(scenario, density, seed);
        for (const [algorithm, factor] of FACTORS) {
          const turns = scenario.agents < SMALL && !quick ? 2 * rounds : rounds;
          const { reused, fresh, note } = await raceBatch(context, problem, algorithm, turns);
          const what = `${problem.name}: ${algorithm}`;
          if (quick || i < LAST) {
            const one = result(what, reused, atLeast(1, 'x'), note);
            const few = `${note}; below S${FIRST} the CPU is chosen`;
            add(i < FIRST && !quick ? skipped(one, few) : one);
          } else {
            add(result(what, reused, atLeast(factor, 'x'), note));
            add(result(`${what}, new arrays`, fresh, atLeast(factor, 'x')));
            const compact = await raceCompact(context, problem, algorithm, turns);
            const name = `${what}, new arrays, compact paths`;
            add(result(name, compact.ratio, atLeast(COMPACT_FACTOR, 'x'), compact.note));
          }
        }
      }
    }
  },
};
