import { createPolyanya } from '@wayfield/navmesh';
import { createStudySearch } from '@wayfield/navmesh/study';
import { createDiscSearch } from '@wayfield/navmesh/discs';
import { mean, quantileSorted } from 'simple-statistics';
import {
  type Effort,
  reaches,
  type StudyContext,
  type StudyUnit,
  type Value,
} from '../../run/study/study.ts';
import { agrees, countFaults, oneOf, pathFault, SLACK } from './judge.ts';
import { type Buckets, fillBuckets } from './queries.ts';
import {
  type AgainMeasures,
  type DiscMeasures,
  improvement,
  measureDisc,
  measureQuery,
  METRICS,
  type QueryMeasures,
} from './measures.ts';
import { rivalUnits } from './rivals.ts';
import {
  ABSTRACTION_TABLE,
  CATEGORY_TABLE,
  MOMENTS,
  TENTHS,
  TRIANGULATION_TABLES,
} from './tables.ts';
import { abstractionUnits } from './abstractions.ts';
import { type AgainSample, askAgain, FIGURE_VARIANTS, putVariants } from './variants.ts';
import { inTurns, WARM_UP } from './turns.ts';
import { buildWorld, type World, WORLD_NAMES, type WorldName } from './worlds.ts';

/**
 * Intervals of path length, queries for each interval, and the share of queries that Fringe search
 * is asked (one of `every`).
 */
const QUERIES: Readonly<Record<Effort, readonly [intervals: number, each: number, every: number]>> =
  {
    tiny: [10, 1, 1],
    quick: [50, 4, 2],
    full: [100, 20, 10],
  };
/**
 * Milliseconds after which a search is stopped; the study stops after two seconds, on a processor
 * of 2008.
 */
const LIMIT: Readonly<Record<Effort, number>> = { tiny: 5, quick: 10, full: 30 };
/** The radius of an agent in the worlds' unit, where doors are at least one wide. */
const RADIUS = 0.25;

const MAPS = 'Section 5.1';

/** A unit for all queries of all worlds, and the units of the rivals. */
export function triangulationUnits(): StudyUnit[] {
  const figures = TRIANGULATION_TABLES.filter(({ id }) => id !== MAPS && id !== ABSTRACTION_TABLE);
  return [
    {
      key: 'all queries',
      rows: [
        ...figures.flatMap(({ id, rows }) =>
          rows.map(({ labels }) => [id, String(labels[0])] as const),
        ),
        ...WORLD_NAMES.map((name) => [MAPS, name] as const),
      ],
      from: 'tiny',
      seconds: 20,
      run: allQueries,
    },
    ...abstractionUnits(),
    ...rivalUnits(),
  ];
}

/** The measures of one query by all searches; Fringe search is asked fewer queries. */
interface Sample {
  readonly world: WorldName;
  /** Path length in percent of the edge of the world. */
  readonly percent: number;
  readonly shortest: number;
  readonly polyanyaMs: number;
  readonly astar: QueryMeasures;
  readonly fringe: QueryMeasures | undefined;
  /** The disc's measures; undefined where the disc does not fit at an end, or has no path. */
  readonly disc: DiscMeasures | undefined;
}

async function allQueries(context: StudyContext): Promise<void> {
  const { effort, seed, session } = context;
  const samples: Sample[] = [];
  const again: AgainSample[] = [];
  for (const name of WORLD_NAMES) {
    session.terminal.progress(`triangulation: ${name}`);
    const world = buildWorld(name, effort, seed);
    const [intervals, each] = QUERIES[effort];
    const buckets = fillBuckets(world, intervals, each, seed);
    if (buckets.least < each) {
      context.remark(
        `On ${name} some intervals of path length got only ${buckets.least} of ${each} queries.`,
      );
    }
    certify(context, world, buckets);
    const asked = askAll(context, world, buckets);
    samples.push(...asked);
    const limits = { milliseconds: LIMIT[effort], radius: RADIUS };
    const passes = (i: number): boolean => asked[i].disc !== undefined;
    const warmUp = warmUps(effort, buckets.queries.count);
    again.push(...askAgain(context, world, buckets, { ...limits, passes, warmUp }));
    putWorld(context, world, buckets);
  }
  putFigures(context, samples, again);
  putVariants(context, again);
}

