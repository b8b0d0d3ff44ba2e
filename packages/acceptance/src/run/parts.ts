// Mean times of queries, measured part by part, for targets that are absolute times.
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { median } from '@wayfield/bench/internal/run/statistics/summary';

/**
 * Queries of one part. A part is so long that its least time is not that of one lucky query, and so
 * short that other programs leave at least one round undisturbed.
 */
const PART = 50;

/** Mean milliseconds of a query. */
export interface PartTimes {
  /** Each part in its fastest round. */
  readonly least: number;
  /** In each round. */
  readonly rounds: readonly number[];
}

/**
 * Mean times of `count` queries by each program, which answers queries `from` to `end` of them.
 * Programs take turns on each part, and the order alternates from round to round. If other programs
 * disturb a part, its processor time is less than its wall time, and counts instead.
 */
export async function timesOfParts(
  count: number,
  programs: readonly ((from: number, end: number) => unknown)[],
  rounds: number,
  onRound: (round: number) => void,
): Promise<PartTimes[]> {
  const parts = Math.ceil(count / PART);
  const least = programs.map(() => new Float64Array(parts).fill(Infinity));
  const sums = programs.map((): number[] => []);
  const order = [...programs.keys()];
  for (let round = 0; round < rounds; round++, order.reverse()) {
    onRound(round);
    for (const list of sums) list.push(0);
    for (let part = 0; part < parts; part++) {
      const end = Math.min((part + 1) * PART, count);
      for (const i of order) {
        const [start, begun] = [performance.now(), process.cpuUsage()];
        const pending = programs[i](part * PART, end);
        if (pending instanceof Promise) await pending;
        const wall = performance.now() - start;
        const { user, system } = process.cpuUsage(begun);
        const ms = Math.min(wall, (user + system) / 1000);
        least[i][part] = Math.min(least[i][part], ms);
        sums[i][round] += ms;
      }
    }
  }
  return least.map((times, i) => ({
    least: times.reduce((sum, ms) => sum + ms, 0) / count,
    rounds: sums[i].map((ms) => ms / count),
  }));
}

/** The median and the extremes of rounds, for notes: `median 3.2, 3.1 to 4.5 x in 5 rounds`. */
export function describeRounds(values: ArrayLike<number>, unit = ''): string {
  const all = Array.from(values);
  const [low, middle, high] = [Math.min(...all), median(all), Math.max(...all)].map(formatNumber);
  const most = unit === '' ? high : `${high} ${unit}`;
  return `median ${middle}, ${low} to ${most} in ${all.length} rounds`;
}
