// Seconds and metres between positions, for tables and trips.
import type { Avoid, RoadPoint } from '@wayfield/routing';
import type { Context } from './context.ts';

/** What a table holds: row by row, `Infinity` where there is no route. */
export interface Costs {
  readonly seconds: ArrayLike<number>;
  readonly metres?: ArrayLike<number>;
}

/** What is wanted of a table. */
export interface Wanted {
  /** Metres along the cheapest routes too. */
  readonly metres: boolean;
  readonly avoid?: Avoid;
}

/** Seconds, and metres where they are wanted, along the cheapest routes. */
export function costsBetween(
  { routing, matrix, router }: Context,
  sources: readonly RoadPoint[],
  targets: readonly RoadPoint[],
  { metres: wantsMetres, avoid }: Wanted,
): Costs {
  if (!wantsMetres && !avoid && routing.metric === 'seconds') {
    return { seconds: matrix.costs(sources, targets) };
  }
  const seconds = new Float64Array(sources.length * targets.length).fill(Infinity);
  const metres = seconds.slice();
  sources.forEach((source, i) => {
    targets.forEach((target, j) => {
      const found = router.route([source, target], avoid ? { avoid } : {});
      if (!found) return;
      seconds[i * targets.length + j] = found.seconds;
      metres[i * targets.length + j] = found.metres;
    });
  });
  return { seconds, metres };
}