/** Measures every path of TA* and TRA* again, and compares all lengths with Polyanya's. */
function certify({ check }: StudyContext, world: World, { queries, length }: Buckets): void {
  const { name, mesh, reduction, obstacles } = world;
  for (const algorithm of ['tra*', 'ta*'] as const) {
    const search = createStudySearch(mesh, { algorithm, reduction });
    const routes = search.run(queries);
    search.destroy();
    const what = `${name}: ${algorithm}`;
    const faults = countFaults(queries.count, (i) => pathFault(routes, queries, i));
    check.count(what, 'its paths', queries.count, faults.count, faults.first);
    const others = countFaults(queries.count, (i) =>
      agrees(routes.cost[i], length[i]) ? '' : `${routes.cost[i]}, Polyanya ${length[i]}`,
    );
    check.count(what, 'Polyanya', queries.count, others.count, others.first);
  }
  check.fact(`${name}: decision points`, 'at least one', reduction.nodeCount > 0, 'none');
  // the obstacles of this world touch nothing
  if (name === 'forest') {
    const right = reduction.nodeCount === 2 * obstacles - 2;
    const first = `${reduction.nodeCount} for ${obstacles} obstacles`;
    check.fact(`${name}: decision points`, '2n - 2', right, first);
  }
}

/** The searches of one world. */
function openSearches({ mesh, reduction, merged }: World) {
  const tra = createStudySearch(mesh, { algorithm: 'tra*', reduction });
  const fringe = createStudySearch(mesh, { algorithm: 'fringe', reduction });
  const polyanya = createPolyanya(merged);
  const discs = createDiscSearch(mesh);
  return {
    tra,
    fringe,
    polyanya,
    discs,
    destroy(): void {
      for (const search of [discs, tra, fringe, polyanya]) search.destroy();
    },
  };
}

type Searches = ReturnType<typeof openSearches>;

/** Asks every query of all searches, one by one. */
function askAll(context: StudyContext, world: World, buckets: Buckets): Sample[] {
  const { effort, session } = context;
  const { queries } = buckets;
  const searches = openSearches(world);
  const samples: Sample[] = [];
  try {
    for (let i = 0; i < warmUps(effort, queries.count); i++)
      inTurns(i, asksOf(effort, buckets, searches, i));
    certifyPoints(context, world, buckets, searches);
    const judge = createJudge(buckets);
    for (let i = 0; i < queries.count; i++) {
      session.terminal.progress(`triangulation: ${world.name}`, i, queries.count);
      samples.push({ world: world.name, ...askOne(effort, buckets, searches, judge, i) });
    }
    judge.report(context, world.name);
    return samples;
  } finally {
    searches.destroy();
  }
}

/** Discs of radius 0 are points: their lengths must be Polyanya's. */
function certifyPoints(
  { check }: StudyContext,
  { name }: World,
  { queries, length }: Buckets,
  { discs }: Searches,
): void {
  const points = discs.run(queries, { radius: 0 });
  const wrong = countFaults(queries.count, (i) =>
    agrees(points.cost[i], length[i]) ? '' : `${points.cost[i]}, Polyanya ${length[i]}`,
  );
  check.count(`${name}: discs of radius 0`, 'Polyanya', queries.count, wrong.count, wrong.first);
}

/** How many queries every search of a world answers before its times count. */
const warmUps = (effort: Effort, queries: number): number =>
  reaches(effort, 'quick') ? Math.min(WARM_UP, queries) : 0;

/** Query i, to be asked of each search of a world and timed. */
function asksOf(
  effort: Effort,
  { queries }: Buckets,
  { tra, fringe, polyanya, discs }: Searches,
  i: number,
) {
  const limit = LIMIT[effort];
  const query = oneOf(queries, i);
  return {
    polyanyaMs(): number {
      const start = performance.now();
      polyanya.run(query);
      return performance.now() - start;
    },
    astar: () => measureQuery(tra, queries, i, limit),
    fringe: () => measureQuery(fringe, queries, i, limit),
    disc: () => measureDisc(discs, queries, i, RADIUS, limit),
  };
}

function askOne(
  effort: Effort,
  buckets: Buckets,
  searches: Searches,
  judge: Judge,
  i: number,
): Omit<Sample, 'world'> {
  const { bucket, length, intervals } = buckets;
  const [, , every] = QUERIES[effort];
  const { fringe, ...others } = asksOf(effort, buckets, searches, i);
  const ask = { ...others, fringe: () => (i % every === 0 ? fringe() : undefined) };
  const { polyanyaMs, astar, disc, fringe: other } = inTurns(i, ask);
  judge.point('tra*', i, astar);
  if (other) judge.point('fringe', i, other);
  const passes = disc.length < Infinity;
  if (passes) judge.disc(i, disc);
  return {
    percent: (100 * (bucket[i] + 0.5)) / intervals,
    shortest: length[i],
    polyanyaMs,
    astar,
    fringe: other,
    disc: passes ? disc : undefined,
  };
}

type Judge = ReturnType<typeof createJudge>;

