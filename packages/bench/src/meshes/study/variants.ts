// The searches of the study, written again: what its section 4.1.1 lets a reader choose.
import {
  createKlaffenboeckSearch,
  type KlaffenboeckOptions,
  type KlaffenboeckSearch,
} from '@wayfield/navmesh/study';
import { mean, quantileSorted } from 'simple-statistics';
import type { StudyContext } from '../../run/study/study.ts';
import { agrees, SLACK } from './judge.ts';
import { type AgainMeasures, measureAgain } from './measures.ts';
import type { Buckets } from './queries.ts';
import { inTurns } from './turns.ts';
import type { World } from './worlds.ts';

/** By the name of the row; `bucketWidth` in intervals of path length. */
export const VARIANTS: Readonly<Record<string, KlaffenboeckOptions>> = {
  'A*, simple': { algorithm: 'tra*' },
  'A*, extended': { algorithm: 'tra*', heuristic: 'extended' },
  'Fringe, back': { algorithm: 'fringe', insertion: 'back' },
  'Fringe, after the split': { algorithm: 'fringe', insertion: 'after' },
  'Fringe, before the split': { algorithm: 'fringe', insertion: 'before' },
  'Fringe, front': { algorithm: 'fringe', insertion: 'front' },
  'Fringe, back, extended': { algorithm: 'fringe', insertion: 'back', heuristic: 'extended' },
  'Fringe, back, buckets': { algorithm: 'fringe', insertion: 'back', bucketWidth: 1 },
};
/** The variants of the figures. */
export const FIGURE_VARIANTS = { astar: 'A*, simple', fringe: 'Fringe, back' } as const;

/** Of this many queries one is also asked of the searches that were written again. */
export const EVERY = 10;
/** A search without a path does not stop at a time; this bounds it. */
const MOST_EXPANDED = 20_000;

/** One query of one world by every variant, and by the variants of the figures with a radius. */
export interface AgainSample {
  readonly percent: number;
  readonly points: ReadonlyMap<string, AgainMeasures>;
  /** Undefined where no disc gets through. */
  readonly discs: Readonly<Record<'astar' | 'fringe', AgainMeasures>> | undefined;
}

/** Asks every tenth query of a world, and judges the lengths by Polyanya's. */
export function askAgain(
  { check }: StudyContext,
  world: World,
  { queries, bucket, length, intervals, side }: Buckets,
  {
    milliseconds,
    radius,
    passes,
    warmUp,
  }: {
    milliseconds: number;
    radius: number;
    /** Whether a disc of the radius gets from end to end. */
    passes: (i: number) => boolean;
    /** How many queries are asked before times count. */
    warmUp: number;
  },
): AgainSample[] {
  const searches = createSearches(world, side / intervals);
  const samples: AgainSample[] = [];
  let wrong = 0;
  let first = '';
  let asked = 0;
  const limits = { milliseconds, maxExpanded: MOST_EXPANDED };
  const discsOf = (i: number): AgainSample['discs'] => {
    const withRadius = (search: 'astar' | 'fringe') => (): AgainMeasures =>
      measureAgain(searches.get(FIGURE_VARIANTS[search])!, queries, i, { ...limits, radius });
    if (!passes(i)) return undefined;
    return inTurns(Math.floor(i / EVERY), {
      astar: withRadius('astar'),
      fringe: withRadius('fringe'),
    });
  };
  // all variants run the same code, which the two of the figures warm up
  for (let i = 0; i < warmUp; i++) {
    for (const variant of Object.values(FIGURE_VARIANTS))
      measureAgain(searches.get(variant)!, queries, i, limits);
    discsOf(i);
  }
  for (let i = 0; i < queries.count; i += EVERY) {
    const points = new Map<string, AgainMeasures>();
    const asks = [...searches].map(([variant, search]) => [
      variant,
      () => measureAgain(search, queries, i, limits),
    ]);
    const answers = inTurns(i / EVERY, Object.fromEntries(asks)) as Record<string, AgainMeasures>;
    for (const [variant, answer] of Object.entries(answers)) {
      points.set(variant, answer);
      asked++;
      // a proven path may be longer by THRESHOLD, 1/1024 of the edge, for each of its corridors:
      // 64 of them are allowed
      const isShort = answer.length < length[i] * (1 - SLACK);
      const isLong = answer.isProven && !(answer.length <= length[i] + side / 16);
      if (agrees(answer.length, length[i]) || (!isShort && !isLong)) continue;
      wrong++;
      first ||= `query ${i}, ${variant}: ${answer.length}, Polyanya ${length[i]}`;
    }
    samples.push({ percent: (100 * (bucket[i] + 0.5)) / intervals, points, discs: discsOf(i) });
  }
  check.count(`${world.name}: searches written again`, 'Polyanya', asked, wrong, first);
  return samples;
}

/** A search of each variant. `interval`: the length of an interval of path lengths. */
function createSearches(
  { mesh, reduction }: World,
  interval: number,
): ReadonlyMap<string, KlaffenboeckSearch> {
  return new Map(
    Object.entries(VARIANTS).map(([variant, { bucketWidth, ...rest }]) => [
      variant,
      createKlaffenboeckSearch(mesh, {
        ...rest,
        ...(bucketWidth !== undefined && { bucketWidth: bucketWidth * interval }),
        reduction,
      }),
    ]),
  );
}

/** The table of the variants. */
export function putVariants({ put }: StudyContext, samples: readonly AgainSample[]): void {
  for (const variant of Object.keys(VARIANTS)) {
    const all = samples.map(({ points }) => points.get(variant)!);
    const times = all.map(({ totalMs }) => totalMs).sort((a, b) => a - b);
    put('Section 4.1', variant, {
      'run time, median': quantileSorted(times, 0.5),
      'run time, 90 % quantile': quantileSorted(times, 0.9),
      'paths tested, mean': mean(all.map(({ tested }) => tested)),
      'states made, mean': mean(all.map(({ visited }) => visited)),
      'states looked into, mean': mean(all.map(({ expanded }) => expanded)),
      'stopped at the limit': 100 * mean(all.map(({ isProven }) => Number(!isProven))),
    });
  }
}
