import {
  callback,
  checkOptions,
  number,
  type OptionRules,
  object,
  refuse,
  refuseKind,
  refuseNumber,
  whole,
} from '@wayfield/check';
import type { Polygon } from '@wayfield/triangulation';
import { ANYWHERE, IN_POLYGON, type Kernels } from '../kernels.gen.ts';
import {
  answerAll,
  type BatchCall,
  checkColumn,
  checkOut,
  checkPlace,
  countRows,
  drain,
  drainHints,
  drainInts,
  fill,
  NO_OPTIONS,
  type Numbers,
  type Slice,
} from './batch.ts';
import { checkPoints, type PointRows, putPoints } from './clearance-at.ts';
import type { ColumnViews } from './columns.ts';
import { ringsOf } from '@wayfield/triangulation/internal/checks';
import type { SurfaceHost } from '../surface-host.ts';

/** Gives numbers from 0 up to, not including, 1, as `Math.random` does. */
export type Random = () => number;

/** A random place on a mesh. */
export interface RandomPoint {
  /** Whether a place was found. If not, x and y are NaN, and `at` is -1. */
  found: boolean;
  x: number;
  y: number;
  /** The polygon of a `PolygonMesh`, or the triangle of a `NavMesh`, that the place lies in. */
  at: number;
}

/** One entry per point; `found` is 1 or 0. */
export interface RandomPoints {
  readonly found: Uint8Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly at: Int32Array;
}

/** Options of random points on a surface. */
export interface RandomOptions {
  /** The radius of a disc that has to fit at the place. Default 0, a point. */
  readonly radius?: number | undefined;
  /**
   * Only places in this part of the mesh, as `areaOf` numbers them, or inside this polygon.
   * Default: anywhere.
   */
  readonly within?: number | Polygon | undefined;
}

/** Options of random points near a place. */
export interface RandomNearOptions {
  /** The radius of a disc that has to fit at the place. Default 0, a point. */
  readonly radius?: number | undefined;
  /** Only places in this part of the mesh, as `areaOf` numbers them. */
  readonly within?: number | undefined;
}

/** Points, and how far from them places may be. */
export interface RandomNearRows {
  readonly x: Numbers;
  readonly y: Numbers;
  /** One distance for all rows, or one per row. */
  readonly distance: number | Numbers;
  /** The number of rows, where arrays are longer. Default: the length of all arrays. */
  readonly count?: number | undefined;
}

/**
 * Random places, uniform by area, and the connected parts of a mesh. Every call draws two numbers
 * from `random`; all others follow from these two and the number of the row (SplitMix64). So a
 * seeded `random` gives the same places on any number of threads.
 */
export interface RandomPlaces {
  /**
   * A random place on the mesh, uniform by area. A place is drawn again if the disc does not fit
   * there, or if it is not in the polygon `within`. After 4,096 draws, and at once if there is no
   * area, `found` is false.
   */
  randomPoint(random: Random, options?: RandomOptions): RandomPoint;
  /** `count` random points, each as `randomPoint`. */
  randomPointAll(
    count: number,
    random: Random,
    options?: RandomOptions,
    out?: RandomPoints,
  ): RandomPoints;
  /**
   * A random place on the mesh at most `distance` from x, y in a straight line, uniform by area.
   * `within: areaOf(x, y)` takes only places that a point can reach. As `randomPoint` otherwise.
   */
  randomPointNear(
    x: number,
    y: number,
    distance: number,
    random: Random,
    options?: RandomNearOptions,
  ): RandomPoint;
  /** One place near each point. */
  randomPointNearAll(
    rows: RandomNearRows,
    random: Random,
    options?: RandomNearOptions,
    out?: RandomPoints,
  ): RandomPoints;
  /**
   * The number of the connected part of the mesh that a place lies in: 0 is the largest part by
   * area, 1 the next, and so on. -1 inside obstacles and off the mesh. After a change of the mesh
   * the first call numbers all parts again, in time linear in the number of triangles.
   */
  areaOf(x: number, y: number): number;
  /** The part of each place, as `areaOf`. Hints are those of `locateAll`. */
  areaOfAll(rows: PointRows, out?: Int32Array): Int32Array;
  /** How many connected parts there are. */
  areaCount(): number;
}

