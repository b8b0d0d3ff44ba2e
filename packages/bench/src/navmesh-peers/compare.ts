// Bar 3 beside libraries that build navigation meshes or search them: the same obstacles, the same queries, each program in
// a process of its own, in turns.
import { existsSync } from 'node:fs';
import { notMeasured, result } from '../bars/bar.ts';
import type { NavmeshBarContext } from '../bars-navmesh/navmesh-bar.ts';
import { packageVersion } from '../report/machine.ts';
import { formatNumber } from '../report/numbers.ts';
import { median } from '../report/statistics.ts';
import { convexScene } from './convex-scene.ts';
import type { Found } from './find-child.ts';
import { POLYGON_FINDERS } from './polygon-finders.ts';
import { MESH_PEERS } from './programs.ts';
import { childFile, type Ended, runChild } from './run-child.ts';
import { visibilityLengths } from './visibility.ts';
import { POLYANYA, TRA_STAR } from './wayfield-finders.ts';

/** Cells on each side, and of how many queries the shortest paths are also found by a graph of all corners. */
const SCENES = [
  { perSide: 15, seen: 100 },
  { perSide: 45, seen: 0 },
] as const;
const QUICK_SCENES = [{ perSide: 4, seen: 20 }] as const;
const QUERIES = 1000;
/** What was promised against recast-navigation. */
const SPEED = 2;
const BUILD = 10;
/** Two exact lengths may differ so much, as a share. */
const SLACK = 1e-9;
/** A process that takes longer is ended. */
const MOST_MS = 90_000;
/** All have one turn, which takes what it takes; ours and what they are judged against more, until this much time of a scene is over. Ratios are of turns of one round. */
const MOST_ROUNDS = 5;
const SCENE_MS = 50_000;

const child = childFile('navmesh-peers/find-child.js');

export async function compareMeshes(context: NavmeshBarContext): Promise<void> {
  const { quick, session, add } = context;
  if (!existsSync(child)) return;
  const peers = MESH_PEERS.filter(({ name, packages }) => {
    const missing = packages.filter((each) => packageVersion(each) === undefined);
    if (missing.length > 0)
      add(notMeasured(name, 1, 'x', 'more', `${missing.join(' and ')} not installed`));
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

/** Ours that promises were made of, and recast-navigation, which they were made against. */
const isJudged = (name: string): boolean =>
  name === POLYANYA.name || name.startsWith('recast-navigation');

type Run = Found & Partial<Ended>;
type Runs = ReadonlyMap<string, readonly Run[]>;

async function runAll(
  names: readonly string[],
  title: string,
  perSide: number,
  { rounds, quick, seed, session, add }: NavmeshBarContext,
): Promise<Runs> {
  const runs = new Map<string, Run[]>();
  const turn = async (name: string): Promise<void> => {
    session.terminal.progress(`${title}: ${name}`);
    const args = [name, perSide, seed, quick ? 50 : QUERIES].map(String);
    const found = await runChild<Found>(child, args, MOST_MS);
    if ('coldMs' in found) runs.set(name, [...(runs.get(name) ?? []), found]);
    else add(notMeasured(`${title}: ${name}`, 1, 'x', 'more', `no mesh: ${found.threw}`));
  };
  const begun = performance.now();
  for (const name of names) await turn(name);
  const judged = names.filter((name) => isJudged(name) && runs.get(name)?.[0]?.queryMs);
  const most = quick ? 1 : Math.min(rounds, MOST_ROUNDS);
  for (let round = 1; round < most && performance.now() - begun < SCENE_MS; round++)
    for (const name of round % 2 === 0 ? judged : judged.toReversed()) await turn(name);
  return runs;
}

/** Ours must be the shortest: by Polyanya on merged polygons, by TRA* on triangles, by a graph of all corners. */
function judgeLengths(
  runs: Runs,
  title: string,
  perSide: number,
  seen: number,
  { seed, quick, session, add }: NavmeshBarContext,
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
    // by queries that both had time for
    const both = lengths.slice(0, ours.lengths.length);
    both.forEach((length, i) => {
      const own = ours.lengths[i] ?? NaN;
      const isRight = length !== null && Math.abs(own - length) <= SLACK * length;
      session.addCheck(`${title}, query ${i}: ${own}, ${by} ${length}`, isRight);
      if (isRight) right++;
    });
    add(result(`${title}: lengths that ${by} has too`, right, both.length, 'paths', 'more'));
  }
  session.addCheck(`${title}: ${ours.through} paths through an obstacle`, ours.through === 0);
  const { coldMs } = ours;
  const batch = `${formatNumber(1000 / middle(runs, POLYANYA.name, 'allMs'))} queries/s in one call`;
  const times = runs.get(POLYANYA.name)!.length;
  const told = `build ${formatNumber(middle(runs, POLYANYA.name, 'buildMs'))} ms, the first ${formatNumber(coldMs)}; ${batch}; ${times} ${times === 1 ? 'turn' : 'turns'}`;
  const speed = rate(runs, POLYANYA.name);
  add({ ...result(`${title}: wayfield`, speed, 1, 'queries/s', 'more', told), bar: 0 });
}

/** What one library took beside ours; recast-navigation is what promises were made against. */
function addPeer(
  runs: Runs,
  name: string,
  title: string,
  { add }: Pick<NavmeshBarContext, 'add'>,
): void {
  const theirs = runs.get(name);
  const ours = runs.get(POLYANYA.name);
  if (!theirs || !ours) return;
  const say = (what: string, ratio: number, bar: number, note: string): void => {
    const told = result(`${title}: ${what}`, ratio, bar, 'x', 'more', note);
    add(isJudged(name) ? told : { ...told, bar: 0, outcome: 'pass' });
  };
  const speed = `queries/s of ours / ${name}`;
  const paths = describePaths(theirs[0]!, ours[0]!);
  const slower = ratios(theirs, ours, 'queryMs');
  if (slower.length === 0) {
    const built = `built in ${formatNumber(theirs[0]!.buildMs)} ms, no pass over the queries`;
    const why = theirs[0]!.threw ?? 'no time';
    add(notMeasured(`${title}: ${speed}`, 1, 'x', 'more', `${built}, ${why}; ${paths}`));
  } else say(speed, median(slower), SPEED, `${formatNumber(rate(runs, name))} queries/s; ${paths}`);
  const [built, own] = [middle(runs, name, 'buildMs'), middle(runs, POLYANYA.name, 'buildMs')];
  const given = POLYGON_FINDERS.some((one) => one.name === name) ? ' from triangles of ours' : '';
  const note = `${formatNumber(built)} ms${given}, ours ${formatNumber(own)}`;
  say(`build time of ${name} / ours`, median(ratios(theirs, ours, 'buildMs')), BUILD, note);
}

/** What theirs took as a multiple of what ours did, round by round. */
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

/** How much longer than the shortest, how many end elsewhere, how many go where nobody walks. */
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