/** Counts the answers that cannot be right beside the exact lengths of points. */
function createJudge({ length }: Buckets) {
  const faults: string[] = [];
  const narrow: string[] = [];
  const stepped: string[] = [];
  let asked = 0;
  let wide = 0;
  return {
    point(by: string, i: number, { length: own, isProven }: QueryMeasures): void {
      asked++;
      const shortest = length[i];
      const right = isProven ? agrees(own, shortest) : own >= shortest * (1 - SLACK);
      if (!right) faults.push(`query ${i}, ${by}: ${own}, Polyanya ${shortest}`);
    },
    disc(i: number, disc: DiscMeasures): void {
      wide++;
      // a path that keeps its distance from walls is at least as long as the path of a point
      if (disc.length < length[i] * (1 - SLACK))
        narrow.push(`query ${i}: ${disc.length} with a radius, ${length[i]} without`);
      const own = disc.steppedLength;
      const same = disc.isProven ? agrees(own, disc.length) : own >= disc.length;
      if (!same) stepped.push(`query ${i}: ${own}, in one call ${disc.length}`);
    },
    report({ check }: StudyContext, name: string): void {
      const what = `${name}: tra* and fringe, one by one`;
      check.count(what, 'Polyanya', asked, faults.length, faults[0]);
      check.count(`${name}: discs`, 'paths of points', wide, narrow.length, narrow[0]);
      const steps = `${name}: discs, in small steps`;
      check.count(steps, 'discs, in one call', wide, stepped.length, stepped[0]);
    },
  };
}

function putWorld({ put }: StudyContext, world: World, { queries }: Buckets): void {
  const { name, mesh, reduction, buildMs, reduceMs } = world;
  put(MAPS, name, {
    triangles: mesh.polygonCount,
    'decision points': reduction.nodeCount,
    corridors: reduction.corridorCount,
    triangulation: buildMs,
    reduction: reduceMs,
    queries: queries.count,
  });
}

type Of = (query: QueryMeasures, shortest: number) => number;
type OfAgain = (query: AgainMeasures) => number;

/** The two columns of the searches written again, for an interval of path lengths. */
function againCells(again: readonly AgainSample[], tenth: number) {
  const within = again.filter(({ percent }) => percent > tenth - 10 && percent <= tenth);
  const columns = (
    share: number,
    measure: OfAgain,
    pick: (sample: AgainSample, search: 'astar' | 'fringe') => AgainMeasures | undefined,
  ): Record<'A*, written again' | 'Fringe, written again', Value> => {
    const cell = (search: 'astar' | 'fringe'): Value => {
      const all = within.flatMap((sample) => pick(sample, search) ?? []);
      if (all.length === 0) return { value: null, note: 'no query' };
      const stopped = all.filter(({ isProven }) => !isProven).length;
      const value = quantileSorted(
        all.map(measure).sort((a, b) => a - b),
        share,
      );
      return stopped > 0 ? { value, note: `${stopped} of ${all.length} stopped` } : { value };
    };
    return { 'A*, written again': cell('astar'), 'Fringe, written again': cell('fringe') };
  };
  return {
    points: (share: number, measure: OfAgain) =>
      columns(share, measure, ({ points }, search) => points.get(FIGURE_VARIANTS[search])),
    discs: (share: number, measure: OfAgain) =>
      columns(share, measure, ({ discs }, search) => discs?.[search]),
  };
}

