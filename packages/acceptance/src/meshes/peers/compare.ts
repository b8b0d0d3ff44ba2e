// Target 3 beside libraries that build or search navigation meshes: the same obstacles, the same
// queries, each program in a process of its own, in turns.
import { describeRounds } from '../../run/parts.ts';
import {
  atLeast,
  forComparison,
  notMeasured,
  result,
  type TargetContext,
} from '../../run/target.ts';
import { packageVersion } from '@wayfield/bench/internal/report/machine';
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { convexScene } from '@wayfield/bench/internal/meshes/measure/convex-scene';
import type { Found } from './find-child.ts';
import { POLYGON_FINDERS } from './polygon-finders.ts';
import { MESH_PEERS } from './programs.ts';
import { childFile, type Ended, isBuilt, runChild } from '../../run/run-child.ts';
import { visibilityLengths } from './visibility.ts';
import { POLYANYA, TRA_STAR } from './wayfield-finders.ts';

/**
 * `perSide`: the square root of the number of obstacles. `seen`: queries whose shortest paths a
 * graph of all corners finds too; with 45² obstacles that graph takes too long.
 */
const SCENES = [
  { perSide: 15, seen: 100 },
  { perSide: 45, seen: 0 },
] as const;
const QUICK_SCENES = [{ perSide: 4, seen: 20 }] as const;
const QUERIES = 1000;
/** The least ratios of queries per second, and of builds, to recast-navigation's: requirements. */
const SPEED = 2;
const BUILD = 10;
/** Largest relative difference of two exact lengths. */
const SLACK = 1e-9;
/** A process that takes longer is killed. */
const MOST_MS = 90_000;
/**
 * Every program has one turn, however long. Ours and recast-navigation have further rounds, up to
 * `MOST_ROUNDS`, and none begins when a scene has taken `SCENE_MS`. A ratio divides two turns of
 * one round.
 */
const MOST_ROUNDS = 5;
const SCENE_MS = 50_000;

const child = childFile('meshes/peers/find-child.js');

export async function compareMeshes(context: TargetContext): Promise<void> {
  const { quick, session, add } = context;
  if (!isBuilt(child, 'libraries for meshes', context)) return;
  const peers = MESH_PEERS.filter(({ name, packages }) => {
    const missing = packages.filter((each) => packageVersion(each) === undefined);
    if (missing.length > 0)
      add(notMeasured(name, atLeast(1, 'x'), `${missing.join(' and ')} not installed`));
    return missing.length === 0;
  });
  session.addPackages(peers.flatMap(({ packages }) => packages));
  const names = [POLYANYA, TRA_STAR, ...peers].map(({ name }) => name);
  for (const { perSide, seen } of quick ? QUICK_SCENES : SCENES) {
    const title = `${perSide ** 2} obstacles`;
    const runs = await runAll(names, title, perSide, context);
    judgeLengths(runs, title, perSide, seen, context);
    for (const { name } of peers) addPeer(runs, name, title, context);
  }
}

/** The programs that the target judges: ours and recast-navigation. The rest is for comparison. */
const isJudged = (name: string): boolean =>
  name === POLYANYA.name || name.startsWith('recast-navigation');

type Run = Found & Partial<Ended>;
type Runs = ReadonlyMap<string, readonly Run[]>;

async function runAll(
  names: readonly string[],
  title: string,
  perSide: number,
  { rounds, quick, seed, session, add }: TargetContext,
): Promise<Runs> {
  const runs = new Map<string, Run[]>();
  const turn = async (name: string): Promise<void> => {
    session.terminal.progress(`${title}: ${name}`);
    const args = [name, perSide, seed, quick ? 50 : QUERIES].map(String);
    const found = await runChild<Found>(child, args, MOST_MS);
    if ('coldMs' in found) runs.set(name, [...(runs.get(name) ?? []), found]);
    else add(notMeasured(`${title}: ${name}`, atLeast(1, 'x'), `no mesh: ${found.threw}`));
  };
  const begun = performance.now();
  for (const name of names) await turn(name);
  const judged = names.filter((name) => isJudged(name) && runs.get(name)?.[0]?.queryMs);
  const most = quick ? 1 : Math.min(rounds, MOST_ROUNDS);
  for (let round = 1; round < most && performance.now() - begun < SCENE_MS; round++)
    for (const name of round % 2 === 0 ? judged : judged.toReversed()) await turn(name);
  return runs;
}

/**
 * The lengths by Polyanya on merged polygons must be those by TRA* on triangles and by a graph of
 * all corners.
 */
