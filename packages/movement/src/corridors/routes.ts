// The points of a route, from which `set` makes a corridor; arcs of discs become straight pieces.

import { object, optional, refuse, type Rule, typed } from '@wayfield/check';
import { flattenArcs } from '@wayfield/navmesh/internal/arcs';
import type { ArcPath } from '@wayfield/navmesh/discs';
import type { CorridorRoutes } from './corridors.ts';

const floats = /* @__PURE__ */ typed(Float64Array);
const someFloats = /* @__PURE__ */ optional(floats);
export const routesRule: Rule = /* @__PURE__ */ object(
  {
    firstPoint: /* @__PURE__ */ typed(Uint32Array),
    x: floats,
    y: floats,
    centreX: someFloats,
    centreY: someFloats,
    startAngle: someFloats,
    sweep: someFloats,
  },
  'routes',
);

const COLUMNS = ['x', 'y', 'centreX', 'centreY', 'startAngle', 'sweep'] as const;

/** Above 2 pi: no arc of a path turns by more. Arcs become pieces in proportion to their angle. */
const MOST_SWEEP = 7;

/**
 * Throws unless all columns that `routes` has hold the points of route `route`, with arcs that
 * `pointsOf` can flatten.
 */
export function checkPoints(routes: CorridorRoutes, route: number, name: string): void {
  const [start, end] = routes.firstPoint.subarray(route, route + 2);
  if (end < start) refuse(`${name}.firstPoint[${route + 1}]`, end, `at least ${start}`);
  for (const column of COLUMNS) {
    // with arcs all columns are needed
    const length = routes[column]?.length ?? (routes.sweep ? 0 : end);
    if (length < end) refuse(`${name}.${column}.length`, length, `at least ${end}`);
  }
  const { sweep } = routes;
  for (let i = start; sweep && i < end; i++) {
    if (!(Math.abs(sweep[i]) <= MOST_SWEEP))
      refuse(`${name}.sweep[${i}]`, sweep[i], `an angle from -${MOST_SWEEP} to ${MOST_SWEEP}`);
    const radius = sweep[i] === 0 ? 0 : radiusOf(routes, i);
    if (!Number.isFinite(radius))
      refuse(`the radius of arc ${i} of ${name}`, radius, 'a finite number');
  }
}

/** The radius of the arc that starts at point i of routes with arcs. */
const radiusOf = ({ x, y, centreX, centreY }: CorridorRoutes, i: number): number =>
  Math.hypot(x[i] - centreX![i], y[i] - centreY![i]);

/** The points of a path. */
export interface Points {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * The points of route `route`. Arcs become straight pieces, at most 1/64 of their radius away from
 * the arc. The vertex that an arc goes around is a whole radius away, so the pieces cross the same
 * sides as the arc.
 */
export function pointsOf(routes: CorridorRoutes, route: number): Points {
  const { firstPoint, x, y, centreX, centreY, startAngle, sweep } = routes;
  const [from, to] = [firstPoint[route], firstPoint[route + 1]];
  if (!sweep) return { x: x.subarray(from, to), y: y.subarray(from, to) };
  const path = { count: to, x, y, centreX, centreY, startAngle, sweep } as ArcPath;
  const tolerance = Number.MIN_VALUE;
  let largest = 0;
  for (let i = from; i < to; i++)
    if (sweep[i] !== 0) largest = Math.max(largest, radiusOf(routes, i));
  return flattenArcs(path, { from, to, tolerance: Math.max(tolerance, largest / 64) });
}
