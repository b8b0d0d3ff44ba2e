import {
  callback,
  checkOptions,
  number,
  object,
  whole,
  type OptionRules,
  refuseNumber,
} from '@wayfield/check';
import type { Polygon } from '../obstacles/create-nav-mesh.ts';
import { checkColumn, checkOut, checkPlace, countRows, type Numbers } from './batch.ts';
import type { FreeTriangles } from './free-triangles.ts';
import { isInside, type Region, regionAround, regionNear, ringsOf } from './region.ts';

/** Draws for one point, before it is given up. */
const MOST_DRAWS = 4096;

/** Gives numbers from 0 up to, not including, 1, as `Math.random` does. */
export type Random = () => number;

/** A random place on a mesh. */
export interface RandomPoint {
  /** Whether there is a place. If not, the other fields say nothing. */
  found: boolean;
  x: number;
  y: number;
  /** The polygon of a `PolygonMesh`, or the triangle of a `NavMesh`, that the place lies in. */
  at: number;
}

/** One entry per point. */
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
  readonly distance: number;
  /** The number of rows, where arrays are longer. Default: the length of all arrays. */
  readonly count?: number | undefined;
}

/** Random places, uniform by area, and the connected parts of a mesh. */
export interface RandomPlaces {
  /**
   * A random place on the mesh, uniform by area. For a disc, places where it does not fit are drawn
   * again, at most 4,096 times: then `found` is false, as it is where there is no area at all.
   */
  randomPoint(random: Random, options?: RandomOptions): RandomPoint;
  /** `count` random points; what `within` needs is prepared once. */
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
  /** How many connected parts there are. */
  areaCount(): number;
}

/** What random places need to know of a mesh beyond its triangles. */
export interface Ground {
  /** For the first line of every call. */
  ready(): void;
  /** The polygon or triangle at a point, -1 = none. */
  locate(x: number, y: number): number;
  /** Whether a disc fits at a point of the mesh. */
  fits(x: number, y: number, radius: number): boolean;
}

const finite = /* @__PURE__ */ number();
const radiusRule = /* @__PURE__ */ number(0);
const any: OptionRules[string] = () => {};
const countRule = /* @__PURE__ */ whole();
const outRule = /* @__PURE__ */ object({}, 'RandomPoints');
const OUT = { found: Uint8Array, x: Float64Array, y: Float64Array, at: Int32Array };
const OPTIONS: OptionRules = { radius: radiusRule, within: any };

/** Places are drawn from triangles: how, and of which. */
interface Draw {
  readonly free: FreeTriangles;
  readonly ground: Ground;
  readonly random: Random;
  readonly radius: number;
}

/** The part that `within` names; -1 = all. */
function partOf(free: FreeTriangles, within: unknown): number {
  if (within === undefined) return -1;
  finite(within, 'within');
  const count = free.partCount();
  if (!(Number.isInteger(within) && (within as number) >= 0 && (within as number) < count))
    refuseNumber('within', within, `the number of one of ${count} areas`);
  return within as number;
}

/** The function that draws one place; what `within` needs is prepared once. */
function drawerOf(draw: Draw, within: RandomOptions['within']): (to: RandomPoint) => void {
  const { free, random } = draw;
  if (within === undefined) return (to) => drawAnywhere(draw, to);
  if (typeof within === 'object') {
    const rings = ringsOf(within, 'within');
    const region = regionAround(free, rings);
    return (to) => drawInRegion(draw, region, to, (x, y) => isInside(rings, x, y));
  }
  const { slots, sums } = free.partSlots(partOf(free, within));
  return (to) =>
    drawUntil(draw, to, () => {
      const i = pickSum(sums, unit(random) * sums[sums.length - 1]);
      if (i < 0) return false;
      placeIn(draw, free.tree.corners, slots[i], to);
      to.at = free.ownerOf(slots[i]);
      return true;
    });
}

function drawNear(draw: Draw, [x, y, distance]: Circle, part: number, to: RandomPoint): void {
  const region = regionNear(draw.free, [x, y], distance, part);
  const square = distance * distance;
  drawInRegion(draw, region, to, (px, py) => (px - x) ** 2 + (py - y) ** 2 <= square);
}