function judgeLengths(
  runs: Runs,
  title: string,
  perSide: number,
  seen: number,
  { seed, quick, session, add }: TargetContext,
): void {
  const ours = runs.get(POLYANYA.name)?.[0];
  const other = runs.get(TRA_STAR.name)?.[0];
  session.addCheck(`${title}: wayfield answers`, ours !== undefined && other !== undefined);
  if (!ours || !other) return;
  const scene = convexScene(perSide, seed, quick ? 50 : QUERIES);
  const sets = [
    ['TRA* on triangles', other.lengths],
    ['a graph of all corners', visibilityLengths(scene, seen)],
  ] as const;
  for (const [by, lengths] of sets) {
    if (lengths.length === 0) continue;
    let right = 0;
    // only queries that both programs had time for
    const both = lengths.slice(0, ours.lengths.length);
    both.forEach((length, i) => {
      const own = ours.lengths[i] ?? NaN;
      const isRight = length !== null && Math.abs(own - length) <= SLACK * length;
      session.addCheck(`${title}, query ${i}: ${own}, ${by} ${length}`, isRight);
      if (isRight) right++;
    });
    add(result(`${title}: lengths that ${by} has too`, right, atLeast(both.length, 'paths')));
  }
  session.addCheck(`${title}: ${ours.through} paths through an obstacle`, ours.through === 0);
  const { coldMs } = ours;
  const batch =
    `${formatNumber(1000 / middle(runs, POLYANYA.name, 'allMs'))} queries/s in one ` + 'call';
  const times = runs.get(POLYANYA.name)!.length;
  const told =
    `build ${formatNumber(middle(runs, POLYANYA.name, 'buildMs'))} ms, the first ` +
    `${formatNumber(coldMs)}; ${batch}; ${times} ${times === 1 ? 'turn' : 'turns'}`;
  const speed = rate(runs, POLYANYA.name);
  add(forComparison(result(`${title}: wayfield`, speed, atLeast(1, 'queries/s'), told)));
}

/** Reports a library beside ours; only recast-navigation has a target. */
function addPeer(
  runs: Runs,
  name: string,
  title: string,
  { add }: Pick<TargetContext, 'add'>,
): void {
  const theirs = runs.get(name);
  const ours = runs.get(POLYANYA.name);
  if (!theirs || !ours) return;
  const say = (what: string, ratio: number, target: number, note: string): void => {
    const told = result(`${title}: ${what}`, ratio, atLeast(target, 'x'), note);
    add(isJudged(name) ? told : forComparison(told));
  };
  const speed = `queries/s of ours / ${name}`;
  const paths = describePaths(theirs[0], ours[0]);
  const slower = ratios(theirs, ours, 'queryMs');
  if (slower.length === 0) {
    const built = `built in ${formatNumber(theirs[0].buildMs)} ms, no pass over the queries`;
    const why = theirs[0].threw ?? 'no time';
    add(notMeasured(`${title}: ${speed}`, atLeast(1, 'x'), `${built}, ${why}; ${paths}`));
  } else {
    const rates = `${formatNumber(rate(runs, name))} queries/s, ${describeRounds(slower, 'x')}`;
    say(speed, median(slower), SPEED, `${rates}; ${paths}`);
  }
  const [built, own] = [middle(runs, name, 'buildMs'), middle(runs, POLYANYA.name, 'buildMs')];
  const given = POLYGON_FINDERS.some((one) => one.name === name) ? ' from triangles of ours' : '';
  const builds = ratios(theirs, ours, 'buildMs');
  const times = `${formatNumber(built)} ms${given}, ours ${formatNumber(own)}`;
  const note = `${times}; ${describeRounds(builds, 'x')}`;
  say(`build time of ${name} / ours`, median(builds), BUILD, note);
}

/** The library's time divided by ours, round by round. */
function ratios(
  theirs: readonly Run[],
  ours: readonly Run[],
  key: 'buildMs' | 'queryMs',
): number[] {
  return theirs.flatMap((run, i) => {
    const [their, own] = [run[key], ours[i]?.[key]];
    return their && own ? [their / own] : [];
  });
}

/**
 * The mean and worst length over the shortest, the paths that end elsewhere, and those through
 * obstacles.
 */
function describePaths({ lengths, through, deepest }: Run, ours: Run): string {
  const longer = lengths.flatMap((length, i) => {
    const shortest = ours.lengths[i];
    return length === null || !shortest ? [] : [length / shortest];
  });
  if (longer.length === 0) return `none of ${lengths.length} paths`;
  const mean = longer.reduce((sum, ratio) => sum + ratio, 0) / longer.length;
  const worst = Math.max(...longer);
  const parts = [
    `paths ${mean.toFixed(3)} times the shortest, at worst ${worst.toFixed(2)}`,
    `${lengths.length - longer.length} of ${lengths.length} end short`,
  ];
  if (lengths.length < ours.lengths.length)
    parts.push(`no time for ${ours.lengths.length - lengths.length} more`);
  if (through > 0) parts.push(`${through} through an obstacle, up to ${deepest.toFixed(1)} m deep`);
  return parts.join('; ');
}

type Time = 'buildMs' | 'queryMs' | 'allMs';
/** Median of the rounds. */
const middle = (runs: Runs, name: string, key: Time): number => {
  const times = (runs.get(name) ?? []).flatMap((found) => found[key] ?? []);
  return times.length > 0 ? median(times) : NaN;
};
/** Queries per second in the median round. */
const rate = (runs: Runs, name: string): number => 1000 / middle(runs, name, 'queryMs');
