// Bar 1: the scenarios of the first study, one distinct search per agent.
import type { GpuAlgorithm } from '@wayfield/gpu';
import { result, skipped } from '../bars/bar.ts';
import { type Scenario, scenarioProblem, SCENARIOS } from '../gpu/scenarios.ts';
import type { GpuBar } from './gpu-bar.ts';
import { raceBatch, SMALL } from './race.ts';

/** What S9 must reach, as a multiple of all cores. */
const FACTORS: readonly (readonly [GpuAlgorithm, number])[] = [
  ['astar', 5],
  ['dijkstra', 10],
  ['greedy', 5],
];
/** From this scenario on the GPU must not be slower. */
const FIRST = 4;
const LAST = SCENARIOS.length - 1;

const QUICK: readonly Scenario[] = [SCENARIOS[1], { name: 'S9 cut down', agents: 300, side: 12 }];

export const agents: GpuBar = {
  name: '1',
  title: 'agents of S0 to S9, each with its own search: wall time of all cores / of the GPU',
  async run(context) {
    const { quick, rounds, seed, add } = context;
    const scenarios = quick ? QUICK : SCENARIOS;
    for (const density of [0, 0.2]) {
      for (const [i, scenario] of scenarios.entries()) {
        const problem = scenarioProblem(scenario, density, seed);
        for (const [algorithm, factor] of FACTORS) {
          const turns = scenario.agents < SMALL && !quick ? 2 * rounds : rounds;
          const { reused, fresh, note } = await raceBatch(context, problem, algorithm, turns);
          const what = `${problem.name}: ${algorithm}`;
          if (quick || i < LAST) {
            const one = result(what, reused, 1, 'x', 'more', note);
            const few = `${note}; below S${FIRST} the CPU is chosen`;
            add(i < FIRST && !quick ? skipped(one, few) : one);
          } else {
            add(result(what, reused, factor, 'x', 'more', note));
            add(result(`${what}, new arrays`, fresh, factor, 'x', 'more'));
          }
        }
      }
    }
  },
};