const finite = /* @__PURE__ */ number();
const radiusRule = /* @__PURE__ */ number(0);
const any: OptionRules[string] = () => {};
const countRule = /* @__PURE__ */ whole();
const outRule = /* @__PURE__ */ object({}, 'RandomPoints');
const OUT = { found: Uint8Array, x: Float64Array, y: Float64Array, at: Int32Array };
const OPTIONS: OptionRules = { radius: radiusRule, within: any };

/**
 * `within` as the kernels take it: the number of a part, ANYWHERE, or IN_POLYGON with its sides.
 */
function openWithin(kernels: Kernels, within: RandomOptions['within']): number {
  if (within === undefined) return ANYWHERE;
  if (typeof within === 'object') {
    openPolygon(kernels, within);
    return IN_POLYGON;
  }
  return partOf(kernels, within);
}

/** The part that `within` names, checked, or ANYWHERE. */
function partOf(kernels: Kernels, within: unknown): number {
  if (within === undefined) return ANYWHERE;
  finite(within, 'within');
  const count = kernels.partCount() >>> 0;
  if (!(Number.isInteger(within) && (within as number) >= 0 && (within as number) < count))
    refuseNumber('within', within, `the number of one of ${count} areas`);
  return within as number;
}

/** Hands the sides of a polygon to the kernels. */
function openPolygon(kernels: Kernels, within: Polygon): void {
  const rings = ringsOf(within, 'within');
  kernels.edgesMake(rings.reduce((sum, ring) => sum + ring.length / 2, 0));
  let edge = 0;
  for (const ring of rings)
    for (let i = 0, k = ring.length - 2; i < ring.length; k = i, i += 2)
      kernels.setEdge(edge++, ring[k], ring[k + 1], ring[i], ring[i + 1]);
  kernels.regionAround();
}

/** A number of the caller's generator. */
function unit(random: Random): number {
  const value = random();
  if (!(value >= 0 && value < 1)) refuseNumber('random()', value, 'a number >= 0 and < 1');
  return value;
}

/** The two numbers of the caller's generator that a call draws. */
type Seeds = readonly [number, number];

const seedsOf = (random: Random): Seeds => [unit(random), unit(random)];

function checkDraw(where: string, random: Random, options: RandomOptions): void {
  callback(random, 'random');
  checkOptions(where, options, OPTIONS);
}

function checkPointsOut(out: RandomPoints | undefined, count: number): void {
  if (out === undefined) return;
  outRule(out, 'out');
  checkOut(out, OUT, count);
}

const makePoints = (count: number): RandomPoints => ({
  found: new Uint8Array(count),
  x: new Float64Array(count),
  y: new Float64Array(count),
  at: new Int32Array(count),
});

/**
 * Writes the radius of each row, and its number in the whole batch, from which its random numbers
 * follow.
 */
function putRows(views: ColumnViews, radius: number, { from, size }: Slice): void {
  views.radius.fill(radius, 0, size);
  for (let i = 0; i < size; i++) views.value[i] = from + i;
}

function takePoints(views: ColumnViews, to: RandomPoints, slice: Slice): void {
  drainInts(to.found, views.status, slice);
  drain(to.x, views.outX, slice);
  drain(to.y, views.outY, slice);
  drainInts(to.at, views.at, slice);
}

/** `randomPointAll`; `rows` is only their number. */
export function randomCall(
  random: Random,
  options: RandomOptions = {},
): BatchCall<number, RandomPoints> {
  let within: number = ANYWHERE;
  let seeds: Seeds;
  return {
    check(count, out) {
      checkDraw('randomPointAll', random, options);
      countRule(count, 'count');
      checkPointsOut(out, count);
      seeds = seedsOf(random);
      return count;
    },
    prepare(kernels) {
      within = openWithin(kernels, options.within);
      kernels.randomSeed(...seeds);
    },
    make: makePoints,
    put: (views, _, slice) => putRows(views, options.radius ?? 0, slice),
    kernel: 'randomRows',
    options: () => [within],
    take: (views, _, to, slice) => takePoints(views, to, slice),
  };
}

