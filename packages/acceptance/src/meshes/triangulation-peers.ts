// Target 2 beside other libraries: their answers to inputs that touch, cross and repeat themselves,
// and their times for a million points and ten thousand polygons. Each run is a process of its own.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeRounds } from '../run/parts.ts';
import {
  atLeast,
  forComparison,
  notMeasured,
  noTarget,
  result,
  type TargetContext,
} from '../run/target.ts';
import { packageVersion } from '@wayfield/bench/internal/report/machine';
import { childFile, isBuilt, runChild } from '../run/run-child.ts';
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import type { Triangulated } from './triangulate-child.ts';
import { TRIANGULATORS } from './triangulators.ts';

/** A run that takes longer is killed. */
const MOST_MS = 120_000;

const child = childFile('meshes/triangulate-child.js');

/** Measures Wayfield and the triangulators that are installed, each run in a process of its own. */
export async function compareTriangulators(context: TargetContext): Promise<void> {
  const { seed, quick, session } = context;
  if (!isBuilt(child, 'triangulators', context)) return;
  const peers = installedPeers(context);
  session.addPackages(peers.flatMap(({ packages }) => packages));
  const names = ['wayfield', ...peers.map(({ name }) => name)];
  for (const name of names) await judgeFiles(context, name);
  const sizes = quick ? [1000, 100] : [1_000_000, 10_000];
  for (const [what, input] of [
    [`${sizes[0]} random points`, `points:${sizes[0]}:${seed}`],
    [`${sizes[1]} polygons that touch nothing`, `apart:${sizes[1]}:${seed}`],
    [`${sizes[1]} polygons that cross`, `crossing:${sizes[1]}:${seed}`],
  ] as const) {
    reportTimes(context, what, await timeInTurns(context, names, what, input));
  }
}

/** The installed libraries; for each missing one a result says so. */
function installedPeers({ add }: TargetContext) {
  return TRIANGULATORS.filter(({ name, packages }) => {
    const isThere = packages.every((each) => packageVersion(each) !== undefined);
    const note = `${packages.join(' or ')} is not installed`;
    if (!isThere) add(notMeasured(name, atLeast(1, 'x'), note));
    return isThere;
  });
}

/**
 * How many files of the collection a triangulator gets right; only Wayfield must get all of them
 * right.
 */
async function judgeFiles(
  { data, quick, session, add }: TargetContext,
  name: string,
): Promise<void> {
  const folder = join(data ?? '', 'mesh', 'cdt');
  // `triangulations` has already added a skip that says so
  if (data === undefined || !existsSync(folder)) return;
  const all = (await readdir(folder)).filter((file) => file.includes('.txt'));
  const files = quick ? all.slice(0, 2) : all;
  const failures: string[] = [];
  for (const file of files) {
    session.terminal.progress(`${file}: ${name}`);
    const { threw, wrong } = await run(name, `file:${join(folder, file)}`);
    const title = file.replace(/\.txt(\.gz)?$/, '');
    if (threw !== '') failures.push(`${title} throws (${threw})`);
    else if (wrong !== '') failures.push(`${title} is wrong (${wrong})`);
  }
  const asked = quick ? 2 : all.length;
  const right = asked - failures.length;
  add({
    ...result(`CDT inputs that ${name} gets right`, right, atLeast(1, 'files')),
    target: name === 'wayfield' ? asked : 0,
    outcome: name === 'wayfield' && failures.length > 0 ? 'fail' : 'pass',
    ratio: right / asked,
    note: failures.join('; '),
  });
}

/** The runs of every triangulator on one input, by its name. */
type Runs = ReadonlyMap<string, readonly Triangulated[]>;

async function timeInTurns(
  { rounds, quick, session }: TargetContext,
  names: readonly string[],
  what: string,
  input: string,
): Promise<Runs> {
  const runs = new Map<string, Triangulated[]>();
  for (let round = 0; round < (quick ? 1 : Math.min(rounds, 3)); round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      session.terminal.progress(`${what}: ${name}`);
      const before = runs.get(name) ?? [];
      // a program that threw or was wrong would do the same again
      const last = before.at(-1);
      if (last && last.threw + last.wrong !== '') continue;
      runs.set(name, [...before, await run(name, input)]);
    }
  return runs;
}

function reportTimes({ session, add }: TargetContext, what: string, runs: Runs): void {
  const mine = runs.get('wayfield')!;
  const ours = mine.at(-1)!;
  const fault = ours.threw + ours.wrong;
  session.addCheck(`${what}: wayfield ${fault}`, fault === '');
  const own = `ours ${formatNumber(median(mine.map(({ ms }) => ms)))} ms`;
  for (const [name, theirs] of runs) {
    if (name === 'wayfield') continue;
    const { threw, wrong } = theirs.at(-1)!;
    const ratio = `${what}: time of ${name} / ours`;
    if (threw !== '') {
      add(notMeasured(ratio, noTarget('x'), `throws: ${threw}; ${own}`));
      continue;
    }
    const verdict = wrong === '' ? 'right' : `wrong: ${wrong}`;
    const ratios = theirs.map(({ ms }, round) => ms / mine[round].ms);
    const middle = formatNumber(median(theirs.map(({ ms }) => ms)));
    const note = `${middle} ms, ${own}; ${describeRounds(ratios, 'x')}; ${verdict}`;
    // there is no target for speed here, and none could be held against a wrong answer
    add(forComparison(result(ratio, median(ratios), atLeast(1, 'x'), note)));
  }
}

async function run(name: string, input: string): Promise<Triangulated> {
  const answer = await runChild<Triangulated>(child, [name, input], MOST_MS);
  return 'ms' in answer ? answer : { ms: NaN, wrong: '', ...answer };
}
