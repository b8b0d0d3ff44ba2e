// Bar 2 beside other libraries: what they make of inputs that touch, cross and repeat themselves, and how long a million
// points and ten thousand polygons take; each run in a process of its own.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { notMeasured, result } from '../bars/bar.ts';
import { packageVersion } from '../report/machine.ts';
import { childFile, runChild } from '../navmesh-peers/run-child.ts';
import { formatNumber } from '../report/numbers.ts';
import { median } from '../report/statistics.ts';
import type { NavmeshBarContext } from './navmesh-bar.ts';
import type { Triangulated } from './triangulate-child.ts';
import { TRIANGULATORS } from './triangulators.ts';

/** A run that takes longer is ended. */
const MOST_MS = 120_000;

const child = childFile('bars-navmesh/triangulate-child.js');

export async function compareTriangulators(context: NavmeshBarContext): Promise<void> {
  const { data, seed, rounds, quick, session, add } = context;
  if (!existsSync(child)) return;
  const peers = TRIANGULATORS.filter(({ name, packages }) => {
    const isThere = packages.every((each) => packageVersion(each) !== undefined);
    if (!isThere)
      add(notMeasured(`${name}`, 1, 'x', 'more', `${packages.join(' or ')} is not installed`));
    return isThere;
  });
  session.addPackages(peers.flatMap(({ packages }) => packages));

  if (data !== undefined) {
    const folder = join(data, 'mesh', 'cdt');
    const files = (await readdir(folder)).filter((name) => name.includes('.txt'));
    for (const { name } of [{ name: 'wayfield' }, ...peers]) {
      const failures: string[] = [];
      for (const file of quick ? files.slice(0, 2) : files) {
        session.terminal.progress(`${file}: ${name}`);
        const { threw, wrong } = await run(name, `file:${join(folder, file)}`);
        const title = file.replace(/\\.txt(\\.gz)?$/, '');
        if (threw !== '') failures.push(`${title} throws (${threw})`);
        else if (wrong !== '') failures.push(`${title} is wrong (${wrong})`);
      }
      const asked = quick ? 2 : files.length;
      // what others get right is told, not asked of them
      const bar = name === 'wayfield' ? asked : 0;
      add({
        ...result(
          `CDT inputs that ${name} gets right`,
          asked - failures.length,
          1,
          'files',
          'more',
        ),
        bar,
        outcome: name === 'wayfield' && failures.length > 0 ? 'fail' : 'pass',
        ratio: (asked - failures.length) / asked,
        note: failures.join('; '),
      });
    }
  }
  const sizes = quick ? [1000, 100] : [1_000_000, 10_000];
  for (const [what, input] of [
    [`${sizes[0]} random points`, `points:${sizes[0]}:${seed}`],
    [`${sizes[1]} polygons that touch nothing`, `apart:${sizes[1]}:${seed}`],
    [`${sizes[1]} polygons that cross`, `crossing:${sizes[1]}:${seed}`],
  ] as const) {
    const names = ['wayfield', ...peers.map(({ name }) => name)];
    const runs = new Map<string, Triangulated[]>();
    for (let round = 0; round < (quick ? 1 : Math.min(rounds, 3)); round++)
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        session.terminal.progress(`${what}: ${name}`);
        const before = runs.get(name) ?? [];
        // what threw or was wrong is so again
        const last = before.at(-1);
        if (last && last.threw + last.wrong !== '') continue;
        runs.set(name, [...before, await run(name, input)]);
      }
    const mine = runs.get('wayfield')!;
    const ours = mine.at(-1)!;
    const ourMs = median(mine.map(({ ms }) => ms));
    session.addCheck(
      `${what}: wayfield ${ours.threw}${ours.wrong}`,
      ours.threw + ours.wrong === '',
    );
    for (const { name } of peers) {
      const theirs = runs.get(name)!;
      const { threw, wrong } = theirs.at(-1)!;
      const ratio = `${what}: time of ${name} / ours`;
      const own = `ours ${formatNumber(ourMs)} ms`;
      if (threw !== '') {
        add(notMeasured(ratio, 0, 'x', 'more', `throws: ${threw}; ${own}`));
        continue;
      }
      const fault = wrong === '' ? 'right' : `wrong: ${wrong}`;
      const times = `${formatNumber(median(theirs.map(({ ms }) => ms)))} ms, ${own}; ${fault}`;
      // turns of one round beside each other
      const ratios = theirs.map(({ ms }, round) => ms / mine[round]!.ms);
      const told = result(ratio, median(ratios), 1, 'x', 'more', times);
      // no promise was made about speed here, and none can be kept against a wrong answer
      add({ ...told, bar: 0, outcome: 'pass' });
    }
  }
}

async function run(name: string, input: string): Promise<Triangulated> {
  const answer = await runChild<Triangulated>(child, [name, input], MOST_MS);
  return 'ms' in answer ? answer : { ms: NaN, wrong: '', ...answer };
}
