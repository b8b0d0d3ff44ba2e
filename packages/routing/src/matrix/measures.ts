// Matrices of seconds and metres, for `measure` and `measureRows` of matrix.ts. Sweeps to the
// targets (RPHAST) carry a second measure, called `other`, along the cheapest paths.
import type { End, Ends } from '../network/ends.ts';
import { createEnds } from '../network/ends.ts';
import { NO_ROUTE } from '../network/ticks.ts';
import type { RoadPoint, RoutingNetwork } from '../types.ts';
import { measureOfArcs, measureOfHierarchy } from './second-measure.ts';
import { createCoveredSweep, LANES } from './covered-sweep.ts';
import type { MeasureRows } from './types.ts';

/** Makes rows of seconds and metres. */
export interface MeasureMatrix {
  rows(sources: readonly RoadPoint[], targets: readonly RoadPoint[]): Generator<MeasureRows, void>;
}

/** An exit or entry with the second measure of its part of an arc. */
interface Entry extends End {
  readonly other: number;
}

export function createMeasureMatrix(routing: RoutingNetwork): MeasureMatrix {
  const { metric } = routing;
  if (metric !== 'seconds' && metric !== 'metres') {
    // seconds and metres are both second measures here, so the sweeps run once for each
    const [seconds, metres] = (['seconds', 'metres'] as const).map((one) =>
      createSecondMeasure(routing, one),
    );
    return {
      *rows(sources, targets) {
        const lengths = metres.rows(sources, targets);
        for (const { first, count, other } of seconds.rows(sources, targets)) {
          yield { first, count, seconds: other, metres: lengths.next().value!.other };
        }
      },
    };
  }
  const second = createSecondMeasure(routing, metric === 'seconds' ? 'metres' : 'seconds');
  return {
    *rows(sources, targets) {
      for (const { first, count, cost, other } of second.rows(sources, targets)) {
        const [seconds, metres] = metric === 'seconds' ? [cost, other] : [other, cost];
        yield { first, count, seconds, metres };
      }
    },
  };
}

/** Rows of costs, and of the second measure along the cheapest paths. */
interface OtherRows {
  readonly first: number;
  readonly count: number;
  readonly cost: Float32Array;
  readonly other: Float32Array;
}

interface SecondMeasure {
  rows(
    sources: readonly RoadPoint[],
    targets: readonly RoadPoint[],
  ): Generator<OtherRows, undefined>;
}

function createSecondMeasure(
  routing: RoutingNetwork,
  measure: 'seconds' | 'metres',
): SecondMeasure {
  const { hierarchy, network } = routing;
  const ofArcs = measureOfArcs(routing, measure);
  const ofHierarchy = measureOfHierarchy(routing, ofArcs);
  const ends = createEnds(routing);
  const isAgainst = (arc: number): boolean => (network.roadOf[arc] & 1) === 1;

  /** Exits, if `leaving`, or entries, with the second measure of their parts of arcs. */
  const withOther = (list: readonly End[], point: RoadPoint, leaving: boolean): Entry[] =>
    list.map((end) => {
      const part = isAgainst(end.arc) === leaving ? point.share : 1 - point.share;
      return { ...end, other: part * ofArcs[end.arc] + (point.ground?.[measure] ?? 0) };
    });

  return {
    *rows(sources, targets) {
      const entries = targets.map((point) => withOther(ends.entries(point), point, false));
      const ranks = entries.flatMap((list) => list.map(({ node }) => hierarchy.rank[node]));
      const sweep = createCoveredSweep(hierarchy, ofHierarchy, ranks);
      const columns = targets.length;
      const rowCount = Math.min(LANES, sources.length);
      const cost = new Float32Array(rowCount * columns);
      const other = new Float32Array(rowCount * columns);
      const onRoad = targetsByRoad(targets);
      for (let first = 0; first < sources.length; first += LANES) {
        const some = sources.slice(first, first + LANES);
        const exits = some.map((point) => withOther(ends.exits(point), point, true));
        sweep.run(exits);
        fill(sweep, entries, some.length, { cost, other });
        some.forEach((source, i) => {
          for (const j of onRoad.get(source.road) ?? []) {
            const direct = directTo(ends, exits[i], source, {
              point: targets[j],
              list: entries[j],
            });
            if (direct === undefined || direct.cost >= cost[i * columns + j]) continue;
            cost[i * columns + j] = direct.cost;
            const walks = (source.ground?.[measure] ?? 0) + (targets[j].ground?.[measure] ?? 0);
            other[i * columns + j] = direct.share * ofArcs[direct.arc] + walks;
          }
        });
        cost.forEach((one, i) => {
          if (one >= NO_ROUTE) cost[i] = other[i] = Infinity;
        });
        const [a, b] = [cost, other].map((rows) => rows.subarray(0, some.length * columns));
        yield { first, count: some.length, cost: a, other: b };
      }
      return undefined;
    },
  };
}

function targetsByRoad(targets: readonly RoadPoint[]): Map<number, number[]> {
  const onRoad = new Map<number, number[]>();
  targets.forEach(({ road }, j) => {
    const there = onRoad.get(road);
    if (there) there.push(j);
    else onRoad.set(road, [j]);
  });
  return onRoad;
}

/** Writes rows from the lanes of a sweep: the least cost over the entries of each target. */
function fill(
  { dist, other }: { readonly dist: Float64Array; readonly other: Float64Array },
  entries: readonly (readonly Entry[])[],
  rowCount: number,
  out: { readonly cost: Float32Array; readonly other: Float32Array },
): void {
  const columns = entries.length;
  let place = 0;
  entries.forEach((list, j) => {
    for (let i = 0; i < rowCount; i++) {
      let [cost, measure] = [Infinity, Infinity];
      for (let e = 0; e < list.length; e++) {
        const at = (place + e) * LANES + i;
        const sum = dist[at] + list[e].cost;
        if (sum >= cost) continue;
        cost = sum;
        measure = other[at] + list[e].other;
      }
      out.cost[i * columns + j] = cost;
      out.other[i * columns + j] = measure;
    }
    place += list.length;
  });
}

/** The cheapest stretch along one arc from a source to a target, and its share of the road. */
function directTo(
  ends: Ends,
  exits: readonly End[],
  source: RoadPoint,
  { point, list }: { readonly point: RoadPoint; readonly list: readonly End[] },
): { arc: number; cost: number; share: number } | undefined {
  let best: { arc: number; cost: number; share: number } | undefined;
  for (const { arc } of list) {
    if (!exits.some((exit) => exit.arc === arc)) continue;
    const cost = ends.ahead(arc, source, point);
    if (cost < 0 || (best && cost >= best.cost)) continue;
    best = { arc, cost, share: Math.abs(point.share - source.share) };
  }
  return best;
}