/** `open` gives the triangles of the mesh, made at the first call. */
export function randomPlaces(open: () => FreeTriangles, ground: Ground): RandomPlaces {
  function ready(): FreeTriangles {
    ground.ready();
    const free = open();
    free.update();
    return free;
  }

  function drawOf(where: string, random: Random, options: RandomOptions | RandomNearOptions): Draw {
    const free = ready();
    callback(random, 'random');
    checkOptions(where, options, OPTIONS);
    return { free, ground, random, radius: options.radius ?? 0 };
  }

  return {
    randomPoint(random, options = {}) {
      const to = noPoint();
      drawerOf(drawOf('randomPoint', random, options), options.within)(to);
      return to;
    },
    randomPointAll(count, random, options = {}, out) {
      const draw = drawOf('randomPointAll', random, options);
      countRule(count, 'count');
      const drawOne = drawerOf(draw, options.within);
      return fillAll(count, out, (_, to) => drawOne(to));
    },
    randomPointNear(x, y, distance, random, options = {}) {
      const draw = drawOf('randomPointNear', random, options);
      checkPlace(x, y, ['x', 'y']);
      radiusRule(distance, 'distance');
      const to = noPoint();
      drawNear(draw, [x, y, distance], partOf(draw.free, options.within), to);
      return to;
    },
    randomPointNearAll(rows, random, options = {}, out) {
      const draw = drawOf('randomPointNearAll', random, options);
      const count = countRows(rows, rows?.x, 'x');
      const { x, y, distance } = rows;
      checkColumn(rows, x, count, 'x');
      checkColumn(rows, y, count, 'y');
      radiusRule(distance, 'distance');
      const part = partOf(draw.free, options.within);
      return fillAll(count, out, (i, to) => drawNear(draw, [x[i], y[i], distance], part, to));
    },
    areaOf(x, y) {
      const free = ready();
      checkPlace(x, y, ['x', 'y']);
      const at = ground.locate(x, y);
      return at < 0 ? -1 : free.partOf(at);
    },
    areaCount: () => ready().partCount(),
  };
}

type Circle = readonly [x: number, y: number, distance: number];

const noPoint = (): RandomPoint => ({ found: false, x: NaN, y: NaN, at: -1 });

function fillAll(
  count: number,
  out: RandomPoints | undefined,
  draw: (i: number, to: RandomPoint) => void,
): RandomPoints {
  const to = out ?? {
    found: new Uint8Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    at: new Int32Array(count),
  };
  if (out !== undefined) {
    outRule(out, 'out');
    checkOut(out, OUT, count);
  }
  const one = noPoint();
  for (let i = 0; i < count; i++) {
    draw(i, one);
    to.found[i] = one.found ? 1 : 0;
    to.x[i] = one.x;
    to.y[i] = one.y;
    to.at[i] = one.at;
  }
  return to;
}

/** A number of the caller's generator. */
function unit(random: Random): number {
  const value = random();
  if (!(value >= 0 && value < 1)) refuseNumber('random()', value, 'a number >= 0 and < 1');
  return value;
}

/** Puts a point into a triangle, uniform by area. */
function placeIn(
  { random }: Draw,
  corners: ArrayLike<number>,
  triangle: number,
  to: RandomPoint,
): void {
  const at = 6 * triangle;
  let [u, v] = [unit(random), unit(random)];
  // the other half of the parallelogram is folded back
  if (u + v > 1) [u, v] = [1 - u, 1 - v];
  const [ax, ay] = [corners[at], corners[at + 1]];
  to.x = ax + u * (corners[at + 2] - ax) + v * (corners[at + 4] - ax);
  to.y = ay + u * (corners[at + 3] - ay) + v * (corners[at + 5] - ay);
}

/** Draws until the disc fits. `draw` returns false if there is nothing to draw from. */
function drawUntil(
  { ground, radius }: Draw,
  to: RandomPoint,
  draw: () => boolean,
  isWanted: (x: number, y: number) => boolean = () => true,
): void {
  to.found = false;
  for (let i = 0; i < MOST_DRAWS; i++) {
    if (!draw()) break;
    if (!isWanted(to.x, to.y) || (radius > 0 && !ground.fits(to.x, to.y, radius))) continue;
    to.found = true;
    return;
  }
  to.x = to.y = NaN;
  to.at = -1;
}

function drawAnywhere(draw: Draw, to: RandomPoint): void {
  const { free, random } = draw;
  drawUntil(draw, to, () => {
    const slot = free.tree.pick(unit(random) * free.tree.total());
    if (slot < 0) return false;
    placeIn(draw, free.tree.corners, slot, to);
    to.at = free.ownerOf(slot);
    return true;
  });
}

function drawInRegion(
  draw: Draw,
  { corners, owners, sums }: Region,
  to: RandomPoint,
  isWanted?: (x: number, y: number) => boolean,
): void {
  drawUntil(
    draw,
    to,
    () => {
      const i = pickSum(sums, unit(draw.random) * sums[sums.length - 1]);
      if (i < 0) return false;
      placeIn(draw, corners, i, to);
      to.at = owners[i];
      return true;
    },
    isWanted,
  );
}

/** The first entry above a share; -1 if there are none. */
function pickSum(sums: readonly number[], share: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle] > share) high = middle;
    else low = middle + 1;
  }
  return low < sums.length ? low : -1;
}
