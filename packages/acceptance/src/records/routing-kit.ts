// Target 2: customizable hierarchies beside those of RoutingKit in C++, in the same order of
// contraction, so that both work on the same arcs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildCustomizable,
  createCustomizableSolver,
  type CustomizableHierarchy,
} from '@wayfield/cpu-wasm/customizable';
import type { Graph, Queries } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { anyPairs } from '@wayfield/bench/internal/run/problems/any-pairs';
import { readDimacs } from '@wayfield/bench/internal/run/problems/dimacs';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { bytesOf, type CppPrograms, startCpp } from '../run/cpp-programs.ts';
import { takeTurns } from '../run/take-turns.ts';
import { describeRounds } from '../run/parts.ts';
import {
  atLeast,
  attempt,
  forComparison,
  NO_DATA,
  notMeasured,
  QUICK,
  result,
  skipped,
  type Target,
  type TargetContext,
} from '../run/target.ts';

/** Requirements: the least that RoutingKit's time must be as a multiple of ours. */
const CUSTOMISATION = 1.3;
const DISTANCE = 1.2;
/** What is timed; the index is the number that the C++ program is asked for. */
const WORK = ['customisation', 'distances', 'paths'] as const;
/** RoutingKit's distance of a pair without a path. */
const NO_PATH = 2 ** 31 - 1;
/** Sums of whole numbers up to here are exact in single precision. */
const EXACT = 2 ** 24;
/** Milliseconds that each program works before its turn. */
const WARM_UP_MS = 200;
/** Queries for each of `--queries`. */
const PER_QUERY = 10;

interface Answer {
  readonly ms: number;
}
type RoutingKit = CppPrograms<Answer | readonly number[]>;

const MAPS = ['rome', 'south_seattle_car'] as const;

export const besideRoutingKit: Target = {
  name: '2',
  title: 'customizable hierarchies beside RoutingKit in C++, one thread',
  async run(context) {
    const { data, quick, seed } = context;
    for (const map of MAPS) {
      const file = (ending: string): string => join(data ?? '', 'road', `${map}.${ending}.gz`);
      await attempt(context, map, async () => {
        if (quick) await race(context, map, roadGraph(30, 30, { seed }));
        else if (data !== undefined && existsSync(file('gr'))) {
          const places = existsSync(file('co')) ? file('co') : undefined;
          await race(context, map, (await readDimacs(file('gr'), places)).graph);
        } else skipAll(context, map, NO_DATA);
      });
    }
  },
};

/** What each ratio must reach. That of paths is for comparison only. */
const NUMBERS = {
  customisation: atLeast(CUSTOMISATION, 'times'),
  distances: atLeast(DISTANCE, 'times'),
  paths: atLeast(1, 'times'),
};

function skipAll({ add }: TargetContext, map: string, why: string): void {
  for (const work of WORK)
    add(notMeasured(`${map}: ${work}, RoutingKit / ours`, NUMBERS[work], why));
}

async function race(context: TargetContext, map: string, given: Graph): Promise<void> {
  const { data, quick, seed, queries: count } = context;
  // RoutingKit takes whole numbers only
  const weight = given.weight.map((one) => Math.max(1, Math.round(one)));
  const graph = { ...given, weight };
  const hierarchy = buildCustomizable(graph);
  const queries = anyPairs(graph.nodeCount, quick ? 200 : PER_QUERY * count, seed);
  const native = await startRoutingKit(data, graph, hierarchy, queries);
  if (typeof native === 'string') return skipAll(context, map, native);
  try {
    await takeAllTurns(context, { map, graph, hierarchy, queries, native });
  } finally {
    await native.close();
  }
}

/** RoutingKit with the graph and the queries; a string says why this machine cannot run it. */
async function startRoutingKit(
  data: string | undefined,
  graph: Graph,
  hierarchy: CustomizableHierarchy,
  { count, source, target }: Queries,
): Promise<RoutingKit | string> {
  const folder = data === undefined ? undefined : join(data, '..', 'native', 'RoutingKit');
  if (folder === undefined || !existsSync(folder)) return 'no RoutingKit beside the data sets';
  const native = await startCpp<Answer | readonly number[]>({
    source: 'routingkit-cch.cpp',
    includes: [join(folder, 'src'), join(folder, 'include')],
    input: [
      Uint32Array.of(graph.nodeCount, graph.arcCount, count),
      graph.firstOut,
      graph.head,
      Uint32Array.from(graph.weight),
      hierarchy.node,
      Uint32Array.from(source),
      Uint32Array.from(target),
    ].map(bytesOf),
    args: ['FILE'],
    instructionSets: ['native'],
  });
  return native ?? 'no C++ compiler';
}

interface Race {
  readonly map: string;
  readonly graph: Graph;
  readonly hierarchy: CustomizableHierarchy;
  readonly queries: Queries;
  readonly native: RoutingKit;
}

async function takeAllTurns(
  { session, rounds, quick, add }: TargetContext,
  { map, graph, hierarchy, queries, native }: Race,
): Promise<void> {
  const solver = createCustomizableSolver(graph, hierarchy);
  const ours = {
    customisation: () => solver.update(),
    distances: () => solver.run(queries, { result: 'cost' }),
    paths: () => solver.run(queries),
  };
  try {
    for (const [command, work] of WORK.entries()) {
      const times = await takeTurns(
        [
          { name: 'ours', run: () => processorMs(ours[work]), returnsMs: true },
          {
            name: 'RoutingKit',
            run: async () => ((await native.ask('native', command)) as Answer).ms,
            returnsMs: true,
          },
        ],
        Math.max(rounds, 5),
        {
          // the engine compiles a kernel for speed after some calls
          busyMs: quick ? 0 : WARM_UP_MS,
          onRound: (round) => session.terminal.progress(`${map}: ${work}`, round, rounds),
        },
      );
      const [own, theirs] = [times.get('ours')!, times.get('RoutingKit')!];
      const ratios = theirs.map((ms, round) => ms / own[round]);
      const per = work === 'customisation' ? 1 : queries.count / 1000;
      const unit = work === 'customisation' ? 'ms' : 'us';
      const [mine, rival] = [own, theirs].map((ms) => formatNumber(median(ms) / per));
      const note =
        `${mine} against ${rival} ${unit}; ` +
        `${describeRounds(ratios, 'x')}; ` +
        `processor time, ${native.compiler}`;
      const what = `${map}: ${work}, RoutingKit / ours`;
      const one = result(what, median(ratios), NUMBERS[work], note);
      const judged = work === 'paths' ? forComparison(one) : one;
      add(quick ? skipped(judged, QUICK) : judged);
    }
    const { cost } = solver.run(queries, { result: 'cost' });
    // the C++ program answers 3 with all its distances
    const expected = (await native.ask('native', 3)) as readonly number[];
    const wrong = expected.findIndex((distance, i) => !isSame(cost[i], distance));
    session.addCheck(`${map}: query ${wrong} differs from RoutingKit's`, wrong < 0);
  } finally {
    solver.destroy();
  }
}

function isSame(ours: number, theirs: number): boolean {
  if (theirs === NO_PATH) return ours === Infinity;
  return theirs <= EXACT ? ours === theirs : Math.abs(ours - theirs) <= 1e-5 * theirs;
}

/** The processor time of a call by all threads of the process, its compilers included. */
function processorMs(call: () => unknown): number {
  const start = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
