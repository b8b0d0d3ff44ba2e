// Target 4: searches on graphs, against C++ and against the libraries of JavaScript.
import { randomQueries, roadGraph } from '@wayfield/graph/generators';
import { ngraphAstar } from '@wayfield/bench/internal/roads/peers/ngraph';
import { graphPeer } from '@wayfield/bench/internal/run/peers/peer';
import { type Problem, thinQueries } from '@wayfield/bench/internal/run/problems/problem';
import { packageVersion } from '@wayfield/bench/internal/report/machine';
import { describeRounds } from '../run/parts.ts';
import {
  atLeast,
  attempt,
  notMeasured,
  result,
  type Target,
  type TargetContext,
  type TargetResult,
} from '../run/target.ts';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { plainAstar } from '@wayfield/bench/internal/run/solvers/plain';
import { wayfieldSolver } from '@wayfield/bench/internal/run/solvers/wayfield';
import { raceOneToAll } from './one-to-all.ts';
import { speedsInTurns } from '../run/speeds-in-turns.ts';

/** Queries. All programs get as many of them as the slowest one answers in PEER_SECONDS. */
const QUERIES = 100;
const PEER_SECONDS = 2;
/** The least number of queries for a library: fewer say nothing. */
const PEER_QUERIES = 12;
/** Requirements: the least ratio of our speed to that of ngraph.path and of plain JavaScript. */
const FACTORS = { ngraph: 15, plain: 2 };

export const graphSpeed: Target = {
  name: '4',
  title: 'graphs of 250,000 nodes: one-to-all against C++, A* against JavaScript',
  async run(context) {
    for (const race of [raceOneToAll, raceAstar])
      await attempt(context, race.name, async () => (await race(context)).forEach(context.add));
  },
};

async function raceAstar({ session, rounds, seed }: TargetContext): Promise<TargetResult[]> {
  const data = roadGraph(500, 500, { seed });
  const queries = randomQueries(data, QUERIES, { seed });
  const problem: Problem = { name: 'roads', description: 'target 4', data, queries };
  const own = wayfieldSolver('astar');
  const ngraph = graphPeer(ngraphAstar);
  const absent = ngraph.packages!.filter((name) => packageVersion(name) === undefined);
  const rivals = absent.length > 0 ? [plainAstar] : [plainAstar, ngraph];
  const { report } = await session.bench(problem, [wayfieldSolver('dijkstra'), own, ...rivals], {
    repeat: 1,
    reference: 0,
    peerSeconds: PEER_SECONDS,
    peerQueries: PEER_QUERIES,
  });
  const count = Math.min(...report.solvers.map((solver) => solver.queries));
  const speeds = await speedsInTurns(
    thinQueries(problem, count),
    [own, ...rivals],
    rounds,
    (what) => session.terminal.progress(`target 4: ${what}`),
  );
  session.terminal.clear();
  const against = (rival: string, factor: number): TargetResult => {
    const what = `roads: astar / ${rival}`;
    const mine = speeds.get(own.name)!,
      theirs = speeds.get(rival);
    if (!theirs)
      return notMeasured(what, atLeast(factor, 'x'), `${absent.join(' and ')} not installed`);
    const ratios = mine.map((speed, round) => speed / theirs[round]);
    const speedsOf = `${Math.round(median(mine))} and ${median(theirs).toFixed(1)} queries/s`;
    const note = `${speedsOf}; ${describeRounds(ratios, 'x')}`;
    return result(what, median(ratios), atLeast(factor, 'x'), note);
  };
  return [against(ngraph.name, FACTORS.ngraph), against(plainAstar.name, FACTORS.plain)];
}
