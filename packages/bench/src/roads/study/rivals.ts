import { buildQueries } from '@wayfield/graph';
import { randomRoutes } from '@wayfield/osm/agents';
import { STUDY_MAPS } from './study-figures.ts';
import { chooseSolvers } from '../../run/solvers/choose.ts';
import { hierarchySolver } from '../measure/hierarchy.ts';
import { rivalsOf } from '../../run/study/rivals.ts';
import type { StudyUnit } from '../../run/study/study.ts';
import { mapLabel } from './tables.ts';
import { buildTown } from './town.ts';

/** Routes that are drawn; each rival is asked as many of them as it answers in PROBE_MS. */
const QUERIES = 500;

/** Libraries on the study's sizes, against our A* and our hierarchy. */
export function rivalUnits(): StudyUnit[] {
  return STUDY_MAPS.map((map, m) => ({
    key: `rivals ${map.name} ${map.nodes}`,
    rows: [],
    from: m === 0 ? 'tiny' : 'quick',
    seconds: 2,
    async run(context) {
      const network = buildTown(map, context.seed);
      const ends = randomRoutes(network, QUERIES, { seed: context.seed, reachable: true });
      const problem = {
        name: mapLabel(map),
        description: '',
        data: network.graph,
        queries: buildQueries({ source: ends.start, target: ends.goal }),
      };
      const peers = context.effort === 'tiny' ? ['ngraph.path astar'] : (true as const);
      const { solvers } = chooseSolvers({ names: ['plain'], peers });
      await rivalsOf(context, problem, 'astar', solvers);
      await rivalsOf(context, problem, hierarchySolver(), solvers);
    },
  }));
}
