// Bar 4: searches on graphs, against C++ and against the libraries of JavaScript.
import { randomQueries, roadGraph } from '@wayfield/graph/generators';
import { ngraphAstar } from '../peers/ngraph.ts';
import { graphPeer } from '../peers/peer.ts';
import { type Problem, thinQueries } from '../problems/problem.ts';
import { packageVersion } from '../report/machine.ts';
import type { BarResult } from '../report/report.ts';
import { median } from '../report/statistics.ts';
import { plainAstar } from '../solvers/plain.ts';
import { wayfieldSolver } from '../solvers/wayfield.ts';
import { type Bar, type BarContext, notMeasured, result } from './bar.ts';
import { raceOneToAll } from './one-to-all.ts';
import { speedsInTurns } from './speeds-in-turns.ts';

const QUERIES = 100;
const PEER_SECONDS = 2;
const PEER_QUERIES = 12;

export const graphSpeed: Bar = {
  name: '4',
  title: 'graphs of 250,000 nodes: one-to-all against C++, A* against JavaScript',
  async run(context) {
    return [...(await raceOneToAll(context)), ...(await raceAstar(context))];
  },
};

async function raceAstar({ session, rounds, seed }: BarContext): Promise<BarResult[]> {
  const data = roadGraph(500, 500, { seed });
  const queries = randomQueries(data, QUERIES, { seed });
  const problem: Problem = { name: 'roads', description: 'bar 4', data, queries };
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
    (what) => session.terminal.progress(`bar 4: ${what}`),
  );
  session.terminal.clear();
  const against = (rival: string, factor: number): BarResult => {
    const what = `roads: astar / ${rival}`;
    const mine = speeds.get(own.name)!,
      theirs = speeds.get(rival);
    if (!theirs)
      return notMeasured(what, factor, 'x', 'more', `${absent.join(' and ')} not installed`);
    const ratio = median(mine.map((speed, round) => speed / theirs[round]));
    const note = `${Math.round(median(mine))} and ${median(theirs).toFixed(1)} queries/s`;
    return result(what, ratio, factor, 'x', 'more', note);
  };
  return [against(ngraph.name, 15), against(plainAstar.name, 2)];
}
