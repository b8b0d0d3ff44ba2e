// Coordinates at junctions. The nearest place is then an end of several roads. Over which of these
// roads a route leaves or reaches the place depends on the other coordinates.
import type { RoadPoint } from '@wayfield/routing';
import type { Context } from './context.ts';
import { cornersOf } from './ground.ts';
import { hintedPosition, searchOptions, type Snapping } from './snapping.ts';

/** Roads of a junction that are tried; chosen: few junctions have more. */
const MOST_ROADS = 8;
/** Other roads are searched up to the distance of the nearest place plus these metres. */
const SAME = 0.005;
/**
 * Every choice of a route is tried if all choices together have at most this many legs, which take
 * about 30 ms. Chosen, not measured.
 */
const MOST_LEGS = 512;

/**
 * For each coordinate, a list of positions: the given one, then those at the same place on other
 * roads. For a place within an OpenStreetMap way the list holds only the position of `arriving`,
 * for a coordinate on open ground the corners in sight.
 */
export function tiesOf(
  context: Context,
  snapping: Snapping,
  points: readonly RoadPoint[],
): RoadPoint[][] {
  return points.map((point, i) => {
    const corners = cornersOf(context, snapping, i);
    if (corners.length > 0) return corners;
    const isEnd = point.share === 0 || point.share === 1;
    if (!isEnd || point.directions !== 'both') return [point];
    if (hintedPosition(context, snapping, i)) return [point];
    const [lon, lat] = snapping.places[i];
    const options = searchOptions(context, snapping, i);
    const within = Math.min(options.within ?? Infinity, point.distance + SAME);
    const near = context.index.nearest(lon, lat, { ...options, within, count: MOST_ROADS });
    const others = near.filter(
      (one) => one.road !== point.road && one.lonE7 === point.lonE7 && one.latE7 === point.latE7,
    );
    return isWithinWay(context, point, others)
      ? [arriving(context, point, others[0])]
      : [point, ...others];
  });
}

/**
 * Whether exactly two roads meet at a place, both are parts of the same OpenStreetMap way, and both
 * are open in the same directions: at a signal, or between segments with speeds of their own. A
 * route departs from such a place as from any other place of the way.
 */
function isWithinWay(
  { routing }: Context,
  { road }: RoadPoint,
  others: readonly RoadPoint[],
): boolean {
  const { network, firstArc } = routing;
  const { wayId } = network.roads;
  const [other] = others;
  if (others.length !== 1 || wayId[other.road] !== wayId[road]) return false;
  const isOpen = (code: number): boolean => firstArc[code + 1] > firstArc[code];
  return [0, 1].every((d) => isOpen(2 * road + d) === isOpen(2 * other.road + d));
}

/** The bit of `Roads.live` of roads with a speed of their own in the direction of their way. */
const SET_ALONG = 2;

/**
 * Of two positions at one place of a way, the one at which traffic in the direction of the way
 * arrives. If the tags open both roads only against the direction of the way, the position at which
 * that traffic arrives. A direction that a speed of 0 closes still counts as open.
 */
function arriving({ routing }: Context, one: RoadPoint, other: RoadPoint): RoadPoint {
  const { firstArc, network } = routing;
  const { live } = network.roads;
  const against = [one, other].every(
    ({ road }) =>
      firstArc[2 * road] === firstArc[2 * road + 1] && ((live?.[road] ?? 0) & SET_ALONG) === 0,
  );
  return one.share === (against ? 0 : 1) ? one : other;
}

/**
 * The choice of one position per coordinate that costs least; undefined: no choice has a route. If
 * all choices together have more than `MOST_LEGS` legs, they are not all tried: each coordinate in
 * turn takes the position that costs least between the position chosen for the coordinate before it
 * and the first position of the coordinate after it. That choice may have no route.
 */
export function cheapestChoice(
  ties: readonly (readonly RoadPoint[])[],
  costOf: (points: RoadPoint[]) => number | undefined,
): RoadPoint[] | undefined {
  const count = ties.reduce((product, list) => product * list.length, 1);
  if (count * (ties.length - 1) > MOST_LEGS) return choiceInTurn(ties, costOf);
  const all = Array.from({ length: count }, (_, k) => {
    let rest = k;
    return ties.map((list) => {
      const point = list[rest % list.length];
      rest = Math.floor(rest / list.length);
      return point;
    });
  });
  return cheapestOf(all, costOf);
}

function choiceInTurn(
  ties: readonly (readonly RoadPoint[])[],
  costOf: (points: RoadPoint[]) => number | undefined,
): RoadPoint[] {
  const chosen = ties.map(([first]) => first);
  ties.forEach((list, i) => {
    if (list.length === 1) return;
    const options = list.map((point) => {
      const around = [...chosen.slice(Math.max(0, i - 1), i), point];
      return i + 1 < chosen.length ? [...around, chosen[i + 1]] : around;
    });
    const best = cheapestOf(options, costOf);
    if (best) chosen[i] = best[Math.min(i, 1)];
  });
  return chosen;
}

/** The cheapest of some lists of positions, the first of equal ones; undefined: none has a cost. */
function cheapestOf(
  lists: readonly RoadPoint[][],
  costOf: (points: RoadPoint[]) => number | undefined,
): RoadPoint[] | undefined {
  let best: { readonly points: RoadPoint[]; readonly cost: number } | undefined;
  for (const points of lists) {
    const cost = costOf(points);
    if (cost !== undefined && (!best || cost < best.cost)) best = { points, cost };
  }
  return best?.points;
}
