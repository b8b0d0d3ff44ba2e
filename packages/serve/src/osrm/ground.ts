// Coordinates on open ground, such as squares: routes begin and end there, off all roads.
import type { Avoid, RoadPoint, Route, RouteLeg } from '@wayfield/routing';
import type { Context } from './context.ts';
import { hintedPosition, searchOptions, type Snapping } from './snapping.ts';

/**
 * A route. At a coordinate on open ground, a leg may begin at another corner than the one at which
 * the leg before ended.
 */
export interface FoundRoute extends Route {
  /** Both ends of each leg. Default: neighbours in `points`. */
  readonly ends?: readonly LegEnds[];
}

/** The positions at both ends of a leg. */
export type LegEnds = readonly [from: RoadPoint, to: RoadPoint];

/** The positions at both ends of a leg. */
export function endsOf({ ends, points }: FoundRoute, leg: number): LegEnds {
  return ends?.[leg] ?? [points[leg], points[leg + 1]];
}

/**
 * The corners in sight: the positions by which routes begin and end at a coordinate on open ground.
 * Empty if the coordinate does not lie on open ground, has a bearing, an approach or a valid hint,
 * or sees no corner on a road that the request may use.
 */
export function cornersOf(context: Context, snapping: Snapping, i: number): RoadPoint[] {
  if (!context.routing.network.openAreas?.length) return [];
  const { bearings, approaches, places } = snapping;
  if (bearings?.[i] || (approaches?.[i] ?? 'unrestricted') !== 'unrestricted') return [];
  if (hintedPosition(context, snapping, i)) return [];
  const { filter } = searchOptions(context, snapping, i);
  const corners = context.ground.corners(...places[i]);
  return filter ? corners.filter(({ road }) => filter(road)) : corners;
}

/** Whether a list of `cornersOf` or `tiesOf` is that of a coordinate on open ground. */
export const isOnGround = (list: readonly RoadPoint[]): boolean => list[0].ground !== undefined;

/** The search for routes: `find` searches over the given positions, and avoids `avoid`. */
interface Search {
  readonly find: (points: RoadPoint[]) => Route | undefined;
  readonly avoid: Avoid | undefined;
}

/**
 * The cheapest route over coordinates that have several positions each. At a coordinate on open
 * ground a route arrives by one corner and departs by any corner. Between two places of one square
 * the route is the straight line, if that line stays on the ground and costs no more than the route
 * by corners. If a coordinate other than the first and the last lies on roads, its position is
 * chosen by costs that let the route turn round there. Undefined: there is no route.
 */
export function routeOverGround(
  context: Context,
  lists: readonly (readonly RoadPoint[])[],
  { find, avoid }: Search,
): FoundRoute | undefined {
  const legs: RouteLeg[] = [];
  const ends: LegEnds[] = [];
  let begin = 0;
  for (let end = 1; end < lists.length; end++) {
    if (end + 1 < lists.length && !isOnGround(lists[end])) continue;
    const run = lists.slice(begin, end + 1);
    begin = end;
    const points = cheapestOf(context, run, avoid);
    const found = points && find(points);
    const line = straightLeg(context, run);
    if (line && (!found || line.leg.cost <= found.cost)) {
      legs.push(line.leg);
      ends.push(line.ends);
    } else if (found) {
      legs.push(...found.legs);
      for (let i = 1; i < points.length; i++) ends.push([points[i - 1], points[i]]);
    } else return undefined;
  }
  const sum = (of: (leg: RouteLeg) => number): number =>
    legs.reduce((all, leg) => all + of(leg), 0);
  return {
    cost: sum(({ cost }) => cost),
    seconds: sum(({ seconds }) => seconds),
    metres: sum(({ metres }) => metres),
    legs,
    points: lists.map(([point]) => point),
    ends,
  };
}

/** The straight line between two places on open ground; `to` is the corner nearest to its end. */
function straightLeg(
  { ground }: Context,
  run: readonly (readonly RoadPoint[])[],
): { leg: RouteLeg; ends: LegEnds } | undefined {
  if (run.length !== 2 || !run.every(isOnGround)) return undefined;
  const from = run[0][0];
  const to = run[1].reduce((a, b) => (b.ground!.metres < a.ground!.metres ? b : a));
  const leg = ground.straight(from, to);
  return leg && { leg, ends: [from, to] };
}

/**
 * One position of each list, with the least sum of costs between neighbours. The costs are those of
 * a network without the avoided roads.
 */
function cheapestOf(
  context: Context,
  lists: readonly (readonly RoadPoint[])[],
  avoid: Avoid | undefined,
): RoadPoint[] | undefined {
  const { matrix } = context.without(avoid);
  // `least[j]`: the least cost of a choice that ends at position j of the current list.
  // `before[k - 1][j]`: the position of list k - 1 from which that choice reaches position j of
  // list k.
  let least = lists[0].map(() => 0);
  const before: number[][] = [];
  for (let k = 1; k < lists.length; k++) {
    const [from, to] = [lists[k - 1], lists[k]];
    const costs = matrix.costs(from, to);
    const came: number[] = [];
    const next = to.map((_, j) => {
      let best = Infinity;
      from.forEach((__, i) => {
        const cost = least[i] + costs[i * to.length + j];
        if (cost >= best) return;
        best = cost;
        came[j] = i;
      });
      return best;
    });
    least = next;
    before.push(came);
  }
  let at = least.indexOf(Math.min(...least));
  if (least[at] === Infinity) return undefined;
  const points: RoadPoint[] = [];
  for (let k = lists.length - 1; k >= 0; k--) {
    points.unshift(lists[k][at]);
    if (k > 0) at = before[k - 1][at];
  }
  return points;
}
