// Seconds and metres between positions, for tables and trips. `services/table.ts` and
// `services/trip.ts` call `costsBetween`, then `costsOfTies`.
import type { Avoid, RoadPoint, RouteLeg } from '@wayfield/routing';
import type { Context } from './context.ts';

/** What a table holds: row by row, `Infinity` where there is no route. */
export interface Costs {
  readonly seconds: ArrayLike<number>;
  readonly metres?: ArrayLike<number>;
  /** What routes minimise, computed at the call. Left out where that is `seconds`. */
  readonly costs?: () => ArrayLike<number>;
}

/**
 * Most cells of a table with avoided roads that are searched one by one, 0.1 ms each. A coordinate
 * with several positions counts once per position. Larger tables use a matrix on a network without
 * these roads, which takes 14 us per node to make. Chosen, not measured.
 */
const MOST_SEARCHED = 1024;

/** What is wanted of a table. */
export interface Wanted {
  /** Metres along the cheapest routes too. */
  readonly metres: boolean;
  readonly avoid?: Avoid;
}

/** Returns the seconds, and the metres if `metres` is set, along the cheapest routes. */
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
  const { metric } = context.routing;
  if (isPlain(context, { metres: wantsMetres, ...(avoid && { avoid }) })) {
    return { seconds: matrix.costs(sources, targets) };
  }
  if (!avoid) {
    const measures = matrix.measure(sources, targets);
    if (metric === 'seconds') return measures;
    return { ...measures, costs: () => matrix.costs(sources, targets) };
  }
  const seconds = new Float64Array(sources.length * targets.length).fill(Infinity);
  const [metres, costs] = [seconds.slice(), seconds.slice()];
  sources.forEach((source, i) => {
    targets.forEach((target, j) => {
      const found = router.route([source, target], { avoid });
      if (!found) return;
      seconds[i * targets.length + j] = found.seconds;
      metres[i * targets.length + j] = found.metres;
      costs[i * targets.length + j] = found.cost;
    });
  });
  return { seconds, metres, costs: () => costs };
}

/**
 * Whether `Matrix.costs` is enough: only seconds are wanted, they are the costs of the network, and
 * no road is avoided.
 */
export const isPlain = ({ routing }: Context, { metres, avoid }: Wanted): boolean =>
  !metres && !avoid && routing.metric === 'seconds';

/**
 * Costs between coordinates that have several positions each (see ties.ts). `all` has the costs
 * between all of these positions. A cell takes the pair of positions with the cheapest route, in
 * the metric of the network, or the straight line over open ground if that costs less.
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
  const [metres, least] = [seconds.slice(), seconds.slice()];
  const costs = all.costs?.() ?? all.seconds;
  rows.forEach((some, i) =>
    columns.forEach((others, j) => {
      const at = i * targets.length + j;
      for (const row of some) {
        for (const column of others) {
          const cost = costs[row * width + column];
          if (cost >= least[at]) continue;
          least[at] = cost;
          seconds[at] = all.seconds[row * width + column];
          if (all.metres) metres[at] = all.metres[row * width + column];
        }
      }
      const line = lineBetween(context, sources[i][0], targets[j][0]);
      if (!line || line.cost >= least[at]) return;
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
