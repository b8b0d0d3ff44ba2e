// Seconds and metres between positions, for tables and trips. services/table.ts and
// services/trip.ts call `costsBetween`, then `costsOfTies`.
import type { Avoid, RoadPoint, RouteLeg } from '@wayfield/routing';
import type { Context } from './context.ts';

/** What a table holds: row by row, `Infinity` where there is no route. */
export interface Costs {
  readonly seconds: ArrayLike<number>;
  readonly metres?: ArrayLike<number>;
}

/**
 * Cells of a table with avoided roads that are searched one by one, 0.1 ms each. Larger tables take
 * a matrix on a network without these roads, 14 us per node to make. Chosen, not measured.
 */
const MOST_SEARCHED = 1024;

/** What is wanted of a table. */
export interface Wanted {
  /** Metres along the cheapest routes too. */
  readonly metres: boolean;
  readonly avoid?: Avoid;
}

/** Seconds, and metres where they are wanted, along the cheapest routes. */
export function costsBetween(
  context: Context,
  sources: readonly RoadPoint[],
  targets: readonly RoadPoint[],
  { metres: wantsMetres, avoid }: Wanted,
): Costs {
  if (avoid && sources.length * targets.length > MOST_SEARCHED) {
    return costsBetween(context.without(avoid), sources, targets, { metres: wantsMetres });
  }
  const { matrix, router } = context;
  if (isPlain(context, { metres: wantsMetres, ...(avoid && { avoid }) })) {
    return { seconds: matrix.costs(sources, targets) };
  }
  if (!avoid) return matrix.measure(sources, targets);
  const seconds = new Float64Array(sources.length * targets.length).fill(Infinity);
  const metres = seconds.slice();
  sources.forEach((source, i) => {
    targets.forEach((target, j) => {
      const found = router.route([source, target], { avoid });
      if (!found) return;
      seconds[i * targets.length + j] = found.seconds;
      metres[i * targets.length + j] = found.metres;
    });
  });
  return { seconds, metres };
}

/**
 * Whether `Matrix.costs` is enough: only seconds are wanted, they are the costs of the network, and
 * no road is avoided.
 */
export const isPlain = ({ routing }: Context, { metres, avoid }: Wanted): boolean =>
  !metres && !avoid && routing.metric === 'seconds';

/**
 * Costs between coordinates that have several positions each (see ties.ts). `all` has the costs
 * between all of these positions. A cell takes the pair of positions with the fewest seconds,
 * whatever the metric of the network, or the straight line over open ground if that is faster.
 */
export function costsOfTies(
  context: Context,
  all: Costs,
  sources: readonly (readonly RoadPoint[])[],
  targets: readonly (readonly RoadPoint[])[],
): Costs {
  const [rows, columns] = [sources, targets].map(numbersOf);
  const single = rows.flat().length === rows.length && columns.flat().length === columns.length;
  if (single && !sources.some(([point]) => point.ground)) return all;
  const width = columns.flat().length;
  const seconds = new Float64Array(sources.length * targets.length).fill(Infinity);
  const metres = seconds.slice();
  rows.forEach((some, i) =>
    columns.forEach((others, j) => {
      const at = i * targets.length + j;
      for (const row of some) {
        for (const column of others) {
          const cost = all.seconds[row * width + column];
          if (cost >= seconds[at]) continue;
          seconds[at] = cost;
          if (all.metres) metres[at] = all.metres[row * width + column];
        }
      }
      const line = lineBetween(context, sources[i][0], targets[j][0]);
      if (!line || line.seconds >= seconds[at]) return;
      seconds[at] = line.seconds;
      metres[at] = line.metres;
    }),
  );
  return { seconds, ...(all.metres && { metres }) };
}

/** The straight line between two places on open ground. */
function lineBetween(context: Context, from: RoadPoint, to: RoadPoint): RouteLeg | undefined {
  return from.ground && to.ground && context.ground.straight(from, to);
}

/** For each list, the indices of its entries in the concatenation of all lists. */
function numbersOf(lists: readonly (readonly unknown[])[]): number[][] {
  let count = 0;
  return lists.map((list) => list.map(() => count++));
}