/** Rows by path length: a quantile of each measure over the queries of the interval. */
function putFigures(
  context: StudyContext,
  samples: readonly Sample[],
  again: readonly AgainSample[],
): void {
  const { put, effort } = context;
  const limit = LIMIT[effort];
  for (const tenth of TENTHS) {
    const row = String(tenth);
    const within = samples.filter(({ percent }) => percent > tenth - 10 && percent <= tenth);
    const of = (search: 'astar' | 'fringe', share: number, measure: Of): Value => {
      const values = within
        .flatMap(({ [search]: query, shortest }) => (query ? [measure(query, shortest)] : []))
        .filter(Number.isFinite)
        .sort((a, b) => a - b);
      const by = search === 'astar' ? 'TRA*' : 'Fringe search';
      return values.length === 0
        ? { value: null, note: 'no query' }
        : { value: quantileSorted(values, share), by };
    };
    const both = (share: number, measure: Of): Record<'A*' | 'Fringe', Value> => ({
      'A*': of('astar', share, measure),
      Fringe: of('fringe', share, measure),
    });
    const byStudy = againCells(again, tenth);
    const exact = within.map(({ polyanyaMs }) => polyanyaMs).sort((a, b) => a - b);
    const stopped = within.filter(({ fringe }) => fringe && !fringe.isProven).length;
    const asked = within.filter(({ fringe }) => fringe).length;
    const total = both(0.9, METRICS.total.of);
    const late =
      stopped > 0 && typeof total.Fringe === 'object' && 'value' in total.Fringe
        ? { ...total.Fringe, note: `${stopped} of ${asked} stopped after ${limit} ms` }
        : total.Fringe;
    put('Figure 5.1', row, {
      'A*': total['A*'],
      // a time limit at which searches were stopped must not count as better than the study's time
      Fringe:
        stopped > 0.1 * asked && typeof late === 'object' && 'value' in late
          ? { ...late, value: null }
          : late,
      Polyanya: exact.length > 0 ? quantileSorted(exact, 0.9) : { value: null, note: 'no query' },
      ...byStudy.points(0.9, ({ totalMs }) => totalMs),
    });
    put('Figure 5.2', row, both(0.9, METRICS.search.of));
    put('Figure 5.3', row, both(0.9, METRICS.firstLength.of));
    put('Figure 5.4', row, {
      ...both(0.95, METRICS.firstTime.of),
      ...byStudy.points(0.95, ({ firstMs }) => firstMs),
    });
    put('Figure 5.5', row, both(0.95, METRICS.extra.of));
    put('Figure 5.6', row, both(0.9, METRICS.gain.of));
    const tested = byStudy.points(0.9, (query) => query.tested);
    put('Figure 5.12', row, { ...both(0.9, METRICS.tested.of), ...tested });
    put('Figures 5.8-5.9', row, {
      'A*, all': of('astar', 0.9, METRICS.tested.of),
      'A*, best': of('astar', 0.9, METRICS.best.of),
      'Fringe, all': of('fringe', 0.9, METRICS.tested.of),
      'Fringe, best': of('fringe', 0.9, METRICS.best.of),
    });
    put('Figures 5.10-5.11', row, {
      'A*, found': of('astar', 0.9, METRICS.visited.of),
      'A*, looked into': of('astar', 0.9, METRICS.expanded.of),
      'Fringe, found': of('fringe', 0.9, METRICS.visited.of),
      'Fringe, looked into': of('fringe', 0.9, METRICS.expanded.of),
    });
    putDiscs(context, row, within, byStudy);
    put(CATEGORY_TABLE, row, decidingShares(within));
  }
  putImprovements(context, samples);
}

/** Percentages of the queries of each world whose search makes states beyond its start. */
function decidingShares(within: readonly Sample[]): Record<string, Value> {
  return Object.fromEntries(
    WORLD_NAMES.map((name): [string, Value] => {
      const own = within.filter(({ world }) => world === name);
      if (own.length === 0) return [name, { value: null, note: 'no query' }];
      const deciding = own.filter(({ astar }) => astar.visited > 0).length;
      return [name, (100 * deciding) / own.length];
    }),
  );
}

/** Figure 5.7: how much better paths become with time. */
function putImprovements({ put }: StudyContext, samples: readonly Sample[]): void {
  for (const ms of MOMENTS) {
    const improved = (search: 'astar' | 'fringe'): Value => {
      const values = samples
        .flatMap(({ [search]: query }) => (query ? [improvement(query, ms)] : []))
        .filter(Number.isFinite);
      return values.length > 0 ? mean(values) : { value: null, note: 'no query' };
    };
    put('Figure 5.7', String(ms), { 'A*': improved('astar'), Fringe: improved('fringe') });
  }
}

/** Figures 5.13 to 5.15, a row. */
function putDiscs(
  { put }: StudyContext,
  row: string,
  within: readonly Sample[],
  byStudy: ReturnType<typeof againCells>,
): void {
  const ofDiscs = (measure: (disc: DiscMeasures) => number): Value => {
    const values = within.flatMap(({ disc }) => (disc ? [measure(disc)] : []));
    values.sort((x, y) => x - y);
    return values.length > 0
      ? { value: quantileSorted(values, 0.9), by: 'search for discs, on the triangles' }
      : { value: null, note: 'no disc gets through' };
  };
  put('Figure 5.13', row, {
    Discs: ofDiscs(({ totalMs }) => totalMs),
    ...byStudy.discs(0.9, ({ totalMs }) => totalMs),
  });
  put('Figure 5.14', row, {
    Discs: ofDiscs(({ tested }) => tested),
    ...byStudy.discs(0.9, ({ tested }) => tested),
  });
  put('Figure 5.15', row, {
    Discs: ofDiscs(({ firstMs }) => firstMs),
    ...byStudy.discs(0.9, ({ firstMs }) => firstMs),
  });
}
