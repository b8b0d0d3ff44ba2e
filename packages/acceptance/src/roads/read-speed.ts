// Target 2: the time and memory to turn extracts into car graphs, each run in a process of its own.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describeRounds } from '../run/parts.ts';
import { atLeast, atMost, NO_DATA, notMeasured, result, type Target } from '../run/target.ts';
import { packageVersion } from '@wayfield/bench/internal/report/machine';
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { childFile, runChild } from '../run/run-child.ts';
import type { Reading } from './read-child.ts';

/**
 * The most milliseconds to a car graph, and the most memory of the process for malta: requirements,
 * what the start of a program has room for.
 */
const FILES: readonly (readonly [file: string, ms: number])[] = [
  ['malta-latest.osm.pbf', 1500],
  ['monaco.osm.gz', 500],
  ['monaco.osm.pbf', 500],
];
const MALTA_MEMORY = 250; // MB
/** Milliseconds after which a process is killed. */
const MOST_MS = 120_000;
/** Other readers of PBF; their elements are made into the plainest graph. */
const PEERS = ['osm-pbf-parser', 'osm-pbf-parser-node', 'tiny-osmpbf'];

/** The program that reads one extract. */
const child = childFile('roads/read-child.js');

export const readSpeed: Target = {
  name: '2',
  title:
    'from an extract to a car graph, cold, each run a process: ours by the least of the ' +
    'rounds, others by the median ratio',
  async run({ data, rounds, peers, quick, session, add }) {
    for (const [name, target] of quick ? FILES.slice(2) : FILES) {
      const file = join(data ?? '', 'osm', name);
      const what = `${name}: to a car graph`;
      if (data === undefined || !existsSync(file) || !existsSync(child)) {
        const note = existsSync(child) ? NO_DATA : 'the program that reads is not there';
        add(notMeasured(what, atMost(target, 'ms'), note));
        continue;
      }
      const others = peers && name.endsWith('.pbf') ? PEERS : [];
      const rivals = ['wayfield', ...others.filter((peer) => packageVersion(peer) !== undefined)];
      session.addPackages(rivals);
      const readings = new Map(rivals.map((rival) => [rival, [] as Reading[]]));
      const failed = new Map<string, string>();
      for (let round = 0; round < (quick ? 1 : rounds); round++) {
        for (const rival of round % 2 === 0 ? rivals : rivals.toReversed()) {
          // a program that failed would do the same again
          if (failed.has(rival)) continue;
          session.terminal.progress(`${name}: ${rival}`);
          const reading = await runChild<Reading>(child, [rival, file], MOST_MS);
          if ('wall' in reading) readings.get(rival)!.push(reading);
          else failed.set(rival, reading.threw);
        }
      }
      const fault = failed.get('wayfield');
      if (fault !== undefined) {
        add(result(what, NaN, atMost(target, 'ms'), fault));
        continue;
      }
      const least = (rival: string, key: keyof Reading): number =>
        readings.get(rival)!.reduce((low, reading) => Math.min(low, reading[key]), Infinity);
      const walls = readings.get('wayfield')!.map(({ wall }) => wall);
      const megabytes = statSync(file).size / 1e6;
      const speed = formatNumber((1000 * megabytes) / least('wayfield', 'wall'));
      const note =
        `least; ${describeRounds(walls)}, processor ` +
        `${formatNumber(least('wayfield', 'cpu'))}; ${speed} MB/s`;
      add(result(what, least('wayfield', 'wall'), atMost(target, 'ms'), note));
      const memory = readings.get('wayfield')!.reduce((most, one) => Math.max(most, one.memory), 0);
      if (name.startsWith('malta')) {
        add(result(`${name}: most memory`, memory / 1e6, atMost(MALTA_MEMORY, 'MB')));
      }
      for (const peer of others) {
        const faster = `${name}: processor time of ${peer} / ours`;
        const why = rivals.includes(peer) ? failed.get(peer) : `${peer} is not installed`;
        if (why !== undefined) {
          add(notMeasured(faster, atLeast(1, 'x'), why));
          continue;
        }
        // ratios are of one round, so that what slows the machine slows both
        const cpu = (one: string): number[] => readings.get(one)!.map((reading) => reading.cpu);
        const [theirs, ours] = [cpu(peer), cpu('wayfield')];
        const ratios = theirs.map((ms, round) => ms / ours[round]);
        const mb = formatNumber(least(peer, 'memory') / 1e6);
        const told = `ms: ${describeRounds(theirs)}; ${describeRounds(ratios, 'x')}; ${mb} MB`;
        add(result(faster, median(ratios), atLeast(1, 'x'), told));
      }
    }
  },
};