/** `randomPointNearAll`. */
export function randomNearCall(
  random: Random,
  options: RandomNearOptions = {},
): BatchCall<RandomNearRows, RandomPoints> {
  let within: number = ANYWHERE;
  let seeds: Seeds;
  return {
    check(rows, out) {
      checkDraw('randomPointNearAll', random, options);
      const count = countRows(rows, rows?.x, 'x');
      const { x, y, distance } = rows;
      checkColumn(rows, x, count, 'x');
      checkColumn(rows, y, count, 'y');
      if (typeof distance === 'object') checkColumn(rows, distance, count, 'distance', 0);
      else radiusRule(distance, 'distance');
      checkPointsOut(out, count);
      seeds = seedsOf(random);
      return count;
    },
    prepare(kernels) {
      within = partOf(kernels, options.within);
      kernels.randomSeed(...seeds);
    },
    make: makePoints,
    put(views, { x, y, distance }, slice) {
      fill(views.x, x, slice);
      fill(views.y, y, slice);
      if (typeof distance === 'number') views.a.fill(distance, 0, slice.size);
      else fill(views.a, distance, slice);
      putRows(views, options.radius ?? 0, slice);
    },
    kernel: 'randomNearRows',
    options: () => [within],
    take: (views, _, to, slice) => takePoints(views, to, slice),
  };
}

/** `areaOfAll`. */
export const AREA_OF: BatchCall<PointRows, Int32Array> = {
  check(rows, out) {
    const count = checkPoints(rows);
    if (out !== undefined && !(out instanceof Int32Array)) refuseKind('out', out, 'an Int32Array');
    if (out !== undefined && out.length < count)
      refuse('out.length', out.length, `at least ${count}`);
    return count;
  },
  prepare: (kernels) => kernels.partCount(),
  make: (count) => new Int32Array(count),
  put: putPoints,
  kernel: 'partRows',
  options: () => NO_OPTIONS,
  take(views, rows, to, slice) {
    drainInts(to, views.contacts, slice);
    drainHints(views, rows.at, slice);
  },
};

export function randomPlaces(host: SurfaceHost): RandomPlaces {
  /** The answer of single calls, which are batches of one row, and the row of `areaOf`. */
  const one = makePoints(1);
  const place = { x: new Float64Array(1), y: new Float64Array(1) };

  function pointOf({ found, x, y, at }: RandomPoints): RandomPoint {
    return { found: found[0] === 1, x: x[0], y: y[0], at: at[0] };
  }

  return {
    randomPoint: (random, options) => pointOf(answerAll(host, randomCall(random, options), 1, one)),
    randomPointAll: (count, random, options, out) =>
      answerAll(host, randomCall(random, options), count, out),
    randomPointNear(x, y, distance, random, options) {
      host.ready();
      checkPlace(x, y, ['x', 'y']);
      radiusRule(distance, 'distance');
      // arrays of its own, because `random` may call this surface
      const rows = { x: Float64Array.of(x), y: Float64Array.of(y), distance };
      return pointOf(answerAll(host, randomNearCall(random, options), rows, one));
    },
    randomPointNearAll: (rows, random, options, out) =>
      answerAll(host, randomNearCall(random, options), rows, out),
    areaOf(x, y) {
      host.ready();
      checkPlace(x, y, ['x', 'y']);
      place.x[0] = x;
      place.y[0] = y;
      return answerAll(host, AREA_OF, place, one.at)[0];
    },
    areaOfAll: (rows, out) => answerAll(host, AREA_OF, rows, out),
    areaCount() {
      host.ready();
      return host.kernels.partCount() >>> 0;
    },
  };
}
