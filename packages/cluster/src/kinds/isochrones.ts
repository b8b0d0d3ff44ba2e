// Isochrones: the parts of roads within limits of positions, by @wayfield/routing.
import {
  checkOptions,
  listOf,
  number,
  object,
  oneOf,
  optional,
  refuse,
  whole,
} from '@wayfield/check';
import { type RoadPoint, type RoutingNetwork, readRouting, writeRouting } from '@wayfield/routing';
import { createIsochrones, type Isochrones } from '@wayfield/routing/isochrone';
import type { Arrays, Json, RunContext, WorkKind } from '../types.ts';
import { ranges, secondsPerUnit, unitsPerChunk } from './calibrate.ts';
import { getJson, joinArrays, joinLists, putJson, rangeOf } from './parts.ts';

/** What `isochroneSweeps` computes: what is reached from each position within each limit. */
export interface IsochroneWork {
  readonly routing: RoutingNetwork;
  /** Positions on roads, as `snap` of a road index gives them. */
  readonly from: readonly RoadPoint[];
  /** Limits above 0, in the metric of the network. */
  readonly limits: readonly number[];
  /** Positions in a chunk. Default: calibrated to `chunkSeconds` of one thread. */
  readonly perChunk?: number;
}

/**
 * Isochrones, those of position i for limit k under i * limits.length + k: `whole` roads from entry
 * `firstWhole` on, and parts of roads, as `ReachedRoads` has them, from `firstPart` on.
 */
export interface IsochroneAnswer {
  readonly firstWhole: Uint32Array;
  readonly whole: Uint32Array;
  readonly firstPart: Uint32Array;
  readonly road: Uint32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
}

interface Shape {
  readonly routing: string;
  readonly points: string;
  readonly limits: readonly number[];
}

/** Most positions of a chunk, by `perChunk` or measured. */
const MOST_PER_CHUNK = 65_536;
const anObject = object({}, 'isochrones');
const E7 = whole(-1_800_000_000, 1_800_000_000);
const aPoint = object(
  {
    road: whole(),
    share: number(0, 1),
    point: whole(),
    lonE7: E7,
    latE7: E7,
    distance: number(0),
    directions: optional(oneOf('both', 'along', 'against')),
  },
  'a RoadPoint',
);
const WORK_RULES = {
  from: listOf(aPoint),
  limits: listOf(number(Number.MIN_VALUE, Number.MAX_VALUE)),
  perChunk: whole(1, MOST_PER_CHUNK),
};

/**
 * Isochrones of many positions: the roads and parts of roads that are reached, without polygons.
 *
 * @example
 * const run = await cluster.submit(isochroneSweeps, { routing, from: points, limits: [60, 300] });
 * const { firstWhole, whole } = await run.merge();
 * console.log(whole.subarray(firstWhole[1], firstWhole[2]).join()); // 0
 */
export const isochroneSweeps: WorkKind<IsochroneWork, IsochroneAnswer> = {
  name: 'isochrone-sweeps',
  version: 1,
  async plan(work, context) {
    anObject(work, 'work');
    const { routing, from, limits, perChunk } = work;
    const options = { from, limits, ...(perChunk !== undefined && { perChunk }) };
    checkOptions('isochroneSweeps', options, WORK_RULES);
    checkOnRoads(from, routing);
    const isochrones = createIsochrones(routing);
    let size = perChunk;
    try {
      // `plan` refuses wrong limits, before workers would
      const reach = (i: number): unknown => isochrones.reach(from[i], limits, { polygons: false });
      if (from.length > 0) reach(0);
      size ??= calibrated(from.length, reach, context.chunkSeconds);
    } finally {
      isochrones.destroy();
    }
    const shape: Shape = {
      routing: await context.put(writeRouting(routing)),
      points: await putJson(from, context),
      limits,
    };
    return { shape: shape as unknown as Json, chunks: ranges(from.length, size) };
  },
  async run(chunk, context) {
    const shape = context.shape as unknown as Shape;
    const [from, to] = rangeOf(chunk);
    const points = await getJson<RoadPoint[]>(shape.points, context);
    return reached(await isochronesOf(shape, context), points.slice(from, to), shape.limits);
  },
  async merge(parts) {
    const offsets = { firstWhole: 'whole', firstPart: 'road' };
    const empty: IsochroneAnswer = {
      firstWhole: new Uint32Array(1),
      whole: new Uint32Array(0),
      firstPart: new Uint32Array(1),
      road: new Uint32Array(0),
      from: new Float64Array(0),
      to: new Float64Array(0),
    };
    return joinArrays(parts, empty, offsets);
  },
};

/** Throws unless all points lie on roads of the network, as `reach` would in a worker. */
function checkOnRoads(from: readonly RoadPoint[], { network: { roads } }: RoutingNetwork): void {
  from.forEach(({ road, point, ground }, i) => {
    const name = `from[${i}]`;
    if (road >= roads.count) refuse(`${name}.road`, road, `below ${roads.count}`);
    const [first, last] = [roads.firstPoint[road], roads.firstPoint[road + 1] - 2];
    if (point < first || point > last) refuse(`${name}.point`, point, `from ${first} to ${last}`);
    if (ground) refuse(`${name}.ground.area`, ground.area, 'no walk: a place on a road');
  });
}

function isochronesOf({ routing }: Shape, context: RunContext): Promise<Isochrones> {
  return context.prepared(
    `isochrones ${routing}`,
    async () => createIsochrones(readRouting(new Uint8Array(await context.input(routing)))),
    (made) => made.destroy(),
  );
}

function reached(
  isochrones: Isochrones,
  points: readonly RoadPoint[],
  limits: readonly number[],
): Arrays {
  const all = points.flatMap((point) =>
    isochrones.reach(point, limits, { polygons: false }).map(({ roads }) => roads),
  );
  const wholes = joinLists(
    all.map((roads) => roads.whole),
    Uint32Array,
  );
  const parts = joinLists(
    all.map((roads) => roads.road),
    Uint32Array,
  );
  const ends = (name: 'from' | 'to'): Float64Array =>
    joinLists(
      all.map((roads) => roads[name]),
      Float64Array,
    ).all;
  return {
    firstWhole: wholes.first,
    whole: wholes.all,
    firstPart: parts.first,
    road: parts.all,
    from: ends('from'),
    to: ends('to'),
  };
}

function calibrated(count: number, reach: (i: number) => unknown, seconds: number): number {
  if (count === 0) return 1;
  const perPoint = secondsPerUnit(
    (units) => {
      for (let i = 0; i < units; i++) reach(i);
    },
    Math.min(count, 256),
  );
  return unitsPerChunk(seconds, perPoint, MOST_PER_CHUNK);
}
